#include "term/circuit.h"

#include "base/memory.h"
#include "logic/vector.h"

/* ---- words of one width ---- */

typedef void (*WordCircuit)(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out);

static void make_not(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  (void)aig, (void)b;
  for (size_t i = 0; i < width; i++) out[i] = lit_not(a[i]);
}

static void make_negate(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  (void)b;
  vector_negate(aig, a, out, width);
}

static void make_all(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  (void)b;
  *out = aig_and_all(aig, a, width);
}

static void make_any(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  (void)b;
  *out = aig_or_all(aig, a, width);
}

static void make_parity(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  (void)b;
  Lit parity = LIT_FALSE;
  for (size_t i = 0; i < width; i++) parity = aig_xor(aig, parity, a[i]);
  *out = parity;
}

static void make_and(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  for (size_t i = 0; i < width; i++) out[i] = aig_and(aig, a[i], b[i]);
}

static void make_or(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  for (size_t i = 0; i < width; i++) out[i] = aig_or(aig, a[i], b[i]);
}

static void make_xor(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  for (size_t i = 0; i < width; i++) out[i] = aig_xor(aig, a[i], b[i]);
}

static void make_less(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  *out = vector_less(aig, a, b, width);
}

static void make_less_signed(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  *out = vector_less_signed(aig, a, b, width);
}

static void make_add(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  vector_add(aig, a, b, LIT_FALSE, out, width);
}

static void make_subtract(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  vector_subtract(aig, a, b, out, width);
}

static size_t count_zeros(const Lit *a, size_t width) {
  size_t zeros = 0;
  for (size_t i = 0; i < width; i++) zeros += a[i] == LIT_FALSE;
  return zeros;
}

/* There is a row of adders for each bit of the second operand that can be 1. */
static void make_multiply(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  bool swap = count_zeros(a, width) > count_zeros(b, width);
  vector_multiply(aig, swap ? b : a, swap ? a : b, out, width);
}

/* ---- division ---- */

typedef void (*Division)(Aig *aig, const Lit *a, const Lit *b, Lit *quotient, Lit *remainder,
                         size_t width);

static void quotient_of(Division division, Aig *aig, const Lit *a, const Lit *b, size_t width,
                        Lit *out) {
  Lit *remainder = mem_array(width, sizeof *remainder);
  division(aig, a, b, out, remainder, width);
  mem_free(remainder);
}

static void remainder_of(Division division, Aig *aig, const Lit *a, const Lit *b, size_t width,
                         Lit *out) {
  Lit *quotient = mem_array(width, sizeof *quotient);
  division(aig, a, b, quotient, out, width);
  mem_free(quotient);
}

static void make_divide(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  quotient_of(vector_divide, aig, a, b, width, out);
}

static void make_remainder(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  remainder_of(vector_divide, aig, a, b, width, out);
}

static void make_divide_signed(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  quotient_of(vector_divide_signed, aig, a, b, width, out);
}

static void make_remainder_signed(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  remainder_of(vector_divide_signed, aig, a, b, width, out);
}

/* The remainder, moved by one divisor where it is not zero and has the other sign. */
static void make_modulo_signed(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  Lit *moved = mem_array(width, sizeof *moved);
  make_remainder_signed(aig, a, b, width, out);
  vector_add(aig, out, b, LIT_FALSE, moved, width);
  Lit other = aig_xor(aig, out[width - 1], b[width - 1]);
  vector_mux(aig, aig_and(aig, aig_or_all(aig, out, width), other), moved, out, out, width);
  mem_free(moved);
}

/* ---- shifts ---- */

static void make_shift_left(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  vector_shift_left(aig, a, width, b, width, LIT_FALSE, out);
}

static void make_shift_right(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  vector_shift_right(aig, a, width, b, width, LIT_FALSE, out);
}

static void make_shift_arithmetic(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  vector_shift_right(aig, a, width, b, width, a[width - 1], out);
}

/* The amount modulo the width is its lowest bits where the width is a power of two. */
static void reduce_amount(Aig *aig, const Lit *amount, size_t width, Lit *out) {
  Lit *divisor = mem_array(width, sizeof *divisor);
  bool power = !(width & (width - 1));
  vector_constant(width, divisor, width);
  for (size_t i = 0; i < width; i++)
    out[i] = i < 64 && ((uint64_t)width - 1) >> i ? amount[i] : LIT_FALSE;
  if (!power) make_remainder(aig, amount, divisor, width, out);
  mem_free(divisor);
}

static void rotate(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out, bool left) {
  Lit *amount = mem_array(width, sizeof *amount), *from = mem_array(width, sizeof *from);
  reduce_amount(aig, b, width, amount);
  for (size_t i = 0; i < width; i++) out[i] = a[i];
  for (size_t k = 0; k < width && (size_t)1 << k < width; k++) {
    size_t distance = left ? width - ((size_t)1 << k) : (size_t)1 << k;
    for (size_t i = 0; i < width; i++) from[i] = out[i];
    for (size_t i = 0; i < width; i++)
      out[i] = aig_mux(aig, amount[k], from[(i + distance) % width], from[i]);
  }
  mem_free(amount);
  mem_free(from);
}

