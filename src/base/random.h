/* A small, fast, seeded generator (SplitMix64): same seed, same run. */
#ifndef RONDO_BASE_RANDOM_H
#define RONDO_BASE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t state;
} Random;

static inline uint64_t random_word(Random *random) {
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Uniform enough for tests and heuristics; bound > 0. */
static inline uint32_t random_below(Random *random, uint32_t bound) {
  return (uint32_t)((random_word(random) >> 32) * bound >> 32);
}

/* 64 random bits: in one of four rounds few of them are set, in another many. */
static inline uint64_t random_biased(Random *random, uint64_t round) {
  uint64_t word = random_word(random);
  switch (round % 4) {
  case 1: return word & random_word(random);
  case 2: return word | random_word(random);
  default: return word;
  }
}

static inline bool random_chance(Random *random, uint32_t of, uint32_t in) {
  return random_below(random, in) < of;
}

#endif
