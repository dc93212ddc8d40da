/* k-induction against the oracle: right answers, each with evidence that checks. */
#include "test.h"

#include "engine/engine.h"
#include "evidence/certify.h"
#include "evidence/replay.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"

typedef struct {
  int64_t depth;
  bool simple;
} KindOptions; /* as in the engine */

static uint64_t stat(const Engine *engine, void *state, const char *name) {
  Stats stats = {0};
  uint64_t count = 0;
  engine->stats(state, &stats);
  for (size_t i = 0; i < stats.size; i++)
    if (!strcmp(stats.data[i].name, name)) count = stats.data[i].count;
  vec_free(&stats);
  return count;
}

typedef struct {
  uint64_t depth, distinct, cubes; /* statistics of the engine */
  bool longer;                     /* the witness has more latches than the model: a history */
} Effort;

/* Runs the engine in growing slices of work, so many turns at most, and checks what it says. */
static Verdict run(const Task *task, const KindOptions *options, uint64_t slice, int turns,
                   uint64_t seed, Effort *effort) {
  const Engine *engine = engine_find("kind");
  EngineSetup setup = {.options = options};
  void *state = engine_open(engine, task, &setup);
  Verdict verdict = VERDICT_UNKNOWN;
  for (int turn = 0; turn < turns && verdict == VERDICT_UNKNOWN; turn++) {
    Budget budget = budget_slice(NULL, slice + (uint64_t)turn * slice / 4);
    verdict = engine->run(state, &budget);
  }
  *effort = (Effort){stat(engine, state, "kind_depth"), stat(engine, state, "kind_distinct"),
                     stat(engine, state, "kind_cubes"), false};
  if (verdict != VERDICT_UNKNOWN) {
    EngineResult result;
    engine->result(state, &result);
    Error report = {0};
    CHECK_EQUAL(result.verdict, verdict);
    if (verdict == VERDICT_HOLDS)
      effort->longer = result.evidence.witness->circuit->latches.size > task->system->latches.size;
    if (!(verdict == VERDICT_HOLDS ? certify_witness(task, result.evidence.witness, &report)
                                   : replay(task, result.evidence.trace, &report)))
      test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, report.message);
    evidence_free(&result.evidence);
  }
  engine->close(state);
  return verdict;
}

/* Enough for most; k-induction over hundreds of steps is left out. */
enum { WORK = 1000000 };

TEST(kind_decides_random_systems_with_evidence) {
  unsigned held = 0, violated = 0, collected = 0, moving = 0, deep = 0;
  for (uint64_t seed = 0; seed < test_cases(400); seed++) {
    Task *task = random_bad_task(seed);
    Explicit *e = explicit_new(task->system);
    Effort effort;
    Verdict verdict = run(task, NULL, WORK, 1, seed, &effort);
    if (verdict == VERDICT_UNKNOWN) deep++;
    else if (verdict != explicit_verdict(e, task))
      test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed,
                verdict_name(verdict));
    held += verdict == VERDICT_HOLDS;
    violated += verdict == VERDICT_VIOLATED;
    collected += effort.cubes > 0;
    moving += effort.longer && effort.distinct;
    explicit_free(e);
    task_free(task);
  }
  CHECK_COVERAGE(held && violated && collected && moving);
  CHECK(deep < 5 + test_cases(400) / 50);
}

TEST(kind_in_small_slices_gives_the_same_answers) {
  for (uint64_t seed = 0; seed < test_cases(60); seed++) {
    Task *task = random_bad_task(seed);
    Explicit *e = explicit_new(task->system);
    Effort effort;
    CHECK_EQUAL(run(task, NULL, 40, 10000, seed, &effort), explicit_verdict(e, task));
    explicit_free(e);
    task_free(task);
  }
}

TEST(kind_without_simple_paths_is_never_wrong) {
  unsigned held = 0;
  for (uint64_t seed = 0; seed < test_cases(100); seed++) {
    Task *task = random_bad_task(seed);
    Explicit *e = explicit_new(task->system);
    KindOptions options = {.depth = 6, .simple = false};
    Effort effort;
    Verdict verdict = run(task, &options, 0, 1, seed, &effort);
    if (verdict != VERDICT_UNKNOWN) CHECK_EQUAL(verdict, explicit_verdict(e, task));
    held += verdict == VERDICT_HOLDS;
    explicit_free(e);
    task_free(task);
  }
  CHECK(held);
}

/* The only reachable state is 0; but 4 can wait, go on to 5, wait there, and go on to 7: bad. */
static Task *waiting_task(void) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit move = system_input(system), x[3];
  for (int i = 0; i < 3; i++) x[i] = system_latch(system, RESET_0);
  Lit in4 = aig_and(aig, x[2], aig_and(aig, lit_not(x[1]), lit_not(x[0])));
  Lit in5 = aig_and(aig, x[2], aig_and(aig, lit_not(x[1]), x[0]));
  Lit in7 = aig_and(aig, x[2], aig_and(aig, x[1], x[0]));
  system_set_next(system, x[2], aig_or(aig, in4, in5));
  system_set_next(system, x[1], aig_and(aig, in5, move));
  system_set_next(system, x[0], aig_or(aig, in5, aig_and(aig, in4, move)));
  Task *task = task_new(TASK_BAD, system);
  task->bad = in7;
  return task;
}

TEST(kind_needs_movement_where_unreachable_states_wait) {
  Task *task = waiting_task();
  KindOptions options = {.depth = 20, .simple = false};
  Effort effort;
  CHECK_EQUAL(run(task, &options, 0, 1, 0, &effort), VERDICT_UNKNOWN);
  CHECK_EQUAL(run(task, NULL, 0, 1, 0, &effort), VERDICT_HOLDS);
  CHECK_EQUAL(effort.cubes, 0); /* a history that does not count waiting is enough */
  task_free(task);
}

TEST(kind_collects_states_where_unreachable_ones_go_round) {
  /* From 0 only 0 is reached; 2 and 3 follow each other, and 3 may also go on to 1: bad. */
  System *system = system_new();
  Aig *aig = system->aig;
  Lit leave = system_input(system), low = system_latch(system, RESET_0);
  Lit high = system_latch(system, RESET_0), in3 = aig_and(aig, high, low);
  system_set_next(system, low, aig_and(aig, high, aig_or(aig, lit_not(low), leave)));
  system_set_next(system, high, aig_and(aig, high, lit_not(aig_and(aig, in3, leave))));
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_and(aig, low, lit_not(high));
  Effort effort;
  CHECK_EQUAL(run(task, NULL, 0, 1, 0, &effort), VERDICT_HOLDS);
  CHECK(effort.cubes > 0 && !effort.longer);
  task_free(task);
}