static void make_rotate_left(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  rotate(aig, a, b, width, out, true);
}

static void make_rotate_right(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  rotate(aig, a, b, width, out, false);
}

/* ---- overflow: does the result differ from that on integers? ---- */

/* With one bit more both operands and the sum are exact: a word overflows if that bit is set; a
 * signed one, if it differs from the sign. */
static Lit sum_overflows(Aig *aig, const Lit *a, const Lit *b, size_t width, bool is_signed,
                         bool minus) {
  size_t wide = width + 1;
  Lit *x = mem_array(wide, sizeof *x), *y = mem_array(wide, sizeof *y);
  vector_resize(a, width, is_signed, x, wide);
  vector_resize(b, width, is_signed, y, wide);
  if (minus) vector_subtract(aig, x, y, x, wide);
  else vector_add(aig, x, y, LIT_FALSE, x, wide);
  Lit over = is_signed ? aig_xor(aig, x[width], x[width - 1]) : x[width];
  mem_free(x);
  mem_free(y);
  return over;
}

static void make_overflow_add(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  *out = sum_overflows(aig, a, b, width, false, false);
}

static void make_overflow_add_signed(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  *out = sum_overflows(aig, a, b, width, true, false);
}

static void make_overflow_subtract(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  *out = vector_less(aig, a, b, width);
}

static void make_overflow_subtract_signed(Aig *aig, const Lit *a, const Lit *b, size_t width,
                                          Lit *out) {
  *out = sum_overflows(aig, a, b, width, true, true);
}

/* The exact product has twice the width: all bits above must repeat zero, or the sign. */
static Lit product_overflows(Aig *aig, const Lit *a, const Lit *b, size_t width, bool is_signed) {
  size_t wide = 2 * width;
  Lit *x = mem_array(wide, sizeof *x), *y = mem_array(wide, sizeof *y);
  Lit *product = mem_array(wide, sizeof *product);
  vector_resize(a, width, is_signed, x, wide);
  vector_resize(b, width, is_signed, y, wide);
  make_multiply(aig, x, y, wide, product);
  Lit sign = is_signed ? product[width - 1] : LIT_FALSE, over = LIT_FALSE;
  for (size_t i = width; i < wide; i++) over = aig_or(aig, over, aig_xor(aig, product[i], sign));
  mem_free(x);
  mem_free(y);
  mem_free(product);
  return over;
}

static void make_overflow_multiply(Aig *aig, const Lit *a, const Lit *b, size_t width, Lit *out) {
  *out = product_overflows(aig, a, b, width, false);
}

static void make_overflow_multiply_signed(Aig *aig, const Lit *a, const Lit *b, size_t width,
                                          Lit *out) {
  *out = product_overflows(aig, a, b, width, true);
}

/* Only the lowest number divided by -1. */
static void make_overflow_divide_signed(Aig *aig, const Lit *a, const Lit *b, size_t width,
                                        Lit *out) {
  Lit lowest = aig_and(aig, a[width - 1], lit_not(aig_or_all(aig, a, width - 1)));
  *out = aig_and(aig, lowest, aig_and_all(aig, b, width));
}

static const WordCircuit word_circuits[TERM_OPERATORS] = {
    [TERM_NOT] = make_not,
    [TERM_NEGATE] = make_negate,
    [TERM_ALL] = make_all,
    [TERM_ANY] = make_any,
    [TERM_PARITY] = make_parity,
    [TERM_AND] = make_and,
    [TERM_OR] = make_or,
    [TERM_XOR] = make_xor,
    [TERM_LESS] = make_less,
    [TERM_LESS_SIGNED] = make_less_signed,
    [TERM_ADD] = make_add,
    [TERM_SUBTRACT] = make_subtract,
    [TERM_MULTIPLY] = make_multiply,
    [TERM_DIVIDE] = make_divide,
    [TERM_REMAINDER] = make_remainder,
    [TERM_DIVIDE_SIGNED] = make_divide_signed,
    [TERM_REMAINDER_SIGNED] = make_remainder_signed,
    [TERM_MODULO_SIGNED] = make_modulo_signed,
    [TERM_SHIFT_LEFT] = make_shift_left,
    [TERM_SHIFT_RIGHT] = make_shift_right,
    [TERM_SHIFT_ARITHMETIC] = make_shift_arithmetic,
    [TERM_ROTATE_LEFT] = make_rotate_left,
    [TERM_ROTATE_RIGHT] = make_rotate_right,
    [TERM_OVERFLOW_ADD] = make_overflow_add,
    [TERM_OVERFLOW_ADD_SIGNED] = make_overflow_add_signed,
    [TERM_OVERFLOW_SUBTRACT] = make_overflow_subtract,
    [TERM_OVERFLOW_SUBTRACT_SIGNED] = make_overflow_subtract_signed,
    [TERM_OVERFLOW_MULTIPLY] = make_overflow_multiply,
    [TERM_OVERFLOW_MULTIPLY_SIGNED] = make_overflow_multiply_signed,
    [TERM_OVERFLOW_DIVIDE_SIGNED] = make_overflow_divide_signed,
};

