#include <stdio.h>
#include "formula/parser.h"
#include "formula/translate.h"
#include "formula/hoa.h"
#include <string.h>
int cli_ltl(int argc, char **argv);
int cli_ltl(int argc, char **argv) {
  Formulas *fs = formulas_new();
  Error error = {0};
  Formula f = formula_parse(fs, LOGIC_LTL, argv[0], &error);
  if (f == FORMULA_NONE) { printf("%s\n", error_text(&error)); return 65; }
  Rewriter *rw = rewriter_new(fs);
  Labels *labels = labels_new();
  U32Vec atoms = {0};
  formula_atoms(fs, f, &atoms);
  bool neg = argc > 2 && !strcmp(argv[2], "--negate");
  Text text = {0};
  formula_print(fs, rewriter_simplify(rw, f, neg), &text);
  Automaton *a = automaton_of_formula(rw, f, neg, labels, &atoms, &error);
  if (!a) { printf("%s\n", error_text(&error)); return 65; }
  Text out = {0};
  hoa_write(a, fs, text.data, &out);
  fputs(out.data, stdout);
  return 0;
}
