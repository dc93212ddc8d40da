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
  MOST_STATES = 1 << 17,
  MOST_STEPS = 1 << 20,
  MOST_PAIRS = 1 << 22,
  STEPS_PER_WORK = 128 /* that are looked at */
};

/* A pair that was reached, by a step from another one of the queue. */
typedef struct {
  uint32_t pair, step, before;
} Visit;

struct FewStates {
  const Task *task;
  LitVec literals;
  StepGraph *graph; /* NULL: there are too many inputs */
  FewEnd end;
  size_t refuted;
  /* of a bad run */
  size_t looked;     /* at the steps of so many states */
  uint32_t bad_step; /* of the state before that */
  /* of lassos, once the graph is complete */
  uint32_t *component; /* by state; NO_COMPONENT: without a fair loop */
  uint32_t *seen;      /* by pair: the last state, plus one, from which it was reached */
  VEC(Visit) queue;
  uint32_t next;  /* the next state to enter a loop */
  uint32_t entry; /* of the best lasso so far */
  U32Vec loop;    /* its steps */
  size_t length;  /* that of the whole lasso; SIZE_MAX: none */
};

FewStates *few_states_new(const Task *task) {
  FewStates *few = mem_zalloc(sizeof *few);
  few->task = task;
  few->length = SIZE_MAX;
  if (task->kind == TASK_BAD) vec_push(&few->literals, task->bad);
  else vec_append(&few->literals, &task->conditions);
  if (step_graph_fits(task->system, &few->literals))
    few->graph = step_graph_new(task->system, &few->literals);
  else few->end = FEW_TOO_MANY;
  return few;
}

void few_states_free(FewStates *few) {
  if (!few) return;
  step_graph_free(few->graph);
  vec_free(&few->literals);
  vec_free(&few->queue);
  vec_free(&few->loop);
  mem_free(few->component);
  mem_free(few->seen);
  mem_free(few);
}

size_t few_states_count(const FewStates *few) {
  return few->graph ? step_graph_known(few->graph) : 0;
}

size_t few_states_refuted(const FewStates *few) { return few->refuted; }

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

/* States are in the order of their distance: the first bad step is the end of a shortest run. */
static void search_bad(FewStates *few) {
  const StepGraph *graph = few->graph;
  for (; few->looked < step_graph_known(graph) && few->end == FEW_OPEN; few->looked++) {
    few->refuted = graph->distances.data[few->looked];
    for (uint32_t i = graph->begins.data[few->looked]; i < graph->begins.data[few->looked + 1]; i++)
      if (few->end == FEW_OPEN && graph->steps.data[i].meets & 1) {
        few->end = FEW_FOUND;
        few->bad_step = i;
      }
  }
  if (few->end != FEW_OPEN || !graph->complete) return;
  few->end = FEW_NONE;
  few->refuted = SIZE_MAX;
}

static Trace *bad_run(const FewStates *few) {
  uint32_t state = (uint32_t)few->looked - 1;
  Trace *trace = way_to(few->graph, state);
  add_step(trace, few->graph, state, few->bad_step);
  return trace;
}

/* ---- lassos ---- */

static uint32_t all_met(const FewStates *few) { return ((uint32_t)1 << few->literals.size) - 1; }

/* Of the components with a step inside, those in which all conditions are met. */
static void find_components(FewStates *few) {
  const StepGraph *graph = few->graph;
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
  uint32_t *met = mem_zalloc(((size_t)count + 1) * sizeof *met), inside = all_met(few) + 1;
  for (size_t s = 0; s < states; s++)
    for (uint32_t i = graph->begins.data[s]; i < graph->begins.data[s + 1]; i++)
      if (of[graph->steps.data[i].to] == of[s]) met[of[s]] |= graph->steps.data[i].meets | inside;
  for (size_t s = 0; s < states; s++)
    if (met[of[s]] != (all_met(few) | inside)) of[s] = NO_COMPONENT;
  few->component = of;
  mem_free(met);
  mem_free(first);
  vec_free(&edges);
}

