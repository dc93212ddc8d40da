#include "oracle/big.h"

#include <assert.h>
#include <string.h>

bool big_is_zero(const Big *a) {
  for (size_t i = 0; i < BIG_DIGITS; i++)
    if (a->digit[i]) return false;
  return true;
}

/* ---- without sign ---- */

static int compare_digits(const Big *a, const Big *b) {
  for (size_t i = BIG_DIGITS; i-- > 0;)
    if (a->digit[i] != b->digit[i]) return a->digit[i] - b->digit[i];
  return 0;
}

static Big add_digits(const Big *a, const Big *b) {
  Big sum = {0};
  int carry = 0;
  for (size_t i = 0; i < BIG_DIGITS; i++) {
    int column = a->digit[i] + b->digit[i] + carry;
    sum.digit[i] = (unsigned char)(column % 2);
    carry = column / 2;
  }
  assert(!carry);
  return sum;
}

/* a is not less than b. */
static Big subtract_digits(const Big *a, const Big *b) {
  Big difference = {0};
  int borrowed = 0;
  for (size_t i = 0; i < BIG_DIGITS; i++) {
    int column = a->digit[i] - b->digit[i] - borrowed;
    borrowed = column < 0;
    difference.digit[i] = (unsigned char)(column + 2 * borrowed);
  }
  return difference;
}

static Big doubled(const Big *a, unsigned char last) {
  Big result = {.negative = a->negative};
  assert(!a->digit[BIG_DIGITS - 1]);
  memcpy(result.digit + 1, a->digit, BIG_DIGITS - 1);
  result.digit[0] = last;
  return result;
}

/* ---- with sign ---- */

Big big_add(const Big *a, const Big *b) {
  Big result;
  if (a->negative == b->negative) {
    result = add_digits(a, b);
    result.negative = a->negative;
  } else if (compare_digits(a, b) >= 0) {
    result = subtract_digits(a, b);
    result.negative = a->negative;
  } else {
    result = subtract_digits(b, a);
    result.negative = b->negative;
  }
  return result;
}

Big big_subtract(const Big *a, const Big *b) {
  Big minus = *b;
  minus.negative = !b->negative;
  return big_add(a, &minus);
}

Big big_multiply(const Big *a, const Big *b) {
  Big product = {0}, row = *a;
  size_t highest = 0;
  for (size_t i = 0; i < BIG_DIGITS; i++)
    if (b->digit[i]) highest = i + 1;
  for (size_t i = 0; i < highest; i++) {
    if (b->digit[i]) product = add_digits(&product, &row);
    row = doubled(&row, 0);
  }
  product.negative = a->negative != b->negative;
  return product;
}

void big_divide(const Big *a, const Big *b, Big *quotient, Big *remainder) {
  Big rest = {0}, result = {0};
  assert(!big_is_zero(b));
  for (size_t i = BIG_DIGITS; i-- > 0;) {
    rest = doubled(&rest, a->digit[i]);
    if (compare_digits(&rest, b) < 0) continue;
    rest = subtract_digits(&rest, b);
    result.digit[i] = 1;
  }
  result.negative = a->negative != b->negative;
  rest.negative = a->negative;
  *quotient = result;
  *remainder = rest;
}

int big_compare(const Big *a, const Big *b) {
  Big difference = big_subtract(a, b);
  return big_is_zero(&difference) ? 0 : difference.negative ? -1 : 1;
}

/* ---- as text ---- */

static Big power_of_two(size_t exponent) {
  Big result = {0};
  result.digit[exponent] = 1;
  return result;
}

Big big_read(const char *text, size_t width, bool is_signed) {
  Big result = {0};
  for (size_t i = 0; i < width; i++) result.digit[i] = text[width - 1 - i] == '1';
  Big whole = power_of_two(width);
  return is_signed && text[0] == '1' ? big_subtract(&result, &whole) : result;
}

void big_write(const Big *a, char *text, size_t width) {
  Big value = *a, whole = power_of_two(width), quotient, rest;
  big_divide(&value, &whole, &quotient, &rest);
  if (rest.negative && !big_is_zero(&rest)) rest = big_add(&rest, &whole);
  for (size_t i = 0; i < width; i++) text[width - 1 - i] = rest.digit[i] ? '1' : '0';
}

Big big_small(long long value) {
  Big result = {.negative = value < 0};
  for (size_t i = 0; i < 63; i++)
    result.digit[i] = (unsigned char)((value < 0 ? -value : value) >> i & 1);
  return result;
}

bool big_fits(const Big *a, size_t width, bool is_signed) {
  Big end = power_of_two(is_signed ? width - 1 : width), start = {0};
  if (is_signed) {
    start = end;
    start.negative = true;
  }
  return big_compare(a, &start) >= 0 && big_compare(a, &end) < 0;
}
