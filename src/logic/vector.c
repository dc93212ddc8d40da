/* Plain textbook circuits: ripple-carry addition, shift-and-add multiplication, restoring division,
 * barrel shifters. Constants fold away in the graph, so that the shape is chosen for the general
 * case alone. */
#include "logic/vector.h"

#include "base/memory.h"

void vector_constant(uint64_t value, Lit *out, size_t width) {
  for (size_t i = 0; i < width; i++) out[i] = lit_constant(i < 64 && value >> i & 1);
}

void vector_resize(const Lit *a, size_t from, bool is_signed, Lit *out, size_t to) {
  Lit fill = is_signed && from ? a[from - 1] : LIT_FALSE;
  for (size_t i = 0; i < to; i++) out[i] = i < from ? a[i] : fill;
}

void vector_mux(Aig *aig, Lit condition, const Lit *a, const Lit *b, Lit *out, size_t width) {
  for (size_t i = 0; i < width; i++) out[i] = aig_mux(aig, condition, a[i], b[i]);
}

void vector_add(Aig *aig, const Lit *a, const Lit *b, Lit carry, Lit *out, size_t width) {
  for (size_t i = 0; i < width; i++) {
    Lit x = a[i], y = b[i], half = aig_xor(aig, x, y);
    out[i] = aig_xor(aig, half, carry);
    carry = aig_or(aig, aig_and(aig, x, y), aig_and(aig, half, carry));
  }
}

void vector_subtract(Aig *aig, const Lit *a, const Lit *b, Lit *out, size_t width) {
  Lit *inverse = mem_array(width, sizeof *inverse);
  for (size_t i = 0; i < width; i++) inverse[i] = lit_not(b[i]);
  vector_add(aig, a, inverse, LIT_TRUE, out, width);
  mem_free(inverse);
}

void vector_negate(Aig *aig, const Lit *a, Lit *out, size_t width) {
  Lit carry = LIT_TRUE;
  for (size_t i = 0; i < width; i++) {
    Lit bit = lit_not(a[i]);
    out[i] = aig_xor(aig, bit, carry);
    carry = aig_and(aig, bit, carry);
  }
}

void vector_multiply(Aig *aig, const Lit *a, const Lit *b, Lit *out, size_t width) {
  Lit *sum = mem_array(width, sizeof *sum), *row = mem_array(width, sizeof *row);
  for (size_t i = 0; i < width; i++) {
    if (b[i] == LIT_FALSE) continue;
    for (size_t j = i; j < width; j++) row[j] = aig_and(aig, a[j - i], b[i]);
    vector_add(aig, sum + i, row + i, LIT_FALSE, sum + i, width - i);
  }
  for (size_t i = 0; i < width; i++) out[i] = sum[i];
  mem_free(sum);
  mem_free(row);
}

void vector_divide(Aig *aig, const Lit *a, const Lit *b, Lit *quotient, Lit *remainder,
                   size_t width) {
  /* one bit more, because the remainder is shifted before it is compared */
  size_t wide = width + 1;
  Lit *rest = mem_array(wide, sizeof *rest), *less = mem_array(wide, sizeof *less);
  Lit *divisor = mem_array(wide, sizeof *divisor), *result = mem_array(wide, sizeof *result);
  vector_resize(b, width, false, divisor, wide);
  for (size_t i = width; i-- > 0;) {
    for (size_t j = wide - 1; j > 0; j--) rest[j] = rest[j - 1];
    rest[0] = a[i];
    Lit fits = lit_not(vector_less(aig, rest, divisor, wide));
    vector_subtract(aig, rest, divisor, less, wide);
    vector_mux(aig, fits, less, rest, rest, wide);
    result[i] = fits;
  }
  for (size_t i = 0; i < width; i++) {
    quotient[i] = result[i];
    remainder[i] = rest[i];
  }
  mem_free(rest);
  mem_free(less);
  mem_free(divisor);
  mem_free(result);
}

void vector_divide_signed(Aig *aig, const Lit *a, const Lit *b, Lit *quotient, Lit *remainder,
                          size_t width) {
  if (!width) return;
  Lit *x = mem_array(width, sizeof *x), *y = mem_array(width, sizeof *y);
  Lit *minus = mem_array(width, sizeof *minus);
  Lit sign_a = a[width - 1], sign_b = b[width - 1];
  vector_negate(aig, a, minus, width);
  vector_mux(aig, sign_a, minus, a, x, width);
  vector_negate(aig, b, minus, width);
  vector_mux(aig, sign_b, minus, b, y, width);
  vector_divide(aig, x, y, quotient, remainder, width);
  vector_negate(aig, quotient, minus, width);
  vector_mux(aig, aig_xor(aig, sign_a, sign_b), minus, quotient, quotient, width);
  vector_negate(aig, remainder, minus, width);
  vector_mux(aig, sign_a, minus, remainder, remainder, width);
  mem_free(x);
  mem_free(y);
  mem_free(minus);
}

/* One stage for each bit of the amount that moves by less than the width; any bit above those
 * empties the vector. */
static void shift(Aig *aig, const Lit *a, size_t width, const Lit *amount, size_t amount_width,
                  Lit fill, Lit *out, bool left) {
  Lit *from = mem_array(width, sizeof *from);
  size_t stages = 0;
  while (stages < amount_width && stages < 32 && (size_t)1 << stages < width) stages++;
  Lit empties = aig_or_all(aig, amount + stages, amount_width - stages);
  for (size_t i = 0; i < width; i++) out[i] = a[i];
  for (size_t k = 0; k < stages; k++) {
    for (size_t i = 0; i < width; i++) from[i] = out[i];
    size_t distance = (size_t)1 << k;
    for (size_t i = 0; i < width; i++) {
      bool inside = left ? i >= distance : i + distance < width;
      Lit moved = !inside ? fill : left ? from[i - distance] : from[i + distance];
      out[i] = aig_mux(aig, amount[k], moved, from[i]);
    }
  }
  for (size_t i = 0; i < width; i++) out[i] = aig_mux(aig, empties, fill, out[i]);
  mem_free(from);
}

void vector_shift_left(Aig *aig, const Lit *a, size_t width, const Lit *amount, size_t amount_width,
                       Lit fill, Lit *out) {
  shift(aig, a, width, amount, amount_width, fill, out, true);
}

void vector_shift_right(Aig *aig, const Lit *a, size_t width, const Lit *amount,
                        size_t amount_width, Lit fill, Lit *out) {
  shift(aig, a, width, amount, amount_width, fill, out, false);
}

Lit vector_equal(Aig *aig, const Lit *a, const Lit *b, size_t width) {
  Lit *same = mem_array(width, sizeof *same);
  for (size_t i = 0; i < width; i++) same[i] = aig_equal(aig, a[i], b[i]);
  Lit result = aig_and_all(aig, same, width);
  mem_free(same);
  return result;
}

Lit vector_less(Aig *aig, const Lit *a, const Lit *b, size_t width) {
  Lit less = LIT_FALSE;
  for (size_t i = 0; i < width; i++) less = aig_mux(aig, aig_xor(aig, a[i], b[i]), b[i], less);
  return less;
}

Lit vector_less_signed(Aig *aig, const Lit *a, const Lit *b, size_t width) {
  if (!width) return LIT_FALSE;
  Lit below = vector_less(aig, a, b, width - 1);
  Lit sign_a = a[width - 1], sign_b = b[width - 1];
  return aig_mux(aig, aig_xor(aig, sign_a, sign_b), sign_a, below);
}
