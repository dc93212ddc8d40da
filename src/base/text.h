/* A string builder. A zeroed struct is an empty text; data is zero-terminated once anything,
 * even an empty string, was added. */
#ifndef RONDO_BASE_TEXT_H
#define RONDO_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
  char *data;
  size_t size, capacity;
} Text;

void text_char(Text *text, char c);
void text_add(Text *text, const char *string);
void text_add_n(Text *text, const char *bytes, size_t length);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_format_list(Text *text, const char *format, va_list arguments);
size_t text_stem(const char *file); /* how long the path of a file is without its extension */

/* "1 latch", "2 latches", "0 properties": a number with its noun. */
void text_count(Text *text, size_t count, const char *noun);
void text_pad(Text *text, size_t column); /* spaces until the current line is `column` long */
/* Lengths on a terminal are counted in characters of UTF-8: how many a string has, and how many
 * bytes its first `width` take, or all if it has fewer. */
size_t text_width(const char *string);
size_t text_prefix(const char *string, size_t width);
/* The length of the character of UTF-8 that starts here; 0 if there is none: overlong forms,
 * surrogates and what lies beyond Unicode are none. */
size_t text_utf8_length(const char *string);
bool text_ends_with(const char *string, const char *end); /* false for NULL */
void text_drop(Text *text, size_t length);                /* takes away its first bytes */
void text_clear(Text *text);
char *text_take(Text *text); /* the string, now the caller's; never NULL */
void text_free(Text *text);

#endif
