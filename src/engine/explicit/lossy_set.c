#include "engine/explicit/lossy_set.h"

#include "base/map.h"
#include "base/memory.h"

enum { BITS_OF_STATE = 3, LEAST_BYTES = 8 };

struct LossySet {
  LossyKind kind;
  uint64_t *bits;
  uint32_t *hashes; /* open addressing; 0 is free */
  uint64_t room;    /* bits, or hashes: a power of two */
  size_t size;
};

LossySet *lossy_set_new(LossyKind kind, size_t bytes) {
  LossySet *set = mem_zalloc(sizeof *set);
  uint64_t room = LEAST_BYTES;
  while (room * 2 <= bytes) room *= 2;
  set->kind = kind;
  if (kind == LOSSY_BITS) set->bits = mem_array(room / sizeof *set->bits, sizeof *set->bits);
  else set->hashes = mem_array(room / sizeof *set->hashes, sizeof *set->hashes);
  set->room = kind == LOSSY_BITS ? room * 8 : room / sizeof *set->hashes;
  return set;
}

void lossy_set_free(LossySet *set) {
  if (!set) return;
  mem_free(set->bits);
  mem_free(set->hashes);
  mem_free(set);
}

static bool add_bits(LossySet *set, uint64_t hash) {
  bool added = false;
  for (int i = 0; i < BITS_OF_STATE; i++, hash = hash_word(hash + 1)) {
    uint64_t bit = hash & (set->room - 1);
    added |= !(set->bits[bit / 64] >> bit % 64 & 1);
    set->bits[bit / 64] |= (uint64_t)1 << bit % 64;
  }
  return added;
}

/* Where a hash value is kept says something about the state, too: these are other bits of it. */
static bool add_hash(LossySet *set, uint64_t hash) {
  uint32_t kept = (uint32_t)(hash >> 32);
  uint64_t slot = hash_word(hash) & (set->room - 1);
  if (!kept) kept = 1;
  for (; set->hashes[slot]; slot = (slot + 1) & (set->room - 1))
    if (set->hashes[slot] == kept) return false;
  if (lossy_set_full(set)) return false;
  set->hashes[slot] = kept;
  return true;
}

bool lossy_set_add(LossySet *set, uint64_t hash) {
  bool added = set->kind == LOSSY_BITS ? add_bits(set, hash) : add_hash(set, hash);
  set->size += added;
  return added;
}

bool lossy_set_full(const LossySet *set) {
  return set->kind == LOSSY_HASHES &&
         set->size >= set->room - set->room / 8 - 1; /* a free one ends every look */
}

size_t lossy_set_size(const LossySet *set) { return set->size; }

size_t lossy_set_bytes(const LossySet *set) {
  return set->kind == LOSSY_BITS ? set->room / 8 : set->room * sizeof *set->hashes;
}
