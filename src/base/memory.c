/* See memory.h. */
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static MemHook hook;
static void *hook_context;

void mem_set_hook(MemHook new_hook, void *context) {
  hook = new_hook;
  hook_context = context;
}

/* Whether it is worth another try. */
static bool ask_hook(size_t bytes) { return hook && hook(hook_context, bytes); }

_Noreturn void mem_exhausted(void) {
  ask_hook(0);
  _exit(EXIT_MEMORY);
}

void *mem_alloc(size_t bytes) {
  for (;;) {
    void *block = malloc(bytes ? bytes : 1);
    if (block) return block;
    if (!ask_hook(bytes)) _exit(EXIT_MEMORY);
  }
}

void *mem_zalloc(size_t bytes) {
  for (;;) {
    void *block = calloc(1, bytes ? bytes : 1);
    if (block) return block;
    if (!ask_hook(bytes)) _exit(EXIT_MEMORY);
  }
}

void *mem_array(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) mem_exhausted();
  return mem_zalloc(count * size);
}

void *mem_resize(void *block, size_t bytes) {
  for (;;) {
    void *resized = realloc(block, bytes ? bytes : 1);
    if (resized) return resized;
    if (!ask_hook(bytes)) _exit(EXIT_MEMORY);
  }
}

char *mem_string_n(const char *text, size_t length) {
  char *copy = mem_alloc(length + 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char *mem_string(const char *text) { return text ? mem_string_n(text, strlen(text)) : NULL; }

void mem_free(void *block) { free(block); }
