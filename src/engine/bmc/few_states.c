/* See few_states.h. A shortest lasso enters its loop in the first of the loop's states, in the
 * order of their distance from the initial ones: by entering it elsewhere it would not become
 * shorter. So for each state in that order the shortest loop is sought, breadth first over pairs of
 * a state and the conditions met so far, through later states of its component alone, and only up
 * to the length that would make a shorter lasso than the best one so far. Components without a loop
 * that meets all conditions are passed over, so that there is a best one soon. */
#include "engine/bmc/few_states.h"

#include "base/memory.h"
#include "engine/bmc/step_graph.h"
#include "engine/explicit/tarjan.h"

enum {
  MOST_WORK = 2000000,
  MOST_STEPS = 3000000, /* and states */
  MOST_PAIRS = 1 << 22,
  STEPS_PER_WORK = 32 /* that are looked at */
};

/* ---- the trace ---- */

static Step *add_step(Trace *trace, const StepGraph *graph, uint32_t state, uint32_t step) {
  const System *system = graph->system;
  Step *added = trace_add_step(trace, system);
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&added->latches, i, step_graph_latch(graph, state, i));
  for (size_t i = 0; i < system->inputs.size; i++)
    bits_put(&added->inputs, i, graph->steps.data[step].inputs >> i & 1);
  return added;
}

/* The way to a state: a shortest one. */
static Trace *way_to(const StepGraph *graph, uint32_t state) {
  U32Vec way = {0};
  for (uint32_t s = state; graph->distances.data[s]; s = graph->parents.data[s]) vec_push(&way, s);
  Trace *trace = trace_new();
  while (way.size) {
    uint32_t to = vec_pop(&way), from = graph->parents.data[to];
    add_step(trace, graph, from, step_graph_between(graph, from, to));
  }
  vec_free(&way);
  return trace;
}

/* ---- bad steps ---- */

static size_t search_bad(const StepGraph *graph, Trace **violation) {
  for (size_t s = 0; s < step_graph_known(graph); s++)
    for (uint32_t i = graph->begins.data[s]; i < graph->begins.data[s + 1]; i++)
      if (graph->steps.data[i].meets & 1) {
        *violation = way_to(graph, (uint32_t)s);
        add_step(*violation, graph, (uint32_t)s, i);
        return graph->distances.data[s];
      }
  return graph->complete ? SIZE_MAX : graph->distances.data[step_graph_known(graph)];
}

/* ---- lassos ---- */

/* A pair that was reached, by a step from another one of the queue. */
typedef struct {
  uint32_t pair, step, before;
} Visit;

typedef struct {
  const StepGraph *graph;
  size_t bits;         /* conditions */
  uint32_t *component; /* by state; NO_COMPONENT: without a fair loop */
  uint32_t *seen;      /* by pair: the last state, plus one, from which it was reached */
  VEC(Visit) queue;
  uint32_t entry; /* of the best lasso so far */
  U32Vec loop;    /* its steps */
  size_t length;  /* that of the whole lasso; SIZE_MAX: none */
} Lassos;

static void find_components(Lassos *lassos) {
  const StepGraph *graph = lassos->graph;
  size_t states = graph->states.size;
  uint64_t *first = mem_array(states, sizeof *first);
  U32Vec edges = {0};
  for (size_t s = 0; s < states; s++) {
    first[s] = edges.size + 1;
    vec_push(&edges, graph->begins.data[s + 1] - graph->begins.data[s]);
    for (uint32_t i = graph->begins.data[s]; i < graph->begins.data[s + 1]; i++)
      vec_push(&edges, graph->steps.data[i].to);
  }
  uint32_t count, *of;
  of = strong_components(&(StateGraph){states, first, edges.data}, NULL, &count);
  uint32_t *met = mem_zalloc(((size_t)count + 1) * sizeof *met);
  for (size_t s = 0; s < states; s++)
    for (uint32_t i = graph->begins.data[s]; i < graph->begins.data[s + 1]; i++)
      if (of[graph->steps.data[i].to] == of[s])
        met[of[s]] |= graph->steps.data[i].meets | (uint32_t)1 << GRAPH_LITERALS;
  uint32_t all = ((uint32_t)1 << lassos->bits) - 1 + ((uint32_t)1 << GRAPH_LITERALS);
  for (size_t s = 0; s < states; s++)
    if (met[of[s]] != all) of[s] = NO_COMPONENT;
  lassos->component = of;
  mem_free(met);
  mem_free(first);
  vec_free(&edges);
}

