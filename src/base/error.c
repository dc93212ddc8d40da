#include "base/error.h"

#include <stdarg.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

static void fill(Error *error, const char *file, int line, int column, const char *format,
                 va_list arguments) {
  if (error->message) return;
  Text text = {0};
  text_format_list(&text, format, arguments);
  error->file = mem_string(file);
  error->line = line;
  error->column = column;
  error->message = text_take(&text);
}

bool error_at(Error *error, const char *file, int line, int column, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fill(error, file, line, column, format, arguments);
  va_end(arguments);
  return false;
}

bool error_set(Error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fill(error, NULL, 0, 0, format, arguments);
  va_end(arguments);
  return false;
}

void error_excerpt(Error *error, const char *line) {
  if (!error->excerpt) error->excerpt = mem_string(line);
}

void error_append(Error *list, Error *found) {
  if (!found->message) return;
  if (!list->message) {
    error_free(list);
    *list = *found;
  } else {
    while (list->next) list = list->next;
    list->next = mem_alloc(sizeof *list->next);
    *list->next = *found;
  }
  *found = (Error){0};
}

/* The source line as a terminal may show it: no control character gets through. Characters are
 * counted by code points, so that the caret stands under its column after any alphabet. */
enum { EXCERPT_WIDTH = 100 };

typedef struct {
  const char *start; /* of one character */
  size_t length;     /* in bytes; 0: something that is not shown as it is */
} Glyph;

static Glyph glyph_at(const char *p) {
  size_t length = text_utf8_length(p);
  bool control = length == 1 && ((unsigned char)*p < 0x20 || *p == 0x7f) && *p != '\t';
  bool high_control = length == 2 && (unsigned char)p[0] == 0xc2 && (unsigned char)p[1] < 0xa0;
  return (Glyph){p, control || high_control ? 0 : length};
}

static const char *glyph_end(Glyph glyph) {
  size_t length = text_utf8_length(glyph.start);
  return glyph.start + (length ? length : 1);
}

/* The line around the column, with dots where it is cut, and the caret below. */
static void add_excerpt(const char *line, int column, Text *text) {
  size_t count = 0, caret = 0, limit = (size_t)column - 1;
  for (const char *p = line; *p; p = glyph_end(glyph_at(p)), count++)
    if ((size_t)(p - line) < limit) caret++;
  if (limit > strlen(line)) caret += limit - strlen(line); /* past the end of the line */
  size_t first = 0, last = count;
  if (count > EXCERPT_WIDTH) {
    size_t half = EXCERPT_WIDTH / 2;
    first = caret > half ? caret - half : 0;
    if (first > count - EXCERPT_WIDTH) first = count - EXCERPT_WIDTH;
    last = first + EXCERPT_WIDTH;
  }
  Text below = {0};
  text_add(text, first ? "\n  ..." : "\n  ");
  text_add(&below, first ? "\n     " : "\n  ");
  const char *p = line;
  for (size_t i = 0; i < last || i < caret; i++) {
    Glyph glyph = *p ? glyph_at(p) : (Glyph){" ", 1};
    if (i >= first && i < last) {
      if (glyph.length) text_add_n(text, glyph.start, glyph.length);
      else text_char(text, '?');
    }
    /* a tab above is a tab below, so that the caret stands under its column */
    if (i >= first && i < caret) text_char(&below, *glyph.start == '\t' ? '\t' : ' ');
    if (*p) p = glyph_end(glyph);
  }
  if (last < count) text_add(text, "...");
  text_format(text, "%s^", below.data);
  text_free(&below);
}

static void add_text(const Error *error, Text *text) {
  Text place = {0};
  if (error->file) text_format(&place, "%s:", error->file);
  if (error->line) text_format(&place, "%d:", error->line);
  if (error->column) text_format(&place, "%d:", error->column);
  if (place.size) text_format(text, "%s ", place.data);
  text_free(&place);
  text_format(text, "error: %s", error->message ? error->message : "unknown");
  if (error->excerpt && error->column > 0) add_excerpt(error->excerpt, error->column, text);
}

char *error_text(const Error *error) {
  Text text = {0};
  add_text(error, &text);
  for (const Error *one = error->next; one; one = one->next) {
    text_char(&text, '\n');
    add_text(one, &text);
  }
  return text_take(&text);
}

void error_free(Error *error) {
  for (Error *one = error->next, *next; one; one = next) {
    next = one->next;
    one->next = NULL;
    error_free(one);
    mem_free(one);
  }
  mem_free(error->file);
  mem_free(error->message);
  mem_free(error->excerpt);
  *error = (Error){0};
}
