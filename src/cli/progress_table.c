#include "cli/progress_table.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "cli/terminal.h"

enum { MOST_ROWS = 16, PROPERTY_WIDTH = 32 };

#define DRAW_SECONDS 0.1 /* between two drawings, and before the first */
#define LOG_SECONDS 5.0  /* between two lines about an engine in a log */

typedef struct {
  char engine[24], words[128];
  double logged;
} Row;

static struct {
  const char *property;
  size_t known, all;
  double begun, drawn;
  Row rows[MOST_ROWS];
  size_t count;
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

void progress_table_begin(const char *property, size_t known, size_t all) {
  log_set_clear(clear);
  table.property = property;
  table.known = known;
  table.all = all;
  table.begun = table.drawn = clock_wall();
  table.count = 0;
}

static Row *row_of(const char *engine) {
  for (size_t i = 0; i < table.count; i++)
    if (!strcmp(table.rows[i].engine, engine)) return table.rows + i;
  Row *row = table.rows + (table.count < MOST_ROWS ? table.count++ : MOST_ROWS - 1);
  *row = (Row){.logged = table.begun};
  snprintf(row->engine, sizeof row->engine, "%s", engine);
  return row;
}

/* ---- drawing ---- */

static size_t property_width(void) {
  size_t width = strlen(table.property);
  if (width < 16) width = 16;
  return width > PROPERTY_WIDTH ? PROPERTY_WIDTH : width;
}

/* Adds one line, cut to the width of the terminal; colours wrap all of it. */
static void add_line(Text *screen, const Text *line, size_t columns) {
  size_t length = line->size < columns - 1 ? line->size : columns - 1;
  text_add_n(screen, line->data, length);
}

static void add_row(Text *line, size_t place, const Row *row) {
  size_t width = property_width();
  if (place == 0) text_format(line, "%.*s", (int)width, table.property);
  if (place == 1 && table.all > 1) text_format(line, "(%zu of %zu known)", table.known, table.all);
  text_pad(line, width + 2);
  text_format(line, "%s", row->engine);
  text_pad(line, width + 13);
  text_format(line, "%s", row->words);
}

static void draw(void) {
  size_t columns, lines, width = property_width();
  terminal_size(stderr, &columns, &lines);
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
  for (; shown < table.count && shown + 2 < lines; shown++) {
    text_clear(&line);
    add_row(&line, shown, table.rows + shown);
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
  snprintf(row->words, sizeof row->words, "%s", words);
  if (log_enabled(LOG_NORMAL) && terminal_moves(stderr)) {
    if (now - table.drawn < DRAW_SECONDS) return;
    table.drawn = now;
    draw();
  } else if (now - row->logged > LOG_SECONDS) {
    row->logged = now;
    log_say(LOG_VERBOSE, "%s: %s: %s", table.property, engine, words);
  }
}
