/* Operators and functions on words. */
#include "front/smv/operators.h"

#include <stdlib.h>

#include "logic/vector.h"

enum { WIDTH_LIMIT = 1 << 16 };

static bool constant_argument(Flat *flat, NodeIndex where, const Value *value, int64_t *number) {
  *number = 0;
  if (value->kind != VALUE_INTEGER || !value_is_constant(value))
    return syntax_error(flat->syntax, where, "'%s' needs a constant number here",
                        node_kind_name(syntax_node(flat->syntax, where)->kind));
  *number = value_number(value);
  return true;
}

static bool check_width(Flat *flat, NodeIndex where, int64_t width) {
  if (width >= 1 && width <= WIDTH_LIMIT) return true;
  return syntax_error(flat->syntax, where, "a word cannot be %lld bits wide", (long long)width);
}

/* Shifting by an integer or an unsigned word; a negative amount is an error, too much empties. */
static bool shift_word(Flat *flat, NodeIndex where, const Value *a, const Value *b, Value *out) {
  bool left = syntax_node(flat->syntax, where)->kind == NODE_LEFT_SHIFT;
  uint32_t amount_width = b->width;
  if (b->kind == VALUE_INTEGER) {
    if (b->low < 0) return syntax_error(flat->syntax, where, "the distance of a shift is negative");
    amount_width--; /* the sign */
  } else if (b->kind != VALUE_WORD || b->is_signed) {
    return operator_type_error(flat, where, a, b);
  }
  *out = value_word(&flat->values, a->width, a->is_signed);
  if (left) {
    vector_shift_left(flat->values.aig, a->bits, a->width, b->bits, amount_width, LIT_FALSE,
                      out->bits);
  } else {
    Lit fill = a->is_signed ? a->bits[a->width - 1] : LIT_FALSE;
    vector_shift_right(flat->values.aig, a->bits, a->width, b->bits, amount_width, fill, out->bits);
  }
  operator_failures(flat, a, b, out);
  return true;
}

static void divide_word(Flat *flat, NodeIndex where, const Value *a, const Value *b, Value *out) {
  Aig *aig = flat->values.aig;
  Value other = value_word(&flat->values, a->width, a->is_signed);
  bool remainder = syntax_node(flat->syntax, where)->kind == NODE_MOD;
  Lit *quotient = remainder ? other.bits : out->bits, *rest = remainder ? out->bits : other.bits;
  if (a->is_signed) vector_divide_signed(aig, a->bits, b->bits, quotient, rest, a->width);
  else vector_divide(aig, a->bits, b->bits, quotient, rest, a->width);
  Lit zero = LIT_TRUE;
  for (uint32_t i = 0; i < b->width; i++) zero = aig_and(aig, zero, lit_not(b->bits[i]));
  if (zero != LIT_FALSE) {
    out->fail = aig_or(aig, out->fail, zero);
    out->culprit = where;
  }
}

static Lit less_word(Flat *flat, const Value *a, const Value *b) {
  return a->is_signed ? vector_less_signed(flat->values.aig, a->bits, b->bits, a->width)
                      : vector_less(flat->values.aig, a->bits, b->bits, a->width);
}

bool operator_word(Flat *flat, NodeIndex where, const Value *a, const Value *b, Value *out) {
  Aig *aig = flat->values.aig;
  NodeKind kind = syntax_node(flat->syntax, where)->kind;
  if (kind == NODE_LEFT_SHIFT || kind == NODE_RIGHT_SHIFT)
    return shift_word(flat, where, a, b, out);
  if (b->kind != VALUE_WORD) return operator_type_error(flat, where, a, b);
  if (kind == NODE_CONCAT) {
    if (!check_width(flat, where, (int64_t)a->width + b->width)) return false;
    *out = value_word(&flat->values, a->width + b->width, false);
    memcpy(out->bits, b->bits, b->width * sizeof(Lit));
    memcpy(out->bits + b->width, a->bits, a->width * sizeof(Lit));
    operator_failures(flat, a, b, out);
    return true;
  }
  if (a->width != b->width || a->is_signed != b->is_signed)
    return operator_type_error(flat, where, a, b);
  *out = value_word(&flat->values, a->width, a->is_signed);
  operator_failures(flat, a, b, out);
  Lit fail = out->fail;
  NodeIndex culprit = out->culprit;
  switch (kind) {
  case NODE_ADD: vector_add(aig, a->bits, b->bits, LIT_FALSE, out->bits, a->width); return true;
  case NODE_SUBTRACT: vector_subtract(aig, a->bits, b->bits, out->bits, a->width); return true;
  case NODE_MULTIPLY: vector_multiply(aig, a->bits, b->bits, out->bits, a->width); return true;
  case NODE_DIVIDE:
  case NODE_MOD: divide_word(flat, where, a, b, out); return true;
  case NODE_LESS: *out = value_boolean(&flat->values, less_word(flat, a, b)); break;
  case NODE_GREATER: *out = value_boolean(&flat->values, less_word(flat, b, a)); break;
  case NODE_LESS_EQUAL: *out = value_boolean(&flat->values, lit_not(less_word(flat, b, a))); break;
  case NODE_GREATER_EQUAL:
    *out = value_boolean(&flat->values, lit_not(less_word(flat, a, b)));
    break;
  default:
    if (kind < NODE_AND || kind > NODE_IFF) return operator_type_error(flat, where, a, b);
    for (uint32_t i = 0; i < a->width; i++)
      out->bits[i] = operator_logic(aig, kind, a->bits[i], b->bits[i]);
    return true;
  }
  out->fail = fail;
  out->culprit = culprit;
  return true;
}

