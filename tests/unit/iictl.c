/* What the iictl engine does beyond its paper, on models that are made for it. */
#include <stdio.h>

#include "rondo/rondo.h"
#include "test.h"

#include "base/memory.h"
#include "base/stats.h"
#include "check/task_of_property.h"
#include "engine/engine.h"
#include "evidence/certify_ctl.h"
#include "front/smv/smv.h"
#include "oracle/ctl_oracle.h"

typedef struct {
  Model *model;
  Task *task;
  EngineResult result;
  uint64_t walks, held;
} Run;

static uint64_t statistic(const Stats *stats, const char *name) {
  for (size_t i = 0; i < stats->size; i++)
    if (!strcmp(stats->data[i].name, name)) return stats->data[i].count;
  test_fail(__FILE__, __LINE__, "no statistic %s", name);
  return 0;
}

static Run run(const char *text, int64_t walk) {
  Error error = {0};
  Run r = {.model = smv_read("t.smv", text, strlen(text), NULL, &error)};
  if (!r.model) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  LtlOptions ltl = LTL_DEFAULTS;
  r.task = task_of_property(r.model, 0, &ltl, &error);
  CHECK(r.task != NULL);
  const Engine *engine = engine_find("iictl");
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  for (size_t i = 0; i < engine->option_count; i++)
    if (!strcmp(engine->options[i].name, "iictl-walk"))
      *(int64_t *)(options + engine->options[i].offset) = walk;
  void *state = engine_open(engine, r.task, &(EngineSetup){.options = options});
  Budget budget = {.work = 50000000};
  engine->run(state, &budget);
  engine->result(state, &r.result);
  Stats stats = {0};
  engine->stats(state, &stats);
  r.walks = statistic(&stats, "walks");
  r.held = statistic(&stats, "held");
  vec_free(&stats);
  engine->close(state);
  mem_free(options);
  return r;
}

static void run_free(Run *r) {
  evidence_free(&r->result.evidence);
  task_free(r->task);
  model_free(r->model);
}

static bool accepted(const Run *r) {
  Error report = {0};
  bool good = certify_ctl(r->task, r->result.evidence.ctl, r->result.verdict, NULL, &report);
  error_free(&report);
  return good;
}

static CtlUpdate *held_update(const Run *r) {
  CtlProof *proof = r->result.evidence.ctl;
  for (size_t i = 0; i < proof->updates.size; i++)
    if (proof->updates.data[i].kind == CTL_IN && proof->updates.data[i].condition)
      return proof->updates.data + i;
  return NULL;
}

/* Three stores that can be filled and emptied bit by bit, in any order: from all of their states
 * the way to an empty one is to take, again and again. */
static const char stores[] = "MODULE store(add, take) VAR n : 0..9;"
                             "ASSIGN init(n) := 0; next(n) := case add & !take & n < 9 : n + 1; "
                             "take & n > 0 : n - 1; TRUE : n; esac;"
                             "MODULE main IVAR add : boolean; take : boolean; pick : 0..3;"
                             "VAR a : store(add & pick != 0, take); b : store(add & pick != 1, "
                             "take); c : store(add & pick != 2, take);"
                             "CTLSPEC AG EF (a.n = 0 & b.n = 0 & c.n = 0)";

TEST(inputs_that_are_held_prove_that_a_goal_stays_in_reach) {
  Run r = run(stores, 0);
  CHECK_EQUAL(r.result.verdict, VERDICT_HOLDS);
  CHECK(r.held > 0);
  CHECK(accepted(&r));
  CtlUpdate *update = held_update(&r);
  CHECK(update != NULL);
  uint32_t steps = update->condition;
  update->condition = 3; /* nine are needed */
  CHECK(!accepted(&r));
  update->condition = 1000000000;
  CHECK(!accepted(&r));
  update->condition = steps;
  for (size_t i = 0; i + 1 < update->inputs.size; i++)
    update->inputs.data[i] *= -1; /* add, do not take */
  CHECK(!accepted(&r));
  run_free(&r);
}

/* A game that most runs end late: after 40 rounds, which each need a guess, it is over for ever. */
static const char game[] =
    "MODULE main IVAR guess : 0..15; VAR round : 0..40; score : 0..15;"
    "ASSIGN init(round) := 0; next(round) := case round < 40 & guess = 7 : round + 1; TRUE : "
    "round; esac;"
    "init(score) := 0; next(score) := case round < 40 : guess; TRUE : score; esac;"
    "CTLSPEC AG EF score = 3";

