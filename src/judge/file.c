/* See file.h. */
#include "judge/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

Bytes read_file(Judge *judge, const char *name) {
  Bytes bytes = {.name = name};
  size_t room = 0;
  FILE *stream = fopen(name, "rb");
  if (!stream) unreadable(judge, "%s: %s", name, strerror(errno));
  for (size_t got = 1; got; bytes.size += got) {
    bytes.data = longer(&judge->pool, bytes.data, &room, bytes.size + 4096, 1);
    got = fread(bytes.data + bytes.size, 1, room - bytes.size, stream);
  }
  if (ferror(stream)) unreadable(judge, "%s: %s", name, strerror(errno));
  fclose(stream);
  bytes.data[bytes.size] = 0;
  return bytes;
}

Scanner scanner_new(Judge *judge, const Bytes *bytes) {
  return (Scanner){judge, bytes->name, bytes->data, bytes->data + bytes->size, 1};
}

_Noreturn void expected(const Scanner *s, const char *what) {
  unreadable(s->judge, "%s:%zu: expected %s", s->name, s->line, what);
}

size_t scan_number(Scanner *s, const char *what) {
  size_t value;
  if (*s->at == ' ' || !take_number(&s->at, &value)) expected(s, what);
  return value;
}

void scan_blank(Scanner *s) {
  if (*s->at != ' ') expected(s, "a blank");
  s->at++;
}

void scan_line_end(Scanner *s) {
  if (*s->at == '\r') s->at++;
  if (s->at < s->end && *s->at++ != '\n') expected(s, "the end of the line");
  s->line++;
}

const char *scan_rest(Scanner *s) {
  const char *start = s->at;
  while (s->at < s->end && *s->at != '\n') s->at++;
  size_t length = (size_t)(s->at - start);
  if (length && start[length - 1] == '\r') length--;
  const char *text = worded(s->judge, "%.*s", (int)length, start);
  scan_line_end(s);
  return text;
}

void skip_blanks(const char **text) {
  while (**text == ' ') ++*text;
}

bool take_number(const char **text, size_t *number) {
  skip_blanks(text);
  if (**text < '0' || **text > '9') return false;
  for (*number = 0; **text >= '0' && **text <= '9'; ++*text) {
    *number = 10 * *number + (size_t)(**text - '0');
    if (*number > UINT32_MAX) return false;
  }
  return true;
}

bool take_word(const char **text, const char *word) {
  size_t length = strlen(word);
  skip_blanks(text);
  if (strncmp(*text, word, length) || !strchr(" \r\n", (*text)[length])) return false;
  *text += length;
  return true;
}

size_t take_one(const char **text, const char *const *words, size_t count) {
  size_t i = 0;
  while (i < count && !take_word(text, words[i])) i++;
  return i;
}

bool text_ends(const char *text) {
  skip_blanks(&text);
  return !*text;
}
