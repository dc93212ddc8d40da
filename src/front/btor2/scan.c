/* The text of a BTOR2 file, line by line. */
#include <stdarg.h>

#include "base/text.h"
#include "front/btor2/reader.h"

bool reader_error(Reader *reader, const char *place, const char *format, ...) {
  reader->failed = true;
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  error_at(&reader->error, reader->file, reader->line_number, (int)(place - reader->line_start) + 1,
           "%s", text.data);
  text_free(&text);
  char *excerpt = mem_string_n(reader->line_start, (size_t)(reader->line_end - reader->line_start));
  error_excerpt(&reader->error, excerpt);
  mem_free(excerpt);
  return false;
}

bool reader_next_line(Reader *reader) {
  if (reader->line_number) reader->next = reader->line_end;
  if (reader->line_number && reader->next < reader->end) reader->next++;
  if (reader->next >= reader->end) return false;
  const char *newline = memchr(reader->next, '\n', (size_t)(reader->end - reader->next));
  reader->line_start = reader->next;
  reader->line_end = newline ? newline : reader->end;
  reader->line_number++;
  return true;
}

/* A carriage return before the end of the line belongs to it. */
static bool is_blank(const Reader *reader, const char *p) {
  return *p == ' ' || (*p == '\r' && p + 1 == reader->line_end);
}

void reader_skip_blanks(Reader *reader) {
  while (reader->next < reader->line_end && is_blank(reader, reader->next)) reader->next++;
}

bool reader_at_end_of_line(const Reader *reader) {
  return reader->next == reader->line_end || *reader->next == ';';
}

Word reader_word(Reader *reader) {
  reader_skip_blanks(reader);
  Word word = {reader->next, 0};
  if (reader_at_end_of_line(reader)) return word;
  while (reader->next < reader->line_end && !is_blank(reader, reader->next)) reader->next++;
  word.length = (size_t)(reader->next - word.text);
  return word;
}

bool word_is(Word word, const char *text) {
  return strlen(text) == word.length && !memcmp(text, word.text, word.length);
}

bool reader_number(Reader *reader, const char *what, uint64_t most, uint64_t *number) {
  Word word = reader_word(reader);
  *number = 0;
  if (!word.length) return reader_error(reader, word.text, "expected %s", what);
  for (size_t i = 0; i < word.length; i++) {
    unsigned digit = (unsigned)(word.text[i] - '0');
    if (digit > 9)
      return reader_error(reader, word.text, "expected %s, found '%.*s'", what, (int)word.length,
                          word.text);
    if (*number > (most - digit) / 10)
      return reader_error(reader, word.text, "%s is too large: the most is %llu", what,
                          (unsigned long long)most);
    *number = 10 * *number + digit;
  }
  return true;
}

bool reader_symbol(Reader *reader, char **symbol) {
  Word word = reader_word(reader);
  *symbol = NULL;
  if (!word.length) return true;
  reader_skip_blanks(reader);
  if (!reader_at_end_of_line(reader))
    return reader_error(reader, reader->next, "expected the end of the line after the symbol");
  if (memchr(word.text, 0, word.length))
    return reader_error(reader, word.text, "the symbol contains a zero byte");
  *symbol = mem_string_n(word.text, word.length);
  return true;
}
