/* Circuits over vectors of literals: the arithmetic that word-level front ends need. A vector is an
 * array of literals, the least significant first, and its width; signed vectors are in two's
 * complement. The result goes to `out`, which the caller provides and which may be an operand where
 * that is said. All widths may be zero. */
#ifndef RONDO_LOGIC_VECTOR_H
#define RONDO_LOGIC_VECTOR_H

#include "logic/aig.h"

void vector_constant(uint64_t value, Lit *out, size_t width); /* beyond 64 bits: zeros */

/* Extends or cuts a vector; `out` may be `a`. */
void vector_resize(const Lit *a, size_t from, bool is_signed, Lit *out, size_t to);

/* out = condition ? a : b, bit by bit; out may be a or b. */
void vector_mux(Aig *aig, Lit condition, const Lit *a, const Lit *b, Lit *out, size_t width);

/* out = a + b + carry modulo 2^width; out may be a or b. */
void vector_add(Aig *aig, const Lit *a, const Lit *b, Lit carry, Lit *out, size_t width);
void vector_subtract(Aig *aig, const Lit *a, const Lit *b, Lit *out, size_t width);
void vector_negate(Aig *aig, const Lit *a, Lit *out, size_t width); /* out may be a */
void vector_multiply(Aig *aig, const Lit *a, const Lit *b, Lit *out, size_t width);

/* Unsigned division; by zero the quotient is all ones and the remainder is a, as in SMT-LIB. */
void vector_divide(Aig *aig, const Lit *a, const Lit *b, Lit *quotient, Lit *remainder,
                   size_t width);
/* Truncates towards zero; the remainder has the sign of a. */
void vector_divide_signed(Aig *aig, const Lit *a, const Lit *b, Lit *quotient, Lit *remainder,
                          size_t width);

/* Shifts by an unsigned vector of any width; vacated bits become `fill`. */
void vector_shift_left(Aig *aig, const Lit *a, size_t width, const Lit *amount, size_t amount_width,
                       Lit fill, Lit *out);
void vector_shift_right(Aig *aig, const Lit *a, size_t width, const Lit *amount,
                        size_t amount_width, Lit fill, Lit *out);

Lit vector_equal(Aig *aig, const Lit *a, const Lit *b, size_t width);
Lit vector_less(Aig *aig, const Lit *a, const Lit *b, size_t width); /* unsigned */
Lit vector_less_signed(Aig *aig, const Lit *a, const Lit *b, size_t width);

#endif