/* w[high:low]: always unsigned. */
bool operator_slice(Flat *flat, NodeIndex where, const Value *a, const Value *high,
                    const Value *low, Value *out) {
  int64_t from = 0, to = 0;
  if (a->kind != VALUE_WORD) return operator_type_error(flat, where, a, NULL);
  if (!constant_argument(flat, where, high, &to) || !constant_argument(flat, where, low, &from))
    return false;
  if (from < 0 || to < from || to >= a->width)
    return syntax_error(flat->syntax, where, "bits %lld to %lld are not in a word of %u bits",
                        (long long)to, (long long)from, a->width);
  *out = value_word(&flat->values, (uint32_t)(to - from + 1), false);
  memcpy(out->bits, a->bits + from, out->width * sizeof(Lit));
  operator_failures(flat, a, NULL, out);
  return true;
}

/* extend(w, n) by n bits, resize(w, n) to n bits; a signed word keeps its sign when cut. */
static bool resize_word(Flat *flat, NodeIndex where, const Value *a, const Value *b, Value *out) {
  int64_t width = 0;
  if (a->kind != VALUE_WORD) return operator_type_error(flat, where, a, NULL);
  if (!constant_argument(flat, where, b, &width)) return false;
  if (syntax_node(flat->syntax, where)->kind == NODE_EXTEND) {
    if (width < 0) return syntax_error(flat->syntax, where, "extend by a negative number of bits");
    width += a->width;
  }
  if (!check_width(flat, where, width)) return false;
  *out = value_word(&flat->values, (uint32_t)width, a->is_signed);
  vector_resize(a->bits, a->width, a->is_signed, out->bits, out->width);
  if (a->is_signed && out->width < a->width) out->bits[out->width - 1] = a->bits[a->width - 1];
  operator_failures(flat, a, NULL, out);
  return true;
}

static bool word_of_constant(Flat *flat, NodeIndex where, const Value *a, const Value *b,
                             Value *out) {
  int64_t number = 0, width = 0;
  bool is_signed = syntax_node(flat->syntax, where)->kind == NODE_SWCONST;
  if (!constant_argument(flat, where, a, &number) || !constant_argument(flat, where, b, &width) ||
      !check_width(flat, where, width))
    return false;
  assert(width > 0);
  int64_t half = width < 62 ? (int64_t)1 << (width - is_signed) : INT64_MAX;
  /* a signed word of one bit takes the lowest bit of any number, as in EBMC; NuSMV 2.6 does not
   * check this width */
  if (is_signed && width == 1) number = -(number & 1);
  if (number >= half || number < (is_signed ? -half : 0))
    return syntax_error(flat->syntax, where, "%lld does not fit into %lld bits", (long long)number,
                        (long long)width);
  *out = value_word(&flat->values, (uint32_t)width, is_signed);
  for (uint32_t i = 0; i < out->width; i++)
    out->bits[i] = lit_constant((uint64_t)number >> (i < 63 ? i : 63) & 1);
  return true;
}

