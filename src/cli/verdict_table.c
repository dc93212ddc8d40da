#include "cli/verdict_table.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/printable.h"
#include "cli/terminal.h"

enum { NAME_LEAST = 20 }; /* so much of a name is shown on the narrowest terminal */

char *verdict_evidence(const RondoResult *result) {
  /* What its size counts: steps of a trace, clauses of an invariant, ... */
  static const struct {
    const char *kind, *unit;
  } units[] = {{"trace", "step"},   {"lasso", "step"},   {"invariant", "clause"},
               {"bmc", "length"},   {"ranking", "part"}, {"ctl", "update"},
               {"states", "state"}, {"linear", "case"},  {"runs", "transition"},
               {"claims", "claim"}, {"prefix", "event"}, {"diagram", "node"}};
  Text text = {0};
  const char *kind = rondo_result_evidence(result);
  size_t size = rondo_result_evidence_size(result);
  uint64_t bound = rondo_result_bound(result);
  if (rondo_result_verdict(result) == RONDO_UNKNOWN) {
    printable(&text, rondo_result_reason(result));
    if (bound)
      text_format(&text, "; no violation within %" PRIu64 " step%s", bound, bound == 1 ? "" : "s");
  } else {
    text_add(&text, kind);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
      if (!strcmp(units[i].kind, kind))
        text_format(&text, ", %zu %s%s", size, units[i].unit, size == 1 ? "" : "s");
  }
  return text_take(&text);
}

/* As a terminal may show it. */
static char *shown(const char *string) {
  Text text = {0};
  printable(&text, string);
  return text_take(&text);
}

void verdict_table_add(VerdictTable *table, const char *property, const RondoResult *result,
                       const char *file) {
  VerdictRow row = {.index = rondo_result_property(result),
                    .verdict = rondo_result_verdict(result),
                    .property = shown(property),
                    .engine = mem_string(rondo_result_engine(result)),
                    .evidence = verdict_evidence(result),
                    .file = shown(file ? file : ""),
                    .seconds = rondo_result_seconds(result)};
  vec_push(table, row);
}

void verdict_table_remark(VerdictTable *table, const RondoRemark *remark) {
  for (size_t i = 0; i < table->size; i++) {
    VerdictRow *row = table->data + i;
    if (row->index != remark->property) continue;
    Text text = {0};
    text_format(&text, "%s, vacuously", row->evidence);
    mem_free(row->evidence);
    row->evidence = text_take(&text);
  }
}

void verdict_table_free(VerdictTable *table) {
  for (size_t i = 0; i < table->size; i++) {
    VerdictRow *row = table->data + i;
    mem_free(row->property);
    mem_free(row->engine);
    mem_free(row->evidence);
    mem_free(row->file);
  }
  vec_free(table);
}

static int by_index(const void *left, const void *right) {
  size_t a = ((const VerdictRow *)left)->index, b = ((const VerdictRow *)right)->index;
  return (a > b) - (a < b);
}

static size_t widest(size_t width, const char *string) {
  size_t own = text_width(string);
  return own > width ? own : width;
}

/* Where the columns begin. */
typedef struct {
  size_t property, engine, time, evidence, file;
} Columns;

/* Names are cut only where a line would be longer than the terminal. What stands in the last column
 * may be longer, too: a path, a reason. */
static Columns columns_of(const VerdictTable *table, size_t room) {
  size_t property = 8, engine = 6, evidence = 8;
  for (size_t i = 0; i < table->size; i++) {
    property = widest(property, table->data[i].property);
    engine = widest(engine, table->data[i].engine);
    if (table->data[i].verdict != RONDO_UNKNOWN)
      evidence = widest(evidence, table->data[i].evidence);
  }
  Columns columns = {.property = 10};
  for (size_t i = 0; i < table->size; i++)
    if (table->data[i].verdict == RONDO_UNREACHABLE) columns.property = 13;
  size_t others = columns.property + 2 + engine + 2 + 10 + evidence;
  size_t most = room > others + NAME_LEAST ? room - others : NAME_LEAST;
  if (property > most) property = most;
  columns.engine = columns.property + property + 2;
  columns.time = columns.engine + engine + 2;
  columns.evidence = columns.time + 10;
  columns.file = columns.evidence + evidence + 2;
  return columns;
}

/* The cells after the verdict, whose colours would confuse the columns. */
static void add_cells(Text *line, const Columns *at, const VerdictRow *row) {
  size_t most = at->engine - at->property - 2;
  bool cut = text_width(row->property) > most;
  text_add_n(line, row->property, text_prefix(row->property, cut ? most - 3 : most));
  if (cut) text_add(line, "...");
  text_pad(line, at->engine - at->property);
  text_add(line, row->engine);
  text_pad(line, at->time - at->property);
  text_format(line,
              row->seconds < 10     ? "%6.2f s"
              : row->seconds < 1000 ? "%6.1f s"
                                    : "%6.0f s",
              row->seconds);
  text_pad(line, at->evidence - at->property);
  text_add(line, row->evidence);
  if (!*row->file) return;
  text_pad(line, at->file - at->property);
  text_add(line, row->file);
}

static void add_heading(Text *text, const Columns *at, bool color, bool files) {
  terminal_faint(text, color);
  size_t start = text->size;
  static const char *const names[] = {"verdict", "property", "engine", "time", "evidence", "file"};
  const size_t places[] = {0, at->property, at->engine, at->time + 4, at->evidence, at->file};
  for (size_t i = 0; i < (files ? 6u : 5u); i++) {
    while (text->size - start < places[i]) text_char(text, ' ');
    text_add(text, names[i]);
  }
  terminal_plain(text, color);
  text_char(text, '\n');
}

static void add_sum(Text *text, const VerdictTable *table) {
  static const RondoVerdict order[] = {RONDO_HOLDS, RONDO_VIOLATED, RONDO_REACHED,
                                       RONDO_UNREACHABLE, RONDO_UNKNOWN};
  size_t counts[RONDO_REACHED + 1] = {0};
  for (size_t i = 0; i < table->size; i++) counts[table->data[i].verdict]++;
  text_char(text, '\n');
  text_count(text, table->size, "property");
  text_char(text, ':');
  const char *comma = " ";
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    size_t count = counts[order[i]];
    if (!count) continue;
    bool several = order[i] == RONDO_HOLDS && count > 1;
    text_format(text, "%s%zu %s", comma, count, several ? "hold" : rondo_verdict_name(order[i]));
    comma = ", ";
  }
  text_char(text, '\n');
}

void verdict_table_print(VerdictTable *table) {
  bool color = terminal_color(stdout), files = false;
  Columns at = columns_of(table, terminal_width(stdout));
  Text text = {0};
  qsort(table->data, table->size, sizeof *table->data, by_index);
  for (size_t i = 0; i < table->size; i++) files |= *table->data[i].file != 0;
  text_char(&text, '\n');
  add_heading(&text, &at, color, files);
  for (size_t i = 0; i < table->size; i++) {
    const VerdictRow *row = table->data + i;
    Text cells = {0};
    terminal_verdict(&text, row->verdict, color);
    for (size_t k = strlen(rondo_verdict_name(row->verdict)); k < at.property; k++)
      text_char(&text, ' ');
    add_cells(&cells, &at, row);
    text_format(&text, "%s\n", cells.data);
    text_free(&cells);
  }
  add_sum(&text, table);
  fputs(text.data, stdout);
  text_free(&text);
}
