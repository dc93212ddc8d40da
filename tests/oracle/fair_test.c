/* The fair engine and its comparators on random tasks: every combination of the options that change
 * the search, runs that repeat themselves, certificates that are changed, and the models whose
 * proofs are known to be linear. */
#include <stdio.h>

#include "engine/engine.h"
#include "engine/fair/internal.h"
#include "engine/lemmas.h"
#include "evidence/certificate.h"
#include "evidence/certify.h"
#include "logic/vector.h"
#include "oracle/certificate_oracle.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "oracle/set_option.h"
#include "test.h"

static uint64_t count_of(const Stats *stats, const char *name) {
  for (size_t i = 0; i < stats->size; i++)
    if (!strcmp(stats->data[i].name, name)) return stats->data[i].count;
  test_fail(__FILE__, __LINE__, "there is no statistic %s", name);
}

typedef struct {
  EngineResult result;
  Stats stats;
} Run;

static Run run_with(const Engine *engine, const Task *task, const void *options, uint64_t work,
                    LemmaBoard *board) {
  EngineSetup setup = {.options = options, .lemmas = board};
  Run run = {0};
  void *state = engine_open(engine, task, &setup);
  Budget budget = {.work = work};
  engine->run(state, &budget);
  engine->result(state, &run.result);
  engine->stats(state, &run.stats);
  engine->close(state);
  return run;
}

static Run run(const Engine *engine, const Task *task, const void *options, uint64_t work) {
  return run_with(engine, task, options, work, NULL);
}

static void run_free(Run *run) {
  evidence_free(&run->result.evidence);
  vec_free(&run->stats);
}

/* Enough for every answer on systems of this size: silence is a failure. */
enum { WORK = 3000000 };

static void check_answer(const Task *task, const Explicit *e, const Run *r, uint64_t seed,
                         const char *how) {
  if (r->result.verdict == VERDICT_UNKNOWN)
    test_fail(__FILE__, __LINE__, "seed %llu, %s: no answer", (unsigned long long)seed, how);
  if (r->result.verdict != explicit_verdict(e, task))
    test_fail(__FILE__, __LINE__, "seed %llu, %s: wrong verdict", (unsigned long long)seed, how);
  Error error = {0};
  if (r->result.verdict == VERDICT_VIOLATED) {
    const char *fault = explicit_trace_fault(e, task, r->result.evidence.trace);
    if (fault)
      test_fail(__FILE__, __LINE__, "seed %llu, %s: %s", (unsigned long long)seed, how, fault);
  } else if (!certify_witness(task, r->result.evidence.witness, &error)) {
    test_fail(__FILE__, __LINE__, "seed %llu, %s: %s", (unsigned long long)seed, how,
              error.message);
  }
}

TEST(fair_is_right_with_every_setting_of_its_search) {
  static const struct {
    const char *name;
    int64_t least, most;
  } settings[] = {
      {"fair-unroll", 0, 2},      {"fair-minimize", 0, 1}, {"fair-trim", 0, 1},
      {"fair-independent", 0, 1}, {"fair-gates", 0, 1},    {"fair-pairs", 0, 1},
      {"fair-keep-stem", 0, 1},   {"fair-wide", 0, 1},     {"fair-constrain", 0, 2},
      {"fair-effort", 0, 3},
  };
  enum { SETTINGS = sizeof settings / sizeof *settings };
  const Engine *engine = engine_find("fair");
  for (uint64_t seed = 0; seed < test_cases(300); seed++) {
    Task *task = random_fair_task(seed ^ 0xfa1);
    Explicit *e = explicit_new(task->system);
    /* Without the help of literals and trimming, so that skeletons have all the work. */
    size_t which = seed % SETTINGS;
    for (int64_t value = settings[which].least; value <= settings[which].most; value++) {
      char *options = mem_alloc(engine->options_size), how[64];
      memcpy(options, engine->option_defaults, engine->options_size);
      if (seed & 1) set_option(engine, options, "fair-independent", 0);
      if (seed & 2) set_option(engine, options, "fair-trim", 0);
      set_option(engine, options, settings[which].name, value);
      Run r = run(engine, task, options, WORK);
      snprintf(how, sizeof how, "%s=%lld", settings[which].name, (long long)value);
      check_answer(task, e, &r, seed, how);
      run_free(&r);
      mem_free(options);
    }
    explicit_free(e);
    task_free(task);
  }
}

/* Where queries get so little work that skeletons wait, pairs are tried, again and again; and
 * solvers are renewed after every subsumed lemma. */
