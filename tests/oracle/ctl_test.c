/* The CTL engine and its proofs against the oracle: what it proves is accepted, whatever its
 * options; files say the same as what was written; a formula and its negation get opposite
 * verdicts; slices do not change the run. What the checker says of each update is in
 * ctl_proof_test.c. */
#include <stdlib.h>

#include "engine/engine.h"
#include "engine/lemmas.h"
#include "evidence/certify_ctl.h"
#include "evidence/ctl_explain.h"
#include "evidence/ctl_file.h"
#include "formula/ctl/ctl_linear.h"
#include "oracle/ctl_gated.h"
#include "oracle/ctl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "oracle/set_option.h"
#include "task/ctl_structure.h"
#include "task/ltl_task.h"
#include "test.h"

typedef struct {
  Task *task;
  Formulas *formulas;
  Verdict truth;
} Subject;

static Subject subject_new(uint64_t seed) {
  Subject s = {.task = random_bad_task(seed ^ 0xc7c7), .formulas = formulas_new()};
  Random random = {seed};
  s.task->kind = TASK_CTL;
  s.task->formulas = s.formulas;
  random_atoms(s.formulas, s.task->system, &random, 3, true);
  if (seed % 3) {
    s.task->formula = random_ctl(s.formulas, &random, (FormulaShape){4, 3, false});
  } else { /* what FAIR is asked about most: AG (p -> AF q), with anything for p and q */
    Formula p = random_ctl(s.formulas, &random, (FormulaShape){2, 1, false});
    Formula q = random_ctl(s.formulas, &random, (FormulaShape){2, 1, false});
    q = formula_unary(s.formulas, OP_AF, q);
    s.task->formula =
        formula_unary(s.formulas, OP_AG, formula_binary(s.formulas, OP_IMPLIES, p, q));
  }
  Explicit *e = explicit_new(s.task->system);
  s.truth = ctl_oracle_holds(e, s.formulas, s.task->formula) ? VERDICT_HOLDS : VERDICT_VIOLATED;
  explicit_free(e);
  return s;
}

static void subject_free(Subject *s) {
  task_free(s->task);
  formulas_free(s->formulas);
}

/* Runs the engine in slices of this much work, or (0) in one go; equalities are looked for after
 * this much work, and FAIR is asked after this much. */
static EngineResult run_with(const Task *task, uint64_t slice, int64_t trial, int64_t fair) {
  const Engine *engine = engine_find("iictl");
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  set_option(engine, options, "iictl-trial", trial);
  set_option(engine, options, "iictl-fair", fair);
  EngineSetup setup = {.seed = 0, .options = options};
  void *state = engine_open(engine, task, &setup);
  Budget all = {.work = 20000000};
  while (!budget_spent(&all)) {
    Budget part = budget_slice(&all, slice);
    if (engine->run(state, &part) != VERDICT_UNKNOWN) break;
  }
  EngineResult result;
  engine->result(state, &result);
  engine->close(state);
  mem_free(options);
  return result;
}

/* In one go, without equalities; FAIR is asked at once, or so late that there is an answer
 * before. */
static EngineResult run(const Task *task, bool fair) {
  return run_with(task, 0, 1000000, fair ? 0 : 1000000);
}

/* How many sets were removed for want of fair paths, and how many of those were not all states. */
static void count_ranks(const CtlProof *proof, unsigned *ranks, unsigned *sets) {
  for (size_t i = 0; i < proof->updates.size; i++) {
    if (proof->updates.data[i].kind != CTL_RANK) continue;
    ++*ranks;
    *sets += proof->updates.data[i].states.size > 0;
  }
}

static char *written(const CtlProof *proof, Verdict verdict) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  CHECK(ctl_file_write(stream, proof, verdict));
  fclose(stream);
  return text;
}

static void check_accepted(const Task *task, const CtlProof *proof, Verdict verdict) {
  Error report = {0};
  if (!certify_ctl(task, proof, verdict, NULL, &report))
    test_fail(__FILE__, __LINE__, "%s", report.message);
  error_free(&report);
}

TEST(ctl_proofs_survive_their_files) {
  unsigned ranks = 0, sets = 0;
  for (uint64_t seed = 0; seed < test_cases(60); seed++) {
    Subject s = subject_new(seed);
    EngineResult result = run(s.task, seed % 2);
    CHECK_EQUAL(result.verdict, s.truth);
    count_ranks(result.evidence.ctl, &ranks, &sets);
    char *text = written(result.evidence.ctl, result.verdict);
    Error error = {0};
    Verdict verdict;
    CtlProof *proof = ctl_file_read("proof", text, &verdict, &error);
    CHECK(proof != NULL);
    CHECK_EQUAL(verdict, s.truth);
    check_accepted(s.task, proof, verdict);
    char *again = written(proof, verdict);
    CHECK_TEXT(again, text);
    free(again);
    free(text);
    ctl_proof_free(proof);
    evidence_free(&result.evidence);
    subject_free(&s);
  }
  CHECK_COVERAGE(ranks > 3 && sets > 0);
}

