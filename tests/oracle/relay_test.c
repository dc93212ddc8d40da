/* A search that is handed over in its first questions, since almost nothing is hard: what the
 * second solver was told must never hide a violation, nor make it longer. */
#include "engine/bmc/relay.h"
#include "oracle/bmc_oracle.h"
#include "oracle/random_system.h"
#include "test.h"

enum { MOST_STEPS = 12 };

static size_t shortest(const Task *task) {
  Explicit *e = explicit_new(task->system);
  size_t steps = task->kind == TASK_BAD
                     ? (size_t)(explicit_bad_depth(e, task->bad) + 1)
                     : shortest_lasso(e, task->conditions.data, task->conditions.size);
  explicit_free(e);
  return steps;
}

static size_t found(const Task *task, SearchPace pace, size_t most) {
  Relay *relay = task->kind == TASK_BAD
                     ? relay_new_bad(task->system, task->bad, pace, 30)
                     : relay_new_lasso(task->system, &task->conditions, pace, 30);
  SatResult result = SAT_UNSATISFIABLE;
  while (result != SAT_SATISFIABLE && relay_refuted(relay) < most) {
    Budget budget = {.work = 5000};
    result = relay_run(relay, most, &budget);
  }
  Trace *trace = result == SAT_SATISFIABLE ? relay_take_trace(relay) : NULL;
  size_t steps = trace ? trace->steps.size : 0;
  trace_free(trace);
  relay_free(relay);
  return steps;
}

TEST(a_search_that_is_handed_over_finds_the_shortest_violations) {
  unsigned violated = 0, longer = 0, handed_over = 0;
  for (uint64_t seed = 0; seed < test_cases(100); seed++) {
    Task *task = seed % 2 ? random_fair_task(seed) : random_bad_task(seed);
    SearchPace pace = {.stride = 1 + seed / 2 % 3, .doubling = seed / 6 % 2};
    size_t steps = shortest(task);
    if (steps > MOST_STEPS) steps = 0;
    uint64_t solvers = sat_total_stats()->solvers;
    size_t mine = found(task, pace, MOST_STEPS);
    handed_over += sat_total_stats()->solvers - solvers > 1;
    if (mine != steps)
      test_fail(__FILE__, __LINE__, "seed %llu: %zu steps, not %zu", (unsigned long long)seed, mine,
                steps);
    violated += steps > 0;
    longer += steps > 3;
    task_free(task);
  }
  CHECK_COVERAGE(violated > 20 && longer > 5 && handed_over > 10);
}

/* Three inputs are added to a counter in each step: at the soonest it has a value after a third of
 * it, which is not easy to see. */
static Task *counter_task(unsigned value) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit count[7], reached = LIT_TRUE;
  for (unsigned i = 0; i < 7; i++) {
    count[i] = system_latch(system, RESET_0);
    reached = aig_and(aig, reached, lit_not_if(count[i], !(value >> i & 1)));
  }
  Lit sum[7];
  for (unsigned i = 0; i < 7; i++) sum[i] = count[i];
  for (unsigned k = 0; k < 3; k++) {
    Lit carry = system_input(system);
    for (unsigned i = 0; i < 7; i++) {
      Lit next = aig_and(aig, sum[i], carry);
      sum[i] = aig_xor(aig, sum[i], carry);
      carry = next;
    }
  }
  for (unsigned i = 0; i < 7; i++) system_set_next(system, count[i], sum[i]);
  Task *task = task_new(TASK_BAD, system);
  task->bad = reached;
  return task;
}

TEST(hard_questions_about_two_steps_find_the_shortest_violations) {
  for (unsigned value = 50; value < 59; value++) {
    Task *task = counter_task(value);
    uint64_t solvers = sat_total_stats()->solvers;
    CHECK_EQUAL(found(task, (SearchPace){.stride = 1}, 40), (value + 2) / 3 + 1);
    CHECK(sat_total_stats()->solvers - solvers > 1); /* it was handed over */
    task_free(task);
  }
}
