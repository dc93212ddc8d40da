/* Atoms to literals; see atoms.h. Comparisons are made over two's complement words wide enough for
 * both sides, so that ranges, signed and unsigned words all compare as the numbers they stand for.
 * Enumerators compare by their names, or by order where both sides are numbers. */
#include "formula/atoms.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/nearest.h"
#include "formula/nnf.h"
#include "formula/parser.h"

typedef enum {
  COMPARE_EQUAL,
  COMPARE_UNEQUAL,
  COMPARE_LESS,
  COMPARE_AT_MOST,
  COMPARE_MORE,
  COMPARE_AT_LEAST
} Comparison;

static const char *const comparisons[] = {" = ", " != ", " < ", " <= ", " > ", " >= "};

/* One side of a comparison: a signal, or a part of one, or a constant. */
typedef struct {
  const Signal *signal; /* NULL: a constant, by its text */
  Signal part;          /* where a part was selected: a word that `signal` points to */
  const char *text;
} Side;

typedef struct {
  System *system;
  const char *atom;
  Error *error;
} Binding;

/* ---- names ---- */

static bool fail_unknown(const Binding *binding, const char *name) {
  Nearest nearest = {.wanted = name};
  for (size_t i = 0; i < binding->system->signals.size; i++)
    nearest_offer(&nearest, binding->system->signals.data[i].name);
  if (nearest.name)
    return error_set(binding->error, "unknown signal '%s'; did you mean '%s'?", name, nearest.name);
  return error_set(binding->error, "unknown signal '%s'", name);
}

/* "name[7:4]", "name[3]" or "name<3>": the length of the name and the bits; false for others. */
static bool split_index(const char *text, size_t *length, unsigned *high, unsigned *low) {
  size_t n = strlen(text);
  if (n < 4 || (text[n - 1] != ']' && text[n - 1] != '>')) return false;
  size_t open = n - 1;
  while (open && text[open] != '[' && text[open] != '<') open--;
  if (!open) return false;
  char *end;
  unsigned long a = strtoul(text + open + 1, &end, 10), b = a;
  if (*end == ':') b = strtoul(end + 1, &end, 10);
  if (end != text + n - 1 || a > 1u << 20 || b > 1u << 20) return false;
  *length = open;
  *high = (unsigned)(a > b ? a : b);
  *low = (unsigned)(a > b ? b : a);
  return true;
}

/* The signal of that name, or the part of a signal; false if there is none. */
static bool find_signal(const Binding *binding, const char *name, Side *side) {
  const SignalVec *signals = &binding->system->signals;
  side->signal = signal_find(signals, name);
  if (side->signal) return true;
  size_t length;
  unsigned high, low;
  if (!split_index(name, &length, &high, &low)) return false;
  char *base = mem_string_n(name, length);
  const Signal *whole = signal_find(signals, base);
  mem_free(base);
  if (!whole || high >= whole->bits.size) return false;
  side->part.type = high == low ? SIGNAL_BOOLEAN : SIGNAL_WORD;
  for (unsigned i = low; i <= high; i++) vec_push(&side->part.bits, whole->bits.data[i]);
  side->signal = &side->part;
  return true;
}

static bool is_signal(const void *context, const char *name, size_t length) {
  const System *system = context;
  char *text = mem_string_n(name, length);
  unsigned high, low;
  bool found = signal_find(&system->signals, text) != NULL;
  if (!found && split_index(text, &length, &high, &low)) {
    text[length] = 0;
    found = signal_find(&system->signals, text) != NULL;
  }
  mem_free(text);
  return found;
}

KnownNames atoms_names(const System *system) { return (KnownNames){is_signal, system}; }

/* ---- numbers ---- */

/* Reads all the ways to write a number. */
static bool read_number(const char *text, int64_t *value) {
  char digits[72];
  size_t n = 0;
  int base = 10;
  bool negative = *text == '-';
  if (negative) text++;
  if (!isdigit((unsigned char)*text)) return false;
  if (*text == '0' && (text[1] == 'u' || text[1] == 's')) { /* 0ud8_255 */
    char kind = text[2];
    base = kind == 'b' ? 2 : kind == 'o' ? 8 : kind == 'h' ? 16 : kind == 'd' ? 10 : 0;
    const char *bar = strchr(text, '_');
    if (!base || !bar) return false;
    text = bar + 1;
  } else if (strchr(text, '\'')) { /* 8'hff */
    text = strchr(text, '\'') + 1;
    base = *text == 'b' ? 2 : *text == 'o' ? 8 : *text == 'h' ? 16 : *text == 'd' ? 10 : 0;
    if (!base) return false;
    text++;
  } else if (*text == '0' && (text[1] == 'x' || text[1] == 'b')) {
    base = text[1] == 'x' ? 16 : 2;
    text += 2;
  }
  for (; *text && n < sizeof digits - 1; text++)
    if (*text != '_') digits[n++] = *text;
  digits[n] = 0;
  char *end;
  errno = 0;
  long long parsed = strtoll(digits, &end, base);
  if (!n || *end || *text || errno) return false;
  *value = negative ? -parsed : parsed;
  return true;
}

