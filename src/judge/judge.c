/* See judge.h: ends, memory, files. */
#include "judge/judge.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn static void finish(int code, const char *what, const char *format, va_list arguments) {
  fprintf(stderr, "rondo-check: %s: ", what);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  exit(code);
}

_Noreturn void refuse(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  finish(EXIT_REFUSED, "refused", format, arguments);
}

_Noreturn void unreadable(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  finish(EXIT_UNREADABLE, "error", format, arguments);
}

/* All memory hangs on one list until the end, so that tools which look for lost memory see that
 * nothing is. */
typedef struct Block {
  struct Block *next;
  max_align_t start[];
} Block;
static Block *blocks;

void *zeroed(size_t count, size_t size) {
  if (size && count > (SIZE_MAX / 2 - sizeof(Block)) / size) unreadable("out of memory");
  Block *block = calloc(1, sizeof *block + count * size);
  if (!block) unreadable("out of memory");
  block->next = blocks;
  blocks = block;
  return block->start;
}

void *longer(void *list, size_t *room, size_t count, size_t size) {
  if (count <= *room) return list;
  size_t more = *room < 8 ? 16 : 2 * *room;
  if (more < count) more = count;
  void *result = zeroed(more, size);
  if (*room) memcpy(result, list, *room * size);
  *room = more;
  return result;
}

Bytes read_file(const char *name) {
  Bytes bytes = {.name = name};
  size_t room = 0;
  FILE *stream = fopen(name, "rb");
  if (!stream) unreadable("%s: %s", name, strerror(errno));
  for (size_t got = 1; got; bytes.size += got) {
    bytes.data = longer(bytes.data, &room, bytes.size + 4097, 1);
    got = fread(bytes.data + bytes.size, 1, room - bytes.size - 1, stream);
  }
  if (ferror(stream)) unreadable("%s: %s", name, strerror(errno));
  fclose(stream);
  bytes.data[bytes.size] = 0;
  return bytes;
}
