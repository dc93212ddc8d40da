#include "cli/progress_table.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/printable.h"
#include "base/vec.h"
#include "cli/terminal.h"

enum { NAME_LEAST = 16 };

#define DRAW_SECONDS 0.1 /* between two drawings, and before the first */
#define LOG_SECONDS 5.0  /* between two lines about an engine in a log */

typedef struct {
  Text engine, words;
  double logged;
} Row;

static struct {
  Text property;
  size_t known, all;
  double begun, drawn;
  VEC(Row) rows;
  size_t lines; /* on the screen now */
} table;

static void clear(void) {
  if (!table.lines) return;
  fputs("\r", stderr);
  if (table.lines > 1) fprintf(stderr, "\033[%zuA", table.lines - 1);
  fputs("\033[J", stderr);
  fflush(stderr);
  table.lines = 0;
}

static void free_rows(void) {
  for (size_t i = 0; i < table.rows.size; i++) {
    text_free(&table.rows.data[i].engine);
    text_free(&table.rows.data[i].words);
  }
  vec_free(&table.rows);
}

/* What comes from a model or an engine, as a terminal may show it. */
static void replace(Text *text, const char *string) {
  text_clear(text);
  printable(text, string);
}

void progress_table_begin(const char *property, size_t known, size_t all) {
  log_set_clear(clear);
  free_rows();
  replace(&table.property, property);
  table.known = known;
  table.all = all;
  table.begun = table.drawn = clock_wall();
}

void progress_table_end(void) {
  clear();
  log_set_clear(NULL);
  free_rows();
  text_free(&table.property);
}

static Row *row_of(const char *engine) {
  for (size_t i = 0; i < table.rows.size; i++)
    if (!strcmp(table.rows.data[i].engine.data, engine)) return table.rows.data + i;
  Row row = {.logged = table.begun};
  replace(&row.engine, engine);
  vec_push(&table.rows, row);
  return &vec_last(&table.rows);
}

/* ---- drawing ---- */

/* A name has half of the terminal, if it needs that. */
static size_t property_width(size_t columns) {
  size_t width = text_width(table.property.data), most = columns / 2;
  if (width > most) width = most;
  return width < NAME_LEAST ? NAME_LEAST : width;
}

/* Adds one line, cut to the width of the terminal; colours wrap all of it. */
static void add_line(Text *screen, const Text *line, size_t columns) {
  text_add_n(screen, line->data, text_prefix(line->data, columns - 1));
}

static void add_row(Text *line, size_t place, size_t width, const Row *row) {
  const char *name = table.property.data;
  text_add(line, "");
  if (place == 0) text_add_n(line, name, text_prefix(name, width));
  if (place == 1 && table.all > 1) text_format(line, "(%zu of %zu known)", table.known, table.all);
  text_pad(line, width + 2);
  text_add(line, row->engine.data);
  text_pad(line, width + 13);
  text_add(line, row->words.data);
}

static void draw(void) {
  size_t columns, lines;
  terminal_size(stderr, &columns, &lines);
  size_t width = property_width(columns);
  bool color = terminal_color(stderr);
  Text screen = {0}, line = {0};
  text_add(&line, "property");
  text_pad(&line, width + 2);
  text_add(&line, "engine");
  text_pad(&line, width + 13);
  text_format(&line, "progress, after %.1f s", clock_wall() - table.begun);
  terminal_faint(&screen, color);
  add_line(&screen, &line, columns);
  terminal_plain(&screen, color);
  size_t shown = 0;
  for (; shown < table.rows.size && shown + 2 < lines; shown++) {
    text_clear(&line);
    add_row(&line, shown, width, table.rows.data + shown);
    text_add(&screen, "\n");
    add_line(&screen, &line, columns);
  }
  clear();
  fputs(screen.data, stderr);
  fflush(stderr);
  table.lines = shown + 1;
  text_free(&screen);
  text_free(&line);
}

void progress_table_tell(const char *engine, const char *words) {
  Row *row = row_of(engine);
  double now = clock_wall();
  replace(&row->words, words);
  if (log_enabled(LOG_NORMAL) && terminal_moves(stderr)) {
    if (now - table.drawn < DRAW_SECONDS) return;
    table.drawn = now;
    draw();
  } else if (now - row->logged > LOG_SECONDS) {
    row->logged = now;
    log_say(LOG_VERBOSE, "%s: %s: %s", table.property.data, engine, words);
  }
}