/* A two's complement word: bits and then copies of the last one. */
static LitVec constant_word(int64_t value) {
  LitVec word = {0};
  for (int i = 0; i < 64; i++) vec_push(&word, lit_constant(value >> i & 1));
  return word;
}

static Lit word_bit(const LitVec *word, size_t i) {
  return word->data[i < word->size ? i : word->size - 1];
}

static LitVec word_add(Aig *aig, const LitVec *a, const LitVec *b) {
  LitVec sum = {0};
  Lit carry = LIT_FALSE;
  size_t width = (a->size > b->size ? a->size : b->size) + 1;
  for (size_t i = 0; i < width; i++) {
    Lit x = word_bit(a, i), y = word_bit(b, i), half = aig_xor(aig, x, y);
    vec_push(&sum, aig_xor(aig, half, carry));
    carry = aig_or(aig, aig_and(aig, x, y), aig_and(aig, half, carry));
  }
  return sum;
}

/* The number that a signal stands for, as a two's complement word. */
static LitVec signal_word(Aig *aig, const Signal *signal) {
  LitVec word = {0};
  vec_append(&word, &signal->bits);
  bool is_signed = signal->type == SIGNAL_WORD && signal->is_signed;
  if (!is_signed || !word.size) vec_push(&word, LIT_FALSE);
  if (signal->type != SIGNAL_RANGE || !signal->low) return word;
  LitVec low = constant_word(signal->low), sum = word_add(aig, &word, &low);
  vec_free(&word);
  vec_free(&low);
  return sum;
}

static Lit words_equal(Aig *aig, const LitVec *a, const LitVec *b) {
  Lit equal = LIT_TRUE;
  for (size_t i = 0; i < a->size || i < b->size; i++)
    equal = aig_and(aig, equal, aig_equal(aig, word_bit(a, i), word_bit(b, i)));
  return equal;
}

static Lit word_less(Aig *aig, const LitVec *a, const LitVec *b) {
  size_t width = a->size > b->size ? a->size : b->size;
  Lit less = LIT_FALSE;
  for (size_t i = 0; i < width; i++) {
    Lit x = word_bit(a, i), y = word_bit(b, i);
    if (i == width - 1) { /* the sign: the one that is set is smaller */
      Lit swap = x;
      x = y;
      y = swap;
    }
    less = aig_mux(aig, aig_xor(aig, x, y), y, less);
  }
  return less;
}

static Lit compare_words(Aig *aig, Comparison comparison, const LitVec *a, const LitVec *b) {
  switch (comparison) {
  case COMPARE_EQUAL: return words_equal(aig, a, b);
  case COMPARE_UNEQUAL: return lit_not(words_equal(aig, a, b));
  case COMPARE_LESS: return word_less(aig, a, b);
  case COMPARE_AT_MOST: return lit_not(word_less(aig, b, a));
  case COMPARE_MORE: return word_less(aig, b, a);
  case COMPARE_AT_LEAST: break;
  }
  return lit_not(word_less(aig, a, b));
}

/* ---- enumerations ---- */

/* Whether two enumerators stand in the relation; false in *fine if they have no order. */
static bool related(Comparison comparison, const char *a, const char *b, bool *fine) {
  if (comparison == COMPARE_EQUAL || comparison == COMPARE_UNEQUAL)
    return !strcmp(a, b) == (comparison == COMPARE_EQUAL);
  int64_t x, y;
  if (!read_number(a, &x) || !read_number(b, &y)) {
    *fine = false;
    return false;
  }
  return comparison == COMPARE_LESS      ? x < y
         : comparison == COMPARE_AT_MOST ? x <= y
         : comparison == COMPARE_MORE    ? x > y
                                         : x >= y;
}

static Lit has_code(Aig *aig, const Signal *signal, size_t code) {
  Lit lit = LIT_TRUE;
  for (size_t i = 0; i < signal->bits.size; i++)
    lit = aig_and(aig, lit, lit_not_if(signal->bits.data[i], !(code >> i & 1)));
  return lit;
}

static bool knows(const Signal *signal, const char *value) {
  for (size_t i = 0; i < signal->values.size; i++)
    if (!strcmp(signal->values.data[i], value)) return true;
  return false;
}

static bool compare_enumeration(const Binding *binding, Comparison comparison, const Signal *signal,
                                const Side *other, Lit *result) {
  Aig *aig = binding->system->aig;
  bool fine = true;
  const Signal *second = other->signal;
  if (second && second->type != SIGNAL_ENUMERATION)
    return error_set(binding->error, "'%s' compares an enumeration with something else",
                     binding->atom);
  int64_t number;
  if (!second && !knows(signal, other->text) && !read_number(other->text, &number))
    return error_set(binding->error, "'%s' is neither a signal nor a value of '%s'", other->text,
                     signal->name);
  *result = LIT_FALSE;
  for (size_t i = 0; i < signal->values.size; i++)
    for (size_t j = 0; j < (second ? second->values.size : 1); j++) {
      const char *value = second ? second->values.data[j] : other->text;
      if (!related(comparison, signal->values.data[i], value, &fine)) continue;
      Lit both = has_code(aig, signal, i);
      if (second) both = aig_and(aig, both, has_code(aig, second, j));
      *result = aig_or(aig, *result, both);
    }
  return fine ||
         error_set(binding->error, "'%s' orders enumerators that are not numbers", binding->atom);
}

