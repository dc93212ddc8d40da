/* The random bits that both readers feed to a model: the same seed gives the same run. */
#ifndef RONDO_TESTS_RANDOM_BITS_H
#define RONDO_TESTS_RANDOM_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* xorshift64 (Marsaglia 2003); the state is not 0. */
static inline bool random_bit(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state >> 40 & 1;
}

#endif
