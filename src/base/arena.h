/* An arena hands out memory that dies together. A zeroed struct is an empty arena. */
#ifndef RONDO_BASE_ARENA_H
#define RONDO_BASE_ARENA_H

#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

typedef struct {
  ArenaBlock *blocks;
  char *next;
  size_t left;
} Arena;

void *arena_alloc(Arena *arena, size_t bytes); /* zeroed, aligned for any type */
char *arena_string(Arena *arena, const char *text);
char *arena_string_n(Arena *arena, const char *text, size_t length);
void arena_free(Arena *arena);

#endif
