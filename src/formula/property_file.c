/* Files of formulas; see property_file.h. Comments are blanked out first, so that places in what
 * remains are places in the file. */
#include "formula/property_file.h"

#include <ctype.h>

/* A copy without comments. A `#` inside double quotes is no comment. */
static char *without_comments(const char *text, bool *semicolons) {
  char *copy = mem_string(text);
  bool quoted = false, comment = false;
  *semicolons = false;
  for (char *c = copy; *c; c++) {
    if (*c == '\n') quoted = comment = false;
    else if (comment) *c = ' ';
    else if (quoted && *c == '\\' && c[1] && c[1] != '\n') c++;
    else if (*c == '"') quoted = !quoted;
    else if (!quoted && *c == '#') *c = ' ', comment = true;
    else if (!quoted && *c == ';') *semicolons = true;
  }
  return copy;
}

static size_t end_of_formula(const char *text, size_t i, char terminator) {
  bool quoted = false;
  for (; text[i]; i++) {
    if (quoted && text[i] == '\\' && text[i + 1]) i++;
    else if (text[i] == '"') quoted = !quoted;
    else if (text[i] == terminator && (!quoted || terminator == '\n')) break;
  }
  return i;
}

/* "name:" at i: the length of the name, and in *after the place behind the colon; else 0. */
static size_t name_at(const char *text, size_t i, size_t end, size_t *after) {
  size_t j = i;
  if (!isalpha((unsigned char)text[j]) && text[j] != '_') return 0;
  while (j < end && (isalnum((unsigned char)text[j]) || strchr("_.-", text[j]))) j++;
  size_t length = j - i;
  while (j < end && isspace((unsigned char)text[j])) j++;
  if (j >= end || text[j] != ':') return 0;
  *after = j + 1;
  return length;
}

static bool parse_one(Formulas *formulas, Logic logic, KnownNames names, const char *file,
                      const char *text, size_t start, size_t end, NamedFormulaVec *result,
                      Error *error) {
  NamedFormula named = {.line = 1, .formula = FORMULA_NONE};
  for (size_t k = 0; k < start; k++) named.line += text[k] == '\n';
  size_t i = start, length = name_at(text, start, end, &i);
  if (length) named.name = mem_string_n(text + start, length);
  while (i < end && isspace((unsigned char)text[i])) i++;
  named.start = i;
  named.text = mem_string_n(text + i, end - i);
  named.formula = formula_parse_part(formulas, logic, names, file, text, i, end, error);
  vec_push(result, named);
  return named.formula != FORMULA_NONE;
}

bool property_file_parse(Formulas *formulas, Logic logic, KnownNames names, const char *file,
                         const char *text, NamedFormulaVec *result, Error *error) {
  bool semicolons, fine = true;
  char *plain = without_comments(text, &semicolons);
  for (size_t i = 0; fine && plain[i];) {
    if (isspace((unsigned char)plain[i]) || plain[i] == ';') {
      i++;
      continue;
    }
    size_t end = end_of_formula(plain, i, semicolons ? ';' : '\n'), last = end;
    while (last > i && isspace((unsigned char)plain[last - 1])) last--;
    fine = parse_one(formulas, logic, names, file, plain, i, last, result, error);
    i = end;
  }
  mem_free(plain);
  return fine;
}

void named_formulas_free(NamedFormulaVec *named) {
  for (size_t i = 0; i < named->size; i++) {
    mem_free(named->data[i].name);
    mem_free(named->data[i].text);
  }
  vec_free(named);
}
