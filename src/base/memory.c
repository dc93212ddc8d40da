/* See memory.h. The message is written with write(2), since stdio may itself need memory. */
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool quiet;

void mem_exhausted_quietly(void) { quiet = true; }

_Noreturn void mem_exhausted(void) {
  static const char message[] =
      "rondo: out of memory (a larger --memory or a smaller model helps)\n";
  if (!quiet) {
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
  }
  _exit(EXIT_MEMORY);
}

static void *checked(void *block) {
  if (!block) mem_exhausted();
  return block;
}

void *mem_alloc(size_t bytes) { return checked(malloc(bytes ? bytes : 1)); }

void *mem_zalloc(size_t bytes) { return checked(calloc(1, bytes ? bytes : 1)); }

void *mem_array(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) mem_exhausted();
  return mem_zalloc(count * size);
}

void *mem_resize(void *block, size_t bytes) { return checked(realloc(block, bytes ? bytes : 1)); }

char *mem_string_n(const char *text, size_t length) {
  char *copy = mem_alloc(length + 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char *mem_string(const char *text) { return text ? mem_string_n(text, strlen(text)) : NULL; }

void mem_free(void *block) { free(block); }
