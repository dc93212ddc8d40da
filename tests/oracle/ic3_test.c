/* The safety engine against the oracle: right answers, each with evidence that checks, under every
 * option. */
#include "test.h"

#include "engine/engine.h"
#include "evidence/certify.h"
#include "evidence/replay.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"

/* Runs the engine with one option of its table, in slices of work, and checks what it says. */
static size_t run(const Task *task, const char *option, uint64_t slice, uint64_t seed) {
  const Engine *engine = engine_find("ic3");
  void *values = mem_alloc(engine->options_size);
  memcpy(values, engine->option_defaults, engine->options_size);
  OptionGroup group = {"ic3", engine->options, engine->option_count, values, NULL};
  OptionGroupVec groups = {&group, 1, 1};
  ArgumentVec rest = {0};
  Error error = {0};
  CHECK(!option || options_parse(&groups, 1, &option, &rest, &error));
  EngineSetup setup = {.options = values, .seed = seed % 3};
  void *state = engine_open(engine, task, &setup);
  Verdict verdict = VERDICT_UNKNOWN;
  while (verdict == VERDICT_UNKNOWN) {
    Budget budget = {.work = slice};
    verdict = engine->run(state, &budget);
  }
  Explicit *e = explicit_new(task->system);
  CHECK_EQUAL(verdict, explicit_verdict(e, task));
  EngineResult result;
  engine->result(state, &result);
  CHECK_EQUAL(result.verdict, verdict);
  if (!(verdict == VERDICT_HOLDS ? certify_witness(task, result.evidence.witness, &error)
                                 : replay(task, result.evidence.trace, &error)))
    test_fail(__FILE__, __LINE__, "seed %llu, %s: %s", (unsigned long long)seed, option,
              error.message);
  size_t size = verdict == VERDICT_HOLDS ? result.evidence.size : 0;
  evidence_free(&result.evidence);
  error_free(&error);
  explicit_free(e);
  engine->close(state);
  mem_free(values);
  return size;
}

TEST(ic3_decides_random_systems_with_evidence_under_every_option) {
  static const char *const choices[] = {NULL,
                                        "--no-ic3-ctg",
                                        "--no-ic3-lift",
                                        "--ic3-infinite-frame",
                                        "--ic3-ctg-depth=3",
                                        "--ic3-mic-attempts=2",
                                        "--ic3-solver=cadical",
                                        "--ic3-minimize-invariant"};
  enum { CHOICES = sizeof choices / sizeof *choices };
  for (uint64_t seed = 0; seed < test_cases(400); seed++) {
    Task *task = random_bad_task(seed);
    run(task, choices[seed % CHOICES], seed % 2 ? 200 : 0, seed);
    task_free(task);
  }
}

TEST(a_minimized_invariant_has_no_more_clauses) {
  size_t plain = 0, minimized = 0;
  for (uint64_t seed = 0; seed < test_cases(100); seed++) {
    Task *task = random_bad_task(seed);
    size_t before = run(task, NULL, 0, 0), after = run(task, "--ic3-minimize-invariant", 0, 0);
    CHECK(after <= before);
    plain += before;
    minimized += after;
    task_free(task);
  }
  CHECK_COVERAGE(minimized < plain);
}

TEST(ic3_says_nothing_before_it_has_an_answer) {
  Task *task = random_bad_task(7);
  const Engine *engine = engine_find("ic3");
  EngineSetup setup = {0};
  void *state = engine_open(engine, task, &setup);
  EngineResult result;
  engine->result(state, &result);
  CHECK_EQUAL(result.verdict, VERDICT_UNKNOWN);
  CHECK_EQUAL(result.evidence.kind, EVIDENCE_NONE);
  engine->close(state);
  task_free(task);
}
