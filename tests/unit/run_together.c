/* Operators that are run together with names, with and without a model. */
#include "test.h"

#include <ctype.h>

#include "base/random.h"
#include "formula/atoms.h"
#include "formula/parser.h"
#include "front/model.h"
#include "oracle/random_formula.h"

/* Names of a model in which some begin like operators. */
static const char *const model_names[] = {"req",    "Freq",     "idle", "Grant",    "AGE", "n",
                                          "bus[3]", "top.done", "X1",   "Finished", "OK"};

static bool in_model(const void *context, const char *name, size_t length) {
  (void)context;
  for (size_t i = 0; i < sizeof model_names / sizeof *model_names; i++)
    if (strlen(model_names[i]) == length && !memcmp(model_names[i], name, length)) return true;
  return false;
}

static const KnownNames of_model = {in_model, NULL}, of_none = {NULL, NULL};

typedef struct {
  Logic logic;
  const char *word;
  size_t operators;
} Row;

static void check_rows(const Row *rows, size_t count, KnownNames names) {
  for (size_t i = 0; i < count; i++) {
    size_t found = operators_before_name(rows[i].logic, rows[i].word, strlen(rows[i].word),
                                         names.known, names.context);
    if (found != rows[i].operators)
      test_fail(__FILE__, __LINE__, "%s begins with %zu letters of operators, not %zu",
                rows[i].word, found, rows[i].operators);
  }
}

#define CHECK_ROWS(rows, names) check_rows(rows, sizeof rows / sizeof *rows, names)

TEST(without_a_model_words_are_taken_apart_as_spot_does) {
  static const Row rows[] = {
      {LOGIC_LTL, "GFa", 2},   {LOGIC_LTL, "Grant", 1}, {LOGIC_LTL, "XXX", 3},
      {LOGIC_LTL, "F1", 0},    {LOGIC_LTL, "GF1", 1},   {LOGIC_LTL, "X2y", 0},
      {LOGIC_LTL, "aUb", 0},   {LOGIC_LTL, "Ub", 0},    {LOGIC_LTL, "Yes", 0},
      {LOGIC_LTL, "G_x", 1},   {LOGIC_LTL, "F.x", 0},   {LOGIC_LTL, "GF[3]", 0},
      {LOGIC_LTL, "Fa[3]", 1}, {LOGIC_LTL, "GFa.b", 2}, {LOGIC_LTL, "Gtrue", 1},
      {LOGIC_LTL, "AGa", 0},   {LOGIC_CTL, "AGa", 0},   {LOGIC_CTL, "Fa", 0},
  };
  CHECK_ROWS(rows, of_none);
}

TEST(with_a_model_words_are_taken_apart_where_signals_remain) {
  static const Row rows[] = {
      {LOGIC_LTL, "GFidle", 2},     {LOGIC_LTL, "Grant", 0},
      {LOGIC_LTL, "GFreq", 1}, /* a signal Freq: as few operators as possible */
      {LOGIC_LTL, "Xreq", 1},       {LOGIC_LTL, "GFunknown", 0},
      {LOGIC_LTL, "GFbus[3]", 2},   {LOGIC_LTL, "GFtop.done", 2},
      {LOGIC_LTL, "GX1", 1},        {LOGIC_LTL, "GFGrant", 2},
      {LOGIC_LTL, "GFFinished", 2}, {LOGIC_LTL, "GF", 2},
      {LOGIC_LTL, "OHreq", 2},      {LOGIC_LTL, "OK", 0},
      {LOGIC_LTL, "Gtrue", 1},      {LOGIC_LTL, "G1", 0},
      {LOGIC_LTL, "AGreq", 0},      {LOGIC_CTL, "AGreq", 2},
      {LOGIC_CTL, "AGEFidle", 4},   {LOGIC_CTL, "AGEF", 4},
      {LOGIC_CTL, "AGE", 0},        {LOGIC_CTL, "EXAGE", 2},
      {LOGIC_CTL, "OHreq", 0},      {LOGIC_CTL, "Freq", 0},
      {LOGIC_CTL, "Fidle", 1},      {LOGIC_CTL, "notreq", 0},
  };
  CHECK_ROWS(rows, of_model);
}

static char *reprint(Logic logic, KnownNames names, const char *text) {
  Formulas *formulas = formulas_new();
  Error error = {0};
  Text result = {0};
  Formula f = formula_parse_known(formulas, logic, names, text, &error);
  if (f == FORMULA_NONE) text_add(&result, error.message);
  else formula_print(formulas, f, &result);
  error_free(&error);
  formulas_free(formulas);
  return text_take(&result);
}

