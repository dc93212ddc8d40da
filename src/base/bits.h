/* Bit sets of a fixed size, as plain words. */
#ifndef RONDO_BASE_BITS_H
#define RONDO_BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t *words;
  size_t size; /* in bits */
} Bits;

static inline size_t bits_words(size_t size) { return (size + 63) / 64; }
static inline bool bits_get(const Bits *b, size_t i) { return b->words[i / 64] >> (i % 64) & 1; }
static inline void bits_set(Bits *b, size_t i) { b->words[i / 64] |= (uint64_t)1 << (i % 64); }
static inline void bits_clear(Bits *b, size_t i) { b->words[i / 64] &= ~((uint64_t)1 << (i % 64)); }
static inline void bits_put(Bits *b, size_t i, bool value) {
  if (value) bits_set(b, i);
  else bits_clear(b, i);
}

Bits bits_new(size_t size); /* all clear */
Bits bits_copy(const Bits *bits);
void bits_free(Bits *bits);
void bits_resize(Bits *bits, size_t size); /* keeps what fits; new bits are clear */
void bits_fill(Bits *bits, bool value);
bool bits_equal(const Bits *a, const Bits *b); /* of the same size */
bool bits_subset(const Bits *a, const Bits *b);
bool bits_disjoint(const Bits *a, const Bits *b);
bool bits_empty(const Bits *bits);
void bits_or(Bits *a, const Bits *b); /* a |= b, and so on */
void bits_and(Bits *a, const Bits *b);
void bits_minus(Bits *a, const Bits *b);
size_t bits_count(const Bits *bits);
uint64_t bits_hash(const Bits *bits);

/* The first set bit at or after `from`, or bits->size. */
size_t bits_next(const Bits *bits, size_t from);

#endif
