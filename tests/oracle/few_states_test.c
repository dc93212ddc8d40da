/* Violations found by going through all states: as short as the oracle's, and there is one exactly
 * if the oracle has one. */
#include "engine/bmc/few_states.h"

#include "engine/bmc/step_graph.h"
#include "oracle/bmc_oracle.h"
#include "oracle/random_system.h"
#include "test.h"

/* 0: none. */
static size_t shortest(const Explicit *e, const Task *task) {
  return task->kind == TASK_BAD ? (size_t)(explicit_bad_depth(e, task->bad) + 1)
                                : shortest_lasso(e, task->conditions.data, task->conditions.size);
}

TEST(systems_with_few_states_have_the_shortest_violations_of_the_oracle) {
  unsigned violated = 0, longer = 0, none = 0, left_out = 0;
  for (uint64_t seed = 0; seed < test_cases(400); seed++) {
    Task *task = seed % 3 ? random_fair_task(seed) : random_bad_task(seed);
    Explicit *e = explicit_new(task->system);
    size_t expected = shortest(e, task);
    FewStates *few = few_states_new(task);
    FewEnd end = FEW_OPEN;
    while (end == FEW_OPEN) {
      Budget budget = {.work = 1};
      end = few_states_run(few, &budget);
    }
    size_t refuted = few_states_refuted(few);
    Trace *trace = end == FEW_FOUND ? few_states_violation(few) : NULL;
    if (trace) {
      const char *fault = explicit_trace_fault(e, task, trace);
      if (fault) test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, fault);
      CHECK_SEED(trace->steps.size, expected);
      CHECK_SEED(refuted, expected - 1);
    } else if (end == FEW_NONE) {
      CHECK_SEED(refuted, SIZE_MAX);
      CHECK_SEED(expected, 0);
    }
    CHECK_SEED(few_states_count(few) > 0, task->system->inputs.size <= GRAPH_INPUTS);
    violated += trace != NULL;
    longer += expected > 5;
    none += end == FEW_NONE;
    left_out += end == FEW_TOO_MANY;
    trace_free(trace);
    few_states_free(few);
    explicit_free(e);
    task_free(task);
  }
  CHECK_COVERAGE(violated > 100 && longer > 8 && none > 80 && left_out < 40);
}

/* A counter that may stand still. */
static System *counter(size_t bits) {
  System *system = system_new();
  Lit carry = system_input(system);
  for (size_t i = 0; i < bits; i++) {
    Lit latch = system_latch(system, RESET_0);
    system_set_next(system, latch, aig_xor(system->aig, latch, carry));
    carry = aig_and(system->aig, carry, latch);
  }
  return system;
}

TEST(a_graph_that_is_cut_knows_the_steps_of_its_first_states) {
  System *system = counter(20);
  LitVec literals = {0};
  StepGraph *graph = step_graph_new(system, &literals);
  while (step_graph_known(graph) < 400) step_graph_grow(graph, NULL);
  size_t known = step_graph_known(graph);
  CHECK(!graph->complete && known >= 400 && known < graph->states.size);
  for (uint32_t s = 0; s < known; s++) { /* numbered by distance, which is what is counted */
    CHECK_EQUAL(graph->distances.data[s], s);
    CHECK_EQUAL(graph->begins.data[s + 1] - graph->begins.data[s], 2);
    CHECK_EQUAL(step_graph_latch(graph, s, 3), s >> 3 & 1);
  }
  step_graph_free(graph);
  vec_free(&literals);
  system_free(system);
}

/* With nine inputs of which all matter, nothing is looked at. */
TEST(many_inputs_are_not_gone_through) {
  System *system = system_new();
  Lit all = LIT_TRUE;
  for (size_t i = 0; i <= GRAPH_INPUTS; i++) all = aig_and(system->aig, all, system_input(system));
  Task *task = task_new(TASK_BAD, system);
  task->bad = all;
  FewStates *few = few_states_new(task);
  CHECK_EQUAL(few_states_run(few, NULL), FEW_TOO_MANY);
  CHECK(!few_states_refuted(few) && !few_states_count(few));
  few_states_free(few);
  task_free(task);
}