/* ---- arrays: a literal for each bit of each element ---- */

/* A tree that halves the array with each bit of the index. */
static void make_read(Aig *aig, const Lit *array, const Lit *index, uint32_t index_width,
                      size_t element, Lit *out) {
  size_t count = (size_t)1 << index_width;
  Lit *left = mem_array(count * element, sizeof *left);
  memcpy(left, array, count * element * sizeof *left);
  for (uint32_t k = 0; k < index_width; k++) {
    count /= 2;
    for (size_t i = 0; i < count; i++)
      vector_mux(aig, index[k], left + (2 * i + 1) * element, left + 2 * i * element,
                 left + i * element, element);
  }
  memcpy(out, left, element * sizeof *out);
  mem_free(left);
}

/* Whether the index is 0, 1, ...: each bit doubles the conditions. The caller frees them. */
static Lit *decode(Aig *aig, const Lit *index, uint32_t width) {
  Lit *is = mem_array((size_t)1 << width, sizeof *is);
  is[0] = LIT_TRUE;
  for (uint32_t k = 0; k < width; k++)
    for (size_t i = 0; i < (size_t)1 << k; i++) {
      is[i + ((size_t)1 << k)] = aig_and(aig, is[i], index[k]);
      is[i] = aig_and(aig, is[i], lit_not(index[k]));
    }
  return is;
}

static void make_write(Aig *aig, const Lit *array, const Lit *index, const Lit *value,
                       uint32_t index_width, size_t element, Lit *out) {
  Lit *is = decode(aig, index, index_width);
  for (size_t i = 0; i < (size_t)1 << index_width; i++)
    vector_mux(aig, is[i], value, array + i * element, out + i * element, element);
  mem_free(is);
}

/* ---- all operators ---- */

static size_t bits_of(const Terms *terms, Term term) {
  return type_bits(&terms->types, term_type(terms, term));
}

void circuit_apply(Aig *aig, const Terms *terms, const TermNode *node, const Lit *const *arguments,
                   Lit *out) {
  const Lit *a = arguments[0], *b = arguments[1];
  size_t width = bits_of(terms, node->arguments[0]), result = type_bits(&terms->types, node->type);
  switch (node->op) {
  case TERM_EQUAL: *out = vector_equal(aig, a, b, width); return;
  case TERM_IF: vector_mux(aig, *a, b, arguments[2], out, result); return;
  case TERM_SLICE: memcpy(out, a + node->arguments[2], result * sizeof *out); return;
  case TERM_EXTEND:
  case TERM_EXTEND_SIGNED:
    vector_resize(a, width, node->op == TERM_EXTEND_SIGNED, out, result);
    return;
  case TERM_CONCAT:
    memcpy(out, b, (result - width) * sizeof *out);
    memcpy(out + result - width, a, width * sizeof *out);
    return;
  case TERM_READ: make_read(aig, a, b, term_width(terms, node->arguments[1]), result, out); return;
  case TERM_WRITE:
    make_write(aig, a, b, arguments[2], term_width(terms, node->arguments[1]),
               bits_of(terms, node->arguments[2]), out);
    return;
  case TERM_FILL:
    for (size_t i = 0; i < result; i++) out[i] = a[i % width];
    return;
  default: assert(word_circuits[node->op]); word_circuits[node->op](aig, a, b, width, out);
  }
}

uint64_t circuit_cost(const Terms *terms, const TermNode *node) {
  enum { GATES_PER_BIT = 12 }; /* of a full adder with what is around it */
  uint64_t bits = type_bits(&terms->types, node->type);
  for (size_t i = 0; i < term_operators[node->op].terms; i++) {
    uint64_t own = type_bits(&terms->types, term_type(terms, node->arguments[i]));
    if (own > bits) bits = own;
  }
  if (bits > UINT32_MAX / GATES_PER_BIT) return UINT64_MAX;
  switch (node->op) {
  case TERM_MULTIPLY:
  case TERM_DIVIDE:
  case TERM_REMAINDER:
  case TERM_DIVIDE_SIGNED:
  case TERM_REMAINDER_SIGNED:
  case TERM_MODULO_SIGNED:
  case TERM_ROTATE_LEFT: /* the amount modulo the width */
  case TERM_ROTATE_RIGHT: return GATES_PER_BIT * bits * bits;
  case TERM_OVERFLOW_MULTIPLY:
  case TERM_OVERFLOW_MULTIPLY_SIGNED: return 4 * GATES_PER_BIT * bits * bits;
  default: return GATES_PER_BIT * bits;
  }
}
