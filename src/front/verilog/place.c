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

char *place_excerpt(const Place *place) {
  Input input = {0};
  Error error = {0};
  if (!place->end_column || !input_read(&input, place->file, &error)) {
    error_free(&error);
    return NULL;
  }
  size_t start = offset_of(input.data, place->line, place->column);
  size_t end = offset_of(input.data, place->end_line, place->end_column);
  Text text = {0};
  for (size_t i = start; i < end && text.size < EXCERPT_MOST; i++) {
    char c = input.data[i];
    bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (blank && text.size && text.data[text.size - 1] != ' ') text_char(&text, ' ');
    if (!blank) text_char(&text, c);
  }
  while (text.size && strchr(" ;", text.data[text.size - 1])) text.data[--text.size] = 0;
  input_free(&input);
  if (text.size) return text_take(&text);
  text_free(&text);
  return NULL;
}
