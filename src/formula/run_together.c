/* See run_together.h. The operators come from the table: unary, of time, written with letters. In
 * CTL those are the quantified ones, and X, F, G for what stands behind a bare E or A. */
#include "formula/run_together.h"

#include <ctype.h>
#include <string.h>

static bool may_run_together(Logic logic, const OperatorInfo *info) {
  if (info->arity != 1) return false;
  if (info->family == FAMILY_FUTURE) return true;
  return info->family == (logic == LOGIC_CTL ? FAMILY_CTL : FAMILY_PAST);
}

size_t operator_at_front(Logic logic, const char *word, size_t length, Operator *op) {
  for (int i = 0; i < OP_COUNT; i++) {
    const char *letters = operator_table[i].symbol; /* all of them are spelled like that */
    size_t n = strlen(letters);
    if (!may_run_together(logic, operator_table + i) || n > length || memcmp(word, letters, n))
      continue;
    *op = (Operator)i;
    return n;
  }
  return 0;
}

static bool is_letter_of_spot(Operator op) {
  return op == OP_NEXT || op == OP_FINALLY || op == OP_GLOBALLY;
}

static size_t as_spot_reads(const char *word, size_t length) {
  size_t i = 0;
  Operator op;
  while (i < length && operator_at_front(LOGIC_LTL, word + i, length - i, &op) &&
         is_letter_of_spot(op) && !(i + 1 < length && isdigit((unsigned char)word[i + 1])))
    i++;
  /* `F.done` and `G[3]` are names with a dot and an index, not operators before one */
  return i < length && !isalpha((unsigned char)word[i]) && !strchr("_$", word[i]) ? 0 : i;
}

static bool is_constant(const char *word, size_t length) {
  return operator_spelled(OP_TRUE, word, length) || operator_spelled(OP_FALSE, word, length);
}

size_t operators_before_name(Logic logic, const char *word, size_t length, NameKnown known,
                             const void *context) {
  if (!known) return logic == LOGIC_LTL ? as_spot_reads(word, length) : 0;
  Operator op;
  for (size_t i = 0, n; i < length; i += n) {
    const char *rest = word + i;
    n = operator_at_front(logic, rest, length - i, &op);
    bool is_operator = n == length - i; /* alone it is never a name: `G F` stays possible */
    if (!is_operator && known(context, rest, length - i)) return i;
    if (i && isalpha((unsigned char)*rest) && is_constant(rest, length - i)) return i;
    if (!n) return 0;
  }
  return length;
}
