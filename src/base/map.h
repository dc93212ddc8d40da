/* Hash tables. `Map` takes 64-bit keys to 64-bit values; `Names` gives byte strings dense numbers
 * 0, 1, 2, ... and so serves both as a symbol table and for hash-consing of composite keys. Both
 * iterate in insertion order, so that runs repeat exactly. A zeroed struct is an empty table. */
#ifndef RONDO_BASE_MAP_H
#define RONDO_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* A well mixed 64-bit hash of one word, and of a byte string. */
uint64_t hash_word(uint64_t word);
uint64_t hash_bytes(const void *bytes, size_t length);

typedef struct {
  uint64_t key, value;
} MapEntry;

typedef struct {
  MapEntry *entries; /* in insertion order: entries[0 .. size-1] */
  size_t size, capacity;
  uint32_t *slots; /* open addressing; index into entries plus one, 0 is empty */
  size_t slot_count;
} Map;

bool map_get(const Map *map, uint64_t key, uint64_t *value); /* value may be NULL */
void map_put(Map *map, uint64_t key, uint64_t value);        /* inserts or overwrites */
void map_clear(Map *map);
void map_free(Map *map);

enum { NAMES_NONE = UINT32_MAX };

typedef struct {
  Arena arena;
  const char **text; /* text[n], zero-terminated even where it holds other zeros */
  size_t *length;
  size_t size, capacity;
  uint32_t *slots;
  size_t slot_count;
} Names;

/* The number of a string; names_add gives it the next number if it is new. */
uint32_t names_add(Names *names, const char *text);
uint32_t names_add_n(Names *names, const char *text, size_t length);
uint32_t names_find(const Names *names, const char *text); /* NAMES_NONE if absent */
uint32_t names_find_n(const Names *names, const char *text, size_t length);
void names_free(Names *names);

#endif
