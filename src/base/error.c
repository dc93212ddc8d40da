#include "base/error.h"

#include <stdarg.h>

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

char *error_text(const Error *error) {
  Text text = {0};
  if (error->file) text_format(&text, "%s:", error->file);
  if (error->line) text_format(&text, "%d:", error->line);
  if (error->column) text_format(&text, "%d:", error->column);
  if (text.size) text_char(&text, ' ');
  text_format(&text, "error: %s", error->message ? error->message : "unknown");
  if (error->excerpt && error->column > 0) {
    text_format(&text, "\n  %s\n  ", error->excerpt);
    /* a tab above is a tab below, so that the caret stands under its column */
    const char *p = error->excerpt;
    for (int i = 1; i < error->column; i++) text_char(&text, *p && *p++ == '\t' ? '\t' : ' ');
    text_char(&text, '^');
  }
  return text_take(&text);
}

void error_free(Error *error) {
  mem_free(error->file);
  mem_free(error->message);
  mem_free(error->excerpt);
  *error = (Error){0};
}