TEST(fair_is_right_where_skeletons_wait_and_solvers_are_renewed) {
  const Engine *engine = engine_find("fair");
  uint64_t digs = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Task *task = random_fair_task(seed ^ 0xd16);
    Explicit *e = explicit_new(task->system);
    FairOptions options;
    memcpy(&options, engine->option_defaults, sizeof options);
    options.trim = false;
    options.gates = seed & 1;
    options.first_slice = 1 + seed % 7;
    options.long_slice = seed % 20;
    options.reach.recycle = 0;
    Run r = run(engine, task, &options, WORK);
    check_answer(task, e, &r, seed, "with skeletons that wait");
    digs += count_of(&r.stats, "fair_digs");
    run_free(&r);
    explicit_free(e);
    task_free(task);
  }
  CHECK_COVERAGE(digs > 20);
}

/* The second run begins with what the first one knew. */
TEST(what_fair_puts_on_the_board_is_inductive_and_serves_another_run) {
  const Engine *engine = engine_find("fair");
  uint64_t offered = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Task *task = random_fair_task(seed ^ 0xb0a4d);
    Explicit *e = explicit_new(task->system);
    LemmaBoard *board = lemma_board_new();
    char *options = mem_alloc(engine->options_size);
    memcpy(options, engine->option_defaults, engine->options_size);
    set_option(engine, options, "fair-trim", 0);
    set_option(engine, options, "fair-independent", 0);
    Run first = run_with(engine, task, options, WORK, board);
    check_answer(task, e, &first, seed, "an empty board");
    size_t position = 0;
    ClauseVec view = lemma_board_take(board, &position), clauses = clauses_copy(&view);
    Budget unlimited = BUDGET_UNLIMITED;
    lemmas_inductive_part(task, &clauses, &unlimited);
    CHECK_EQUAL(clauses.size, view.size);
    offered += clauses.size;
    clauses_free(&clauses);
    Run second = run_with(engine, task, options, WORK, board);
    check_answer(task, e, &second, seed, "a board with lemmas");
    run_free(&first);
    run_free(&second);
    mem_free(options);
    lemma_board_free(board);
    explicit_free(e);
    task_free(task);
  }
  CHECK_COVERAGE(offered > 20);
}

TEST(fair_repeats_itself) {
  const Engine *engine = engine_find("fair");
  for (uint64_t seed = 0; seed < test_cases(20); seed++) {
    Task *task = random_fair_task(seed);
    Run a = run(engine, task, NULL, WORK), b = run(engine, task, NULL, WORK);
    CHECK_EQUAL(a.stats.size, b.stats.size);
    for (size_t i = 0; i < a.stats.size; i++)
      if (a.stats.data[i].kind == STAT_COUNT)
        CHECK_EQUAL(a.stats.data[i].count, b.stats.data[i].count);
    run_free(&a);
    run_free(&b);
    task_free(task);
  }
}

/* ---- counters (III-E) ---- */

/* A counter of n bits and a latch that is set when it overflows; infinitely often not set. */
static Task *counter_task(size_t n, bool most_significant_first) {
  System *system = system_new();
  Aig *aig = system->aig;
  Task *task = task_new(TASK_FAIR, system);
  LitVec bits = {0};
  for (size_t i = 0; i < n; i++) vec_push(&bits, system_latch(system, RESET_0));
  Lit over = system_latch(system, RESET_0), carry = LIT_TRUE;
  for (size_t i = 0; i < n; i++) {
    Lit bit = bits.data[most_significant_first ? n - 1 - i : i];
    system_set_next(system, bit, aig_xor(aig, bit, carry));
    carry = aig_and(aig, carry, bit);
  }
  system_set_next(system, over, aig_or(aig, over, carry));
  vec_push(&task->conditions, lit_not(over));
  vec_free(&bits);
  return task;
}

TEST(counters_fall_without_skeletons_by_one_wall_per_bit) {
  for (int msb = 0; msb < 2; msb++) {
    Task *task = counter_task(24, msb);
    Run r = run(engine_find("fair"), task, NULL, 0);
    CHECK_EQUAL(r.result.verdict, VERDICT_HOLDS);
    CHECK_EQUAL(count_of(&r.stats, "fair_skeletons"), 0);
    CHECK_EQUAL(count_of(&r.stats, "fair_walls"), 25);
    Error error = {0};
    CHECK(certify_witness(task, r.result.evidence.witness, &error));
    run_free(&r);
    task_free(task);
  }
}

/* ---- gates ---- */

/* A word counts up, round and round, until it equals another, which keeps its first value;
 * infinitely often they differ. Gates of the model say which of the two is greater. With a free
 * start, the word may begin above the other. */
