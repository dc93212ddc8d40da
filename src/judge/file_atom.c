/* Atoms of formulas: names of signals, words, comparisons. See file_formula.c. */
#include <stdlib.h>
#include <string.h>

#include "judge/file.h"

/* The signal of that name; false if there is none. Two different ones: nobody knows which. */
static bool find_signal(const AigerFile *f, const char *name, Lit *lit) {
  bool found = false;
  for (size_t kind = SYMBOL_INPUT; kind <= SYMBOL_OUTPUT; kind++)
    for (size_t i = 0; i < f->signals[kind].size; i++) {
      const char *symbol = f->symbols[kind][i];
      if (!symbol || strcmp(symbol, name)) continue;
      if (found && f->signals[kind].data[i] != *lit)
        unreadable(f->circuit->judge, "two signals have the name '%s'", name);
      *lit = f->signals[kind].data[i];
      found = true;
    }
  for (size_t kind = SYMBOL_INPUT; kind <= SYMBOL_OUTPUT && !found; kind++) {
    char *end;
    if (name[0] != "ilo"[kind] || name[1] < '0' || name[1] > '9') continue;
    if (name[1] == '0' && name[2]) continue;
    size_t place = strtoul(name + 1, &end, 10);
    if (*end || place >= f->signals[kind].size || f->symbols[kind][place]) continue;
    *lit = f->signals[kind].data[place];
    found = true;
  }
  return found;
}

/* The word of that name, lowest bit first: all of name[0] to name[n-1] in one list, n at least 2.
 */
static bool find_word(const AigerFile *f, const char *name, const char *brackets, size_t kind,
                      Lits *word) {
  size_t length = strlen(name), count = 0;
  for (size_t i = 0; i < f->signals[kind].size; i++) { /* how many there are */
    const char *symbol = f->symbols[kind][i];
    if (!symbol || strncmp(symbol, name, length) || symbol[length] != brackets[0]) continue;
    size_t digits = strspn(symbol + length + 1, "0123456789");
    count += digits && symbol[length + 1 + digits] == brackets[1] && !symbol[length + 2 + digits];
  }
  word->size = 0;
  for (size_t bit = 0; bit < count; bit++) {
    Lit lit;
    const char *wanted =
        worded(f->circuit->judge, "%s%c%zu%c", name, brackets[0], bit, brackets[1]);
    if (!find_signal(f, wanted, &lit)) return false;
    list_add(f->circuit->judge, word, lit);
  }
  return count > 1;
}

/* ---- comparisons ---- */

static bool find_any_word(const AigerFile *f, const char *name, Lits *word) {
  for (size_t kind = SYMBOL_INPUT; kind <= SYMBOL_LATCH; kind++)
    if (find_word(f, name, "[]", kind, word) || find_word(f, name, "<>", kind, word)) return true;
  return false;
}

/* A signal, or a bit of a word: it has a name before its brackets (file_formula.c). A star in these
 * is only part of a name. */
static bool find_bit(const AigerFile *f, const char *text, Lit *lit) {
  if (find_signal(f, text, lit)) return true;
  size_t base = strlen(text) - 1;
  if (!strchr("]>", text[base])) return false;
  while (!strchr("[<", text[base])) base--;
  Lits word = {0};
  const char *name = worded(f->circuit->judge, "%.*s", (int)base, text);
  size_t bit = strtoul(text + base + 1, NULL, 10);
  if (text[base + 1] == '*' || !find_any_word(f, name, &word) || bit >= word.size) return false;
  *lit = word.data[bit];
  return true;
}

/* One side of a comparison, lowest bit first; the bits behind the last are 0. */
static Lits take_side(const AigerFile *f, const char *text) {
  Lits side = {0};
  Lit lit;
  size_t length = strlen(text);
  if (strspn(text, "0123456789") == length) {
    if (length > 18) unreadable(f->circuit->judge, "the number %s is too large", text);
    for (unsigned long long number = strtoull(text, NULL, 10); number; number /= 2)
      list_add(f->circuit->judge, &side, (Lit)(number & 1));
  } else if (find_bit(f, text, &lit)) {
    list_add(f->circuit->judge, &side, lit);
  } else if (!find_any_word(f, text, &side)) {
    unreadable(f->circuit->judge, "unknown signal '%s'", text);
  }
  return side;
}

static Lit bit_of(const Lits *side, size_t i) { return i < side->size ? side->data[i] : 0; }

/* Conjunctions with constants are not made gates here: an input that does not matter to a
 * comparison, as the low bits do not to x < 4, is then not read by the atom. */
static Lit both(Circuit *c, Lit a, Lit b) {
  if (a == 0 || b == 0) return 0;
  if (a == 1) return b;
  return b == 1 ? a : add_gate(c, a, b);
}

static Lit either(Circuit *c, Lit a, Lit b) { return both(c, a ^ 1, b ^ 1) ^ 1; }

static Lit same(Circuit *c, Lit a, Lit b) {
  return both(c, either(c, a ^ 1, b), either(c, a, b ^ 1));
}

static Lit sides_equal(Circuit *c, const Lits *a, const Lits *b) {
  Lit equal = 1;
  for (size_t i = 0; i < a->size || i < b->size; i++)
    equal = both(c, equal, same(c, bit_of(a, i), bit_of(b, i)));
  return equal;
}

static Lit side_less(Circuit *c, const Lits *a, const Lits *b) {
  Lit less = 0; /* of the bits below */
  for (size_t i = 0; i < a->size || i < b->size; i++) {
    Lit x = bit_of(a, i), y = bit_of(b, i);
    less = either(c, both(c, x ^ 1, y), both(c, same(c, x, y), less));
  }
  return less;
}

const char *constant_named(const char *text) {
  static const char *const constants[][3] = {{"false", "FALSE", "0"}, {"true", "TRUE", "1"}};
  for (size_t value = 0; value < 2; value++)
    for (size_t i = 0; i < 3; i++)
      if (!strcmp(text, constants[value][i])) return constants[value][0];
  return NULL;
}

Lit atom_literal(const AigerFile *f, const char *left, const char *sign, const char *right) {
  if (!sign) {
    Lit lit;
    const char *constant = constant_named(left);
    if (constant) return constant[0] == 't';
    if (!find_bit(f, left, &lit)) unreadable(f->circuit->judge, "unknown signal '%s'", left);
    return lit;
  }
  Circuit *c = f->circuit;
  Lits a = take_side(f, left), b = take_side(f, right);
  bool or_equal = sign[1] == '=';
  switch (sign[0]) {
  case '=': return sides_equal(c, &a, &b);
  case '!': return sides_equal(c, &a, &b) ^ 1;
  case '<': return or_equal ? side_less(c, &b, &a) ^ 1 : side_less(c, &a, &b);
  default: return or_equal ? side_less(c, &a, &b) ^ 1 : side_less(c, &b, &a);
  }
}
