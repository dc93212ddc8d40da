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

/* With a full question to Reach about each counterexample to generalization; what is counted. */
static EngineResult run_full(const Task *task, Stats *stats) {
  const Engine *engine = engine_find("iictl");
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  set_option(engine, options, "iictl-effort", 2);
  set_option(engine, options, "iictl-trial", 1000000);
  set_option(engine, options, "iictl-fair", 1000000);
  void *state = engine_open(engine, task, &(EngineSetup){.options = options});
  Budget budget = {.work = 20000000};
  engine->run(state, &budget);
  EngineResult result;
  engine->result(state, &result);
  engine->stats(state, stats);
  engine->close(state);
  mem_free(options);
  return result;
}

static uint64_t count_of(const Stats *stats, const char *name) {
  for (size_t i = 0; i < stats->size; i++)
    if (!strcmp(stats->data[i].name, name)) return stats->data[i].count;
  test_fail(__FILE__, __LINE__, "no statistic %s", name);
  return 0;
}

TEST(ctl_states_known_to_be_reachable_stand_in_the_way_of_cubes_and_of_nothing_else) {
  Stats stats = {0};
  for (uint64_t seed = 1; seed <= test_cases(600); seed++) {
    Subject s = subject_new(seed);
    Random random = {seed};
    Formula atom = random_ctl(s.formulas, &random, (FormulaShape){1, 2, false});
    Formula inner = formula_unary(s.formulas, seed % 2 ? OP_EF : OP_EG, atom);
    s.task->formula = formula_unary(s.formulas, OP_AG, inner);
    Explicit *e = explicit_new(s.task->system);
    s.truth = ctl_oracle_holds(e, s.formulas, s.task->formula) ? VERDICT_HOLDS : VERDICT_VIOLATED;
    explicit_free(e);
    EngineResult result = run_full(s.task, &stats);
    CHECK_EQUAL(result.verdict, s.truth);
    check_accepted(s.task, result.evidence.ctl, result.verdict);
    evidence_free(&result.evidence);
    subject_free(&s);
  }
  CHECK_COVERAGE(count_of(&stats, "obstructed") > 0 && count_of(&stats, "reachable") > 0);
  vec_free(&stats);
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

static size_t step_number(const Explicit *e, const System *system, const Step *step) {
  size_t number = 0;
  for (size_t i = 0; i < system->latches.size; i++)
    number |= (size_t)bits_get(&step->latches, i) << i;
  number *= e->inputs;
  for (size_t i = 0; i < system->inputs.size; i++)
    number |= (size_t)bits_get(&step->inputs, i) << i;
  return number;
}

/* A trace, and what an operand of the formula is in its steps by the oracle. */
typedef struct {
  const Subject *s;
  const Explicit *e;
  Trace *trace;
} Path;

/* In the structure of the whole formula: a part alone might read fewer inputs. */
static bool value_at(const Path *path, Formula f, size_t step) {
  Formulas *formulas = path->s->formulas;
  Formula whole = path->s->task->formula, either = formula_unary(formulas, OP_NOT, whole);
  either = formula_binary(formulas, OP_OR, whole, either); /* true, and reads them all */
  Bits values = ctl_oracle_steps(path->e, formulas, formula_binary(formulas, OP_AND, f, either));
  const Step *at = path->trace->steps.data + step;
  bool value = bits_get(&values, step_number(path->e, path->s->task->system, at));
  bits_free(&values);
  return value;
}

/* Whether it has this value in all steps, but for so many at the end. */
static bool always_is(const Path *path, Formula f, size_t but, bool value) {
  for (size_t i = 0; i + but < path->trace->steps.size; i++)
    if (value_at(path, f, i) != value) return false;
  return true;
}

/* Whether each fairness literal is met in the loop. The model may not be back in its first state
 * then, only what the formula can see of it: so two more rounds are added, to be looked at, too. */
static bool loop_is_fair(Path *path) {
  enum { ROUNDS = 3 };
  const System *system = path->s->task->system;
  Trace *trace = path->trace;
  size_t loop = (size_t)trace->loop, length = trace->steps.size - loop;
  for (size_t i = 0; i < (ROUNDS - 1) * length; i++) {
    Step *step = trace_add_step(trace, system);
    bits_or(&step->inputs, &trace->steps.data[loop + i].inputs);
    trace_advance(trace, system, loop + length + i - 1);
  }
  Bits values = bits_new(system->aig->size);
  bool good = true;
  for (size_t f = 0; f < system->fairness.size && good; f++) {
    bool met = false;
    for (size_t i = loop + (ROUNDS - 1) * length; i < trace->steps.size; i++) {
      step_evaluate(system, trace->steps.data + i, &values);
      met |= values_of(&values, system->fairness.data[f]);
    }
    good = met;
  }
  bits_free(&values);
  return good;
}

/* Whether a trace shows that E of an operator is true, or A of one is not, by its definition. */
static bool path_shows(Path *path, Formula f, bool truth) {
  const FormulaNode *node = formula_node(path->s->formulas, f);
  Formula p = node->left, q = node->right;
  size_t last = path->trace->steps.size - 1;
  bool lasso = path->trace->loop != TRACE_NO_LOOP;
  if (lasso && !loop_is_fair(path)) return false;
  switch (node->op) {
  case OP_EX:
  case OP_AX: return !lasso && last == 1 && value_at(path, p, last) == truth;
  case OP_EF:
  case OP_AG: return !lasso && value_at(path, p, last) == truth;
  case OP_EG:
  case OP_AF: return lasso && always_is(path, p, 0, truth);
  case OP_EU:
  case OP_AR: return !lasso && value_at(path, q, last) == truth && always_is(path, p, 1, truth);
  case OP_ER:
  case OP_AU: return always_is(path, q, 0, truth) && (lasso || value_at(path, p, last) == truth);
  case OP_EW: return always_is(path, p, !lasso, true) && (lasso || value_at(path, q, last));
  default: /* AW */ return !lasso && always_is(path, q, 0, false) && !value_at(path, p, last);
  }
}

/* EX a is true and EX b is not. Of a conjunction the side that is false is a reason, of a
 * disjunction the one that is true; of what depends on both sides, both. */
TEST(ctl_explanations_of_connectives_have_the_sides_that_matter) {
  static const struct {
    Operator op;
    bool truth, a, b; /* and which of the sides are reasons */
  } rows[] = {{OP_AND, false, false, true},    {OP_OR, true, true, false},
              {OP_IMPLIES, false, true, true}, {OP_EQUIVALENT, false, true, true},
              {OP_XOR, true, true, true},      {OP_NOT, false, true, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Task *task = task_new(TASK_CTL, system_new());
    Formulas *formulas = formulas_new();
    Formula next[2];
    for (size_t k = 0; k < 2; k++) {
      Lit latch = system_latch(task->system, RESET_0);
      system_set_next(task->system, latch, lit_constant(!k));
      Formula atom = formula_atom(formulas, k ? "b" : "a");
      formulas->atoms.data[k].literal = latch;
      next[k] = formula_unary(formulas, OP_EX, atom);
    }
    task->formulas = formulas;
    task->formula = rows[i].op == OP_NOT ? formula_unary(formulas, OP_NOT, next[0])
                                         : formula_binary(formulas, rows[i].op, next[0], next[1]);
    EngineResult result = run(task, false);
    CHECK_EQUAL(result.verdict, rows[i].truth ? VERDICT_HOLDS : VERDICT_VIOLATED);
    CtlReasonVec reasons = ctl_explain(task, result.evidence.ctl, result.verdict);
    CHECK_EQUAL(reasons.size, rows[i].a + rows[i].b);
    for (size_t r = 0; r < reasons.size; r++) {
      const CtlReason *reason = reasons.data + r;
      bool is_a = reason->formula == next[0];
      CHECK(is_a ? rows[i].a : rows[i].b);
      CHECK_EQUAL(reason->truth, is_a);
      CHECK_EQUAL(reason->trace != NULL, is_a); /* that EX b is false is about all paths */
      CHECK(!is_a || reason->trace->steps.size == 2);
      CHECK(!is_a || bits_get(&reason->trace->steps.data[1].latches, 0));
    }
    ctl_reasons_free(&reasons);
    evidence_free(&result.evidence);
    task_free(task);
    formulas_free(formulas);
  }
}

/* That there is a step needs no update; it is shown all the same. The latch says which it is. */
TEST(ctl_explanations_show_a_step_that_no_proof_is_needed_for) {
  for (int every = 0; every < 2; every++) {
    Task *task = task_new(TASK_CTL, system_new());
    Formulas *formulas = formulas_new();
    Lit latch = system_latch(task->system, RESET_0), input = system_input(task->system);
    system_set_next(task->system, latch, lit_not(input));
    Formula atom = formula_atom(formulas, "latch"), not_it = formula_unary(formulas, OP_NOT, atom);
    formulas->atoms.data[0].literal = latch;
    Formula child = formula_binary(formulas, every ? OP_AND : OP_OR, atom, not_it);
    task->formulas = formulas;
    task->formula = formula_unary(formulas, every ? OP_AX : OP_EX, child);
    CtlProof *nothing = ctl_proof_new();
    Verdict verdict = every ? VERDICT_VIOLATED : VERDICT_HOLDS;
    check_accepted(task, nothing, verdict);
    CtlReasonVec reasons = ctl_explain(task, nothing, verdict);
    CHECK(reasons.size == 1 && reasons.data[0].truth == !every);
    const Trace *trace = reasons.data[0].trace;
    CHECK(trace && trace->loop == TRACE_NO_LOOP);
    CHECK_EQUAL(trace->steps.size, 2);
    CHECK(!bits_get(&trace->steps.data[0].latches, 0));
    CHECK_EQUAL(bits_get(&trace->steps.data[1].latches, 0),
                !bits_get(&trace->steps.data[0].inputs, 0));
    ctl_reasons_free(&reasons);
    ctl_proof_free(nothing);
    task_free(task);
    formulas_free(formulas);
  }
}

/* Whether a reason is one that a path is looked for. */
static bool asks_for_a_path(const Subject *s, const CtlReason *reason) {
  Operator op = formula_node(s->formulas, reason->formula)->op;
  return operator_is_ctl(op) && (op >= OP_EX && op <= OP_EW) == reason->truth;
}

/* Where the proof knows no way there is no trace: that is seldom, and never so of a single step. */
TEST(ctl_explanations_are_paths_of_the_model_that_show_what_they_say) {
  unsigned traces = 0, nested = 0, missing = 0, rounds = 0;
  for (uint64_t seed = 0; seed < test_cases(1000); seed++) {
    Subject s = subject_new(seed);
    EngineResult result = run(s.task, seed % 2);
    Random random = {seed};
    Explicit *e = explicit_new(s.task->system);
    CtlStructure *structure = ctl_structure_new(s.task);
    if (seed % 4 < 2 && structure->system->latches.size) /* the same with circuits */
      ctl_gate_proof(result.evidence.ctl, structure->system->latches.size, &random);
    ctl_structure_free(structure);
    check_accepted(s.task, result.evidence.ctl, result.verdict);
    CtlReasonVec reasons = ctl_explain(s.task, result.evidence.ctl, result.verdict);
    for (size_t i = 0; i < reasons.size; i++) {
      const CtlReason *reason = reasons.data + i;
      Path own = {&s, e, reason->trace}, above = {&s, e, reasons.data[reason->parent].trace};
      if (reason->formula == s.task->formula) CHECK_EQUAL(reason->truth, s.truth == VERDICT_HOLDS);
      if (above.trace) CHECK_SEED(value_at(&above, reason->formula, reason->step), reason->truth);
      if (!own.trace && asks_for_a_path(&s, reason)) {
        Operator op = formula_node(s.formulas, reason->formula)->op;
        CHECK_SEED(op == OP_EX || op == OP_AX, false);
        missing++;
      }
      if (!own.trace) continue;
      rounds += own.trace->loop >= 0 && own.trace->loop + 1 < (int64_t)own.trace->steps.size;
      traces++;
      check_path(s.task->system, own.trace);
      CHECK_SEED(path_shows(&own, reason->formula, reason->truth), true);
      size_t first = step_number(e, s.task->system, own.trace->steps.data);
      if (!i) CHECK_SEED(bits_get(&e->initial, first / e->inputs), true);
      if (!i || !above.trace) continue;
      nested++;
      CHECK(bits_equal(&above.trace->steps.data[reason->step].latches,
                       &own.trace->steps.data[0].latches));
    }
    ctl_reasons_free(&reasons);
    explicit_free(e);
    evidence_free(&result.evidence);
    subject_free(&s);
  }
  CHECK(7 * missing < traces && 15 * rounds > traces);
  CHECK_COVERAGE(traces > 80 && nested > 10);
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
