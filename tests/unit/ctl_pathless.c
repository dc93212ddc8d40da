/* What formulas of CTL say where no path starts. */
#include "formula/ctl/ctl_pathless.h"

#include "formula/parser.h"
#include "test.h"

TEST(quantifiers_decide_formulas_where_no_path_starts) {
  static const char *const decided[] = {
      "true",           "AX p",
      "AF p",           "AG p",
      "A [p U q]",      "A [p R q]",
      "A [p W q]",      "!EX p",
      "!EF p",          "!EG p",
      "!E [p U q]",     "!E [p R q]",
      "!E [p W q]",     "AG p | q",
      "q | AG p",       "AX p | EX q",
      "AX p & AF q",    "!(EX p & q)",
      "!(q & EX p)",    "!(EX p | EF q)",
      "p -> AG q",      "EX p -> q",
      "AX p -> AG q",   "EX p -> EF q",
      "AG (p -> EF q)", "!(EX p | !true)",
      "AX p & !false",  "AX p -> !EX q",
  };
  static const char *const not_decided[] = {
      "false",       "EX p",         "EG p",        "p",           "!p",          "E [p W q]",
      "!AX p",       "!A [p W q]",   "AG p & q",    "q & AG p",    "EX p | EF q", "EX p | q",
      "q | EX p",    "!(AG p | q)",  "AX p & EX q", "AX p -> q",   "q -> EX p",   "AX p -> EX q",
      "!(p & AX q)", "!(p -> EX q)", "p <-> p",     "!(p | EX q)",
  };
  Formulas *formulas = formulas_new();
  PathlessVec known = {0};
  Error error = {0};
  for (size_t i = 0; i < sizeof decided / sizeof *decided; i++) {
    Formula f = formula_parse(formulas, LOGIC_CTL, decided[i], &error);
    CHECK(f != FORMULA_NONE);
    if (!ctl_true_without_paths(formulas, f, &known))
      test_fail(__FILE__, __LINE__, "%s is true", decided[i]);
  }
  for (size_t i = 0; i < sizeof not_decided / sizeof *not_decided; i++) {
    Formula f = formula_parse(formulas, LOGIC_CTL, not_decided[i], &error);
    CHECK(f != FORMULA_NONE);
    if (ctl_true_without_paths(formulas, f, &known))
      test_fail(__FILE__, __LINE__, "%s is false, or open", not_decided[i]);
  }
  vec_free(&known);
  formulas_free(formulas);
}
