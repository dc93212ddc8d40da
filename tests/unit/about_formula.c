/* Evidence about a product is held against the property itself: on runs and automata that were made
 * to lie, where the replay and the certificate are content. */
#include "check/about_formula.h"

#include <stdio.h>
#include <string.h>

#include "check/check.h"
#include "check/task_of_property.h"
#include "formula/ltl/ltl_automaton.h"
#include "formula/parser.h"
#include "front/smv/smv.h"
#include "test.h"

/* Two variables that do what they like, and a formula about them. */
static Model *free_model(const char *more, const char *ltl) {
  Text text = {0};
  Error error = {0};
  text_format(&text, "MODULE main VAR a : boolean; b : boolean; %s\nLTLSPEC %s\n", more, ltl);
  Model *model = smv_read("free.smv", text.data, text.size, NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s", error.message);
  text_free(&text);
  return model;
}

static bool a_latch_is(const System *system, const char *name, size_t latch) {
  const Signal *signal = signal_find(&system->signals, name);
  return signal && signal->bits.data[0] == system->latches.data[latch].current;
}

/* A run in which a and b have the values given as digits, one pair for each step. What feeds the
 * variables is found by trying: each has an input of its own. */
static Trace *run_of(const Model *model, const char *a, const char *b, int64_t loop) {
  const System *system = model->system;
  Trace *trace = trace_new();
  size_t length = strlen(a);
  for (size_t k = 0; k < length; k++) {
    trace_add_step(trace, system);
    size_t next = k + 1 < length ? k + 1 : loop >= 0 ? (size_t)loop : k;
    for (size_t i = 0; i < system->latches.size; i++) {
      bool is_a = a_latch_is(system, "a", i), is_b = a_latch_is(system, "b", i);
      if (!is_a && !is_b) continue;
      Step *step = &vec_last(&trace->steps);
      bits_put(&step->latches, i, (is_a ? a : b)[k] == '1');
      for (size_t n = 0; n < system->inputs.size; n++)
        if (lit_positive(system->latches.data[i].next) == system->inputs.data[n])
          bits_put(&step->inputs, n,
                   ((is_a ? a : b)[next] == '1') ^ lit_negated(system->latches.data[i].next));
    }
  }
  trace->loop = loop;
  return trace;
}

/* Of the model's last property. The model is freed. */
static Finding judge_run_of(Model *model, const char *a, const char *b, int64_t loop) {
  Trace *trace = run_of(model, a, b, loop);
  Error error = {0};
  Finding finding = violation_of_property(model, model->properties.size - 1, trace, &error);
  CHECK((finding == FINDING_SHOWN) == !error.message);
  error_free(&error);
  trace_free(trace);
  model_free(model);
  return finding;
}

static Finding judge_run(const char *more, const char *ltl, const char *a, const char *b,
                         int64_t loop) {
  return judge_run_of(free_model(more, ltl), a, b, loop);
}

TEST(a_lasso_is_a_violation_only_if_the_formula_is_false_on_it) {
  CHECK_EQUAL(judge_run("", "G F a", "1000", "0000", 1), FINDING_SHOWN);
  CHECK_EQUAL(judge_run("", "G F a", "0001", "0000", 1), FINDING_REFUTED);
  CHECK_EQUAL(judge_run("", "F G (a -> O b)", "0100", "0000", 0), FINDING_SHOWN);
  CHECK_EQUAL(judge_run("", "F G (a -> O b)", "0100", "0010", 0), FINDING_REFUTED);
  CHECK_EQUAL(judge_run("", "G (Y Y Y a -> b)", "0100", "0001", 0), FINDING_SHOWN);
  CHECK_EQUAL(judge_run("", "G (Y Y Y a -> b)", "0100", "0100", 1), FINDING_REFUTED);
}

TEST(strong_fairness_is_part_of_what_a_lasso_must_refute) {
  CHECK_EQUAL(judge_run("COMPASSION (a, b)", "G F b", "00", "00", 0), FINDING_SHOWN);
  CHECK_EQUAL(judge_run("COMPASSION (a, b)", "G F b", "01", "00", 0), FINDING_REFUTED);
}

TEST(a_finite_run_is_a_violation_only_if_the_formula_is_false_whatever_follows) {
  CHECK_EQUAL(judge_run("", "G (a -> b)", "01", "10", TRACE_NO_LOOP), FINDING_SHOWN);
  CHECK_EQUAL(judge_run("", "G (a -> b)", "01", "11", TRACE_NO_LOOP), FINDING_REFUTED);
  CHECK_EQUAL(judge_run("", "G (a -> F b)", "01", "00", TRACE_NO_LOOP), FINDING_REFUTED);
  /* no step decides it, but nothing can follow */
  CHECK_EQUAL(judge_run("", "G (a -> X (F b & !F b))", "01", "00", TRACE_NO_LOOP), FINDING_SHOWN);
  CHECK_EQUAL(judge_run("", "F (a & O b)", "01", "00", TRACE_NO_LOOP), FINDING_REFUTED);
}

TEST(a_run_that_is_none_of_the_model_shows_nothing) {
  CHECK_EQUAL(judge_run("INIT a", "G a", "00", "00", 0), FINDING_REFUTED);
  CHECK_EQUAL(judge_run("INVAR a | b", "G a", "00", "00", 0), FINDING_REFUTED);
  CHECK_EQUAL(judge_run("JUSTICE b", "G a", "00", "00", 0), FINDING_REFUTED);
  CHECK_EQUAL(judge_run("JUSTICE b", "G a", "00", "01", 0), FINDING_SHOWN);
}

/* The automaton accepts the words in which an a is followed at once by a b, and then by b for ever
 * or, with `anything`, by whatever. */
static Model *hoa_model(const char *more, bool anything) {
  const char *path = test_temporary_path("follows.hoa");
  FILE *file = fopen(path, "w");
  CHECK(file);
  fprintf(file,
          "HOA: v1\nStates: 3\nStart: 0\nAP: 2 \"a\" \"b\"\nAcceptance: 1 Inf(0)\n--BODY--\n"
          "State: 0\n[t] 0\n[0] 1\nState: 1\n[1] 2\nState: 2 {0}\n[%s] 2\n--END--\n",
          anything ? "t" : "1");
  fclose(file);
  Model *model = free_model(more, "TRUE");
  Error error = {0};
  CHECK(model_add_hoa_file(model, path, &error));
  return model;
}

static Finding judge_hoa(const char *more, bool anything, const char *a, const char *b,
                         int64_t loop) {
  return judge_run_of(hoa_model(more, anything), a, b, loop);
}

TEST(an_automaton_must_accept_the_run_itself) {
  CHECK_EQUAL(judge_hoa("", false, "0100", "0011", 3), FINDING_SHOWN);
  CHECK_EQUAL(judge_hoa("", false, "0100", "0011", 0), FINDING_REFUTED);
  CHECK_EQUAL(judge_hoa("", true, "0100", "0011", 0), FINDING_SHOWN);
  CHECK_EQUAL(judge_hoa("COMPASSION (a, b)", false, "0100", "0011", 3), FINDING_SHOWN);
  CHECK_EQUAL(judge_hoa("COMPASSION (b, a)", false, "0100", "0011", 3), FINDING_REFUTED);
  CHECK_EQUAL(judge_hoa("", true, "010", "001", TRACE_NO_LOOP), FINDING_SHOWN);
  CHECK_EQUAL(judge_hoa("", true, "010", "000", TRACE_NO_LOOP), FINDING_REFUTED);
  CHECK_EQUAL(judge_hoa("", false, "010", "001", TRACE_NO_LOOP), FINDING_REFUTED);
}

/* ---- products ---- */

static const LtlOptions ways[] = {
    {AUTOMATON_SMALL, ENCODING_ONE_HOT, true},
    {AUTOMATON_SMALL, ENCODING_BINARY, true},
    {AUTOMATON_SMALL, ENCODING_ONE_HOT, false},
    {AUTOMATON_TIGHT, ENCODING_ONE_HOT, true},
};
enum { WAYS = sizeof ways / sizeof *ways };

static const char *const formulas[] = {
    "G (a -> F b)", "F G a | G F b", "G (a -> b)", "G (a -> Y O b)", "a U b", "G (a <-> X b)",
};
enum { FORMULAS = sizeof formulas / sizeof *formulas };

/* Of the model's last property, here and below. */
static Finding judge_product(const Model *model, const LtlOptions *way, const Task *task) {
  Error error = {0};
  Finding finding = product_of_property(model, model->properties.size - 1, way, task,
                                        ABOUT_WORK_LARGE, NULL, &error);
  CHECK((finding == FINDING_SHOWN) == !error.message);
  error_free(&error);
  return finding;
}

static Task *product(const Model *model, const LtlOptions *way) {
  Error error = {0};
  Task *task = task_of_property(model, model->properties.size - 1, way, &error);
  CHECK(task);
  return task;
}

TEST(the_product_of_a_formula_is_shown_to_have_a_run_for_every_violation) {
  static const char *const surroundings[] = {"",
                                             "INIT a & b | !b",
                                             "INVAR a | b",
                                             "JUSTICE b",
                                             "JUSTICE b JUSTICE a",
                                             "COMPASSION (a, b)",
                                             "INIT a -> b JUSTICE a"};
  for (size_t i = 0; i < FORMULAS; i++)
    for (size_t w = 0; w < WAYS; w++)
      for (size_t s = 0; s < sizeof surroundings / sizeof *surroundings; s++) {
        Model *model = free_model(surroundings[s], formulas[i]);
        Task *task = product(model, &ways[w]);
        if (judge_product(model, &ways[w], task) != FINDING_SHOWN)
          test_fail(__FILE__, __LINE__, "formula %zu, way %zu, surroundings %zu", i, w, s);
        task_free(task);
        model_free(model);
      }
}

typedef void Spoil(Task *task);

static void spoil_question(Task *task) {
  if (task->kind == TASK_BAD) task->bad = LIT_FALSE;
  else task->conditions.data[0] = LIT_FALSE;
}
static void spoil_constraint(Task *task) { vec_push(&task->system->constraints, LIT_FALSE); }
static void spoil_latch(Task *task) {
  Latch *latch = &vec_last(&task->system->latches);
  latch->next = lit_not(latch->next);
}
static void spoil_reset(Task *task) {
  Latch *latch = &vec_last(&task->system->latches);
  latch->reset = latch->reset == RESET_0 ? RESET_1 : RESET_0;
}
static void spoil_model(Task *task) {
  task->system->latches.data[0].next = task->system->latches.data[1].current;
}
static void spoil_inputs(Task *task) { system_input(task->system); }

TEST(a_product_that_differs_from_the_model_and_the_automaton_anywhere_is_refused) {
  Spoil *const spoils[] = {spoil_question, spoil_constraint, spoil_latch,
                           spoil_reset,    spoil_model,      spoil_inputs};
  for (size_t i = 0; i < FORMULAS; i++)
    for (size_t w = 0; w < WAYS; w++)
      for (size_t s = 0; s < sizeof spoils / sizeof *spoils; s++) {
        Model *model = free_model("", formulas[i]);
        Task *task = product(model, &ways[w]);
        spoils[s](task);
        if (judge_product(model, &ways[w], task) != FINDING_REFUTED)
          test_fail(__FILE__, __LINE__, "formula %zu, way %zu, spoilt %zu", i, w, s);
        task_free(task);
        model_free(model);
      }
}

TEST(the_product_of_an_automaton_is_held_against_the_automaton) {
  Spoil *const spoils[] = {spoil_question, spoil_constraint, spoil_latch,
                           spoil_reset,    spoil_model,      spoil_inputs};
  for (size_t w = 0; w < WAYS; w++)
    for (size_t s = 0; s <= sizeof spoils / sizeof *spoils; s++)
      for (int anything = 0; anything < 2; anything++) {
        Model *model = hoa_model("INIT a -> b", anything);
        Task *task = product(model, &ways[w]);
        bool spoilt = s < sizeof spoils / sizeof *spoils;
        if (spoilt) spoils[s](task);
        if (judge_product(model, &ways[w], task) != (spoilt ? FINDING_REFUTED : FINDING_SHOWN))
          test_fail(__FILE__, __LINE__, "way %zu, spoilt %zu", w, s);
        task_free(task);
        model_free(model);
      }
}

/* The same function of other gates. */
static void rewrite(Aig *aig, Lit *lit, Lit by) {
  Lit before = *lit;
  *lit = aig_xor(aig, aig_xor(aig, *lit, by), by);
  CHECK(*lit != before || before <= LIT_TRUE || lit_positive(before) == lit_positive(by));
}
static void rewrite_all(Aig *aig, LitVec *lits, Lit by) {
  for (size_t i = 0; i < lits->size; i++) rewrite(aig, lits->data + i, by);
}

TEST(what_looks_different_in_a_product_and_is_the_same_is_accepted) {
  for (size_t i = 0; i < FORMULAS; i++)
    for (size_t w = 0; w < WAYS; w++) {
      Model *model = free_model("INIT a & b | !b INVAR a | b", formulas[i]);
      Task *task = product(model, &ways[w]);
      System *system = task->system;
      Lit by = system->inputs.data[0];
      for (size_t k = 0; k < system->latches.size; k++)
        if (system->latches.data[k].current != system->first)
          rewrite(system->aig, &system->latches.data[k].next, by);
      rewrite_all(system->aig, &system->constraints, by);
      rewrite_all(system->aig, &task->conditions, by);
      if (task->kind == TASK_BAD) rewrite(system->aig, &task->bad, by);
      if (judge_product(model, &ways[w], task) != FINDING_SHOWN)
        test_fail(__FILE__, __LINE__, "formula %zu, way %zu", i, w);
      task_free(task);
      model_free(model);
    }
}

/* Whether runs that keep the constraint can go on depends on what the formula reads. */
TEST(a_product_with_an_atom_that_reads_an_input_is_that_of_its_formula) {
  for (size_t w = 0; w < WAYS; w++) {
    Model *model = free_model("IVAR i : boolean; ASSIGN next(a) := i; INVAR a | b", "G (i -> b)");
    Task *task = product(model, &ways[w]);
    CHECK_EQUAL(judge_product(model, &ways[w], task), FINDING_SHOWN);
    task_free(task);
    model_free(model);
  }
}

/* One thing of a product spoilt: the place of it among those of its kind; false if there is none.
 */
typedef bool SpoilOne(Task *task, size_t place);

static bool negate_next(Task *task, size_t place) {
  LatchVec *latches = &task->system->latches;
  if (place >= latches->size) return false;
  latches->data[place].next = lit_not(latches->data[place].next);
  return true;
}
static bool change_reset(Task *task, size_t place) {
  LatchVec *latches = &task->system->latches;
  if (place >= latches->size) return false;
  latches->data[place].reset = latches->data[place].reset == RESET_0 ? RESET_1 : RESET_0;
  return true;
}
static bool negate_in(LitVec *lits, size_t place) {
  if (place >= lits->size) return false;
  lits->data[place] = lit_not(lits->data[place]);
  return true;
}
static bool negate_constraint(Task *task, size_t place) {
  return negate_in(&task->system->constraints, place);
}
static bool negate_fairness(Task *task, size_t place) {
  return negate_in(&task->system->fairness, place);
}
static bool negate_condition(Task *task, size_t place) {
  return negate_in(&task->conditions, place);
}
static bool negate_bad(Task *task, size_t place) {
  if (place || task->kind != TASK_BAD) return false;
  task->bad = lit_not(task->bad);
  return true;
}
/* Further things of each kind, which say nothing, and one less. */
static bool change_shape(Task *task, size_t place) {
  System *system = task->system;
  switch (place) {
  case 0: system_input(system); return true;
  case 1: system_set_next(system, system_latch(system, RESET_0), LIT_FALSE); return true;
  case 2: vec_push(&system->fairness, LIT_TRUE); return true;
  case 3: system->latches.size--; return true;
  case 4: task->kind = task->kind == TASK_BAD ? TASK_FAIR : TASK_BAD; return true;
  case 5:
    if (system->fairness.size) task->conditions.size = 0; /* fewer than the model's own */
    return system->fairness.size;
  default: return false;
  }
}

TEST(a_product_with_one_thing_spoilt_is_not_the_model_and_the_automaton) {
  static SpoilOne *const spoils[] = {negate_next,     change_reset,     negate_constraint,
                                     negate_fairness, negate_condition, negate_bad,
                                     change_shape};
  static const char *const surroundings[] = {"", "INIT a & b | !b", "INVAR a | b", "JUSTICE b",
                                             "INIT a -> b JUSTICE a JUSTICE b"};
  size_t spoilt = 0;
  for (size_t i = 0; i < FORMULAS; i++)
    for (size_t w = 0; w < WAYS; w++)
      for (size_t m = 0; m < sizeof surroundings / sizeof *surroundings; m++) {
        Model *model = free_model(surroundings[m], formulas[i]);
        for (size_t s = 0, place = 0; s < sizeof spoils / sizeof *spoils;) {
          Task *task = product(model, &ways[w]);
          bool more = spoils[s](task, place);
          if (more && judge_product(model, &ways[w], task) == FINDING_SHOWN)
            test_fail(__FILE__, __LINE__, "formula %zu, way %zu, surroundings %zu, spoilt %zu, %zu",
                      i, w, m, s, place);
          spoilt += more;
          place = more ? place + 1 : 0;
          s += !more;
          task_free(task);
        }
        model_free(model);
      }
  CHECK(spoilt > 1000);
}

/* Of the model: what it calls its latch of the first step. */
static Latch *first_latch(System *system) {
  for (size_t i = 0; i < system->latches.size; i++)
    if (system->latches.data[i].current == system->first) return system->latches.data + i;
  test_fail(__FILE__, __LINE__, "there is no latch of the first step");
}

typedef enum { NEXT, RESET, LAST_RESET, CONSTRAINT, FAIRNESS, QUESTION, FEWER, SHAPE } Thing;
typedef enum { FIRST_REPEATS = SHAPE + 1, FIRST_BEGINS_FALSE } ThingOfModel;

static void spoil_thing(Task *task, System *model, unsigned thing) {
  LatchVec *latches = &task->system->latches;
  switch (thing) {
  case NEXT: negate_next(task, 1); break;
  case RESET: change_reset(task, 1); break;
  case LAST_RESET: change_reset(task, latches->size - 1); break;
  case CONSTRAINT: negate_constraint(task, 1); break;
  case FAIRNESS: negate_fairness(task, 1); break;
  case QUESTION: task->kind == TASK_BAD ? negate_bad(task, 0) : negate_condition(task, 0); break;
  case FEWER:
    task->conditions.size--;
    task->conditions.data[0] = vec_last(&task->system->fairness);
    break;
  case SHAPE: system_input(task->system); break;
  case FIRST_REPEATS: first_latch(model)->next = model->first; break;
  default: first_latch(model)->reset = RESET_0; /* FIRST_BEGINS_FALSE */
  }
}

TEST(what_differs_in_a_product_is_told) {
  static const char is_not[] = "the product is not the model and the automaton: ",
                    first[] = "the latch of the first step is not true in that alone";
  static const struct {
    const char *more, *ltl;
    unsigned thing;
    const char *prefix, *told;
  } rows[] = {
      {"", "G F a", NEXT, is_not, "latch 1 differs"},
      {"", "G F a", RESET, "", "the reset of latch 1 is not that of the model"},
      {"", "G (a -> F b)", LAST_RESET, "", "the reset of latch 1 of the automaton differs"},
      {"INVAR a INVAR b", "G F a", CONSTRAINT, is_not, "constraint 1 differs"},
      {"", "G F a", CONSTRAINT, is_not, "constraint of the automaton 0 differs"},
      {"JUSTICE a JUSTICE b", "G F a", FAIRNESS, is_not, "fairness condition 1 differs"},
      {"", "G F a", QUESTION, is_not, "condition 0 differs"},
      {"", "G a", QUESTION, is_not, "bad literal 0 differs"},
      {"JUSTICE b", "G F a", FEWER, "", "the product has 0 conditions and the automaton 1"},
      {"", "G F a", SHAPE, "",
       "the product has not the inputs, latches and conditions of the model "
       "and the automaton"},
      {"INIT a | b", "G F a", FIRST_REPEATS, "", first},
      {"INIT a | b", "G F a", FIRST_BEGINS_FALSE, "", first},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Model *model = free_model(rows[i].more, rows[i].ltl);
    Task *task = product(model, &ways[0]);
    Error error = {0};
    char told[200];
    snprintf(told, sizeof told, "%s%s", rows[i].prefix, rows[i].told);
    spoil_thing(task, model->system, rows[i].thing);
    CHECK_EQUAL(product_of_property(model, 0, &ways[0], task, ABOUT_WORK_LARGE, NULL, &error),
                FINDING_REFUTED);
    CHECK_TEXT(error.message, told);
    error_free(&error);
    task_free(task);
    model_free(model);
  }
}

/* ---- the gate ---- */

/* A translation that lies: the task is changed before the engines see it, so that what they find
 * is right about it, and their evidence checks. */
static Result *check_with(const char *ltl, Spoil *lie) {
  Model *model = free_model("", ltl);
  Settings *settings = settings_new();
  settings->jobs = 0;
  CHECK(settings_set(settings, "engine", "ic3,fair", NULL)); /* they decide it, or are caught */
  Check *check = check_open(model, 0, settings);
  if (lie) lie(check->result->task);
  check_run(check, settings, 10, NULL);
  Result *result = check_close(check);
  settings_free(settings);
  model_free(model);
  return result;
}

static void accept_anything(Task *task) {
  if (task->kind == TASK_BAD) task->bad = LIT_TRUE;
  for (size_t i = 0; i < task->conditions.size; i++) task->conditions.data[i] = LIT_TRUE;
}

static void check_gate(const char *ltl, Spoil *lie, Verdict truth) {
  Result *result = check_with(ltl, NULL);
  CHECK_EQUAL(result->outcome.verdict, truth);
  CHECK(result->outcome.checked && !result->internal_error);
  result_free(result);
  result = check_with(ltl, lie);
  CHECK_EQUAL(result->outcome.verdict, VERDICT_UNKNOWN);
  CHECK(result->internal_error);
  result_free(result);
}

TEST(a_translation_that_misses_violations_is_an_internal_error_and_no_verdict) {
  check_gate("G F a", spoil_question, VERDICT_VIOLATED);
  check_gate("G a", spoil_question, VERDICT_VIOLATED);
}

TEST(a_translation_that_finds_too_many_violations_is_an_internal_error_and_no_verdict) {
  check_gate("G F a | F G !a", accept_anything, VERDICT_HOLDS);
  check_gate("G (a -> O a)", accept_anything, VERDICT_HOLDS);
}

/* What searches of nets rest on: the automaton of another formula misses violations of this one. */
TEST(an_automaton_alone_is_held_against_its_formula) {
  static const struct {
    const char *formula, *made_of;
    Finding finding;
  } rows[] = {
      {"G F a -> G F b", "G F a -> G F b", FINDING_SHOWN},
      {"a U b", "a U b", FINDING_SHOWN},
      {"G (b -> O a)", "G (b -> O a)", FINDING_SHOWN},
      {"G F (a & b)", "G F a & b | G F b", FINDING_REFUTED},
      {"a U b", "(a U b) | G a & F b", FINDING_SHOWN}, /* the same in other words */
      {"a U b", "(a U b) | G a", FINDING_REFUTED},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int state_based = 0; state_based < 2; state_based++) {
      Formulas *store = formulas_new();
      Labels *labels = labels_new();
      U32Vec atoms = {0};
      RunDoubt doubt = {0};
      Error error = {0};
      Formula f = formula_parse(store, LOGIC_LTL, rows[i].formula, &error);
      Formula other = formula_parse(store, LOGIC_LTL, rows[i].made_of, &error);
      formula_atoms(store, f, &atoms);
      Automaton *automaton = ltl_automaton(store, other, (LtlAutomatonOptions){true, state_based},
                                           labels, &atoms, &error);
      CHECK(automaton && !error.message);
      run_doubt(store, f, automaton, &doubt);
      CHECK(!doubt.trusted);
      CHECK_EQUAL(!doubt.missed.message, rows[i].finding == FINDING_SHOWN);
      run_doubt_free(&doubt);
      automaton_free(automaton);
      labels_free(labels);
      vec_free(&atoms);
      formulas_free(store);
    }
}
