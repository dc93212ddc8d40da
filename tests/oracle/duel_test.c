/* A search that changes its solver all the time, since a turn is almost nothing: what one side
 * knows and the other was told must never hide a violation, nor make it longer. */
#include "engine/bmc/duel.h"
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

static size_t found(const Task *task, SearchPace pace) {
  Duel *duel = task->kind == TASK_BAD ? duel_new_bad(task->system, task->bad, pace, 1)
                                      : duel_new_lasso(task->system, &task->conditions, pace, 1);
  SatResult result = SAT_UNSATISFIABLE;
  while (result != SAT_SATISFIABLE && duel_refuted(duel) < MOST_STEPS) {
    Budget budget = {.work = 500};
    result = duel_run(duel, MOST_STEPS, &budget);
  }
  Trace *trace = result == SAT_SATISFIABLE ? duel_take_trace(duel) : NULL;
  size_t steps = trace ? trace->steps.size : 0;
  trace_free(trace);
  duel_free(duel);
  return steps;
}

TEST(two_solvers_in_turns_find_the_shortest_violations) {
  unsigned violated = 0, longer = 0;
  for (uint64_t seed = 0; seed < test_cases(300); seed++) {
    Task *task = seed % 2 ? random_fair_task(seed) : random_bad_task(seed);
    SearchPace pace = {.stride = 1 + seed / 2 % 3, .doubling = seed / 6 % 2};
    size_t steps = shortest(task);
    if (steps > MOST_STEPS) steps = 0;
    size_t mine = found(task, pace);
    if (mine != steps)
      test_fail(__FILE__, __LINE__, "seed %llu: %zu steps, not %zu", (unsigned long long)seed, mine,
                steps);
    violated += steps > 0;
    longer += steps > 3;
    task_free(task);
  }
  CHECK_COVERAGE(violated > 60 && longer > 15);
}
