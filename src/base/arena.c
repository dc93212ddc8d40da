#include "base/arena.h"

#include <stdalign.h>
#include <string.h>

#include "base/memory.h"

struct ArenaBlock {
  ArenaBlock *before;
  alignas(max_align_t) char bytes[];
};

enum { BLOCK_BYTES = 16 * 1024 };

void *arena_alloc(Arena *arena, size_t bytes) {
  const size_t align = alignof(max_align_t);
  bytes = (bytes + align - 1) / align * align;
  if (!arena->next || bytes > arena->left) {
    size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    ArenaBlock *block = mem_zalloc(sizeof *block + room);
    block->before = arena->blocks;
    arena->blocks = block;
    arena->next = block->bytes;
    arena->left = room;
  }
  void *result = arena->next;
  arena->next += bytes;
  arena->left -= bytes;
  return result;
}

char *arena_string_n(Arena *arena, const char *text, size_t length) {
  char *copy = arena_alloc(arena, length + 1);
  memcpy(copy, text, length);
  return copy;
}

char *arena_string(Arena *arena, const char *text) {
  return arena_string_n(arena, text, strlen(text));
}

void arena_free(Arena *arena) {
  for (ArenaBlock *block = arena->blocks, *before; block; block = before) {
    before = block->before;
    mem_free(block);
  }
  *arena = (Arena){0};
}
