/* See explicit.h. All that is taken from the house is the 64-way simulation of the graph of gates,
 * which a test compares with one-by-one evaluation. */
#include "oracle/explicit.h"

#include <assert.h>

/* One block of 64 consecutive steps: the values of latches and inputs are the bits of the step's
 * number. */
static void simulate_block(const System *system, size_t inputs, size_t block, uint64_t *words) {
  memset(words, 0, system->aig->size * sizeof *words);
  for (unsigned lane = 0; lane < 64; lane++) {
    size_t step = 64 * block + lane, state = step / inputs, input = step % inputs;
    for (size_t k = 0; k < system->latches.size; k++)
      words[lit_node(system->latches.data[k].current)] |= (uint64_t)(state >> k & 1) << lane;
    for (size_t k = 0; k < system->inputs.size; k++)
      words[lit_node(system->inputs.data[k])] |= (uint64_t)(input >> k & 1) << lane;
  }
  aig_simulate(system->aig, words);
}

Explicit *explicit_new(const System *system) {
  assert(system->latches.size + system->inputs.size <= EXPLICIT_MAX_BITS);
  Explicit *e = mem_zalloc(sizeof *e);
  e->system = system;
  e->states = (size_t)1 << system->latches.size;
  e->inputs = (size_t)1 << system->inputs.size;
  e->steps = e->states * e->inputs;
  e->valid = bits_new(e->steps);
  e->initial = bits_new(e->states);
  e->graph.nodes = e->states;
  uint64_t *words = mem_array(system->aig->size, sizeof *words);
  for (size_t step = 0; step < e->steps; step++) {
    if (step % 64 == 0) simulate_block(system, e->inputs, step / 64, words);
    uint32_t next = 0;
    for (size_t k = 0; k < system->latches.size; k++)
      next |= (uint32_t)(aig_word(words, system->latches.data[k].next) >> step % 64 & 1) << k;
    graph_edge(&e->graph, (uint32_t)(step / e->inputs), next);
    bool valid = true;
    for (size_t k = 0; k < system->constraints.size; k++)
      valid = valid && aig_word(words, system->constraints.data[k]) >> step % 64 & 1;
    bits_put(&e->valid, step, valid);
  }
  mem_free(words);
  graph_finish(&e->graph);
  for (size_t state = 0; state < e->states; state++) {
    bool initial = true;
    for (size_t k = 0; k < system->latches.size; k++) {
      Reset reset = system->latches.data[k].reset;
      if (reset != RESET_FREE && (state >> k & 1) != (reset == RESET_1)) initial = false;
    }
    bits_put(&e->initial, state, initial);
  }
  return e;
}

void explicit_free(Explicit *e) {
  graph_free(&e->graph);
  bits_free(&e->valid);
  bits_free(&e->initial);
  mem_free(e);
}

Bits explicit_literal(const Explicit *e, Lit lit) {
  Bits steps = bits_new(e->steps);
  uint64_t *words = mem_array(e->system->aig->size, sizeof *words);
  for (size_t step = 0; step < e->steps; step++) {
    if (step % 64 == 0) simulate_block(e->system, e->inputs, step / 64, words);
    bits_put(&steps, step, aig_word(words, lit) >> step % 64 & 1);
  }
  mem_free(words);
  return steps;
}

Bits explicit_steps(const Explicit *e, const Bits *states) {
  Bits steps = bits_new(e->steps);
  for (size_t step = 0; step < e->steps; step++)
    bits_put(&steps, step, bits_get(states, e->graph.edges.data[step].from));
  return steps;
}

Bits explicit_steps_to(const Explicit *e, const Bits *states) {
  Bits steps = bits_new(e->steps);
  for (size_t step = 0; step < e->steps; step++)
    bits_put(&steps, step, bits_get(states, e->graph.edges.data[step].to));
  return steps;
}

Bits explicit_states(const Explicit *e, const Bits *steps) {
  Bits states = bits_new(e->states);
  for (size_t step = 0; step < e->steps; step++)
    if (bits_get(steps, step)) bits_set(&states, e->graph.edges.data[step].from);
  return states;
}

Bits explicit_reachable(const Explicit *e) {
  return graph_forward(&e->graph, &e->initial, &e->valid);
}

int64_t explicit_bad_depth(const Explicit *e, Lit bad) {
  Bits steps = explicit_literal(e, bad);
  bits_and(&steps, &e->valid);
  Bits states = explicit_states(e, &steps);
  int64_t depth = graph_distance(&e->graph, &e->initial, &e->valid, &states);
  bits_free(&steps);
  bits_free(&states);
  return depth;
}

