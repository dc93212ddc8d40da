/* Products of a model that has no latch but that of the first step, made by hand: about_formula.c
 * has those of models that were read. */
#include "evidence/watched.h"

#include "formula/parser.h"
#include "test.h"

static const LtlOptions ways[] = {
    {AUTOMATON_SMALL, ENCODING_ONE_HOT, true},
    {AUTOMATON_SMALL, ENCODING_BINARY, true},
    {AUTOMATON_TIGHT, ENCODING_ONE_HOT, true},
};
enum { WAYS = sizeof ways / sizeof *ways };

typedef struct {
  System *model;
  Formulas *formulas;
  U32Vec atoms;
  Task *product, *watcher;
} Case;

/* One input, which may have to be true in the first step. */
static Case case_new(const char *formula, const LtlOptions *way, bool initially) {
  Case c = {.model = system_new(), .formulas = formulas_new()};
  Error error = {0};
  ProductMap map;
  Lit input = system_input(c.model);
  if (initially) system_assume_initially(c.model, input);
  Formula f = formula_parse(c.formulas, LOGIC_LTL, formula, &error);
  c.formulas->atoms.data[0].literal = input;
  vec_push(&c.atoms, 0);
  c.product = ltl_task(c.model, c.formulas, f, way, &map, &error);
  c.watcher = watched_formula(c.model, c.formulas, f, &c.atoms, way, &error);
  CHECK(c.product && c.watcher);
  return c;
}

static void check_judged(Case *c, Finding expected, const char *message) {
  Error error = {0};
  CHECK_EQUAL(
      watched_product(c->product, c->model, c->formulas, &c->atoms, c->watcher, NULL, &error),
      expected);
  if (message) CHECK_TEXT(error.message, message);
  else CHECK(!error.message);
  error_free(&error);
  task_free(c->product);
  task_free(c->watcher);
  vec_free(&c->atoms);
  formulas_free(c->formulas);
  system_free(c->model);
}

TEST(a_product_may_have_no_latch_but_that_of_the_first_step) {
  static const char *const formulas[] = {"G a", "F a", "G F a", "F G !a", "a", "G (a -> X a)"};
  bool none = false;
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    for (size_t w = 0; w < 2 * WAYS; w++) {
      bool initially = w >= WAYS;
      Case c = case_new(formulas[i], &ways[w % WAYS], initially);
      CHECK_EQUAL(c.model->first != LIT_NONE, initially);
      none |= c.product->system->latches.size == c.model->latches.size;
      check_judged(&c, FINDING_SHOWN, NULL);
    }
  CHECK(none);
}

TEST(the_latch_of_the_first_step_is_one_of_the_models) {
  Case c = case_new("G F a", &ways[0], true);
  c.model->first = c.model->inputs.data[0];
  check_judged(&c, FINDING_REFUTED, "the model has no latch of the first step");
}

TEST(a_product_without_the_latch_of_the_first_step_may_be_right) {
  Case c = case_new("G F a", &ways[0], true);
  c.product->system->first = LIT_NONE;
  check_judged(&c, FINDING_OPEN, "the formula is constant in the model");
}