TEST(walks_find_what_is_far_away) {
  Run r = run(game, 1);
  CHECK_EQUAL(r.result.verdict, VERDICT_VIOLATED);
  CHECK(r.walks > 0);
  CHECK(accepted(&r));
  run_free(&r);
  r = run(game, 0);
  CHECK_EQUAL(r.walks, 0);
  run_free(&r);
}

/* Counters that some inputs raise and others lower, at random; and whether some values of theirs
 * stay in reach. */
static void random_counters(Text *text, Random *random) {
  text_add(text, "MODULE main IVAR a : boolean; b : boolean; c : boolean;"
                 "VAR x : 0..7; y : 0..5; z : 0..3; ASSIGN ");
  static const char *const inputs[] = {"a", "b", "c", "!a", "!b", "!c", "a & c", "a & !b", "FALSE"};
  static const char names[] = "xyz";
  static const int tops[] = {7, 5, 3};
  for (int i = 0; i < 3; i++) {
    char n = names[i];
    const char *up = inputs[random_below(random, 9)], *down = inputs[random_below(random, 9)];
    const char *stop = inputs[random_below(random, 9)];
    text_format(text,
                "init(%c) := 0; next(%c) := case %s & z > 1 : %c; %s & %c < %d : %c + 1; %s & %c > "
                "0 : %c - 1; "
                "TRUE : %c; esac; ",
                n, n, stop, n, up, n, tops[i], n, down, n, n, n);
  }
  text_format(text, "CTLSPEC AG EF (x = %u & y = %u)", random_below(random, 8),
              random_below(random, 6));
}

TEST(held_inputs_and_walks_agree_with_the_oracle) {
  unsigned held = 0, walks = 0, violated = 0, holds = 0;
  for (uint64_t seed = 0; seed < test_cases(60); seed++) {
    Random random = {seed};
    Text text = {0};
    random_counters(&text, &random);
    Run r = run(text.data, (int64_t)random_below(&random, 3) * 40);
    Explicit *e = explicit_new(r.task->system);
    bool truth = ctl_oracle_holds(e, r.task->formulas, r.task->formula);
    explicit_free(e);
    if (r.result.verdict != (truth ? VERDICT_HOLDS : VERDICT_VIOLATED) || !accepted(&r))
      test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, text.data);
    held += r.held;
    walks += r.walks;
    violated += !truth;
    holds += truth;
    run_free(&r);
    text_free(&text);
  }
  CHECK_COVERAGE(held > 2 && walks > 2 && holds > 10 && violated > 10);
}

/* The question about fair runs behind an until adds a gate to the graph of the bounds; the way from
 * that graph to the question's own must have a place for it. */
TEST(a_question_that_jumps_knows_all_gates_it_reads) {
  static const char model_text[] =
      "aag 36 1 5 3 30 2 0 2\n2\n4 14\n6 16 1\n8 21\n10 0\n12 0\n61\n71\n72\n0\n22\n3\n"
      "3\n4\n8\n28\n47\n50\n52\n14 7 5\n16 7 4\n18 10 7\n20 19 9\n22 10 5\n24 9 4\n"
      "26 24 13\n28 26 10\n30 13 7\n32 12 6\n34 33 31\n36 35 5\n38 10 4\n40 39 37\n"
      "42 41 12\n44 13 10\n46 45 43\n48 10 2\n50 48 8\n52 30 11\n54 12 7\n56 54 8\n"
      "58 55 9\n60 59 57\n62 12 3\n64 63 11\n66 65 2\n68 67 63\n70 68 7\n72 13 8\n"
      "o0 a0\no1 a1\no2 a2\n";
  const char *path = test_temporary_path("jump.aag");
  FILE *file = fopen(path, "w");
  CHECK(file);
  fputs(model_text, file);
  fclose(file);
  RondoModel *model = rondo_load(path, NULL, NULL);
  CHECK(model);
  rondo_properties_clear(model);
  CHECK(rondo_add_ctl(model, NULL,
                      "A [(AF (AF a1 xor !a1) | (((a0 | a0) -> (a2 & a0)) xor ((a1 -> a0) & "
                      "(a1 & a2)))) W !a0]",
                      NULL));
  RondoSettings *settings = rondo_settings_new();
  CHECK(rondo_settings_set(settings, "engine", "iictl", NULL));
  CHECK(rondo_settings_set(settings, "iictl-fair", "3", NULL));
  RondoResult *result = rondo_check(model, 0, settings);
  CHECK_TEXT(rondo_verdict_name(rondo_result_verdict(result)), "holds");
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
}