/* Where there is one initial pair, either the formula or its negation holds. */
TEST(ctl_a_formula_and_its_negation_never_agree) {
  for (uint64_t seed = 0; seed < test_cases(60); seed++) {
    Subject s = subject_new(seed);
    for (size_t i = 0; i < s.task->system->latches.size; i++)
      if (s.task->system->latches.data[i].reset == RESET_FREE)
        s.task->system->latches.data[i].reset = RESET_0;
    CtlStructure *structure = ctl_structure_new(s.task);
    bool single = !structure->system->constraints.size;
    for (size_t i = 0; i < structure->system->latches.size; i++)
      single &= structure->system->latches.data[i].reset != RESET_FREE;
    ctl_structure_free(structure);
    if (single) {
      EngineResult one = run(s.task, seed % 2);
      s.task->formula = formula_unary(s.formulas, OP_NOT, s.task->formula);
      EngineResult other = run(s.task, seed % 2);
      CHECK(one.verdict != VERDICT_UNKNOWN && other.verdict != VERDICT_UNKNOWN);
      CHECK(one.verdict != other.verdict);
      evidence_free(&one.evidence);
      evidence_free(&other.evidence);
    }
    subject_free(&s);
  }
}

/* Diagrams tell what is reachable, and IICTL says it in its proof; and the other way round lemmas
 * of two latches are the care set of diagrams. */
TEST(ctl_engines_that_share_lemmas_are_right) {
  unsigned taken = 0, proper = 0;
  for (uint64_t seed = 0; seed < test_cases(150); seed++) {
    Subject s = subject_new(seed ^ 0x5a3e);
    LemmaBoard *board = lemma_board_new();
    Budget unlimited = BUDGET_UNLIMITED;
    ClauseVec pairs = lemmas_pairs(s.task, &unlimited);
    if (seed % 2) lemma_board_offer(board, &pairs);
    clauses_free(&pairs);
    const char *const names[] = {"bdd", "iictl", "bdd"};
    for (size_t i = 0; i < 3; i++) {
      const Engine *engine = engine_find(names[i]);
      char *options = mem_alloc(engine->options_size);
      memcpy(options, engine->option_defaults, engine->options_size);
      if (i != 1) set_option(engine, options, "dont-cares", (int64_t)(seed / 2 + i) % 3);
      EngineSetup setup = {.options = options, .lemmas = board};
      void *state = engine_open(engine, s.task, &setup);
      Budget budget = BUDGET_UNLIMITED;
      CHECK(engine->run(state, &budget) == s.truth);
      EngineResult result;
      engine->result(state, &result);
      check_accepted(s.task, result.evidence.ctl, s.truth);
      for (size_t k = 0; i == 1 && k < result.evidence.ctl->updates.size; k++)
        taken += result.evidence.ctl->updates.data[k].kind == CTL_REACHABLE;
      evidence_free(&result.evidence);
      engine->close(state);
      mem_free(options);
    }
    size_t position = 0;
    ClauseVec view = lemma_board_take(board, &position), lemmas = clauses_copy(&view);
    lemmas_inductive_part(s.task, &lemmas, &unlimited);
    CHECK_EQUAL(lemmas.size, position);
    proper += position > 0;
    clauses_free(&lemmas);
    lemma_board_free(board);
    subject_free(&s);
  }
  CHECK_COVERAGE(taken > 20 && proper > 40);
}

/* The engine bdd, which tries a formula without what can be reached when finding that has taken
 * `after` steps. Whether it did is counted. */
static EngineResult run_diagrams(const Subject *s, int64_t after, uint64_t slice, unsigned *tries) {
  const Engine *engine = engine_find("bdd");
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  set_option(engine, options, "bdd-try-after", after);
  EngineSetup setup = {.options = options};
  void *state = engine_open(engine, s->task, &setup);
  Verdict verdict = VERDICT_UNKNOWN;
  while (verdict == VERDICT_UNKNOWN) {
    Budget budget = slice ? budget_slice(NULL, slice) : BUDGET_UNLIMITED;
    verdict = engine->run(state, &budget);
  }
  CHECK(verdict == s->truth);
  EngineResult result;
  engine->result(state, &result);
  check_accepted(s->task, result.evidence.ctl, s->truth);
  Stats stats = {0};
  engine->stats(state, &stats);
  for (size_t i = 0; i < stats.size; i++)
    if (!strcmp(stats.data[i].name, "bdd_tries")) *tries += stats.data[i].count > 0;
  vec_free(&stats);
  engine->close(state);
  mem_free(options);
  return result;
}

TEST(ctl_tried_without_what_can_be_reached_is_right_however_it_is_sliced) {
  unsigned tries = 0, decided = 0, gone_on = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Subject s = subject_new(seed ^ 0x7e21);
    unsigned tried = 0, again = 0;
    int64_t after = 1 + (int64_t)(seed * 37 % 60);
    EngineResult whole = run_diagrams(&s, after, 0, &tried);
    EngineResult sliced = run_diagrams(&s, after, 1 + seed * 7 % 300, &again);
    char *a = written(whole.evidence.ctl, whole.verdict);
    char *b = written(sliced.evidence.ctl, sliced.verdict);
    CHECK_EQUAL(tried, again);
    CHECK_TEXT(b, a);
    bool reachable = strstr(a, "reachable");
    tries += tried;
    decided += tried && !reachable;
    gone_on += tried && reachable;
    free(a);
    free(b);
    evidence_free(&whole.evidence);
    evidence_free(&sliced.evidence);
    subject_free(&s);
  }
  CHECK_COVERAGE(tries > 40 && decided > 10 && gone_on > 10);
}

