/* See judge.h: ends, memory, files. */
#include "judge/judge.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(const char *what, const char *format, va_list arguments) {
  fprintf(stderr, "rondo-check: %s: ", what);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
}

_Noreturn void refuse(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("refused", format, arguments);
  va_end(arguments);
  exit(EXIT_REFUSED);
}

_Noreturn void unreadable(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("error", format, arguments);
  va_end(arguments);
  exit(EXIT_UNREADABLE);
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

Scanner scanner_new(const Bytes *bytes) {
  return (Scanner){bytes->name, bytes->data, bytes->data + bytes->size, 1};
}

_Noreturn void expected(const Scanner *s, const char *what) {
  unreadable("%s:%zu: expected %s", s->name, s->line, what);
}

char scan_peek(const Scanner *s) { return s->at < s->end ? *s->at : 0; }

size_t scan_number(Scanner *s, const char *what) {
  size_t value = 0;
  if (scan_peek(s) < '0' || scan_peek(s) > '9') expected(s, what);
  for (; scan_peek(s) >= '0' && scan_peek(s) <= '9'; s->at++) {
    value = 10 * value + (size_t)(*s->at - '0');
    if (value > UINT32_MAX) expected(s, "a number that is not as large");
  }
  return value;
}

void scan_blank(Scanner *s) {
  if (scan_peek(s) != ' ') expected(s, "a blank");
  s->at++;
}

void scan_line_end(Scanner *s) {
  if (scan_peek(s) == '\r') s->at++;
  if (s->at < s->end && *s->at++ != '\n') expected(s, "the end of the line");
  s->line++;
}

const char *scan_rest(Scanner *s) {
  const char *start = s->at;
  while (s->at < s->end && *s->at != '\n') s->at++;
  size_t length = (size_t)(s->at - start);
  if (length && start[length - 1] == '\r') length--;
  char *text = zeroed(length + 1, 1);
  memcpy(text, start, length);
  scan_line_end(s);
  return text;
}
