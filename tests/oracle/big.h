/* Whole numbers as plain binary digits, for an oracle: every operation by the rule taught at
 * school, one digit at a time. */
#ifndef RONDO_ORACLE_BIG_H
#define RONDO_ORACLE_BIG_H

#include <stdbool.h>
#include <stddef.h>

enum { BIG_DIGITS = 192 }; /* enough for products of the widths that are tried */

typedef struct {
  bool negative;
  unsigned char digit[BIG_DIGITS]; /* 0 or 1, the lowest first */
} Big;

/* Of digits '0' and '1', the highest first; in two's complement if signed. */
Big big_read(const char *text, size_t width, bool is_signed);
/* The lowest digits, of a negative number in two's complement. */
void big_write(const Big *a, char *text, size_t width);
Big big_small(long long value);

Big big_add(const Big *a, const Big *b);
Big big_subtract(const Big *a, const Big *b);
Big big_multiply(const Big *a, const Big *b);
/* Towards zero; the remainder has the sign of a; b is not zero. */
void big_divide(const Big *a, const Big *b, Big *quotient, Big *remainder);
int big_compare(const Big *a, const Big *b); /* less than, equal to, greater than 0 */
bool big_is_zero(const Big *a);

/* Whether the number is one of that many bits. */
bool big_fits(const Big *a, size_t width, bool is_signed);

#endif
