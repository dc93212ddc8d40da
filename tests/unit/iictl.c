/* What the iictl engine does beyond its paper, on models that are made for it. */
#include <stdio.h>

#include "rondo/rondo.h"
#include "test.h"

#include "base/memory.h"
#include "base/stats.h"
#include "check/task_of_property.h"
#include "engine/engine.h"
#include "engine/lemmas.h"
#include "evidence/certify_ctl.h"
#include "front/smv/smv.h"
#include "oracle/ctl_oracle.h"

typedef struct {
  Model *model;
  Task *task;
  EngineResult result;
  uint64_t walks, held, lemmas;
} Run;

static uint64_t statistic(const Stats *stats, const char *name) {
  for (size_t i = 0; i < stats->size; i++)
    if (!strcmp(stats->data[i].name, name)) return stats->data[i].count;
  test_fail(__FILE__, __LINE__, "no statistic %s", name);
  return 0;
}

/* With one option, and on request with a board of lemmas in one and two literals. */
static Run run_with(const char *text, const char *option, int64_t value, bool board) {
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
    if (!strcmp(engine->options[i].name, option))
      *(int64_t *)(options + engine->options[i].offset) = value;
  Budget budget = {.work = 50000000};
  LemmaBoard *lemmas = board ? lemma_board_new() : NULL;
  ClauseVec pairs = {0};
  if (board) pairs = lemmas_pairs(r.task, &budget);
  if (board) lemma_board_offer(lemmas, &pairs);
  void *state = engine_open(engine, r.task, &(EngineSetup){.options = options, .lemmas = lemmas});
  engine->run(state, &budget);
  engine->result(state, &r.result);
  Stats stats = {0};
  engine->stats(state, &stats);
  r.walks = statistic(&stats, "walks");
  r.held = statistic(&stats, "held");
  r.lemmas = statistic(&stats, "lemmas");
  vec_free(&stats);
  engine->close(state);
  lemma_board_free(lemmas);
  clauses_free(&pairs);
  mem_free(options);
  return r;
}

static Run run(const char *text, int64_t walk) { return run_with(text, "iictl-walk", walk, false); }

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
    if (proof->updates.data[i].kind == CTL_IN && proof->updates.data[i].further_steps)
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
  uint32_t steps = update->further_steps;
  update->further_steps = 3; /* nine are needed */
  CHECK(!accepted(&r));
  update->further_steps = 1000000000;
  CHECK(!accepted(&r));
  update->further_steps = steps;
  for (size_t i = 0; i + 1 < update->inputs.size; i++)
    update->inputs.data[i] *= -1; /* add, do not take */
  CHECK(!accepted(&r));
  run_free(&r);
}

/* A counter runs over. That all runs get there is a rank whose parts are the bits: there are too
 * many states to exclude them one after another. */
TEST(walls_prove_that_a_counter_runs_over) {
  Run r = run_with("MODULE main VAR n : unsigned word[20]; over : boolean;"
                   "ASSIGN init(n) := 0ud20_0; next(n) := n + 0ud20_1;"
                   "init(over) := FALSE; next(over) := over | n = 0ud20_1048575;"
                   "CTLSPEC AF over",
                   "iictl-fair", INT64_C(1) << 40, false);
  CHECK_EQUAL(r.result.verdict, VERDICT_HOLDS);
  CHECK(accepted(&r));
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
                 "VAR x : 0..5; y : 0..3; z : 0..3; ASSIGN ");
  static const char *const inputs[] = {"a", "b", "c", "!a", "!b", "!c", "a & c", "a & !b", "FALSE"};
  static const char names[] = "xyz";
  static const int tops[] = {5, 3, 3};
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
  text_format(text, "CTLSPEC AG EF (x = %u & y = %u)", random_below(random, 6),
              random_below(random, 4));
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