/* ---- binding ---- */

static bool is_truth(const char *text, int64_t *value) {
  if (!strcmp(text, "TRUE") || !strcmp(text, "true")) return *value = 1, true;
  if (!strcmp(text, "FALSE") || !strcmp(text, "false")) return *value = 0, true;
  return false;
}

static bool compare(const Binding *binding, Comparison comparison, const Side *left,
                    const Side *right, Lit *result) {
  Aig *aig = binding->system->aig;
  if (left->signal->type == SIGNAL_ENUMERATION)
    return compare_enumeration(binding, comparison, left->signal, right, result);
  if (right->signal && right->signal->type == SIGNAL_ENUMERATION)
    return error_set(binding->error, "'%s' compares an enumeration with something else",
                     binding->atom);
  int64_t number = 0;
  if (!right->signal && !read_number(right->text, &number) && !is_truth(right->text, &number))
    return fail_unknown(binding, right->text);
  LitVec a = signal_word(aig, left->signal);
  LitVec b = right->signal ? signal_word(aig, right->signal) : constant_word(number);
  *result = compare_words(aig, comparison, &a, &b);
  vec_free(&a);
  vec_free(&b);
  return true;
}

/* Where the comparison in an atom's text stands; longer signs first. */
static const char *find_comparison(const char *text, Comparison *comparison) {
  for (int i = COMPARE_AT_LEAST; i >= 0; i--) {
    const char *place = strstr(text, comparisons[i]);
    if (place) {
      *comparison = (Comparison)i;
      return place;
    }
  }
  return NULL;
}

static bool bind_comparison(const Binding *binding, const char *place, Comparison comparison,
                            Lit *result) {
  char *name = mem_string_n(binding->atom, (size_t)(place - binding->atom));
  Side left = {.text = name}, right = {.text = place + strlen(comparisons[comparison])};
  bool fine = find_signal(binding, name, &left);
  if (!fine) fail_unknown(binding, name);
  else {
    /* an enumerator wins over a signal of the same name */
    if (left.signal->type != SIGNAL_ENUMERATION || !knows(left.signal, right.text))
      find_signal(binding, right.text, &right);
    fine = compare(binding, comparison, &left, &right, result);
  }
  vec_free(&left.part.bits);
  vec_free(&right.part.bits);
  mem_free(name);
  return fine;
}

static bool bind_one(const Binding *binding, Lit *result) {
  Side side = {0};
  Comparison comparison;
  if (find_signal(binding, binding->atom, &side)) {
    bool bit = side.signal->bits.size == 1 && side.signal->type == SIGNAL_BOOLEAN;
    bit |= side.signal->bits.size == 1 && side.signal->type == SIGNAL_WORD;
    if (bit) *result = side.signal->bits.data[0];
    else error_set(binding->error, "'%s' is not Boolean; compare it with a value", binding->atom);
    vec_free(&side.part.bits);
    return bit;
  }
  const char *place = find_comparison(binding->atom, &comparison);
  if (place) return bind_comparison(binding, place, comparison, result);
  return fail_unknown(binding, binding->atom);
}

/* Gives the error about an atom the place where the atom is written. */
static void add_place(const FormulaSource *source, const System *system, const char *atom,
                      Error *error) {
  Lexer lexer;
  lexer_init(&lexer, source->logic, atoms_names(system), source->text, strlen(source->text));
  TokenKind kind = lexer_next(&lexer);
  while (kind != TOKEN_END && (kind != TOKEN_ATOM || strcmp(lexer.atom.data, atom)))
    kind = lexer_next(&lexer);
  if (kind == TOKEN_ATOM) {
    Error plain = *error;
    *error = (Error){0};
    error_at_offset(error, source->file, source->whole, source->start + lexer.start, plain.message);
    error_free(&plain);
  }
  lexer_free(&lexer);
}

bool atoms_bind(Formulas *formulas, Formula f, System *system, const FormulaSource *source,
                Error *error) {
  FormulaVec cone = {0};
  bool fine = true;
  formula_cone(formulas, f, &cone);
  for (size_t i = 0; fine && i < cone.size; i++) {
    const FormulaNode *node = formula_node(formulas, cone.data[i]);
    if (node->op != OP_ATOM || formulas->atoms.data[node->left].literal != LIT_NONE) continue;
    Binding binding = {system, formulas->atoms.data[node->left].text, error};
    fine = bind_one(&binding, &formulas->atoms.data[node->left].literal);
    if (!fine && source) add_place(source, system, binding.atom, error);
  }
  vec_free(&cone);
  return fine;
}
