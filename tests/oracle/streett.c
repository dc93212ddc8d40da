/* See streett.h. */
#include "oracle/streett.h"

#include "base/memory.h"

/* Tarjan's components of a subgraph, by recursion: the graphs are small. */
typedef struct {
  const Graph *graph;
  const Bits *within;
  uint32_t *index, *low, *component; /* index 0: not seen; component 0: not closed */
  uint32_t seen, components;
  U32Vec stack;
} Tarjan;

static void visit(Tarjan *t, uint32_t node) {
  t->index[node] = t->low[node] = ++t->seen;
  vec_push(&t->stack, node);
  for (uint32_t i = t->graph->out_start[node]; i < t->graph->out_start[node + 1]; i++) {
    uint32_t to = t->graph->edges.data[t->graph->out[i]].to;
    if (!bits_get(t->within, to) || t->component[to]) continue;
    if (!t->index[to]) visit(t, to);
    if (t->low[to] < t->low[node]) t->low[node] = t->low[to];
  }
  if (t->low[node] != t->index[node]) return;
  t->components++;
  uint32_t member;
  do {
    member = vec_pop(&t->stack);
    t->component[member] = t->components;
  } while (member != node);
}

static bool meets(const Bits *nodes, const Bits *set) {
  for (size_t i = bits_next(nodes, 0); i < nodes->size; i = bits_next(nodes, i + 1))
    if (bits_get(set, i)) return true;
  return false;
}

static bool has_edge(const Graph *graph, const Bits *nodes) {
  for (size_t n = bits_next(nodes, 0); n < nodes->size; n = bits_next(nodes, n + 1))
    for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++)
      if (bits_get(nodes, graph->edges.data[graph->out[i]].to)) return true;
  return false;
}

static void add_homes(const Graph *graph, const Bits *within, const StreettSets *sets, Bits *homes);

/* A component is a home if all conditions are met in it. Where only the promise of a strong one is
 * not, a fair path may still avoid what calls for it. */
static void add_component(const Graph *graph, Bits *nodes, const StreettSets *sets, Bits *homes) {
  if (!has_edge(graph, nodes)) return;
  for (size_t i = 0; i < sets->weak_count; i++)
    if (!meets(nodes, sets->weak + i)) return;
  bool avoids = false;
  for (size_t i = 0; i < sets->strong_count; i++) {
    if (!meets(nodes, sets->often + i) || meets(nodes, sets->then + i)) continue;
    bits_minus(nodes, sets->often + i);
    avoids = true;
  }
  if (avoids) add_homes(graph, nodes, sets, homes);
  else bits_or(homes, nodes);
}

static void add_homes(const Graph *graph, const Bits *within, const StreettSets *sets,
                      Bits *homes) {
  Tarjan t = {.graph = graph, .within = within};
  t.index = mem_array(graph->nodes, sizeof *t.index);
  t.low = mem_array(graph->nodes, sizeof *t.low);
  t.component = mem_array(graph->nodes, sizeof *t.component);
  for (size_t n = bits_next(within, 0); n < within->size; n = bits_next(within, n + 1))
    if (!t.index[n]) visit(&t, (uint32_t)n);
  Bits *members = mem_array(t.components, sizeof *members);
  for (uint32_t c = 0; c < t.components; c++) members[c] = bits_new(graph->nodes);
  for (size_t n = bits_next(within, 0); n < within->size; n = bits_next(within, n + 1))
    bits_set(members + t.component[n] - 1, n);
  for (uint32_t c = 0; c < t.components; c++) {
    add_component(graph, members + c, sets, homes);
    bits_free(members + c);
  }
  mem_free(members);
  mem_free(t.index);
  mem_free(t.low);
  mem_free(t.component);
  vec_free(&t.stack);
}

Bits streett_nodes(const Graph *graph, const Bits *within, const StreettSets *sets) {
  Bits homes = bits_new(graph->nodes), edges = bits_new(graph->edges.size);
  add_homes(graph, within, sets, &homes);
  for (size_t i = 0; i < graph->edges.size; i++)
    bits_put(&edges, i,
             bits_get(within, graph->edges.data[i].from) &&
                 bits_get(within, graph->edges.data[i].to));
  Bits result = graph_backward(graph, &homes, &edges);
  bits_free(&homes);
  bits_free(&edges);
  return result;
}