/* The verdict of iictl, with one more option, on a formula about a file. */
static void expect_verdict(const char *file_text, const char *formula, const char *option,
                           const char *value, const char *verdict) {
  const char *path = test_temporary_path("model");
  FILE *file = fopen(path, "w");
  CHECK(file);
  fputs(file_text, file);
  fclose(file);
  RondoModel *model = rondo_load(path, NULL, NULL);
  CHECK(model);
  rondo_properties_clear(model);
  CHECK(rondo_add_ctl(model, NULL, formula, NULL));
  RondoSettings *settings = rondo_settings_new();
  CHECK(rondo_settings_set(settings, "engine", "iictl", NULL));
  CHECK(rondo_settings_set(settings, "seed", "44", NULL));
  CHECK(rondo_settings_set(settings, option, value, NULL));
  RondoResult *result = rondo_check(model, 0, settings);
  CHECK_TEXT(rondo_verdict_name(rondo_result_verdict(result)), verdict);
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
}

/* The question about fair runs behind an until adds a gate to the graph of the bounds; the way from
 * that graph to the question's own must have a place for it. */
TEST(a_question_that_jumps_knows_all_gates_it_reads) {
  expect_verdict("aag 36 1 5 3 30 2 0 2\n2\n4 14\n6 16 1\n8 21\n10 0\n12 0\n61\n71\n72\n0\n22\n3\n"
                 "3\n4\n8\n28\n47\n50\n52\n14 7 5\n16 7 4\n18 10 7\n20 19 9\n22 10 5\n24 9 4\n"
                 "26 24 13\n28 26 10\n30 13 7\n32 12 6\n34 33 31\n36 35 5\n38 10 4\n40 39 37\n"
                 "42 41 12\n44 13 10\n46 45 43\n48 10 2\n50 48 8\n52 30 11\n54 12 7\n56 54 8\n"
                 "58 55 9\n60 59 57\n62 12 3\n64 63 11\n66 65 2\n68 67 63\n70 68 7\n72 13 8\n"
                 "o0 a0\no1 a1\no2 a2\n",
                 "A [(AF (AF a1 xor !a1) | (((a0 | a0) -> (a2 & a0)) xor ((a1 -> a0) & "
                 "(a1 & a2)))) W !a0]",
                 "iictl-fair", "3", "holds");
}

/* Merging found a gate over states equal to one that reads an input. */
TEST(merging_leaves_predicates_over_states_as_such) {
  expect_verdict(
      "aag 33 1 6 3 26 1 0 2\n2\n4 25\n6 31 1\n8 32\n10 8\n12 10\n14 12 1\n51\n67\n12\n0\n"
      "1\n1\n34\n38\n16 12 7\n18 16 11\n20 18 3\n22 4 2\n24 23 21\n26 4 3\n28 6 2\n"
      "30 29 27\n32 9 2\n34 13 4\n36 13 7\n38 36 11\n40 13 8\n42 41 15\n44 42 3\n46 44 6\n"
      "48 45 7\n50 49 47\n52 14 5\n54 15 10\n56 55 53\n58 56 9\n60 58 4\n62 56 8\n64 63 61\n"
      "66 64 8\no0 a0\no1 a1\no2 a2\n",
      "A [EX a1 U E [AX ((a2 <-> a0) | (a1 <-> a0)) W !(!a2 | (a0 & a2))]]", "iictl-trial", "3",
      "violated");
}

/* Atoms that are constants in disguise: the judge knows them for what they are, and so must write
 * the nodes of the proof and the parts of the formula in one way. */
