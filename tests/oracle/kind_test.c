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

/* Runs the engine in slices of some work each (0: without limit) and checks what it says. */
static Verdict run(const Task *task, const KindOptions *options, uint64_t slice, uint64_t seed,
                   uint64_t *cubes) {
  const Engine *engine = engine_find("kind");
  EngineSetup setup = {.options = options};
  void *state = engine_open(engine, task, &setup);
  Verdict verdict = VERDICT_UNKNOWN;
  Budget budget = {.work = slice};
  for (int turn = 0; turn < 100000 && verdict == VERDICT_UNKNOWN; turn++) {
    if (turn && !slice) break;
    budget_refill(&budget, slice + (uint64_t)turn * slice / 4);
    verdict = engine->run(state, &budget);
  }
  if (cubes) *cubes = stat(engine, state, "kind_cubes");
  if (verdict != VERDICT_UNKNOWN) {
    EngineResult result;
    engine->result(state, &result);
    Error report = {0};
    CHECK_EQUAL(result.verdict, verdict);
    if (!(verdict == VERDICT_HOLDS ? certify_witness(task, result.evidence.witness, &report)
                                   : replay(task, result.evidence.trace, &report)))
      test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, report.message);
    evidence_free(&result.evidence);
  }
  engine->close(state);
  return verdict;
}

TEST(kind_decides_random_systems_with_evidence) {
  unsigned held = 0, violated = 0, collected = 0;
  for (uint64_t seed = 0; seed < test_cases(400); seed++) {
    Task *task = random_bad_task(seed);
    Explicit *e = explicit_new(task->system);
    uint64_t cubes;
    Verdict verdict = run(task, NULL, 0, seed, &cubes);
    if (verdict != explicit_verdict(e, task))
      test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed,
                verdict_name(verdict));
    held += verdict == VERDICT_HOLDS;
    violated += verdict == VERDICT_VIOLATED;
    collected += cubes > 0;
    explicit_free(e);
    task_free(task);
  }
  CHECK(held && violated && collected);
}

TEST(kind_in_small_slices_gives_the_same_answers) {
  for (uint64_t seed = 0; seed < test_cases(60); seed++) {
    Task *task = random_bad_task(seed);
    Explicit *e = explicit_new(task->system);
    CHECK_EQUAL(run(task, NULL, 40, seed, NULL), explicit_verdict(e, task));
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
    Verdict verdict = run(task, &options, 0, seed, NULL);
    if (verdict != VERDICT_UNKNOWN) CHECK_EQUAL(verdict, explicit_verdict(e, task));
    held += verdict == VERDICT_HOLDS;
    explicit_free(e);
    task_free(task);
  }
  CHECK(held);
}

/* A ring of three latches, one of which is set; it moves when the input says so. Bad: the state
 * after an unreachable one that can wait. */
static Task *waiting_task(void) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit move = system_input(system), x[3];
  for (int i = 0; i < 3; i++) x[i] = system_latch(system, RESET_0);
  /* 0 stays 0; 4 waits, then 5, then 7, which is bad */
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
  uint64_t cubes;
  CHECK_EQUAL(run(task, &options, 0, 0, NULL), VERDICT_UNKNOWN);
  CHECK_EQUAL(run(task, NULL, 0, 0, &cubes), VERDICT_HOLDS);
  CHECK_EQUAL(cubes, 0); /* a history that does not count waiting is enough */
  task_free(task);
}
