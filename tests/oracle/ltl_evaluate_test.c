/* Truth in every step of a run, against the oracle: step k satisfies f if the first step satisfies
 * X ... X f. */
#include "formula/ltl/ltl_evaluate.h"
#include "oracle/lasso_automaton.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "test.h"

static Formula random_case(Formulas *formulas, Random *random) {
  formula_atom(formulas, "a0");
  formula_atom(formulas, "a1");
  FormulaShape shape = {.depth = 4, .temporal = 4, .past = random_chance(random, 1, 2)};
  return random_ltl(formulas, random, shape);
}

static bool oracle_at(Formulas *formulas, Formula f, const LassoWord *word, size_t step) {
  for (size_t i = 0; i < step; i++) f = formula_unary(formulas, OP_NEXT, f);
  return ltl_oracle_word(formulas, f, word);
}

TEST(every_part_has_its_truth_in_every_step_of_two_rounds_of_a_lasso) {
  for (unsigned seed = 0; seed < test_cases(2000); seed++) {
    Random random = {seed + 1};
    Formulas *formulas = formulas_new();
    Formula f = random_case(formulas, &random);
    LassoWord word = random_lasso_word(&random, formulas);
    LtlValues values = ltl_evaluate(formulas, f, word.length, (int64_t)word.loop, word.atoms);
    CHECK_EQUAL(vec_last(&values.parts), f);
    CHECK_EQUAL(values.length, 2 * word.length - word.loop);
    for (size_t p = 0; p < values.parts.size; p++)
      for (size_t k = 0; k < values.length; k++) {
        bool expected = oracle_at(formulas, values.parts.data[p], &word, k);
        if (values.truth[p * values.length + k] != (expected ? TRUTH_TRUE : TRUTH_FALSE))
          test_fail(__FILE__, __LINE__, "seed %u, part %zu, step %zu", seed, p, k);
      }
    ltl_values_free(&values);
    lasso_word_free(&word, formulas);
    formulas_free(formulas);
  }
}

TEST(what_a_finite_run_decides_holds_of_every_way_to_go_on) {
  unsigned decided = 0, open = 0;
  for (unsigned seed = 0; seed < test_cases(2000); seed++) {
    Random random = {seed + 1};
    Formulas *formulas = formulas_new();
    Formula f = random_case(formulas, &random);
    LassoWord word = random_lasso_word(&random, formulas);
    size_t length = 1 + random_below(&random, (uint32_t)word.length);
    LtlValues values = ltl_evaluate(formulas, f, length, -1, word.atoms);
    for (size_t k = 0; k < length; k++) {
      uint8_t truth = values.truth[(values.parts.size - 1) * length + k];
      open += truth == TRUTH_UNKNOWN;
      if (truth == TRUTH_UNKNOWN) continue;
      decided++;
      if (oracle_at(formulas, f, &word, k) != (truth == TRUTH_TRUE))
        test_fail(__FILE__, __LINE__, "seed %u, step %zu", seed, k);
    }
    ltl_values_free(&values);
    lasso_word_free(&word, formulas);
    formulas_free(formulas);
  }
  CHECK_COVERAGE(decided > 1000 && open > 500);
}
