/* The operators of SMV on Booleans, integers and sets, and the dispatch to those on words. Integers
 * carry intervals; a result is as wide as its interval. */
#include "front/smv/operators.h"

#include "logic/vector.h"

/* Intervals stay far from the ends of int64_t, so that their products do too. */
enum { INTEGER_BITS = 40 };

bool operator_type_error(Flat *flat, NodeIndex where, const Value *a, const Value *b) {
  Text text = {0};
  value_type_text(&flat->values, a, &text);
  if (b) {
    text_add(&text, " and ");
    value_type_text(&flat->values, b, &text);
    value_word_hint(a, b, &text);
  }
  syntax_error(flat->syntax, where, "'%s' cannot be applied to %s",
               node_kind_name(syntax_node(flat->syntax, where)->kind), text.data);
  text_free(&text);
  return false;
}

void operator_failures(Flat *flat, const Value *a, const Value *b, Value *out) {
  if (a->fail == LIT_FALSE && (!b || b->fail == LIT_FALSE)) return;
  out->fail = b ? aig_or(flat->values.aig, a->fail, b->fail) : a->fail;
  out->culprit = a->fail != LIT_FALSE ? a->culprit : b->culprit;
}

static bool integer_result(Flat *flat, NodeIndex where, int64_t low, int64_t high, Value *out) {
  if (low < -((int64_t)1 << INTEGER_BITS) || high > (int64_t)1 << INTEGER_BITS) {
    syntax_error(flat->syntax, where, "the integers here need more than %d bits", INTEGER_BITS);
    return false;
  }
  uint32_t width = integer_width(low, high);
  *out = (Value){.kind = VALUE_INTEGER,
                 .width = width,
                 .low = low,
                 .high = high,
                 .bits = arena_alloc(flat->values.arena, width * sizeof(Lit))};
  return true;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t magnitude(const Value *v) { return most(v->high, -v->low); }

static bool add_integers(Flat *flat, NodeIndex where, const Value *a, const Value *b, bool minus,
                         Value *out) {
  int64_t low = minus ? a->low - b->high : a->low + b->low;
  int64_t high = minus ? a->high - b->low : a->high + b->high;
  if (!integer_result(flat, where, low, high, out)) return false;
  uint32_t wide = (uint32_t)most(out->width, most(a->width, b->width));
  Lit *x = value_extend(&flat->values, a, wide), *y = value_extend(&flat->values, b, wide);
  if (minus) vector_subtract(flat->values.aig, x, y, x, wide);
  else vector_add(flat->values.aig, x, y, LIT_FALSE, x, wide);
  memcpy(out->bits, x, out->width * sizeof(Lit));
  return true;
}

static bool multiply_integers(Flat *flat, NodeIndex where, const Value *a, const Value *b,
                              Value *out) {
  if (magnitude(a) > (int64_t)1 << 31 || magnitude(b) > (int64_t)1 << 31)
    return syntax_error(flat->syntax, where, "the integers here need more than %d bits",
                        INTEGER_BITS);
  int64_t p = a->low * b->low, q = a->low * b->high, r = a->high * b->low, s = a->high * b->high;
  if (!integer_result(flat, where, least(least(p, q), least(r, s)), most(most(p, q), most(r, s)),
                      out))
    return false;
  uint32_t wide = (uint32_t)most(out->width, most(a->width, b->width));
  Lit *x = value_extend(&flat->values, a, wide), *y = value_extend(&flat->values, b, wide);
  vector_multiply(flat->values.aig, x, y, x, wide);
  memcpy(out->bits, x, out->width * sizeof(Lit));
  return true;
}

/* Truncated division, as in NuSMV 2.6: -7 / 5 is -1 and -7 mod 5 is -2. */
static bool divide_integers(Flat *flat, NodeIndex where, const Value *a, const Value *b,
                            bool remainder, Value *out) {
  Values *values = &flat->values;
  uint32_t wide = (uint32_t)most(a->width, b->width) + 1;
  int64_t limit = remainder ? least(magnitude(a), most(magnitude(b) - 1, 0)) : magnitude(a);
  bool positive = a->low >= 0 && (remainder || b->low >= 0);
  bool negative = remainder && a->high <= 0;
  if (!integer_result(flat, where, positive ? 0 : -limit, negative ? 0 : limit, out)) return false;
  Lit *x = value_extend(values, a, wide), *y = value_extend(values, b, wide);
  Lit *quotient = arena_alloc(values->arena, wide * sizeof(Lit));
  Lit *rest = arena_alloc(values->arena, wide * sizeof(Lit));
  vector_divide_signed(values->aig, x, y, quotient, rest, wide);
  memcpy(out->bits, remainder ? rest : quotient, out->width * sizeof(Lit));
  Value zero = value_integer(values, 0);
  value_equal(values, b, &zero, &out->fail);
  out->culprit = where;
  return true;
}

static bool compare_integers(Flat *flat, NodeKind kind, const Value *a, const Value *b,
                             Value *out) {
  Values *values = &flat->values;
  uint32_t width = (uint32_t)most(a->width, b->width);
  const Lit *x = value_extend(values, a, width), *y = value_extend(values, b, width);
  bool swap = kind == NODE_GREATER || kind == NODE_LESS_EQUAL;
  Lit less = vector_less_signed(values->aig, swap ? y : x, swap ? x : y, width);
  bool negate = kind == NODE_GREATER_EQUAL || kind == NODE_LESS_EQUAL;
  *out = value_boolean(values, lit_not_if(less, negate));
  return true;
}

static bool integer_operator(Flat *flat, NodeIndex where, const Value *a, const Value *b,
                             Value *out) {
  NodeKind kind = syntax_node(flat->syntax, where)->kind;
  Value result = {0};
  bool fine;
  switch (kind) {
  case NODE_ADD: fine = add_integers(flat, where, a, b, false, &result); break;
  case NODE_SUBTRACT: fine = add_integers(flat, where, a, b, true, &result); break;
  case NODE_MULTIPLY: fine = multiply_integers(flat, where, a, b, &result); break;
  case NODE_DIVIDE: fine = divide_integers(flat, where, a, b, false, &result); break;
  case NODE_MOD: fine = divide_integers(flat, where, a, b, true, &result); break;
  case NODE_LESS:
  case NODE_GREATER:
  case NODE_LESS_EQUAL:
  case NODE_GREATER_EQUAL: fine = compare_integers(flat, kind, a, b, &result); break;
  default: return operator_type_error(flat, where, a, b);
  }
  if (!fine) return false;
  Lit own = result.fail;
  NodeIndex culprit = result.culprit;
  operator_failures(flat, a, b, &result);
  if (own != LIT_FALSE) {
    result.fail = aig_or(flat->values.aig, result.fail, own);
    result.culprit = culprit;
  }
  *out = result;
  return true;
}

Lit operator_logic(Aig *aig, NodeKind kind, Lit a, Lit b) {
  switch (kind) {
  case NODE_AND: return aig_and(aig, a, b);
  case NODE_OR: return aig_or(aig, a, b);
  case NODE_XOR: return aig_xor(aig, a, b);
  case NODE_IMPLIES: return aig_implies(aig, a, b);
  default: return aig_equal(aig, a, b); /* XNOR, IFF */
  }
}

/* A conjunction that is false by one side does not care about a failure on the other. */
static void boolean_failures(Flat *flat, NodeKind kind, const Value *a, const Value *b,
                             Value *out) {
  if (a->fail == LIT_FALSE && b->fail == LIT_FALSE) return;
  operator_failures(flat, a, b, out);
  if (kind != NODE_AND && kind != NODE_OR && kind != NODE_IMPLIES) return;
  Aig *aig = flat->values.aig;
  Lit x = lit_not_if(a->bits[0], kind == NODE_OR), y = lit_not_if(b->bits[0], kind != NODE_AND);
  Lit decided_by_a = aig_and(aig, lit_not(a->fail), lit_not(x));
  Lit decided_by_b = aig_and(aig, lit_not(b->fail), lit_not(y));
  out->fail = aig_and(aig, out->fail, lit_not(aig_or(aig, decided_by_a, decided_by_b)));
}

static bool boolean_operator(Flat *flat, NodeIndex where, const Value *a, const Value *b,
                             Value *out) {
  NodeKind kind = syntax_node(flat->syntax, where)->kind;
  if (kind < NODE_AND || kind > NODE_IFF) return operator_type_error(flat, where, a, b);
  *out =
      value_boolean(&flat->values, operator_logic(flat->values.aig, kind, a->bits[0], b->bits[0]));
  boolean_failures(flat, kind, a, b, out);
  return true;
}

static bool equality(Flat *flat, NodeIndex where, const Value *a, const Value *b, Value *out) {
  Lit same;
  if (!value_equal(&flat->values, a, b, &same)) return operator_type_error(flat, where, a, b);
  bool negate = syntax_node(flat->syntax, where)->kind == NODE_NOT_EQUAL;
  *out = value_boolean(&flat->values, lit_not_if(same, negate));
  operator_failures(flat, a, b, out);
  return true;
}

static bool membership(Flat *flat, NodeIndex where, const Value *a, const Value *b, Value *out) {
  Lit inside;
  if (!value_in(&flat->values, a, b, &inside)) return operator_type_error(flat, where, a, b);
  *out = value_boolean(&flat->values, inside);
  operator_failures(flat, a, b, out);
  return true;
}

static bool integer_set(Flat *flat, NodeIndex where, const Value *a, const Value *b, Value *out) {
  enum { SET_LIMIT = 1 << 16 };
  if (a->kind != VALUE_INTEGER || b->kind != VALUE_INTEGER || !value_is_constant(a) ||
      !value_is_constant(b))
    return syntax_error(flat->syntax, where, "the bounds must be constant numbers");
  int64_t low = value_number(a), high = value_number(b);
  if (low > high || high - low >= SET_LIMIT)
    return syntax_error(flat->syntax, where, "the range %lld..%lld is %s", (long long)low,
                        (long long)high, low > high ? "empty" : "too large");
  uint32_t count = (uint32_t)(high - low + 1);
  *out = (Value){.kind = VALUE_SET,
                 .width = count,
                 .members = arena_alloc(flat->values.arena, count * sizeof(Member))};
  for (uint32_t i = 0; i < count; i++)
    out->members[i] = (Member){LIT_TRUE, value_integer(&flat->values, low + i)};
  return true;
}

/* With --smv-old, a 0 or 1 beside a Boolean is a Boolean. */
static void old_boolean(Flat *flat, Value *value, const Value *other) {
  if (flat->old_booleans && other->kind == VALUE_BOOLEAN && value->kind == VALUE_INTEGER &&
      value_is_constant(value) && (value_number(value) == 0 || value_number(value) == 1))
    *value = value_boolean(&flat->values, lit_constant(value_number(value) == 1));
}

bool operator_binary(Flat *flat, NodeIndex where, const Value *left, const Value *right,
                     Value *out) {
  NodeKind kind = syntax_node(flat->syntax, where)->kind;
  Value a = *left, b = *right;
  old_boolean(flat, &a, &b);
  old_boolean(flat, &b, &a);
  if (a.kind >= VALUE_ARRAY || b.kind >= VALUE_ARRAY)
    return operator_type_error(flat, where, &a, &b);
  switch (kind) {
  case NODE_UNION: value_union(&flat->values, &a, &b, out); return true;
  case NODE_IN: return membership(flat, where, &a, &b, out);
  case NODE_RANGE: return integer_set(flat, where, &a, &b, out);
  default: break;
  }
  if (a.kind == VALUE_SET || b.kind == VALUE_SET) return operator_type_error(flat, where, &a, &b);
  if (kind == NODE_EQUAL || kind == NODE_NOT_EQUAL) return equality(flat, where, &a, &b, out);
  if (a.kind == VALUE_WORD) return operator_word(flat, where, &a, &b, out);
  if (a.kind != b.kind) return operator_type_error(flat, where, &a, &b);
  if (a.kind == VALUE_BOOLEAN) return boolean_operator(flat, where, &a, &b, out);
  if (a.kind == VALUE_INTEGER) {
    if (flat->old_booleans && kind >= NODE_AND && kind <= NODE_IFF)
      return flat_to_boolean(flat, where, &a) && flat_to_boolean(flat, where, &b) &&
             boolean_operator(flat, where, &a, &b, out);
    return integer_operator(flat, where, &a, &b, out);
  }
  return operator_type_error(flat, where, &a, &b);
}

bool operator_unary(Flat *flat, NodeIndex where, const Value *operand, Value *out) {
  NodeKind kind = syntax_node(flat->syntax, where)->kind;
  Value a = *operand;
  if (kind == NODE_NOT && a.kind == VALUE_INTEGER && flat->old_booleans &&
      !flat_to_boolean(flat, where, &a))
    return false;
  if (kind == NODE_NOT && (a.kind == VALUE_BOOLEAN || a.kind == VALUE_WORD)) {
    Value result = a;
    result.bits = arena_alloc(flat->values.arena, a.width * sizeof(Lit));
    for (uint32_t i = 0; i < a.width; i++) result.bits[i] = lit_not(a.bits[i]);
    *out = result;
    return true;
  }
  if (kind == NODE_MINUS && a.kind == VALUE_INTEGER) {
    Value zero = value_integer(&flat->values, 0);
    bool fine = add_integers(flat, where, &zero, &a, true, out);
    if (fine) operator_failures(flat, &a, NULL, out);
    return fine;
  }
  if (kind == NODE_MINUS && a.kind == VALUE_WORD) {
    Value result = a;
    result.bits = arena_alloc(flat->values.arena, a.width * sizeof(Lit));
    vector_negate(flat->values.aig, a.bits, result.bits, a.width);
    *out = result;
    return true;
  }
  return operator_type_error(flat, where, &a, NULL);
}

/* The number of true arguments. */
static bool count(Flat *flat, NodeIndex where, const Value *arguments, size_t number, Value *out) {
  *out = value_integer(&flat->values, 0);
  for (size_t i = 0; i < number; i++) {
    Value argument = arguments[i];
    if (!flat_to_boolean(flat, where, &argument)) return false;
    Lit bits[2] = {argument.bits[0], LIT_FALSE};
    Value one = value_from_bits(&flat->values, bits, 2, true, 0, 1), sum;
    if (!add_integers(flat, where, out, &one, false, &sum)) return false;
    operator_failures(flat, out, &argument, &sum);
    *out = sum;
  }
  return true;
}

/* abs, min and max choose between two integers. */
static bool choose_integer(Flat *flat, NodeIndex where, NodeKind kind, const Value *a,
                           const Value *b, Value *out) {
  Value other, less;
  if (a->kind != VALUE_INTEGER || (b && b->kind != VALUE_INTEGER))
    return operator_type_error(flat, where, a, b);
  if (!b) {
    Value zero = value_integer(&flat->values, 0);
    if (!add_integers(flat, where, &zero, a, true, &other)) return false;
    b = &other;
  }
  compare_integers(flat, NODE_LESS, a, b, &less);
  if (!value_mux(&flat->values, lit_not_if(less.bits[0], kind != NODE_MIN), a, b, out))
    return operator_type_error(flat, where, a, b);
  if (kind == NODE_ABS) {
    int64_t high = magnitude(a);
    Value narrow = value_from_bits(&flat->values, out->bits, out->width, true, 0, high);
    *out = narrow;
  }
  out->fail = LIT_FALSE;
  operator_failures(flat, a, kind == NODE_ABS ? NULL : b, out);
  return true;
}

bool operator_function(Flat *flat, NodeIndex where, const Value *arguments, size_t number,
                       Value *out) {
  NodeKind kind = syntax_node(flat->syntax, where)->kind;
  size_t expected = 1;
  switch (kind) {
  case NODE_COUNT: return count(flat, where, arguments, number, out);
  case NODE_EXTEND:
  case NODE_RESIZE:
  case NODE_MAX:
  case NODE_MIN:
  case NODE_SWCONST:
  case NODE_UWCONST: expected = 2; break;
  default: break;
  }
  if (number != expected)
    return syntax_error(flat->syntax, where, "'%s' takes %zu argument%s, not %zu",
                        node_kind_name(kind), expected, expected == 1 ? "" : "s", number);
  switch (kind) {
  case NODE_ABS: return choose_integer(flat, where, kind, arguments, NULL, out);
  case NODE_MAX:
  case NODE_MIN: return choose_integer(flat, where, kind, arguments, arguments + 1, out);
  default: return operator_word_function(flat, where, arguments, number, out);
  }
}
