/* Removal of what no accepting run needs, and of acceptance that says nothing.
 *
 * States that reach no accepting component go. Marks outside accepting components go, too: a run
 * that is there for ever is rejected either way. Inside a component a set that every cycle meets
 * is put on all its edges, which makes components and their states comparable; a set that follows
 * from another everywhere is dropped. */
#include "formula/automaton/reduce_automaton.h"

/* Keeps the states from which an accepting component is reachable. */
static void drop_dead(Automaton *automaton) {
  Components components = components_new(automaton);
  uint32_t n = automaton->states, count = 0;
  bool *useful = mem_array(components.count, sizeof *useful);
  /* components are numbered against the direction of edges: targets come first */
  U32Vec by_component = {0};
  uint32_t *start = mem_array(components.count + 1, sizeof *start);
  for (uint32_t s = 0; s < n; s++) start[components.of[s] + 1]++;
  for (uint32_t c = 0; c < components.count; c++) start[c + 1] += start[c];
  vec_resize(&by_component, n);
  for (uint32_t s = 0; s < n; s++) by_component.data[start[components.of[s]]++] = s;
  for (uint32_t c = 0; c < components.count; c++) useful[c] = components.accepting[c];
  for (uint32_t i = 0; i < n; i++) {
    uint32_t s = by_component.data[i];
    for (EACH_EDGE(automaton, s, edge))
      if (useful[components.of[edge->target]]) useful[components.of[s]] = true;
  }
  uint32_t *to = mem_alloc((n + 1) * sizeof *to);
  for (uint32_t s = 0; s < n; s++) to[s] = useful[components.of[s]] ? count++ : UINT32_MAX;
  automaton_renumber(automaton, to, count);
  mem_free(to);
  mem_free(start);
  mem_free(useful);
  vec_free(&by_component);
  components_free(&components);
}

/* Which components have a cycle without edges of `set`: in the graph of the other edges inside
 * components, states without predecessors are taken away as long as there are any. */
static void find_cycles_without(const Automaton *automaton, const Components *components, Marks set,
                                bool *has) {
  uint32_t *incoming = mem_array(automaton->states, sizeof *incoming);
  U32Vec ready = {0};
  memset(has, 0, components->count * sizeof *has);
  for (size_t i = 0; i < automaton->edges.size; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    if (components->of[edge->source] == components->of[edge->target] && !(edge->marks & set))
      incoming[edge->target]++;
  }
  for (uint32_t s = 0; s < automaton->states; s++)
    if (!incoming[s]) vec_push(&ready, s);
  while (ready.size) {
    uint32_t s = vec_pop(&ready);
    for (EACH_EDGE(automaton, s, edge))
      if (components->of[edge->target] == components->of[s] && !(edge->marks & set) &&
          !--incoming[edge->target])
        vec_push(&ready, edge->target);
  }
  for (uint32_t s = 0; s < automaton->states; s++)
    if (incoming[s]) has[components->of[s]] = true;
  mem_free(incoming);
  vec_free(&ready);
}

static void normalise_marks(Automaton *automaton) {
  Components components = components_new(automaton);
  Marks *always = mem_array(components.count, sizeof *always);
  bool *has = mem_array(components.count, sizeof *has);
  for (unsigned set = 0; set < automaton->sets; set++) {
    find_cycles_without(automaton, &components, (Marks)1 << set, has);
    for (uint32_t c = 0; c < components.count; c++)
      if (!has[c]) always[c] |= (Marks)1 << set;
  }
  for (size_t i = 0; i < automaton->edges.size; i++) {
    LabelledEdge *edge = automaton->edges.data + i;
    uint32_t c = components.of[edge->source];
    bool inside = automaton->state_based || c == components.of[edge->target];
    if (inside && components.accepting[c]) edge->marks |= always[c];
    else edge->marks = 0;
  }
  mem_free(always);
  mem_free(has);
  components_free(&components);
  automaton_finish(automaton);
}

/* Drops set i where another set j is on no edge inside a component that i is not on: whoever meets
 * j meets i. */
static void drop_sets(Automaton *automaton) {
  Components components = components_new(automaton);
  Marks kept = automaton_all(automaton);
  Marks implied[AUTOMATON_SETS]; /* implied[j]: sets on every edge that j is on */
  Marks everywhere = kept;
  for (unsigned j = 0; j < automaton->sets; j++) implied[j] = kept;
  for (size_t i = 0; i < automaton->edges.size; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    uint32_t c = components.of[edge->source];
    if (c != components.of[edge->target] || !components.accepting[c]) continue;
    everywhere &= edge->marks;
    for (unsigned j = 0; j < automaton->sets; j++)
      if (edge->marks >> j & 1) implied[j] &= edge->marks;
  }
  bool inside_all = true;
  for (uint32_t c = 0; c < components.count; c++)
    inside_all &= components.accepting[c] || components.trivial[c];
  if (inside_all) kept &= ~everywhere; /* else the last set tells accepting from other cycles */
  for (unsigned j = 0; j < automaton->sets; j++)
    if (kept >> j & 1) kept &= ~(implied[j] & ~((Marks)1 << j));
  unsigned place[AUTOMATON_SETS], sets = 0;
  for (unsigned j = 0; j < automaton->sets; j++) place[j] = kept >> j & 1 ? sets++ : UINT32_MAX;
  for (size_t i = 0; i < automaton->edges.size; i++) {
    Marks marks = 0;
    for (unsigned j = 0; j < automaton->sets; j++)
      if (place[j] != UINT32_MAX && automaton->edges.data[i].marks >> j & 1)
        marks |= (Marks)1 << place[j];
    automaton->edges.data[i].marks = marks;
  }
  automaton->sets = sets;
  components_free(&components);
  automaton_finish(automaton);
}

void automaton_prune(Automaton *automaton) {
  drop_dead(automaton);
  normalise_marks(automaton);
  drop_sets(automaton);
}