static Task *chase_task(size_t n, Reset start) {
  System *system = system_new();
  Aig *aig = system->aig;
  Task *task = task_new(TASK_FAIR, system);
  Lit word[32], goal[32], carry = LIT_TRUE;
  for (size_t i = 0; i < n; i++) word[i] = system_latch(system, start);
  for (size_t i = 0; i < n; i++) goal[i] = system_latch(system, RESET_FREE);
  Lit below = vector_less(aig, word, goal, n), above = vector_less(aig, goal, word, n);
  Lit moves = aig_or(aig, below, above);
  for (size_t i = 0; i < n; i++) {
    system_set_next(system, word[i], aig_xor(aig, word[i], aig_and(aig, moves, carry)));
    system_set_next(system, goal[i], goal[i]);
    carry = aig_and(aig, carry, word[i]);
  }
  vec_push(&task->conditions, moves);
  return task;
}

static Run run_to_proof(const Task *task) {
  Run r = run(engine_find("fair"), task, NULL, 0);
  Error error = {0};
  CHECK_EQUAL(r.result.verdict, VERDICT_HOLDS);
  CHECK(certify_witness(task, r.result.evidence.witness, &error));
  return r;
}

TEST(a_gate_that_keeps_its_value_is_an_assertion) {
  Task *task = chase_task(16, RESET_0);
  Run r = run_to_proof(task);
  CHECK(count_of(&r.stats, "fair_gate_assertions") > 0);
  CHECK_EQUAL(count_of(&r.stats, "fair_skeletons"), 0);
  run_free(&r);
  task_free(task);
}

/* Two latches that are never set together, or else for ever, and the overflow of a counter that
 * would then come and go: only on edges in R it is a wall, and the bits of the counter with it. */
TEST(walls_are_found_among_the_edges_that_assertions_leave) {
  Task *task = counter_task(8, false);
  System *system = task->system;
  Aig *aig = system->aig;
  Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_0);
  Lit which = system_input(system), both = aig_and(aig, a, b);
  system_set_next(system, a, aig_or(aig, both, which));
  system_set_next(system, b, aig_or(aig, both, lit_not(which)));
  Lit over = system->latches.data[8].current, next = system->latches.data[8].next;
  system_set_next(
      system, over,
      aig_or(aig, aig_and(aig, both, lit_not(over)), aig_and(aig, next, lit_not(both))));
  Run r = run_to_proof(task);
  CHECK(count_of(&r.stats, "fair_gate_assertions") > 0);
  CHECK_EQUAL(count_of(&r.stats, "fair_skeletons"), 0);
  run_free(&r);
  task_free(task);
}

TEST(a_gate_that_changes_once_is_a_wall) {
  Task *task = chase_task(16, RESET_FREE);
  Run r = run_to_proof(task);
  CHECK_EQUAL(count_of(&r.stats, "fair_gate_assertions"), 0);
  CHECK(count_of(&r.stats, "fair_gate_walls") > 0);
  CHECK_EQUAL(count_of(&r.stats, "fair_skeletons"), 0);
  run_free(&r);
  task_free(task);
}

/* ---- changed certificates ---- */

/* One gate, condition or bad literal of the witness becomes another literal. */
static void change(Witness *witness, Random *random) {
  Lit other = random_below(random, (uint32_t)(2 * witness->circuit->aig->size));
  size_t conditions = witness->justice.size;
  uint32_t what = random_below(random, (uint32_t)conditions + 2);
  if (what < conditions)
    witness->justice.data[what] =
        random_chance(random, 1, 2) ? lit_not(witness->justice.data[what]) : other;
  else if (what == conditions) witness->bad = other;
  else if (witness->interventions.size)
    witness->interventions.data[random_below(random, (uint32_t)witness->interventions.size)]
        .signal = other;
}

TEST(changed_certificates_of_engines_are_rejected_just_where_enumeration_finds_them_wrong) {
  static const char *const names[] = {"fair", "kliveness", "l2s", "rlive"};
  unsigned accepted = 0, rejected = 0;
  for (uint64_t seed = 0; seed < test_cases(120); seed++) {
    RandomModel *model = random_model(seed, 4);
    Task *task = random_model_fair_task(model, 0);
    random_model_free(model);
    Run r = run(engine_find(names[seed % 4]), task, NULL, WORK);
    Random random = {seed};
    for (int k = 0; r.result.verdict == VERDICT_HOLDS && k < 4; k++) {
      Witness *witness = witness_copy(r.result.evidence.witness);
      if (k) change(witness, &random);
      size_t bits = witness->circuit->latches.size + witness->circuit->inputs.size;
      Error error = {0};
      Certificate certificate = {0};
      if (bits <= 6) {
        CHECK(certificate_of_witness(task, witness, &certificate, &error));
        bool right = !certificate_oracle(task, &certificate);
        CHECK_EQUAL(certify_witness(task, witness, &error), right);
        *(right ? &accepted : &rejected) += 1;
        certificate_free(&certificate);
      }
      error_free(&error);
      witness_free(witness);
    }
    run_free(&r);
    task_free(task);
  }
  CHECK_COVERAGE(accepted > 10 && rejected > 10);
}
