/* See dictionary.h. */
#include "engine/explicit/dictionary.h"

#include <assert.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"

/* Large tables grow by less at a time: memory is what ends a search. */
enum { FIRST_KEYS = 4, FIRST_SLOTS = 8, LARGE = 1 << 20 };

static void set_slot_count(Dictionary *d, size_t count) {
  d->slot_count = count;
  d->most = count - count / (count < LARGE ? 4 : 8);
  uint32_t numbers = 1;
  while (numbers < d->most) numbers = 2 * numbers + 1;
  d->numbers = numbers;
}

void dictionary_init(Dictionary *d, uint64_t salt) {
  *d = (Dictionary){.salt = hash_word(salt), .capacity = FIRST_KEYS};
  d->keys = mem_alloc(d->capacity * sizeof *d->keys);
  set_slot_count(d, FIRST_SLOTS);
  d->slots = mem_array(d->slot_count, sizeof *d->slots);
}

void dictionary_free(Dictionary *d) {
  mem_free(d->keys);
  mem_free(d->slots);
}

static void fill_slots(Dictionary *d) {
  for (size_t i = 0; i < d->size; i++) {
    uint64_t h = dictionary_hash(d, d->keys[i]);
    size_t slot = (h & UINT32_MAX) * d->slot_count >> 32;
    while (d->slots[slot])
      if (++slot == d->slot_count) slot = 0;
    d->slots[slot] = ((uint32_t)(h >> 32) & ~d->numbers) | (uint32_t)(i + 1);
  }
}

static void grow_slots(Dictionary *d) {
  mem_free(d->slots);
  set_slot_count(d, d->slot_count + d->slot_count / (d->slot_count < LARGE ? 1 : 4));
  d->slots = mem_array(d->slot_count, sizeof *d->slots);
  fill_slots(d);
}

void dictionary_keys_changed(Dictionary *d) {
  memset(d->slots, 0, d->slot_count * sizeof *d->slots);
  fill_slots(d);
}

uint32_t dictionary_add(Dictionary *d, uint64_t key) {
  uint32_t mark;
  size_t slot = dictionary_slot(d, key, &mark);
  if (d->slots[slot]) return (d->slots[slot] & d->numbers) - 1;
  assert(d->size < UINT32_MAX - 2);
  if (d->size == d->capacity) {
    d->capacity += d->capacity / (d->capacity < LARGE ? 1 : 16);
    d->keys = mem_resize(d->keys, d->capacity * sizeof *d->keys);
  }
  d->keys[d->size] = key;
  uint32_t number = (uint32_t)d->size++;
  d->slots[slot] = mark | (number + 1);
  if (d->size >= d->most) grow_slots(d);
  return number;
}

size_t dictionary_bytes(const Dictionary *d) {
  return d->capacity * sizeof *d->keys + d->slot_count * sizeof *d->slots;
}
