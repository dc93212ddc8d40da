#include "oracle/bmc_oracle.h"

#include "base/memory.h"
#include "test.h"

/* ---- graphs ---- */

typedef struct {
  const Explicit *e;
  Bits *sets;
  size_t count, set;
  BmcMethod method;
} Maker;

static uint32_t met_in(const Maker *m, size_t step) {
  uint32_t met = 0;
  for (size_t j = 0; j < m->count; j++) met |= (uint32_t)bits_get(m->sets + j, step) << j;
  return met;
}

/* What is remembered beside the state: flags, or the set that is waited for, or a state. */
static size_t memories(const Maker *m) {
  if (m->method == BMC_TRANS) return 1 + (m->e->states << m->count);
  if (m->count == 1) return 1;
  return m->method == BMC_FLAG ? (size_t)1 << m->count : m->method == BMC_COUNTER ? m->count : 1;
}

static uint32_t remember(const Maker *m, uint32_t memory, uint32_t met, bool *p) {
  uint32_t all = (1u << m->count) - 1;
  switch (m->count == 1 ? BMC_OR : m->method) {
  case BMC_ONE: *p = met >> m->set & 1; return 0;
  case BMC_FLAG: *p = (memory | met) == all; return *p ? 0 : memory | met;
  case BMC_COUNTER:
    *p = !memory && met & 1;
    return met >> memory & 1 ? (memory + 1) % (uint32_t)m->count : memory;
  default: *p = met; return 0;
  }
}

/* A state, and what is remembered: nothing, or a state that was saved and the sets met since. A
 * step may save the state that it starts in. */
static void add_loop_edges(const Maker *m, PathGraph *graph, size_t wide) {
  uint32_t masks = 1u << m->count, all = masks - 1;
  for (size_t step = 0; step < m->e->steps; step++) {
    const Edge *plain = m->e->graph.edges.data + step;
    for (uint32_t memory = 0; memory < wide && bits_get(&m->e->valid, step); memory++)
      for (uint32_t save = 0; save < 2; save++) {
        bool saved = memory > 0;
        uint32_t copy = saved ? (memory - 1) / masks : (uint32_t)plain->from;
        uint32_t met = saved ? (memory - 1) % masks : 0;
        uint32_t next = saved || save ? 1 + copy * masks + (met | met_in(m, step)) : 0;
        PathEdge edge = {.from = (uint32_t)(plain->from * wide + memory),
                         .to = (uint32_t)(plain->to * wide + next),
                         .p = saved && copy == plain->from && met == all};
        vec_push(&graph->edges, edge);
      }
  }
}

PathGraph path_graph_new(const Explicit *e, const Lit *conditions, size_t count, BmcMethod method,
                         size_t set, bool facts) {
  Maker m = {e, mem_array(count, sizeof(Bits)), count, set, method};
  for (size_t j = 0; j < count; j++) m.sets[j] = explicit_literal(e, conditions[j]);
  size_t wide = memories(&m);
  if (method == BMC_FLAG && count > 1 && facts) wide--;
  PathGraph graph = {.states = e->states * wide};
  graph.initial = bits_new(graph.states);
  for (size_t s = 0; s < e->states; s++)
    bits_put(&graph.initial, s * wide, bits_get(&e->initial, s));
  if (method == BMC_TRANS) add_loop_edges(&m, &graph, wide);
  for (size_t step = 0; step < e->steps && method != BMC_TRANS; step++)
    for (uint32_t memory = 0; memory < wide && bits_get(&e->valid, step); memory++) {
      PathEdge edge;
      uint32_t next = remember(&m, memory, met_in(&m, step), &edge.p);
      edge.from = (uint32_t)(e->graph.edges.data[step].from * wide + memory);
      edge.to = (uint32_t)(e->graph.edges.data[step].to * wide + next);
      vec_push(&graph.edges, edge);
    }
  for (size_t j = 0; j < count; j++) bits_free(m.sets + j);
  mem_free(m.sets);
  return graph;
}

void path_graph_free(PathGraph *graph) {
  vec_free(&graph->edges);
  bits_free(&graph->initial);
}

/* ---- all simple paths ---- */

/* What may be at the end of a path through exactly these states. */
typedef enum {
  ANYWHERE = 1, /* a path */
  STEM = 2,     /* one from an initial state */
  FRESH = 4,    /* one from an initial state, through no other */
  OUTSIDE = 8,  /* one whose steps before the last are not in p */
  BEHIND = 16,  /* one whose first step is in p, and those after it, but the last, are not */
  START = 32,   /* one of a single state */
} PathKind;

static unsigned extend(const PathGraph *graph, unsigned kinds, const PathEdge *edge) {
  unsigned result = kinds & (ANYWHERE | STEM);
  if (!bits_get(&graph->initial, edge->to)) result |= kinds & FRESH;
  if (!edge->p) result |= kinds & (OUTSIDE | BEHIND);
  if (edge->p && kinds & START) result |= BEHIND;
  return result;
}

typedef struct {
  Bits alpha, beta, into, out_of, forward, backward; /* by k: there is such a path */
} Found;

