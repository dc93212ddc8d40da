/* Both tables are an index of slots, open addressing with linear probing and at most half full,
 * over a dense array of entries. Entries never move relative to each other, which gives insertion
 * order for free; nothing is ever removed singly, so there are no tombstones. */
#include "base/map.h"

#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

uint64_t hash_word(uint64_t x) {
  x ^= x >> 32; /* the finaliser of SplitMix64's family */
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

uint64_t hash_bytes(const void *bytes, size_t length) {
  const unsigned char *p = bytes;
  uint64_t hash = 0x9e3779b97f4a7c15u ^ length;
  for (; length >= 8; p += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, p, 8);
    hash = hash_word(hash ^ word);
  }
  uint64_t tail = 0;
  if (length) memcpy(&tail, p, length);
  return hash_word(hash ^ tail);
}

/* ---- Map ---- */

static uint32_t *map_slot(const Map *map, uint64_t key) {
  size_t mask = map->slot_count - 1;
  for (size_t i = hash_word(key) & mask;; i = (i + 1) & mask) {
    uint32_t *slot = map->slots + i;
    if (!*slot || map->entries[*slot - 1].key == key) return slot;
  }
}

static void map_rehash(Map *map) {
  mem_free(map->slots);
  map->slot_count = map->slot_count ? map->slot_count * 2 : 16;
  map->slots = mem_array(map->slot_count, sizeof *map->slots);
  for (size_t i = 0; i < map->size; i++) *map_slot(map, map->entries[i].key) = (uint32_t)i + 1;
}

bool map_get(const Map *map, uint64_t key, uint64_t *value) {
  if (!map->size) return false;
  uint32_t slot = *map_slot(map, key);
  if (slot && value) *value = map->entries[slot - 1].value;
  return slot != 0;
}

void map_put(Map *map, uint64_t key, uint64_t value) {
  if (2 * (map->size + 1) > map->slot_count) map_rehash(map);
  uint32_t *slot = map_slot(map, key);
  if (*slot) {
    map->entries[*slot - 1].value = value;
    return;
  }
  if (map->size == map->capacity) {
    map->capacity = vec_capacity_for(map->capacity, map->size + 1);
    map->entries = mem_resize(map->entries, map->capacity * sizeof *map->entries);
  }
  map->entries[map->size++] = (MapEntry){key, value};
  *slot = (uint32_t)map->size;
}

void map_clear(Map *map) {
  map->size = 0;
  if (map->slot_count) memset(map->slots, 0, map->slot_count * sizeof *map->slots);
}

void map_free(Map *map) {
  mem_free(map->entries);
  mem_free(map->slots);
  *map = (Map){0};
}

/* ---- Names ---- */

static uint32_t *names_slot(const Names *names, const char *text, size_t length) {
  size_t mask = names->slot_count - 1;
  for (size_t i = hash_bytes(text, length) & mask;; i = (i + 1) & mask) {
    uint32_t *slot = names->slots + i, n = *slot - 1;
    if (!*slot) return slot;
    if (names->length[n] == length && !memcmp(names->text[n], text, length)) return slot;
  }
}

static void names_rehash(Names *names) {
  mem_free(names->slots);
  names->slot_count = names->slot_count ? names->slot_count * 2 : 16;
  names->slots = mem_array(names->slot_count, sizeof *names->slots);
  for (size_t i = 0; i < names->size; i++)
    *names_slot(names, names->text[i], names->length[i]) = (uint32_t)i + 1;
}

uint32_t names_find_n(const Names *names, const char *text, size_t length) {
  return names->size ? *names_slot(names, text, length) - 1 : NAMES_NONE;
}

uint32_t names_find(const Names *names, const char *text) {
  return names_find_n(names, text, strlen(text));
}

uint32_t names_add_n(Names *names, const char *text, size_t length) {
  if (2 * (names->size + 1) > names->slot_count) names_rehash(names);
  uint32_t *slot = names_slot(names, text, length);
  if (*slot) return *slot - 1;
  if (names->size == names->capacity) {
    names->capacity = vec_capacity_for(names->capacity, names->size + 1);
    names->text = mem_resize(names->text, names->capacity * sizeof *names->text);
    names->length = mem_resize(names->length, names->capacity * sizeof *names->length);
  }
  names->text[names->size] = arena_string_n(&names->arena, text, length);
  names->length[names->size++] = length;
  *slot = (uint32_t)names->size;
  return *slot - 1;
}

uint32_t names_add(Names *names, const char *text) {
  return names_add_n(names, text, strlen(text));
}

void names_free(Names *names) {
  arena_free(&names->arena);
  mem_free(names->text);
  mem_free(names->length);
  mem_free(names->slots);
  *names = (Names){0};
}
