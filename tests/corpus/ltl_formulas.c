/* Our formulas and the literature's: their automata, with acceptance on transitions and on states,
 * accept the words that the oracle says they should, and share none with those of the negation. A
 * share of the formulas by default; all of them with RONDO_TEST_SCALE=4000. */
#include "test.h"

#include <stdio.h>

#include "base/input.h"
#include "formula/ltl/ltl_automaton.h"
#include "formula/property_file.h"
#include "oracle/lasso_automaton.h"

static void check_formula(const char *text, unsigned seed, unsigned words) {
  Formulas *formulas = formulas_new();
  Labels *labels = labels_new();
  Random random = {seed};
  Error error = {0};
  U32Vec atoms = {0};
  Automaton *automata[2][2];
  Formula f = formula_parse(formulas, LOGIC_LTL, text, &error);
  CHECK(f != FORMULA_NONE);
  formula_atoms(formulas, f, &atoms);
  for (int negate = 0; negate < 2; negate++)
    for (int states = 0; states < 2; states++) {
      LtlAutomatonOptions options = {.negate = negate, .state_based = states};
      Automaton *automaton = ltl_automaton(formulas, f, options, labels, &atoms, &error);
      if (!automaton) test_fail(__FILE__, __LINE__, "%s: %s", text, error.message);
      check_random_words(&random, formulas, f, negate, automaton, words, "corpus");
      automata[negate][states] = automaton;
    }
  for (int i = 0; i < 4; i++)
    if (!automaton_disjoint(automata[0][i & 1], automata[1][i >> 1]))
      test_fail(__FILE__, __LINE__, "a word for both the formula and its negation: %s", text);
  for (int i = 0; i < 4; i++) automaton_free(automata[i & 1][i >> 1]);
  vec_free(&atoms);
  labels_free(labels);
  formulas_free(formulas);
}

static void check_property_file(const char *name) {
  Text path = {0};
  Input input;
  Error error = {0};
  NamedFormulaVec named = {0};
  Formulas *formulas = formulas_new();
  text_format(&path, "%s/%s", TEST_MODELS, name);
  CHECK(input_read(&input, path.data, &error));
  CHECK(
      property_file_parse(formulas, LOGIC_LTL, (KnownNames){0}, name, input.data, &named, &error));
  for (unsigned i = 0; i < named.size; i++) check_formula(named.data[i].text, i + 1, 50);
  named_formulas_free(&named);
  formulas_free(formulas);
  input_free(&input);
  text_free(&path);
}

static void check_literature(const char *folder) {
  Text path = {0};
  text_format(&path, "%s/ltl/formulas.tsv", folder);
  FILE *file = fopen(path.data, "r");
  text_free(&path);
  CHECK(file);
  char *line = NULL;
  size_t capacity = 0;
  unsigned number = 0, cases = test_cases(25), every = cases < 1000 ? 1000 / cases : 1;
  while (getline(&line, &capacity, file) > 0) {
    char *formula = strrchr(line, '\t');
    if (number++ == 0 || !formula || number % every) continue;
    formula[strcspn(formula, "\n")] = 0;
    check_formula(formula + 1, number, every > 1 ? 20 : 200);
  }
  free(line);
  fclose(file);
}

TEST(automata_of_our_formulas_and_of_the_literatures_are_right) {
  check_property_file("counter.ltl");
  check_property_file("handshake.ltl");
  check_property_file("held.ltl");
  if (test_bench_folder()) check_literature(test_bench_folder());
}
