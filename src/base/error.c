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

static void add_text(const Error *error, Text *text) {
  Text place = {0};
  if (error->file) text_format(&place, "%s:", error->file);
  if (error->line) text_format(&place, "%d:", error->line);
  if (error->column) text_format(&place, "%d:", error->column);
  if (place.size) text_format(text, "%s ", place.data);
  text_free(&place);
  text_format(text, "error: %s", error->message ? error->message : "unknown");
  if (error->excerpt && error->column > 0) {
    text_format(text, "\n  %s\n  ", error->excerpt);
    /* a tab above is a tab below, so that the caret stands under its column */
    const char *p = error->excerpt;
    for (int i = 1; i < error->column; i++) text_char(text, *p && *p++ == '\t' ? '\t' : ' ');
    text_char(text, '^');
  }
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
