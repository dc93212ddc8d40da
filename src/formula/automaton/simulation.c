/* Reduction by simulation (Somenzi and Bloem 2000; with acceptance on transitions: Babiak, Badie,
 * Duret-Lutz, Kretinsky, Strejcek, SPIN 2013). State t simulates s if, whatever letter and edge a
 * run takes from s, t has an edge for that letter with at least the same marks to a state that
 * simulates the target. The letters of one edge may be answered by several edges.
 *
 * States that simulate each other become one; an edge is taken away for the letters for which
 * another edge of the same state does at least as well. Backward simulation is the same on the
 * reversed graph, where only the initial state may answer for the initial state.
 *
 * Only the marks that recur matter; so edges between components may count as having none or all of
 * them. A state without a cycle through it is compared with states of lower components
 * without looking at the marks of its own edges: its run passes there once. No cycle can arise from
 * sending its predecessors there, because edges never go up in the order of components. */
#include "base/bits.h"
#include "formula/automaton/reduce_automaton.h"

/* Pairs of edges, and steps of labels and questions about pairs of states: what needs more is left
 * alone. */
enum { SIMULATION_PAIRS = 30000000, SIMULATION_WORK = 10000000 };

typedef struct {
  uint32_t other;
  Label label;
  Marks marks;
} Arc;

typedef struct {
  Automaton *automaton;
  uint32_t states;
  size_t *first; /* arcs of s: first[s] .. first[s+1]-1 */
  Arc *arcs;     /* edges out of s (forward) or into s (backward) */
  Bits *above;   /* above[s]: the states that simulate s */
} Simulation;

static void make_arcs(Simulation *sim, bool forward) {
  const Automaton *automaton = sim->automaton;
  size_t n = automaton->edges.size;
  sim->states = automaton->states;
  sim->first = mem_array(sim->states + 2, sizeof *sim->first);
  sim->arcs = mem_alloc((n + 1) * sizeof *sim->arcs);
  for (size_t i = 0; i < n; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    sim->first[(forward ? edge->source : edge->target) + 2]++;
  }
  for (uint32_t s = 0; s <= sim->states; s++) sim->first[s + 1] += sim->first[s];
  for (size_t i = 0; i < n; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    uint32_t own = forward ? edge->source : edge->target;
    Arc arc = {forward ? edge->target : edge->source, edge->label, edge->marks};
    sim->arcs[sim->first[own + 1]++] = arc;
  }
}

/* Whether the arcs of t answer those of s; `blind` does not look at marks. */
static bool answers(const Simulation *sim, uint32_t s, uint32_t t, bool blind) {
  Labels *labels = sim->automaton->labels;
  const Arc *end = sim->arcs + sim->first[s + 1], *other_end = sim->arcs + sim->first[t + 1];
  for (const Arc *arc = sim->arcs + sim->first[s]; arc < end; arc++) {
    Label open = arc->label;
    const Bits *above = sim->above + arc->other;
    for (const Arc *other = sim->arcs + sim->first[t]; open && other < other_end; other++)
      if (bits_get(above, other->other) && (blind || !(arc->marks & ~other->marks)))
        open = label_minus(labels, open, other->label);
    if (open) return false;
  }
  return true;
}

/* The letters for which a state has an arc at all: whoever answers for it has them, too. */
static LabelVec find_enabled(const Simulation *sim) {
  LabelVec enabled = {0};
  vec_resize(&enabled, sim->states);
  for (uint32_t s = 0; s < sim->states; s++)
    for (size_t i = sim->first[s]; i < sim->first[s + 1]; i++)
      enabled.data[s] = label_or(sim->automaton->labels, enabled.data[s], sim->arcs[i].label);
  return enabled;
}

static Marks state_marks(const Automaton *automaton, uint32_t s) {
  size_t i = automaton->first[s];
  return i < automaton->first[s + 1] ? automaton->edges.data[i].marks : 0;
}

/* Whether t may answer for s by itself, whatever their arcs are. */
static bool comparable(const Simulation *sim, uint32_t s, uint32_t t, bool forward) {
  const Automaton *automaton = sim->automaton;
  if (forward || s == t) return true;
  if (s == automaton->initial) return false;
  /* joined states would leave with one set of marks */
  return !automaton->state_based || !(state_marks(automaton, s) & ~state_marks(automaton, t));
}