static void take_loop(Lassos *lassos, uint32_t entry, uint32_t last, size_t length) {
  lassos->entry = entry;
  lassos->length = length;
  lassos->loop.size = 0;
  for (uint32_t v = last; v; v = lassos->queue.data[v].before)
    vec_push(&lassos->loop, lassos->queue.data[v].step);
}

/* The shortest loop from a state through later ones, if it makes a shorter lasso. */
static void search_from(Lassos *lassos, uint32_t entry, Budget *budget) {
  const StepGraph *graph = lassos->graph;
  uint32_t all = ((uint32_t)1 << lassos->bits) - 1;
  size_t length = graph->distances.data[entry], level_end = 1, looked = 0;
  lassos->queue.size = 0;
  vec_push(&lassos->queue, ((Visit){entry << lassos->bits, 0, 0}));
  for (size_t v = 0; v < lassos->queue.size; v++) {
    if (v == level_end) level_end = lassos->queue.size, length++;
    if (length + 1 >= lassos->length) break;
    uint32_t state = lassos->queue.data[v].pair >> lassos->bits;
    uint32_t met = lassos->queue.data[v].pair & all;
    for (uint32_t i = graph->begins.data[state]; i < graph->begins.data[state + 1]; i++) {
      GraphStep step = graph->steps.data[i];
      uint32_t now = met | step.meets, pair = step.to << lassos->bits | now;
      looked++;
      if (step.to < entry || lassos->component[step.to] != lassos->component[entry]) continue;
      if (lassos->seen[pair] == entry + 1) continue;
      lassos->seen[pair] = entry + 1;
      vec_push(&lassos->queue, ((Visit){pair, i, (uint32_t)v}));
      if (step.to != entry || now != all) continue;
      take_loop(lassos, entry, (uint32_t)lassos->queue.size - 1, length + 1);
      budget_use(budget, looked / STEPS_PER_WORK);
      return;
    }
  }
  budget_use(budget, 1 + looked / STEPS_PER_WORK);
}

static Trace *lasso_of(const Lassos *lassos) {
  const StepGraph *graph = lassos->graph;
  Trace *trace = way_to(graph, lassos->entry);
  trace->loop = (int64_t)trace->steps.size;
  uint32_t state = lassos->entry;
  for (size_t i = lassos->loop.size; i-- > 0;) {
    add_step(trace, graph, state, lassos->loop.data[i]);
    state = graph->steps.data[lassos->loop.data[i]].to;
  }
  return trace;
}

static size_t search_lassos(const StepGraph *graph, size_t conditions, Trace **violation,
                            Budget *budget) {
  size_t states = graph->states.size;
  if (!graph->complete || states << conditions > MOST_PAIRS) return 0;
  Lassos lassos = {.graph = graph, .bits = conditions, .length = SIZE_MAX};
  find_components(&lassos);
  lassos.seen = mem_zalloc((states << conditions) * sizeof *lassos.seen);
  bool finished = true;
  for (uint32_t s = 0; s < states && graph->distances.data[s] + 1 < lassos.length && finished;
       s++) {
    if (lassos.component[s] != NO_COMPONENT) search_from(&lassos, s, budget);
    finished = !budget_spent(budget);
  }
  size_t refuted = !finished ? 0 : lassos.length == SIZE_MAX ? SIZE_MAX : lassos.length - 1;
  if (finished && lassos.length != SIZE_MAX) *violation = lasso_of(&lassos);
  mem_free(lassos.component);
  mem_free(lassos.seen);
  vec_free(&lassos.queue);
  vec_free(&lassos.loop);
  return refuted;
}

size_t few_states_search(const Task *task, Trace **violation, Budget *budget) {
  *violation = NULL;
  LitVec literals = {0};
  if (task->kind == TASK_BAD) vec_push(&literals, task->bad);
  else vec_append(&literals, &task->conditions);
  size_t refuted = 0;
  if (step_graph_fits(task->system, &literals)) {
    Budget own = budget_without_work(budget);
    own.work = MOST_WORK;
    bool bad = task->kind == TASK_BAD;
    StepGraph *graph = step_graph_new(task->system, &literals, MOST_STEPS, bad, &own);
    refuted =
        bad ? search_bad(graph, violation) : search_lassos(graph, literals.size, violation, &own);
    step_graph_free(graph);
    budget_use(budget, own.used);
  }
  vec_free(&literals);
  return refuted;
}