TEST(proofs_about_constants_in_disguise_are_accepted) {
  expect_verdict(
      "aag 22 3 2 3 17 3 2 3\n2\n4\n6\n8 0\n10 1\n20\n0\n45\n18\n18\n0\n13\n17\n0\n2\n1\n22\n"
      "0\n26\n12 11 7\n14 8 4\n16 14 7\n18 10 9\n20 6 3\n22 20 10\n24 7 5\n26 24 3\n28 11 8\n"
      "30 29 19\n32 31 10\n34 30 11\n36 35 33\n38 37 9\n40 36 8\n42 41 39\n44 42 30\no0 a0\n"
      "o1 a1\no2 a2\n",
      "EX !(a2 -> (A [a2 R a1] & E [a2 U a2]))", "iictl-trial", "3", "holds");
  expect_verdict(
      "aag 33 0 4 3 29 1 0 2\n2 3\n4 18 1\n6 26\n8 41 1\n64\n66\n0\n44\n1\n1\n6\n61\n10 4 2\n"
      "12 4 3\n14 5 2\n16 15 13\n18 17 11\n20 6 5\n22 7 4\n24 23 21\n26 25 4\n28 6 2\n"
      "30 7 3\n32 31 29\n34 32 8\n36 34 2\n38 36 5\n40 39 6\n42 14 7\n44 42 8\n46 8 7\n"
      "48 47 21\n50 49 7\n52 48 6\n54 53 51\n56 55 2\n58 9 3\n60 59 57\n62 8 5\n64 62 2\n"
      "66 8 4\no0 a0\no1 a1\no2 a2\n",
      "EX (E [false R ((a1 xor a2) <-> !a2)] <-> (!(a0 & a1) | false))", "iictl-trial", "3",
      "violated");
}

/* p is false, which a solver sees and its text does not say. So (p | EX q) implies that there is a
 * fair path, which the judge sees and the writer of the proof does not: it adds EG true to the end
 * of a path of no steps, and shows that instead. */
TEST(proofs_that_add_a_fair_path_where_it_is_implied_are_accepted) {
  static const char *const formulas[] = {"E [false W (p | EX q)]",
                                         "EX (E [false W (p | EX q)] | p)", "EX E [p U (p | EX q)]",
                                         "EX !(E [p W (p | EX q)] | EX p)"};
  for (size_t i = 0; i < 4; i++)
    expect_verdict("aag 8 3 1 2 4 0 0 0 1\n2\n4\n6\n8 8\n16\n2\n8\n10 6 4\n12 10 2\n14 8 5\n"
                   "16 14 12\no0 p\no1 q\n",
                   formulas[i], "iictl-trial", "3", "violated");
}

/* The same where there are fair paths, so that the proof is about steps to such an end; EG true is
 * an older node than the end, or a younger one. */
TEST(ends_that_imply_a_fair_path_are_one_node_in_proofs_of_steps) {
  static const char *const formulas[] = {
      "EX E [false W (p | EX q)]",        "EX (q & E [false W (p | EX q)])",
      "EX q & EX E [false W (p | EX q)]", "EX E [false W (EX q | p)]",
      "EX E [false W (p | EG q)]",        "EG q | EX E [false W (p | EX !q)]",
      "AX E [false W (p | EX q)]",        "AG E [false W (p | EX q)]"};
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    expect_verdict("aag 8 3 1 2 4 0 0 0 1\n2\n4\n6\n8 2\n16\n2\n8\n10 6 4\n12 10 2\n14 8 5\n"
                   "16 14 12\no0 p\no1 q\n",
                   formulas[i], "iictl-trial", "3", "holds");
}

/* Where no initial state has a path, the proof says that, and nothing of the formula. */
TEST(a_proof_that_there_is_no_path_is_accepted) {
  expect_verdict("MODULE main\nVAR a : boolean; b : boolean;\n"
                 "ASSIGN init(a) := FALSE; next(a) := a; next(b) := TRUE;\nTRANS FALSE\n",
                 "(AX !a) xor (EX E [!a U b])", "iictl-trial", "3", "holds");
}

/* The structure of the task is gone then; where its latches came from must still be known. */
TEST(lemmas_are_taken_after_equal_latches_were_merged) {
  Run r = run_with("MODULE main\n"
                   "VAR a : boolean; b : boolean; c : 0..3; d : 0..3;\n"
                   "ASSIGN init(a) := FALSE; next(a) := !a; init(b) := FALSE; next(b) := !b;\n"
                   "  init(c) := 0; next(c) := c < 2 ? {c, c + 1} : 0;\n"
                   "  init(d) := 0; next(d) := d < 2 ? {d, d + 1} : 0;\n"
                   "CTLSPEC AG EF (a & b & c = 1 & d = 2)\n",
                   "iictl-trial", 0, true);
  CHECK_EQUAL(r.result.verdict, VERDICT_HOLDS);
  CHECK(r.lemmas > 0 && accepted(&r));
  run_free(&r);
}
