/* Any text is a formula, a property file or an error; what was read is written and read again as
 * the same. */
#include <stdlib.h>

#include "formula/parser.h"
#include "formula/property_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_formula(Logic logic, const char *text) {
  Formulas *formulas = formulas_new();
  Error error = {0};
  Formula f = formula_parse(formulas, logic, text, &error);
  if (f != FORMULA_NONE) {
    Text again = {0};
    formula_print(formulas, f, &again);
    if (formula_parse(formulas, logic, again.data, &error) != f) abort();
    text_free(&again);
  } else if (!error.message) {
    abort();
  }
  error_free(&error);
  formulas_free(formulas);
}

static void fuzz_file(const char *text) {
  Formulas *formulas = formulas_new();
  NamedFormulaVec named = {0};
  Error error = {0};
  property_file_parse(formulas, LOGIC_LTL, (KnownNames){0}, "file", text, &named, &error);
  error_free(&error);
  named_formulas_free(&named);
  formulas_free(formulas);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = mem_string_n((const char *)data, size);
  fuzz_formula(LOGIC_LTL, text);
  fuzz_formula(LOGIC_CTL, text);
  fuzz_file(text);
  mem_free(text);
  return 0;
}