static Bits *literal_sets(const Explicit *e, const Lit *lits, size_t count) {
  Bits *sets = mem_array(count, sizeof *sets);
  for (size_t i = 0; i < count; i++) sets[i] = explicit_literal(e, lits[i]);
  return sets;
}

static void free_sets(Bits *sets, size_t count) {
  for (size_t i = 0; i < count; i++) bits_free(sets + i);
  mem_free(sets);
}

bool explicit_fair_run(const Explicit *e, const Lit *conditions, size_t count) {
  Bits *sets = literal_sets(e, conditions, count);
  Bits fair = graph_fair(&e->graph, &e->valid, sets, count);
  bool exists = !bits_disjoint(&fair, &e->initial);
  bits_free(&fair);
  free_sets(sets, count);
  return exists;
}

Trace *explicit_trace(const Explicit *e, const U32Vec *steps, int64_t loop) {
  Trace *trace = trace_new();
  trace->loop = loop;
  for (size_t i = 0; i < steps->size; i++) {
    Step *step = trace_add_step(trace, e->system);
    for (size_t k = 0; k < e->system->latches.size; k++)
      bits_put(&step->latches, k, steps->data[i] / e->inputs >> k & 1);
    for (size_t k = 0; k < e->system->inputs.size; k++)
      bits_put(&step->inputs, k, steps->data[i] % e->inputs >> k & 1);
  }
  return trace;
}

Trace *explicit_fair_trace(const Explicit *e, const Lit *conditions, size_t count) {
  Bits *sets = literal_sets(e, conditions, count);
  size_t loop = 0;
  U32Vec path = graph_lasso(&e->graph, &e->initial, &e->valid, sets, count, &loop);
  Trace *trace = path.size ? explicit_trace(e, &path, (int64_t)loop) : NULL;
  vec_free(&path);
  free_sets(sets, count);
  return trace;
}

Verdict explicit_verdict(const Explicit *e, const Task *task) {
  assert(task->kind == TASK_BAD || task->kind == TASK_FAIR);
  bool violated = task->kind == TASK_BAD
                      ? explicit_bad_depth(e, task->bad) >= 0
                      : explicit_fair_run(e, task->conditions.data, task->conditions.size);
  return violated ? VERDICT_VIOLATED : VERDICT_HOLDS;
}

/* The number of a step of a trace. */
static size_t step_number(const Explicit *e, const Step *step) {
  size_t state = 0, input = 0;
  for (size_t k = 0; k < e->system->latches.size; k++)
    state |= (size_t)bits_get(&step->latches, k) << k;
  for (size_t k = 0; k < e->system->inputs.size; k++)
    input |= (size_t)bits_get(&step->inputs, k) << k;
  return state * e->inputs + input;
}

/* Whether a literal is true in one of the steps from `first` on. */
static bool true_somewhere(const Explicit *e, Lit lit, const Trace *trace, size_t first) {
  Bits steps = explicit_literal(e, lit);
  bool found = false;
  for (size_t i = first; i < trace->steps.size; i++)
    if (bits_get(&steps, step_number(e, trace->steps.data + i))) found = true;
  bits_free(&steps);
  return found;
}

const char *explicit_trace_fault(const Explicit *e, const Task *task, const Trace *trace) {
  size_t count = trace->steps.size;
  if (!count) return "the trace is empty";
  const Edge *edges = e->graph.edges.data;
  for (size_t i = 0; i < count; i++) {
    size_t step = step_number(e, trace->steps.data + i);
    if (!i && !bits_get(&e->initial, edges[step].from)) return "the first state is not initial";
    if (!bits_get(&e->valid, step)) return "a constraint is broken";
    if (i + 1 < count && edges[step].to != edges[step_number(e, trace->steps.data + i + 1)].from)
      return "a step does not follow from the one before";
  }
  const Step *last = trace->steps.data + count - 1;
  if (task->kind == TASK_BAD)
    return true_somewhere(e, task->bad, trace, count - 1) ? NULL : "the last step is not bad";
  if (trace->loop < 0 || (size_t)trace->loop >= count) return "there is no loop";
  const Step *back = trace->steps.data + trace->loop;
  if (edges[step_number(e, last)].to != edges[step_number(e, back)].from)
    return "the loop does not close";
  for (size_t i = 0; i < task->conditions.size; i++)
    if (!true_somewhere(e, task->conditions.data[i], trace, (size_t)trace->loop))
      return "a condition is never true in the loop";
  return NULL;
}