static bool to_integer(Flat *flat, NodeIndex where, const Value *a, Value *out) {
  if (a->kind == VALUE_INTEGER) {
    *out = *a;
    return true;
  }
  uint32_t limit = 32;
  if (a->kind == VALUE_BOOLEAN) {
    *out = value_from_bits(&flat->values, a->bits, 1, false, 0, 1);
  } else if (a->kind == VALUE_WORD && a->width <= limit) {
    int64_t half = (int64_t)1 << (a->width - a->is_signed);
    *out = value_from_bits(&flat->values, a->bits, a->width, a->is_signed, a->is_signed ? -half : 0,
                           half - 1);
  } else if (a->kind == VALUE_WORD) {
    return syntax_error(flat->syntax, where, "toint takes words of at most %u bits", limit);
  } else {
    return operator_type_error(flat, where, a, NULL);
  }
  operator_failures(flat, a, NULL, out);
  return true;
}

static bool to_boolean(Flat *flat, NodeIndex where, const Value *a, Value *out) {
  Lit lit;
  if (a->kind == VALUE_BOOLEAN || (a->kind == VALUE_WORD && a->width == 1)) {
    lit = a->bits[0];
  } else if (a->kind == VALUE_INTEGER) {
    lit = LIT_FALSE;
    for (uint32_t i = 0; i < a->width; i++) lit = aig_or(flat->values.aig, lit, a->bits[i]);
  } else {
    return operator_type_error(flat, where, a, NULL);
  }
  *out = value_boolean(&flat->values, lit);
  operator_failures(flat, a, NULL, out);
  return true;
}

bool operator_word_function(Flat *flat, NodeIndex where, const Value *arguments, size_t number,
                            Value *out) {
  NodeKind kind = syntax_node(flat->syntax, where)->kind;
  const Value *a = arguments, *b = number > 1 ? arguments + 1 : NULL;
  switch (kind) {
  case NODE_EXTEND:
  case NODE_RESIZE: return resize_word(flat, where, a, b, out);
  case NODE_SWCONST:
  case NODE_UWCONST: return word_of_constant(flat, where, a, b, out);
  case NODE_TOINT: return to_integer(flat, where, a, out);
  case NODE_BOOL: return to_boolean(flat, where, a, out);
  case NODE_SIZEOF:
    if (a->kind != VALUE_WORD) return operator_type_error(flat, where, a, NULL);
    *out = value_integer(&flat->values, a->width);
    return true;
  case NODE_SIGNED:
  case NODE_UNSIGNED:
    if (a->kind != VALUE_WORD) return operator_type_error(flat, where, a, NULL);
    *out = *a;
    out->is_signed = kind == NODE_SIGNED;
    return true;
  case NODE_WORD1:
    if (a->kind != VALUE_BOOLEAN) return operator_type_error(flat, where, a, NULL);
    *out = *a;
    out->kind = VALUE_WORD;
    return true;
  default: return operator_type_error(flat, where, a, b);
  }
}

/* 0ud8_255, 0b_101, 0sh16_ff. Digits are read into bits from the left; a decimal number multiplies
 * what is there by ten. Without a width, binary, octal and hexadecimal digits give it. */
bool operator_word_constant(Flat *flat, NodeIndex where, Value *out) {
  const char *text = flat->syntax->words.data[syntax_node(flat->syntax, where)->number] + 1;
  bool is_signed = *text == 's';
  if (*text == 's' || *text == 'u') text++;
  int letter = *text++ | 32; /* lower case */
  uint32_t base = letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'd' ? 10 : 16;
  char *end;
  int64_t width = strtoll(text, &end, 10);
  bool given = *text != '_';
  text = end + 1;
  if (!given) {
    for (const char *p = text; *p; p++)
      if (*p != '_') width += base == 2 ? 1 : base == 8 ? 3 : 4;
    if (base == 10) return syntax_error(flat->syntax, where, "a decimal word needs a width");
  }
  if (!check_width(flat, where, width)) return false;
  *out = value_word(&flat->values, (uint32_t)width, is_signed);
  for (; *text; text++) {
    if (*text == '_') continue;
    int c = *text | 32;
    uint32_t carry = c >= 'a' ? (uint32_t)(c - 'a') + 10 : (uint32_t)(*text - '0');
    if (carry >= base)
      return syntax_error(flat->syntax, where, "'%c' is not a digit of this word", *text);
    for (uint32_t i = 0; i < out->width; i++) {
      /* bit by bit: carry holds what is left of base * bits + digit */
      uint32_t sum = (out->bits[i] == LIT_TRUE ? base : 0) + carry;
      out->bits[i] = lit_constant(sum & 1);
      carry = sum >> 1;
    }
    if (carry) return syntax_error(flat->syntax, where, "the number does not fit into the word");
  }
  return true;
}
