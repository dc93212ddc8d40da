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

static void add_one(const char *text, size_t start, size_t end, NamedTextVec *result) {
  size_t i = start, length = name_at(text, start, end, &i);
  while (i < end && isspace((unsigned char)text[i])) i++;
  NamedText named = {length ? mem_string_n(text + start, length) : NULL, i, end};
  vec_push(result, named);
}

char *property_file_split(const char *text, NamedTextVec *result) {
  bool semicolons;
  char *plain = without_comments(text, &semicolons);
  for (size_t i = 0; plain[i];) {
    if (isspace((unsigned char)plain[i]) || plain[i] == ';') {
      i++;
      continue;
    }
    size_t end = end_of_formula(plain, i, semicolons ? ';' : '\n'), last = end;
    while (last > i && isspace((unsigned char)plain[last - 1])) last--;
    add_one(plain, i, last, result);
    i = end;
  }
  return plain;
}

void named_texts_free(NamedTextVec *named) {
  for (size_t i = 0; i < named->size; i++) mem_free(named->data[i].name);
  vec_free(named);
}

bool property_file_parse(Formulas *formulas, Logic logic, KnownNames names, const char *file,
                         const char *text, NamedFormulaVec *result, Error *error) {
  NamedTextVec texts = {0};
  char *plain = property_file_split(text, &texts);
  bool fine = true;
  for (size_t i = 0; i < texts.size && fine; i++) {
    NamedText *one = texts.data + i;
    NamedFormula named = {.name = one->name,
                          .text = mem_string_n(plain + one->start, one->end - one->start),
                          .line = 1,
                          .start = one->start};
    one->name = NULL; /* it has moved */
    for (size_t k = 0; k < one->start; k++) named.line += plain[k] == '\n';
    named.formula =
        formula_parse_part(formulas, logic, names, file, plain, one->start, one->end, error);
    vec_push(result, named);
    fine = named.formula != FORMULA_NONE;
  }
  named_texts_free(&texts);
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