static void note(const PathGraph *graph, Found *found, uint32_t visited, unsigned kinds,
                 const PathEdge *edge, const Bits *p_step) {
  size_t length = (size_t)__builtin_popcount(visited) - 1;
  bool enters = !edge->p && !(visited >> edge->to & 1) && bits_get(p_step, edge->to);
  (void)graph;
  if (kinds & STEM && edge->p) bits_set(&found->alpha, length);
  if (enters) bits_set(&found->beta, length);
  if (enters && kinds & OUTSIDE) bits_set(&found->into, length);
  if (kinds & BEHIND && !edge->p) bits_set(&found->out_of, length - 1);
  if (kinds & FRESH) bits_set(&found->forward, length);
  if (kinds & OUTSIDE && edge->p) bits_set(&found->backward, length);
}

static size_t least_without(const Bits *a, const Bits *b) {
  size_t k = 0;
  while (bits_get(a, k) || bits_get(b, k)) k++;
  return k;
}

PathNumbers path_numbers(const PathGraph *graph) {
  size_t states = graph->states, sets = (size_t)1 << states;
  if (states > PATH_GRAPH_MOST) test_fail(__FILE__, __LINE__, "%zu states are too many", states);
  uint8_t *kinds = mem_zalloc(sets * states + 1); /* by set of states and the last of them */
  Bits p_step = bits_new(states);
  for (size_t i = 0; i < graph->edges.size; i++)
    if (graph->edges.data[i].p) bits_set(&p_step, graph->edges.data[i].from);
  for (size_t s = 0; s < states; s++)
    kinds[((size_t)1 << s) * states + s] =
        START | ANYWHERE | OUTSIDE | (bits_get(&graph->initial, s) ? STEM | FRESH : 0);
  Bits none = bits_new(states + 2);
  Found found = {bits_new(states + 2), bits_new(states + 2), bits_new(states + 2),
                 bits_new(states + 2), bits_new(states + 2), bits_new(states + 2)};
  for (uint32_t visited = 1; visited < sets; visited++)
    for (size_t i = 0; i < graph->edges.size; i++) {
      const PathEdge *edge = graph->edges.data + i;
      unsigned now = kinds[(size_t)visited * states + edge->from];
      if (!now) continue;
      note(graph, &found, visited, now, edge, &p_step);
      if (!(visited >> edge->to & 1))
        kinds[((size_t)visited | (size_t)1 << edge->to) * states + edge->to] |=
            (uint8_t)extend(graph, now, edge);
    }
  PathNumbers numbers = {least_without(&found.alpha, &found.beta),
                         least_without(&found.into, &none), least_without(&found.out_of, &none),
                         least_without(&found.forward, &none),
                         least_without(&found.backward, &none)};
  Bits *all[] = {&found.alpha,   &found.beta,     &found.into, &found.out_of,
                 &found.forward, &found.backward, &none,       &p_step};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) bits_free(all[i]);
  mem_free(kinds);
  return numbers;
}

/* ---- lassos ---- */

/* Steps from (state, nothing met) back to the state with everything met; 0: there is no way. */
static size_t shortest_loop(const Explicit *e, const uint32_t *met, uint32_t all, uint32_t start) {
  size_t masks = (size_t)all + 1;
  Bits seen = bits_new(e->states * masks);
  U32Vec now = {0}, next = {0};
  vec_push(&now, start * (uint32_t)masks);
  size_t length = 0, found = 0;
  while (now.size && !found) {
    length++;
    vec_clear(&next);
    for (size_t i = 0; i < now.size; i++)
      for (size_t input = 0; input < e->inputs; input++) {
        size_t step = now.data[i] / masks * e->inputs + input;
        if (!bits_get(&e->valid, step)) continue;
        uint32_t to = e->graph.edges.data[step].to;
        uint32_t node = to * (uint32_t)masks + ((now.data[i] % (uint32_t)masks) | met[step]);
        if (to == start && node % masks == all) found = length;
        if (bits_get(&seen, node)) continue;
        bits_set(&seen, node);
        vec_push(&next, node);
      }
    U32Vec old = now;
    now = next;
    next = old;
  }
  vec_free(&now);
  vec_free(&next);
  bits_free(&seen);
  return found;
}

size_t shortest_lasso(const Explicit *e, const Lit *conditions, size_t count) {
  uint32_t *met = mem_zalloc(e->steps * sizeof *met + 1), all = (1u << count) - 1;
  for (size_t j = 0; j < count; j++) {
    Bits set = explicit_literal(e, conditions[j]);
    for (size_t step = 0; step < e->steps; step++) met[step] |= (uint32_t)bits_get(&set, step) << j;
    bits_free(&set);
  }
  size_t best = 0;
  for (uint32_t start = 0; start < e->states; start++) {
    Bits target = bits_new(e->states);
    bits_set(&target, start);
    int64_t stem = graph_distance(&e->graph, &e->initial, &e->valid, &target);
    size_t loop = stem < 0 ? 0 : shortest_loop(e, met, all, start);
    if (loop && (!best || (size_t)stem + loop < best)) best = (size_t)stem + loop;
    bits_free(&target);
  }
  mem_free(met);
  return best;
}
