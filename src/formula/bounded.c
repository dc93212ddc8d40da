/* See bounded.h. */
#include "formula/bounded.h"

#include <ctype.h>

static size_t skip_blanks(const char *text, size_t length, size_t i) {
  while (i < length && isspace((unsigned char)text[i])) i++;
  return i;
}

/* A number at i, as far as it fits; the place behind it, or i. */
static size_t read_number(const char *text, size_t length, size_t i, int64_t *number) {
  *number = 0;
  for (; i < length && isdigit((unsigned char)text[i]); i++)
    if (*number <= MOST_BOUND) *number = 10 * *number + (text[i] - '0');
  return i;
}

bool bounds_read(const char *text, size_t length, size_t *i, StepBounds *bounds,
                 const char **message) {
  StepBounds read = {.given = true};
  *bounds = (StepBounds){0};
  size_t at = skip_blanks(text, length, *i);
  if (at >= length || text[at] != '[') return true;
  at = skip_blanks(text, length, at + 1);
  size_t behind = read_number(text, length, at, &read.low);
  if (behind == at) return true;
  at = skip_blanks(text, length, behind);
  if (at < length && text[at] == ',') at++;
  else if (at + 1 < length && text[at] == '.' && text[at + 1] == '.') at += 2;
  else return true;
  at = skip_blanks(text, length, at);
  behind = read_number(text, length, at, &read.high);
  if (behind == at) return true;
  at = skip_blanks(text, length, behind);
  if (at >= length || text[at] != ']') return true;
  *message = read.high > MOST_BOUND || read.low > MOST_BOUND ? "a bound over 10000"
             : read.low > read.high                          ? "a lower bound above the upper one"
                                                             : NULL;
  if (*message) return false;
  *bounds = read;
  *i = at + 1;
  return true;
}

Formula formula_within(Formulas *f, Operator op, Operator step, Formula p, int64_t low,
                       int64_t high) {
  Formula result = p;
  for (int64_t i = high; i > low; i--)
    result = formula_binary(f, op, p, formula_unary(f, step, result));
  for (int64_t i = 0; i < low; i++) result = formula_unary(f, step, result);
  return result;
}

Formula formula_until_within(Formulas *f, Operator step, Formula p, Formula q, int64_t low,
                             int64_t high) {
  Formula result = q;
  for (int64_t i = high - 1; i >= 0; i--) {
    result = formula_binary(f, OP_AND, p, formula_unary(f, step, result));
    if (i >= low) result = formula_binary(f, OP_OR, q, result);
  }
  return result;
}

Formula formula_bounded(Formulas *f, Operator op, Formula p, Formula q, const StepBounds *bounds) {
  int64_t low = bounds->low, high = bounds->high;
  switch (op) {
  case OP_EF: return formula_within(f, OP_OR, OP_EX, p, low, high);
  case OP_AF: return formula_within(f, OP_OR, OP_AX, p, low, high);
  case OP_EG: return formula_within(f, OP_AND, OP_EX, p, low, high);
  case OP_AG: return formula_within(f, OP_AND, OP_AX, p, low, high);
  case OP_EU: return formula_until_within(f, OP_EX, p, q, low, high);
  case OP_AU: return formula_until_within(f, OP_AX, p, q, low, high);
  case OP_ER: /* not A [!p U !q], and the other way round */
  case OP_AR:
    p = formula_unary(f, OP_NOT, p);
    q = formula_unary(f, OP_NOT, q);
    return formula_unary(f, OP_NOT,
                         formula_until_within(f, op == OP_ER ? OP_AX : OP_EX, p, q, low, high));
  default: return FORMULA_NONE;
  }
}