TEST(ctl_slices_do_not_change_the_run) {
  for (uint64_t seed = 0; seed < test_cases(40); seed++) {
    Subject s = subject_new(seed);
    int64_t trial =
        (int64_t)(seed % 4 * 20); /* what is asked after it depends on what was before */
    int64_t fair = (int64_t)(seed % 3 * 100);
    EngineResult whole = run_with(s.task, 0, trial, fair);
    EngineResult sliced = run_with(s.task, 1 + seed * 7 % 300, trial, fair);
    CHECK_EQUAL(whole.verdict, sliced.verdict);
    char *a = written(whole.evidence.ctl, whole.verdict);
    char *b = written(sliced.evidence.ctl, sliced.verdict);
    CHECK_TEXT(b, a);
    free(a);
    free(b);
    evidence_free(&whole.evidence);
    evidence_free(&sliced.evidence);
    subject_free(&s);
  }
}

/* ---- explanations ---- */

static bool step_is_valid(const System *system, const Step *step, Bits *values) {
  step_evaluate(system, step, values);
  for (size_t i = 0; i < system->constraints.size; i++)
    if (!values_of(values, system->constraints.data[i])) return false;
  return true;
}

/* Every step but the last is valid and leads to the next one; of a lasso the last is valid, too. */
static void check_path(const System *system, const Trace *trace) {
  Bits values = bits_new(system->aig->size);
  size_t valid = trace->steps.size - (trace->loop == TRACE_NO_LOOP);
  for (size_t i = 0; i < valid; i++) {
    CHECK(step_is_valid(system, trace->steps.data + i, &values));
    for (size_t k = 0; i + 1 < trace->steps.size && k < system->latches.size; k++)
      CHECK_EQUAL(bits_get(&trace->steps.data[i + 1].latches, k),
                  values_of(&values, system->latches.data[k].next));
  }
  bits_free(&values);
}

TEST(ctl_explanations_are_paths_of_the_model) {
  unsigned traces = 0, nested = 0;
  for (uint64_t seed = 0; seed < test_cases(100); seed++) {
    Subject s = subject_new(seed);
    EngineResult result = run(s.task, seed % 2);
    Random random = {seed};
    CtlStructure *structure = ctl_structure_new(s.task);
    if (seed % 4 < 2 && structure->system->latches.size) /* the same with circuits */
      ctl_gate_proof(result.evidence.ctl, structure->system->latches.size, &random);
    ctl_structure_free(structure);
    check_accepted(s.task, result.evidence.ctl, result.verdict);
    CtlReasonVec reasons = ctl_explain(s.task, result.evidence.ctl, result.verdict);
    for (size_t i = 0; i < reasons.size; i++) {
      const CtlReason *reason = reasons.data + i;
      if (reason->formula == s.task->formula) CHECK_EQUAL(reason->truth, s.truth == VERDICT_HOLDS);
      if (!reason->trace) continue;
      traces++;
      check_path(s.task->system, reason->trace);
      const Trace *parent = i ? reasons.data[reason->parent].trace : NULL;
      if (!parent) continue;
      nested++;
      CHECK(bits_equal(&parent->steps.data[reason->step].latches,
                       &reason->trace->steps.data[0].latches));
    }
    ctl_reasons_free(&reasons);
    evidence_free(&result.evidence);
    subject_free(&s);
  }
  CHECK_COVERAGE(traces > 20 && nested > 2);
}

/* What LTL can say means the same there: runs of the product decide it. */
TEST(ctl_linear_forms_mean_the_same) {
  unsigned linear = 0, violated = 0, cut = 0;
  for (uint64_t seed = 0; seed < test_cases(3000); seed++) {
    Subject s = subject_new(seed);
    const System *system = s.task->system;
    Formula f = ctl_linear(s.formulas, s.task->formula, system);
    Error error = {0};
    ProductMap map;
    Task *task = NULL;
    if (f != FORMULA_NONE) task = ltl_task(system, s.formulas, f, &LTL_DEFAULTS, &map, &error);
    if (task && task->system->latches.size + task->system->inputs.size < 16) {
      Explicit *e = explicit_new(task->system);
      if (explicit_verdict(e, task) != s.truth)
        test_fail(__FILE__, __LINE__, "seed %llu", (unsigned long long)seed);
      linear++;
      violated += s.truth == VERDICT_VIOLATED;
      cut += system->constraints.size || system->fairness.size;
      explicit_free(e);
    }
    error_free(&error);
    task_free(task);
    subject_free(&s);
  }
  CHECK_COVERAGE(linear > 60 && violated > 20 && violated + 20 < linear && cut > 20);
}
