#include "base/stats.h"

#include <inttypes.h>
#include <string.h>

static Stat *find(const Stats *stats, const char *name) {
  for (size_t i = 0; i < stats->size; i++)
    if (!strcmp(stats->data[i].name, name)) return stats->data + i;
  return NULL;
}

static Stat *find_or_add(Stats *stats, const char *name, const char *meaning, StatKind kind) {
  Stat *found = find(stats, name);
  if (found) return found;
  Stat fresh = {.name = name, .meaning = meaning, .kind = kind};
  vec_push(stats, fresh);
  return &vec_last(stats);
}

void stats_collect(Stats *stats, const StatField *fields, size_t count, const void *counters) {
  for (size_t i = 0; i < count; i++) {
    Stat *stat = find_or_add(stats, fields[i].name, fields[i].meaning, fields[i].kind);
    const char *counter = (const char *)counters + fields[i].offset;
    uint64_t whole;
    double seconds;
    if (fields[i].kind == STAT_COUNT) {
      memcpy(&whole, counter, sizeof whole);
      stat->count += whole;
    } else {
      memcpy(&seconds, counter, sizeof seconds);
      stat->seconds += seconds;
    }
  }
}

void stats_add(Stats *stats, const Stats *more) {
  for (size_t i = 0; i < more->size; i++) {
    const Stat *from = more->data + i;
    Stat *to = find_or_add(stats, from->name, from->meaning, from->kind);
    to->count += from->count;
    to->seconds += from->seconds;
  }
}

/* Rows that are computed when statistics are shown, behind the row `sum`, where `count` is there,
 * too: quotients cannot be added up, so they are not collected. */
static const struct {
  const char *name, *meaning, *sum, *count;
} averages[] = {
    {"sat_work_per_query", "of it for one query", "sat_work", "sat_queries"},
    {"work_per_query", "of it for one query", "query_work", "queries"},
};

/* What is shown of a statistic. */
typedef struct {
  const char *name, *meaning;
  bool whole; /* a count, or a number with this many digits behind its point */
  uint64_t count;
  double real;
  int digits;
} Row;

typedef VEC(Row) RowVec;

static RowVec rows_of(const Stats *stats) {
  RowVec rows = {0};
  for (size_t i = 0; i < stats->size; i++) {
    const Stat *stat = stats->data + i;
    Row own = {stat->name, stat->meaning, stat->kind == STAT_COUNT, stat->count, stat->seconds, 3};
    vec_push(&rows, own);
    for (size_t a = 0; a < sizeof averages / sizeof *averages; a++) {
      const Stat *count =
          strcmp(averages[a].sum, stat->name) ? NULL : find(stats, averages[a].count);
      if (!count) continue;
      double average = count->count ? (double)stat->count / (double)count->count : 0;
      Row row = {averages[a].name, averages[a].meaning, false, 0, average, 1};
      vec_push(&rows, row);
    }
  }
  return rows;
}

void stats_print(const Stats *stats, Text *text) {
  RowVec rows = rows_of(stats);
  for (size_t i = 0; i < rows.size; i++) {
    const Row *row = rows.data + i;
    text_format(text, "  %s", row->name);
    text_pad(text, 24);
    if (row->whole) text_format(text, " %" PRIu64, row->count);
    else text_format(text, " %.*f", row->digits, row->real);
    text_pad(text, 40);
    text_format(text, " %s\n", row->meaning);
  }
  vec_free(&rows);
}

void stats_json(const Stats *stats, Json *json) {
  RowVec rows = rows_of(stats);
  json_object(json);
  for (size_t i = 0; i < rows.size; i++) {
    const Row *row = rows.data + i;
    json_key(json, row->name);
    if (row->whole) json_uint(json, row->count);
    else json_fixed(json, row->real, row->digits);
  }
  json_close(json);
  vec_free(&rows);
}
