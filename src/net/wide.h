/* Whole numbers of 128 bits, for the checks that certificates rest on: what does not fit is told.
 */
#ifndef RONDO_NET_WIDE_H
#define RONDO_NET_WIDE_H

#include <stdbool.h>

typedef __int128 Wide;

/* sum += a * b; false if that does not fit. */
static inline bool wide_add_product(Wide *sum, Wide a, Wide b) {
  Wide product;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

#endif
