#include "base/bits.h"

#include <string.h>

#include "base/map.h"
#include "base/memory.h"

Bits bits_new(size_t size) { return (Bits){mem_array(bits_words(size), sizeof(uint64_t)), size}; }

Bits bits_copy(const Bits *bits) {
  Bits copy = bits_new(bits->size);
  memcpy(copy.words, bits->words, bits_words(bits->size) * sizeof(uint64_t));
  return copy;
}

void bits_free(Bits *bits) {
  mem_free(bits->words);
  *bits = (Bits){0};
}

/* Unused bits of the last word stay clear, so that whole words can be compared and counted. */
static void clear_tail(Bits *bits) {
  if (bits->size % 64) bits->words[bits->size / 64] &= ((uint64_t)1 << (bits->size % 64)) - 1;
}

void bits_resize(Bits *bits, size_t size) {
  size_t before = bits_words(bits->size), after = bits_words(size);
  bits->words = mem_resize(bits->words, after * sizeof(uint64_t));
  if (after > before) memset(bits->words + before, 0, (after - before) * sizeof(uint64_t));
  bits->size = size;
  clear_tail(bits);
}

void bits_fill(Bits *bits, bool value) {
  memset(bits->words, value ? 0xff : 0, bits_words(bits->size) * sizeof(uint64_t));
  clear_tail(bits);
}

bool bits_equal(const Bits *a, const Bits *b) {
  return !memcmp(a->words, b->words, bits_words(a->size) * sizeof(uint64_t));
}

bool bits_subset(const Bits *a, const Bits *b) {
  for (size_t i = 0; i < bits_words(a->size); i++)
    if (a->words[i] & ~b->words[i]) return false;
  return true;
}

bool bits_disjoint(const Bits *a, const Bits *b) {
  for (size_t i = 0; i < bits_words(a->size); i++)
    if (a->words[i] & b->words[i]) return false;
  return true;
}

bool bits_empty(const Bits *bits) {
  for (size_t i = 0; i < bits_words(bits->size); i++)
    if (bits->words[i]) return false;
  return true;
}

void bits_or(Bits *a, const Bits *b) {
  for (size_t i = 0; i < bits_words(a->size); i++) a->words[i] |= b->words[i];
}

void bits_and(Bits *a, const Bits *b) {
  for (size_t i = 0; i < bits_words(a->size); i++) a->words[i] &= b->words[i];
}

void bits_minus(Bits *a, const Bits *b) {
  for (size_t i = 0; i < bits_words(a->size); i++) a->words[i] &= ~b->words[i];
}

size_t bits_count(const Bits *bits) {
  size_t count = 0;
  for (size_t i = 0; i < bits_words(bits->size); i++)
    count += (size_t)__builtin_popcountll(bits->words[i]);
  return count;
}

uint64_t bits_hash(const Bits *bits) {
  return hash_bytes(bits->words, bits_words(bits->size) * sizeof(uint64_t));
}

size_t bits_next(const Bits *bits, size_t from) {
  if (from >= bits->size) return bits->size;
  size_t w = from / 64;
  uint64_t word = bits->words[w] & ~(uint64_t)0 << (from % 64);
  while (!word) {
    if (++w == bits_words(bits->size)) return bits->size;
    word = bits->words[w];
  }
  return w * 64 + (size_t)__builtin_ctzll(word);
}
