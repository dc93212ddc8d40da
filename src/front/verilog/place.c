#include "front/verilog/place.h"

#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"

enum { EXCERPT_MOST = 200 };

Place place_of(const char *source) {
  Place place = {0};
  const char *last = strrchr(source, '|');
  char *one = mem_string(last ? last + 1 : source), *colon = strrchr(one, ':');
  if (colon && sscanf(colon + 1, "%d.%d-%d.%d", &place.line, &place.column, &place.end_line,
                      &place.end_column) >= 1) {
    *colon = 0;
    place.file = mem_string(one);
  }
  mem_free(one);
  return place;
}

void place_free(Place *place) { mem_free(place->file); }

int place_compare(const Place *a, const Place *b) {
  int order = strcmp(a->file ? a->file : "", b->file ? b->file : "");
  if (!order) order = (a->line > b->line) - (a->line < b->line);
  return order ? order : (a->column > b->column) - (a->column < b->column);
}

/* The offset of a place in a text, or its end. */
static size_t offset_of(const char *text, int line, int column) {
  const char *p = text;
  for (int i = 1; i < line && *p; i++) {
    p += strcspn(p, "\n");
    p += *p == '\n';
  }
  size_t most = strcspn(p, "\n");
  return (size_t)(p - text) + ((size_t)column - 1 < most ? (size_t)column - 1 : most);
}

/* Whether there is blank space or a comment, and if so where it ends. */
static bool skip_blank(const char *text, size_t *at, size_t end) {
  size_t i = *at;
  if (i < end && strchr(" \t\n\r", text[i])) i++;
  else if (i + 1 < end && text[i] == '/' && text[i + 1] == '/')
    while (i < end && text[i] != '\n') i++;
  else if (i + 1 < end && text[i] == '/' && text[i + 1] == '*') {
    const char *close = strstr(text + i + 2, "*/");
    i = close && (size_t)(close - text) + 2 < end ? (size_t)(close - text) + 2 : end;
  }
  bool found = i > *at;
  *at = i;
  return found;
}

static bool read_place(const Place *place, Input *input, size_t *start, size_t *end) {
  Error error = {0};
  if (!place->end_column || !input_read(input, place->file, &error)) {
    error_free(&error);
    return false;
  }
  *start = offset_of(input->data, place->line, place->column);
  *end = offset_of(input->data, place->end_line, place->end_column);
  return true;
}

void place_begin(Place *place) {
  Input input = {0};
  size_t start, end;
  if (!read_place(place, &input, &start, &end)) return;
  size_t next = start;
  while (skip_blank(input.data, &next, end)) continue;
  for (size_t i = start; next < end && i < next; i++) {
    bool line = input.data[i] == '\n';
    place->line += line;
    place->column = line ? 1 : place->column + 1;
  }
  input_free(&input);
}

char *place_excerpt(const Place *place) {
  Input input = {0};
  size_t start, end;
  if (!read_place(place, &input, &start, &end)) return NULL;
  Text text = {0};
  bool quoted = false;
  for (size_t i = start; i < end && text.size < EXCERPT_MOST;) {
    if (!quoted && skip_blank(input.data, &i, end)) {
      if (text.size && text.data[text.size - 1] != ' ') text_char(&text, ' ');
      continue;
    }
    if (input.data[i] == '"') quoted = !quoted;
    text_char(&text, input.data[i++]);
  }
  while (text.size && strchr(" ;", text.data[text.size - 1])) text.data[--text.size] = 0;
  input_free(&input);
  if (text.size) return text_take(&text);
  text_free(&text);
  return NULL;
}