static void take_loop(FewStates *few, uint32_t entry, size_t length) {
  few->entry = entry;
  few->length = length;
  few->loop.size = 0;
  for (size_t v = few->queue.size - 1; v; v = few->queue.data[v].before)
    vec_push(&few->loop, few->queue.data[v].step);
}

/* The pairs after one of the queue; whether the loop is closed by the last of them. */
static bool visit_after(FewStates *few, uint32_t entry, size_t v) {
  const StepGraph *graph = few->graph;
  size_t bits = few->literals.size;
  uint32_t state = few->queue.data[v].pair >> bits, met = few->queue.data[v].pair & all_met(few);
  for (uint32_t i = graph->begins.data[state]; i < graph->begins.data[state + 1]; i++) {
    GraphStep step = graph->steps.data[i];
    uint32_t now = met | step.meets, pair = step.to << bits | now;
    if (step.to < entry || few->component[step.to] != few->component[entry]) continue;
    if (few->seen[pair] == entry + 1) continue;
    few->seen[pair] = entry + 1;
    vec_push(&few->queue, ((Visit){pair, i, (uint32_t)v}));
    if (step.to == entry && now == all_met(few)) return true;
  }
  return false;
}

/* The shortest loop from a state through later ones, if it makes a shorter lasso. */
static void search_from(FewStates *few, uint32_t entry, Budget *budget) {
  size_t length = few->graph->distances.data[entry], level_end = 1;
  few->queue.size = 0;
  vec_push(&few->queue, ((Visit){entry << few->literals.size, 0, 0}));
  for (size_t v = 0; v < few->queue.size && length + 1 < few->length; v++) {
    if (visit_after(few, entry, v)) take_loop(few, entry, length + 1);
    if (v + 1 < level_end) continue;
    level_end = few->queue.size;
    length++;
  }
  budget_use(budget, 1 + few->queue.size / STEPS_PER_WORK);
}

static void search_lassos(FewStates *few, Budget *budget) {
  const StepGraph *graph = few->graph;
  size_t states = graph->states.size;
  if (!few->component) {
    if (states > (size_t)MOST_PAIRS >> few->literals.size) {
      few->end = FEW_TOO_MANY;
      return;
    }
    find_components(few);
    few->seen = mem_zalloc((states << few->literals.size) * sizeof *few->seen);
    budget_use(budget, graph->steps.size / STEPS_PER_WORK);
  }
  for (; few->next < states && graph->distances.data[few->next] + 1 < few->length; few->next++) {
    if (budget_spent(budget)) return;
    if (few->component[few->next] != NO_COMPONENT) search_from(few, few->next, budget);
  }
  few->end = few->length == SIZE_MAX ? FEW_NONE : FEW_FOUND;
  few->refuted = few->length == SIZE_MAX ? SIZE_MAX : few->length - 1;
}

static Trace *lasso(const FewStates *few) {
  const StepGraph *graph = few->graph;
  Trace *trace = way_to(graph, few->entry);
  trace->loop = (int64_t)trace->steps.size;
  uint32_t state = few->entry;
  for (size_t i = few->loop.size; i-- > 0;) {
    add_step(trace, graph, state, few->loop.data[i]);
    state = graph->steps.data[few->loop.data[i]].to;
  }
  return trace;
}

/* ---- both ---- */

static void grow(FewStates *few, Budget *budget) {
  StepGraph *graph = few->graph;
  step_graph_grow(graph, budget);
  if (few->task->kind == TASK_BAD) search_bad(few);
  bool many = graph->states.size > MOST_STATES || graph->steps.size > MOST_STEPS;
  if (many && few->end == FEW_OPEN) few->end = FEW_TOO_MANY;
}

FewEnd few_states_run(FewStates *few, Budget *budget) {
  if (few->end == FEW_OPEN) {
    do grow(few, budget);
    while (few->end == FEW_OPEN && !few->graph->complete && !budget_spent(budget));
    if (few->end == FEW_OPEN && few->graph->complete) search_lassos(few, budget);
  }
  return few->end;
}

Trace *few_states_violation(const FewStates *few) {
  assert(few->end == FEW_FOUND);
  return few->task->kind == TASK_BAD ? bad_run(few) : lasso(few);
}