static void find_fixpoint(Simulation *sim, bool forward) {
  uint32_t n = sim->states;
  sim->above = mem_array(n, sizeof *sim->above);
  U32Vec queue = {0};
  Bits queued = bits_new(n);
  LabelVec enabled = find_enabled(sim);
  for (uint32_t s = 0; s < n; s++) {
    sim->above[s] = bits_new(n);
    for (uint32_t t = 0; t < n; t++)
      if (comparable(sim, s, t, forward) &&
          label_implies(sim->automaton->labels, enabled.data[s], enabled.data[t]))
        bits_set(&sim->above[s], t);
  }
  vec_free(&enabled);
  /* The last is taken first. Edges mostly go to states with higher numbers; so whom an arc leads to
   * is mostly settled before the arc is looked at. */
  for (uint32_t i = 0; i < n; i++) {
    uint32_t s = forward ? i : n - 1 - i;
    vec_push(&queue, s);
    bits_set(&queued, s);
  }
  /* who depends on above[x]: the states with an arc to x */
  size_t *start = mem_array((size_t)n + 2, sizeof *start);
  uint32_t *users = mem_alloc((sim->first[n] + 1) * sizeof *users);
  for (size_t i = 0; i < sim->first[n]; i++) start[sim->arcs[i].other + 2]++;
  for (uint32_t s = 0; s <= n; s++) start[s + 1] += start[s];
  for (uint32_t s = 0; s < n; s++)
    for (size_t i = sim->first[s]; i < sim->first[s + 1]; i++)
      users[start[sim->arcs[i].other + 1]++] = s;
  uint64_t limit = labels_work(sim->automaton->labels) + SIMULATION_WORK, asked = 0;
  while (queue.size && labels_work(sim->automaton->labels) + asked <= limit) {
    uint32_t s = vec_pop(&queue);
    bits_clear(&queued, s);
    bool changed = false;
    for (size_t t = bits_next(&sim->above[s], 0); t < n; t = bits_next(&sim->above[s], t + 1)) {
      asked++;
      if (t != s && !answers(sim, s, (uint32_t)t, false)) {
        bits_clear(&sim->above[s], t);
        changed = true;
      }
    }
    for (size_t i = start[s]; changed && i < start[s + 1]; i++)
      if (!bits_get(&queued, users[i])) {
        bits_set(&queued, users[i]);
        vec_push(&queue, users[i]);
      }
  }
  for (uint32_t s = 0; queue.size && s < n; s++) { /* not finished: every state is by itself */
    bits_fill(&sim->above[s], false);
    bits_set(&sim->above[s], s);
  }
  mem_free(start);
  mem_free(users);
  bits_free(&queued);
  vec_free(&queue);
}

static bool equivalent(const Simulation *sim, uint32_t s, uint32_t t) {
  return bits_get(&sim->above[s], t) && bits_get(&sim->above[t], s);
}

/* Rewrites the edges of the automaton: those of one state of each class, without the letters for
 * which another does as well. */
static void make_edges(Simulation *sim, bool forward, const uint32_t *class) {
  Automaton *automaton = sim->automaton;
  vec_clear(&automaton->edges);
  for (uint32_t s = 0; s < sim->states; s++) {
    if (class[s] != s) continue;
    for (size_t i = sim->first[s]; i < sim->first[s + 1]; i++) {
      const Arc *arc = sim->arcs + i;
      Label label = arc->label;
      for (size_t j = sim->first[s]; label && j < sim->first[s + 1]; j++) {
        const Arc *better = sim->arcs + j;
        if (i == j || !bits_get(&sim->above[arc->other], better->other) ||
            (arc->marks & ~better->marks))
          continue;
        bool tie = arc->marks == better->marks && equivalent(sim, arc->other, better->other);
        if (!tie || j < i) label = label_minus(automaton->labels, label, better->label);
      }
      uint32_t other = class[arc->other];
      automaton_edge(automaton, forward ? s : other, forward ? other : s, label, arc->marks);
    }
  }
}

/* Sends states without a cycle to equal ones in lower components; see above. Only where no other
 * states are joined at the same time, which could change the components. */
static void merge_transient(Simulation *sim, const Components *components, uint32_t *class) {
  for (uint32_t s = 0; s < sim->states; s++) {
    if (!components->trivial[components->of[s]]) continue;
    for (uint32_t t = 0; t < sim->states; t++)
      if (components->of[t] < components->of[s] && answers(sim, s, t, true) &&
          answers(sim, t, s, true)) {
        class[s] = t;
        break;
      }
  }
  for (uint32_t s = 0; s < sim->states; s++) /* to one that was sent on itself: follow */
    while (class[class[s]] != class[s]) class[s] = class[class[s]];
}

/* Of a state-based automaton only the marks of states without a cycle are free. */
static void fill_marks(Automaton *automaton, const Components *components, bool fill) {
  for (size_t i = 0; i < automaton->edges.size; i++) {
    LabelledEdge *edge = automaton->edges.data + i;
    uint32_t c = components->of[edge->source];
    if (automaton->state_based ? components->trivial[c] : c != components->of[edge->target])
      edge->marks = fill ? automaton_all(automaton) : 0;
  }
  automaton_finish(automaton);
}

static size_t pairs(const Simulation *sim) {
  return sim->first[sim->states] * sim->first[sim->states] + (size_t)sim->states * sim->states;
}

void automaton_simulate(Automaton *automaton, bool forward, bool fill) {
  Components components = components_new(automaton);
  fill_marks(automaton, &components, fill);
  Simulation sim = {.automaton = automaton};
  make_arcs(&sim, forward);
  if (pairs(&sim) <= SIMULATION_PAIRS) {
    find_fixpoint(&sim, forward);
    uint32_t *class = mem_array(sim.states, sizeof *class);
    bool joined = false;
    for (uint32_t s = 0; s < sim.states; s++) {
      class[s] = s;
      for (uint32_t t = 0; t < s && class[s] == s; t++)
        if (class[t] == t && equivalent(&sim, s, t)) class[s] = t;
      joined |= class[s] != s;
    }
    if (forward && !joined) merge_transient(&sim, &components, class);
    make_edges(&sim, forward, class);
    automaton_renumber(automaton, class, sim.states);
    for (uint32_t s = 0; s < sim.states; s++) bits_free(&sim.above[s]);
    mem_free(sim.above);
    mem_free(class);
  }
  mem_free(sim.first);
  mem_free(sim.arcs);
  components_free(&components);
}
