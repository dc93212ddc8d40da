/* Properties from outside the file mean what they would mean in it: whatever way a property comes
 * in, strong and weak fairness, free variables and the language are those of the model. */
#include "test.h"

#include <stdio.h>

#include "base/log.h"
#include "check/check.h"
#include "check/task_of_property.h"
#include "front/front.h"
#include "front/smv/smv.h"

static Model *read_smv(const char *text) {
  Error error = {0};
  Model *model = smv_read("t.smv", text, strlen(text), NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  return model;
}

/* The verdict of the last property, whose evidence was checked. */
static const char *verdict_of_last(const Model *model) {
  Settings *settings = settings_new();
  Result *result = check_property(model, model->properties.size - 1, settings);
  CHECK(!result->internal_error);
  Verdict verdict = result->outcome.verdict;
  result_free(result);
  settings_free(settings);
  return verdict_name(verdict);
}

typedef bool Add(Model *model, const char *name, const char *text, Error *error);

static const char *outside(const char *source, Add *add, const char *formula) {
  Model *model = read_smv(source);
  Error error = {0};
  if (!add(model, NULL, formula, &error))
    test_fail(__FILE__, __LINE__, "%s: %s", formula, error_text(&error));
  const char *verdict = verdict_of_last(model);
  model_free(model);
  return verdict;
}

static const char *inside(const char *source, const char *section, const char *formula) {
  Text text = {0};
  text_format(&text, "%s\n%s %s\n", source, section, formula);
  Model *model = read_smv(text.data);
  const char *verdict = verdict_of_last(model);
  model_free(model);
  text_free(&text);
  return verdict;
}

static void check_both(const char *source, const char *section, Add *add, const char *formula,
                       const char *expected) {
  CHECK_TEXT(inside(source, section, formula), expected);
  CHECK_TEXT(outside(source, add, formula), expected);
}

TEST(ctl_from_outside_sees_free_variables_as_part_of_the_state) {
  const char *choice = "MODULE main VAR x : boolean; n : 0..1;\n"
                       "ASSIGN init(n) := 0; next(n) := x ? 1 : n;";
  check_both(choice, "CTLSPEC", model_add_ctl, "EX n = 0", "violated");
  const char *copy = "MODULE main VAR c : boolean; s : boolean; ASSIGN next(s) := c;";
  check_both(copy, "CTLSPEC", model_add_ctl, "EX s & EX !s", "violated");
  check_both(copy, "CTLSPEC", model_add_ctl, "EX s | EX !s", "holds");
  const char *range = "MODULE main VAR x : 0..4; n : 0..1; ASSIGN init(n) := 0;\n"
                      "  next(n) := x = 4 ? 1 : n;";
  check_both(range, "CTLSPEC", model_add_ctl, "x = 4 -> EX n = 0", "violated");
  check_both(range, "CTLSPEC", model_add_ctl, "x < 4 -> EX (n = 0 & EX n = 1)", "holds");
}

TEST(strong_fairness_holds_for_formulas_from_outside) {
  const char *model = "MODULE main VAR p : boolean; q : boolean; COMPASSION (p, q)";
  check_both(model, "LTLSPEC", model_add_ltl, "G F p -> G F q", "holds");
  check_both(model, "LTLSPEC", model_add_ltl, "G F q", "violated");
  /* fairness does not matter to reachability */
  check_both(model, "INVARSPEC", model_add_invariant, "!p | q", "violated");
}

TEST(ctl_is_checked_under_strong_fairness) {
  const char *model =
      "MODULE main VAR p : boolean; q : boolean; s : boolean;\n"
      "ASSIGN init(p) := TRUE; next(p) := TRUE; init(s) := FALSE; next(s) := s | q;\n"
      "COMPASSION (p, q)";
  check_both(model, "CTLSPEC", model_add_ctl, "AF s", "holds");
  check_both(model, "CTLSPEC", model_add_ctl, "AG !s", "violated");
  check_both(model, "CTLSPEC", model_add_ctl, "EF s", "holds");
  check_both(model, "CTLSPEC", model_add_ctl, "EG !s", "violated");
  check_both(model, "CTLSPEC", model_add_ctl, "AG EX !q", "holds");
  check_both(model, "CTLSPEC", model_add_ctl, "EF EG !q", "violated");
}

TEST(an_automaton_from_outside_assumes_strong_fairness) {
  const char *path = test_temporary_path("never_q.hoa");
  FILE *file = fopen(path, "w");
  fputs("HOA: v1\nStates: 1\nStart: 0\nAP: 2 \"p\" \"q\"\nAcceptance: 1 Inf(0)\n"
        "acc-name: Buchi\n--BODY--\nState: 0\n[0 & !1] 0 {0}\n--END--\n",
        file);
  fclose(file);
  const char *plain = "MODULE main VAR p : boolean; q : boolean;";
  const char *strong = "MODULE main VAR p : boolean; q : boolean; COMPASSION (p, q)";
  for (int i = 0; i < 2; i++) {
    Model *model = read_smv(i ? strong : plain);
    Error error = {0};
    CHECK(model_add_hoa_file(model, path, &error));
    CHECK_TEXT(verdict_of_last(model), i ? "holds" : "violated");
    model_free(model);
  }
}

TEST(formulas_from_outside_have_the_precedences_and_expressions_of_smv) {
  const char *model = "MODULE sub VAR r : boolean; ASSIGN init(r) := FALSE; next(r) := !r;\n"
                      "MODULE main VAR a : boolean; n : 0..7; w : unsigned word[4]; s : sub;\n"
                      "ASSIGN init(a) := TRUE; next(a) := a;\n"
                      "  init(n) := 0; next(n) := n < 5 ? n + 1 : n; init(w) := 0ud4_3;\n"
                      "  next(w) := w;";
  check_both(model, "LTLSPEC", model_add_ltl, "a xor n = 9 | a", "holds"); /* (a xor ..) | a */
  check_both(model, "LTLSPEC", model_add_ltl, "n = 0 U n = 3 U n = 1",
             "violated"); /* to the left */
  check_both(model, "INVARSPEC", model_add_invariant, "n + 1 <= 6 & n in {0, 1} union 2..5",
             "holds");
  check_both(model, "INVARSPEC", model_add_invariant, "next(n) >= n & w[1:0] = 0ud2_3", "holds");
  check_both(model, "LTLSPEC", model_add_ltl, "F [5,5] n = 5 & !(F [0,4] n = 5)", "holds");
  check_both(model, "CTLSPEC", model_add_ctl, "ABF 0..5 (n = 5 & s.r)", "holds");
  CHECK_TEXT(outside(model, model_add_ltl, "X r & !r IN s"), "holds");
}

TEST(operators_run_together_with_names_are_read_apart_on_smv_models) {
  const char *model = "MODULE sub VAR r : boolean; ASSIGN init(r) := FALSE; next(r) := !r;\n"
                      "MODULE main VAR a : boolean; Ga : boolean; n : 0..3; s : sub;\n"
                      "ASSIGN init(a) := TRUE; next(a) := a; init(Ga) := FALSE; next(Ga) := Ga;\n"
                      "  init(n) := 0; next(n) := (n + 1) mod 4;";
  CHECK_TEXT(outside(model, model_add_ltl, "GFa & GF a & XXFn = 3 & GFs.r"), "holds");
  CHECK_TEXT(outside(model, model_add_ltl, "Ga"), "violated"); /* a variable of that name */
  CHECK_TEXT(outside(model, model_add_ltl, "G a"), "holds");
  CHECK_TEXT(outside(model, model_add_ctl, "AGEFs.r & AXAFn = 0"), "holds");
  Model *smv = read_smv(model);
  Error error = {0};
  CHECK(!model_add_ltl(smv, NULL, "GFb", &error)); /* no such name */
  error_free(&error);
  model_free(smv);
}

TEST(errors_in_formulas_from_outside_point_into_the_formula) {
  Model *model = read_smv("MODULE main VAR n : 0..7; ASSIGN init(n) := 0; next(n) := n;");
  static const struct {
    Add *add;
    const char *text, *message;
    int column;
  } rows[] = {
      {model_add_ltl, "G (n = ", "expected an expression, found the end of the file", 8},
      {model_add_ltl, "G n", "a Boolean is needed here, not integer", 3},
      {model_add_ctl, "G n = 0", "'G' is not an operator of CTL", 1},
      {model_add_invariant, "F n = 0", "'F' is only allowed in a specification", 1},
      {model_add_invariant, "n / n = 1", "division by zero is possible", 3},
      {model_add_ltl, "n = 0 IN n", "this is not a module instance", 10},
      {model_add_ltl, "n = 0 n", "expected an operator or the end, found 'n'", 7},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Error error = {0};
    CHECK(!rows[i].add(model, NULL, rows[i].text, &error));
    if (strcmp(error.message, rows[i].message) || error.column != rows[i].column || error.file)
      test_fail(__FILE__, __LINE__, "%s: %d: %s", rows[i].text, error.column, error.message);
    CHECK_TEXT(error.excerpt, rows[i].text);
    error_free(&error);
    CHECK_EQUAL(model->properties.size, 0);
  }
  Error error = {0};
  CHECK(model_add_ltl(model, NULL, "G n = 0", &error)); /* an error leaves nothing behind */
  CHECK_TEXT(verdict_of_last(model), "holds");
  model_free(model);
}

static Model *read_file(const char *name, const char *content, Model *model,
                        bool (*add)(Model *, const char *, Error *)) {
  const char *path = test_temporary_path(name);
  FILE *file = fopen(path, "w");
  fputs(content, file);
  fclose(file);
  Error error = {0};
  if (!add(model, path, &error)) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  return model;
}

static bool add_ctl_file(Model *model, const char *file, Error *error) {
  return model_add_ctl_file(model, file, CTL_FORM_FOUND, error);
}

TEST(files_of_formulas_speak_the_language_of_the_model) {
  const char *source = "MODULE main VAR n : 0..3; b : boolean;\n"
                       "ASSIGN init(n) := 0; next(n) := (n + 1) mod 4;";
  Model *model = read_smv(source);
  read_file("f.ltl", "# comment\nup: G (n = 3 -> X n = 0)\nF n + 1 = 3", model, model_add_ltl_file);
  CHECK_EQUAL(model->properties.size, 2);
  CHECK_TEXT(model->properties.data[0].name, "up");
  CHECK_TEXT(model->properties.data[1].name, "ltl1");
  CHECK_TEXT(verdict_of_last(model), "holds");
  read_file("f.ctl", "EX (n = 1)\nAG EF n = 0", model, add_ctl_file);
  CHECK_EQUAL(model->properties.size, 4);
  CHECK_TEXT(verdict_of_last(model), "holds");
  read_file("sequence.ctl", "AG EF\n  b EG ~b AG nowhere", model, add_ctl_file);
  CHECK_EQUAL(model->properties.size, 7);
  CHECK_TEXT(model->properties.data[4].text, "AG EF\n  b");
  CHECK(!model->properties.data[5].unchecked && model->properties.data[6].unchecked);
  CHECK_TEXT(verdict_of_last(model), "unknown");
  model_free(model);
}

/* a and b are latches of an AIGER model that never change, c = 0. */
static Model *three_latches(void) {
  Error error = {0};
  const char *text = "aag 3 0 3 0 0\n2 2 2\n4 4 4\n6 6 0\nl0 a\nl1 b\nl2 c\n";
  for (size_t i = 0; i < input_format_count; i++)
    if (!strcmp(input_formats[i].name, "aiger"))
      return input_formats[i].read("t.aag", text, strlen(text), NULL, &error);
  return NULL;
}

TEST(a_ctl_file_that_reads_differently_in_the_two_forms_is_refused) {
  Model *model = three_latches();
  const char *path = test_temporary_path("two.ctl");
  FILE *file = fopen(path, "w");
  fputs("a -> b -> c\n", file); /* to the right on lines, to the left in sequences */
  fclose(file);
  Error error = {0};
  CHECK(!model_add_ctl_file(model, path, CTL_FORM_FOUND, &error));
  CHECK(strstr(error.message, "--ctl-format"));
  error_free(&error);
  CHECK(model_add_ctl_file(model, path, CTL_FORM_LINES, &error));
  CHECK(model_add_ctl_file(model, path, CTL_FORM_SEQUENCE, &error));
  CHECK(model->properties.data[0].formula != model->properties.data[1].formula);
  model_free(model);
}

TEST(invariants_from_outside_are_checked_on_aiger_models_too) {
  Model *model = three_latches();
  Error error = {0};
  CHECK(model_add_invariant(model, NULL, "!(a & b & c) & (c <-> FALSE)", &error));
  CHECK_TEXT(model->properties.data[0].name, "invar0");
  CHECK_TEXT(verdict_of_last(model), "holds");
  CHECK(model_add_invariant(model, "mine", "a | b", &error));
  CHECK_TEXT(verdict_of_last(model), "violated");
  CHECK(!model_add_invariant(model, NULL, "G a", &error));
  CHECK_TEXT(error.message, "an invariant has no temporal operators; is this LTL or CTL?");
  error_free(&error);
  model_free(model);
}

TEST(compute_is_asked_under_strong_fairness) {
  Model *model = read_smv("MODULE main VAR p : boolean; COMPASSION (p, !p)\n"
                          "COMPUTE MIN [p, !p]\n COMPUTE MAX [p & p, !p]");
  CHECK_EQUAL(model->properties.size, 2);
  Settings *settings = settings_new();
  static const struct {
    const char *name, *text, *word;
    uint64_t value;
  } rows[] = {
      {"compute1", "MIN [p, !p]", "", 1},
      {"compute2", "MAX [p & p, !p]", "infinity", 0}, /* on paths that are not fair */
  };
  for (size_t i = 0; i < 2; i++) {
    Result *result = check_property(model, i, settings);
    CHECK_EQUAL(result->outcome.verdict, VERDICT_HOLDS);
    CHECK_TEXT(result->outcome.property, rows[i].name);
    CHECK_TEXT(result->outcome.formula, rows[i].text);
    const char *word = result->outcome.values.data[0].word;
    CHECK_TEXT(word ? word : "", rows[i].word);
    CHECK_EQUAL(result->outcome.values.data[0].value, rows[i].value);
    result_free(result);
  }
  settings_free(settings);
  model_free(model);
}

TEST(reading_obeys_its_budget) {
  /* the factors of a semiprime, once as initial state, once as a value that may be out of range */
  static const char *const models[] = {
      "MODULE main VAR a : unsigned word[40]; b : unsigned word[40];\n"
      "DEFINE product := extend(a, 40) * extend(b, 40);\n"
      "INIT a > 0ud40_1 & b > 0ud40_1 & product = 0ud80_1000000016000000063\n"
      "INVARSPEC a = a",
      "MODULE main VAR a : unsigned word[40]; b : unsigned word[40]; n : 0..1;\n"
      "DEFINE product := extend(a, 40) * extend(b, 40);\n"
      "ASSIGN next(n) := a > 0ud40_1 & b > 0ud40_1 & product = 0ud80_1000000016000000063 ? 2 : 1;\n"
      "INVARSPEC n >= 0",
  };
  for (size_t i = 0; i < 2; i++) {
    Budget budget = {.work = 20000};
    const ReadOptions options = {.budget = &budget};
    Error error = {0};
    log_set_level(LOG_QUIET);
    Model *model = smv_read("t.smv", models[i], strlen(models[i]), &options, &error);
    log_set_level(LOG_NORMAL);
    CHECK(model);
    CHECK((model->unchecked != NULL) == (i == 1));
    Error reason = {0};
    Task *task = task_of_property(model, 0, &LTL_DEFAULTS, &reason);
    CHECK((task == NULL) == (i == 1));
    task_free(task);
    error_free(&reason);
    model_free(model);
  }
}
