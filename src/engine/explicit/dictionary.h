/* A dictionary numbers different 64-bit keys from 0, in the order of their coming. It is made for
 * tables of states: of ten million keys each costs some 13 bytes.
 *
 * Keys are an array by number; slots with open addressing hold numbers plus one, and in the bits
 * that those leave free a mark from the hash value, so that a key that is not there is mostly known
 * to be absent without a look at other keys. */
#ifndef RONDO_ENGINE_EXPLICIT_DICTIONARY_H
#define RONDO_ENGINE_EXPLICIT_DICTIONARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DICTIONARY_NONE = UINT32_MAX };

typedef struct {
  uint64_t *keys; /* by number */
  size_t size, capacity;
  uint32_t *slots;
  size_t slot_count, most; /* so many keys there are at most before slots are added */
  uint32_t numbers;        /* the bits of a slot that are a number */
  uint64_t salt;
} Dictionary;

/* Another salt gives other hash values. */
void dictionary_init(Dictionary *dictionary, uint64_t salt);
void dictionary_free(Dictionary *dictionary);

/* The number of a key, which is added if it is not there. There are numbers for UINT32_MAX - 2. */
uint32_t dictionary_add(Dictionary *dictionary, uint64_t key);

/* After keys were written, no two of them equal. */
void dictionary_keys_changed(Dictionary *dictionary);

size_t dictionary_bytes(const Dictionary *dictionary);

static inline uint64_t dictionary_hash(const Dictionary *dictionary, uint64_t key) {
  uint64_t h = (key ^ dictionary->salt) * 0x9e3779b97f4a7c15u;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  return h ^ h >> 32;
}

/* The slot with a key, or the empty one where it belongs; and the mark of the key. */
static inline size_t dictionary_slot(const Dictionary *dictionary, uint64_t key, uint32_t *mark) {
  uint64_t h = dictionary_hash(dictionary, key);
  size_t slot = (h & UINT32_MAX) * dictionary->slot_count >> 32;
  uint32_t numbers = dictionary->numbers, held;
  *mark = (uint32_t)(h >> 32) & ~numbers;
  while ((held = dictionary->slots[slot])) {
    if ((held & ~numbers) == *mark && dictionary->keys[(held & numbers) - 1] == key) return slot;
    if (++slot == dictionary->slot_count) slot = 0;
  }
  return slot;
}

/* The number of a key, or DICTIONARY_NONE. */
static inline uint32_t dictionary_find(const Dictionary *dictionary, uint64_t key) {
  uint32_t mark;
  uint32_t held = dictionary->slots[dictionary_slot(dictionary, key, &mark)];
  return (held & dictionary->numbers) - 1; /* DICTIONARY_NONE of an empty one */
}

#endif