TEST(operators_and_names_that_are_run_together_are_read_apart) {
  static const struct {
    Logic logic;
    bool model;
    const char *text, *expected;
  } rows[] = {
      {LOGIC_LTL, false, "GFa -> GFb", "G F a -> G F b"},
      {LOGIC_LTL, false, "\"GFa\" -> GFb", "\"GFa\" -> G F b"},
      {LOGIC_LTL, false, "GFn=3 & XFbus[3]", "G F n = 3 & X F bus[3]"},
      {LOGIC_LTL, false, "F1 U Xp1", "F1 U X p1"},
      {LOGIC_LTL, false, "!Fa W G!Xb", "!F a W G !X b"},
      {LOGIC_LTL, true, "GFidle -> GFreq", "G F idle -> G \"Freq\""},
      {LOGIC_LTL, true, "GFn = 3 & Grant", "G F n = 3 & \"Grant\""},
      {LOGIC_LTL, true, "GFnobody", "\"GFnobody\""},
      {LOGIC_CTL, true, "AGEFidle & E Fidle", "AG EF idle & EF idle"},
      {LOGIC_CTL, true, "E [AXidle U EXn = 3]", "E [AX idle U EX n = 3]"},
      {LOGIC_CTL, true, "AGEF (idle | EXidle)", "AG EF (idle | EX idle)"},
      {LOGIC_CTL, true, "\"AGEFidle\"", "AGEFidle"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *result = reprint(rows[i].logic, rows[i].model ? of_model : of_none, rows[i].text);
    CHECK_TEXT(result, rows[i].expected);
    mem_free(result);
  }
}

static void add_signal(System *system, const char *name) {
  signal_add_bit(&system->signals, name, SIGNAL_INPUT, system_input(system));
}

TEST(formulas_about_a_model_are_taken_apart_by_its_signals) {
  Model *model = model_new("model");
  add_signal(model->system, "req");
  add_signal(model->system, "GFack");
  Error error = {0};
  CHECK(model_add_ltl(model, NULL, "GFreq -> GFack", &error));
  CHECK(model_add_ctl(model, NULL, "AGEFreq & E[GFack U EXreq]", &error));
  Text text = {0};
  formula_print(model->formulas, model->properties.data[0].formula, &text);
  CHECK_TEXT(text.data, "G F req -> GFack");
  text_clear(&text);
  formula_print(model->formulas, model->properties.data[1].formula, &text);
  CHECK_TEXT(text.data, "AG EF req & E [GFack U EX req]");
  text_free(&text);
  CHECK(!model_add_ltl(model, NULL, "GFreq & Grequ", &error));
  CHECK_EQUAL(error.column, 9);
  CHECK_TEXT(error.message, "unknown signal 'Grequ'; did you mean 'req'?");
  error_free(&error);
  model_free(model);
}

/* ---- random formulas, as compact as can be ---- */

typedef struct {
  const Formulas *formulas;
  Random *random;
  Text text;
} Compact;

/* Unary operators stand right before their operand, with as few parentheses as the grammar needs
 * there; binary ones of signs have blanks only sometimes. */
static void print_compact(Compact *compact, Formula f) {
  const FormulaNode *node = formula_node(compact->formulas, f);
  const OperatorInfo *info = operator_table + node->op;
  Text *text = &compact->text;
  if (node->op == OP_ATOM) {
    text_add(text, compact->formulas->atoms.data[node->left].text);
  } else if (info->arity == 0) {
    text_add(text, info->symbol);
  } else if (info->arity == 1) {
    text_add(text, info->symbol);
    bool parentheses = operator_arity(formula_node(compact->formulas, node->left)->op) == 2;
    if (parentheses) text_char(text, '(');
    print_compact(compact, node->left);
    if (parentheses) text_char(text, ')');
  } else {
    char quantifier = info->family == FAMILY_CTL ? operator_quantifier(node->op) : ' ';
    bool tight = !isalpha((unsigned char)*info->symbol) && random_below(compact->random, 2);
    text_char(text, quantifier);
    text_char(text, '(');
    print_compact(compact, node->left);
    text_format(text, tight ? "%s" : " %s ", info->symbol);
    print_compact(compact, node->right);
    text_char(text, ')');
  }
}

static void check_compact(Logic logic, const char *const *atoms, size_t count, FormulaShape shape,
                          KnownNames names, Random *random) {
  Formulas *formulas = formulas_new();
  Error error = {0};
  for (size_t i = 0; i < count; i++) formula_atom(formulas, atoms[i]);
  Formula f = logic == LOGIC_LTL ? random_ltl(formulas, random, shape)
                                 : random_ctl(formulas, random, shape);
  Compact compact = {formulas, random, {0}};
  print_compact(&compact, f);
  if (formula_parse_known(formulas, logic, names, compact.text.data, &error) != f) {
    Text apart = {0};
    formula_print(formulas, f, &apart);
    test_fail(__FILE__, __LINE__, "%s is not read as %s", compact.text.data, apart.data);
  }
  text_free(&compact.text);
  formulas_free(formulas);
}

TEST(compact_formulas_mean_what_they_mean_with_blanks_and_parentheses) {
  static const char *const plain[] = {"a", "req", "p0", "bus[3]", "top.done", "F1", "n != 3"};
  Random random = {11};
  for (unsigned n = 0; n < test_cases(300); n++) {
    FormulaShape ltl = {.depth = 5, .temporal = 12},
                 past = {.depth = 5, .temporal = 12, .past = true};
    check_compact(LOGIC_LTL, plain, sizeof plain / sizeof *plain, ltl, of_none, &random);
    /* of a model: without Freq, which makes a name of what F req would be */
    static const char *const known[] = {"idle", "Grant", "n != 3", "bus[3]", "top.done", "OK"};
    check_compact(LOGIC_LTL, known, sizeof known / sizeof *known, past, of_model, &random);
    check_compact(LOGIC_CTL, known, sizeof known / sizeof *known, ltl, of_model, &random);
  }
}
