/* Engines that take turns by work: those that go deep in cheap steps and those that stay shallow in
 * dear ones live together. All by counts of work, which repeat exactly. */
#include "engine/schedule.h"

#include "test.h"

enum { BITS = 16, DEPTH = 20000 };

/* A counter without inputs that reaches a value after DEPTH steps. */
static Task *deep_task(void) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit carry = LIT_TRUE, reached = LIT_TRUE;
  for (size_t i = 0; i < BITS; i++) {
    Lit bit = system_latch(system, RESET_0);
    system_set_next(system, bit, aig_xor(aig, bit, carry));
    carry = aig_and(aig, carry, bit);
    reached = aig_and(aig, reached, lit_not_if(bit, !(DEPTH >> i & 1)));
  }
  Task *task = task_new(TASK_BAD, system);
  task->bad = reached;
  return task;
}

/* The work until `bmc` has the violation, with these engines beside it. */
static uint64_t work_of(const Task *task, const char *const *names, size_t count) {
  VEC(ScheduleEntry) entries = {0};
  for (size_t i = 0; i < count; i++)
    vec_push(&entries, ((ScheduleEntry){.engine = engine_find(names[i])}));
  EngineSetup setup = {.seed = 1};
  Budget budget = {.work = 100000000};
  const Engine *answered;
  EngineResult result =
      schedule_run(entries.data, count, task, &setup, &budget, &answered, NULL, NULL);
  CHECK(answered == engine_find("bmc"));
  CHECK_EQUAL(result.verdict, VERDICT_VIOLATED);
  CHECK_EQUAL(result.evidence.trace->steps.size, DEPTH + 1);
  evidence_free(&result.evidence);
  vec_free(&entries);
  return budget.used;
}

TEST(deep_and_shallow_engines_live_together) {
  static const char *const names[] = {"bmc", "ic3", "kind", "sim"};
  Task *task = deep_task();
  uint64_t alone = work_of(task, names, 1),
           both = work_of(task, (const char *[]){"bmc", "kind"}, 2), all = work_of(task, names, 4);
  CHECK(alone < 40 * DEPTH); /* a step that folds away costs next to nothing */
  CHECK(both < 3 * alone);
  CHECK(all < 5 * alone);
  task_free(task);
}

/* In turns of so much work, what all take together. */
static uint64_t work_in_turns(const Task *task, uint64_t turn, size_t *turns) {
  const ScheduleEntry entries[] = {{.engine = engine_find("bmc")}, {.engine = engine_find("kind")}};
  EngineSetup setup = {.seed = 1};
  Schedule *schedule = schedule_new(entries, 2, task, &setup, NULL);
  const Engine *answered = NULL;
  EngineResult result = {0};
  uint64_t used = 0, bound = 0;
  for (*turns = 0; !answered && *turns < 100000; ++*turns) {
    Budget budget = {.work = turn};
    result = schedule_go(schedule, &budget, &answered);
    used += budget.used;
    CHECK(answered || result.bound >= bound); /* what was reached is not given up */
    if (!answered) bound = result.bound;
  }
  CHECK(answered == engine_find("bmc"));
  CHECK_EQUAL(result.verdict, VERDICT_VIOLATED);
  evidence_free(&result.evidence);
  schedule_free(schedule);
  return used;
}

TEST(a_schedule_goes_on_where_it_stopped) {
  Task *task = deep_task();
  size_t turns, one;
  uint64_t whole = work_in_turns(task, 100000000, &one);
  CHECK_EQUAL(one, 1);
  CHECK(work_in_turns(task, whole / 20, &turns) < 2 * whole);
  CHECK(turns > 5);
  task_free(task);
}

/* ---- shares ---- */

/* An engine that does nothing but use what it is given, and remembers it. */
typedef struct {
  uint64_t used;
  size_t turns;
} Idler;

static void *idler_open(const Task *task, const EngineSetup *setup) {
  (void)task;
  return (void *)setup->options; /* an Idler */
}

static Verdict idle(void *state, Budget *budget) {
  Idler *idler = state;
  idler->turns++;
  while (!budget_spent(budget)) budget_use(budget, 1000);
  idler->used += budget->used;
  return VERDICT_UNKNOWN;
}

static void idler_result(void *state, EngineResult *result) {
  (void)state;
  *result = (EngineResult){.verdict = VERDICT_UNKNOWN};
}

static void idler_close(void *state) { (void)state; }

/* Both have the same until slices are long; then one has as many times the other's as its share is.
 */
TEST(a_share_counts_once_slices_are_long) {
  static const Engine idler = {.takes = TASKS_BAD,
                               .open = idler_open,
                               .run = idle,
                               .result = idler_result,
                               .close = idler_close};
  for (unsigned rounds = 1; rounds <= 8; rounds++) {
    Idler one = {0}, large = {0};
    const ScheduleEntry entries[] = {{.engine = &idler, .options = &one},
                                     {.engine = &idler, .options = &large, .share = 4}};
    Task *task = deep_task();
    EngineSetup setup = {.seed = 1};
    Schedule *schedule = schedule_new(entries, 2, task, &setup, NULL);
    const Engine *answered;
    uint64_t slice = 20000, expected_one = 0, expected_large = 0;
    for (unsigned i = 0; i < rounds; i++, slice *= 2) {
      expected_one += slice;
      expected_large += i < 5 ? slice : 4 * slice;
    }
    Budget budget = {.work = expected_one + expected_large};
    schedule_go(schedule, &budget, &answered);
    CHECK(!answered);
    CHECK_EQUAL(one.turns, rounds);
    CHECK_EQUAL(large.turns, rounds);
    CHECK_EQUAL(one.used, expected_one);
    CHECK_EQUAL(large.used, expected_large);
    schedule_free(schedule);
    task_free(task);
  }
}
