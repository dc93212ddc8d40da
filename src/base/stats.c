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

typedef void (*RowWriter)(const char *name, const char *meaning, const char *value, Text *text);

static void for_each_row(const Stats *stats, RowWriter writer, Text *text) {
  Text value = {0};
  for (size_t i = 0; i < stats->size; i++) {
    const Stat *stat = stats->data + i;
    text_clear(&value);
    if (stat->kind == STAT_COUNT) text_format(&value, "%" PRIu64, stat->count);
    else text_format(&value, "%.3f", stat->seconds);
    writer(stat->name, stat->meaning, value.data, text);
    for (size_t a = 0; a < sizeof averages / sizeof *averages; a++) {
      const Stat *count =
          strcmp(averages[a].sum, stat->name) ? NULL : find(stats, averages[a].count);
      if (!count) continue;
      text_clear(&value);
      text_format(&value, "%.1f", count->count ? (double)stat->count / (double)count->count : 0);
      writer(averages[a].name, averages[a].meaning, value.data, text);
    }
  }
  text_free(&value);
}

static void print_row(const char *name, const char *meaning, const char *value, Text *text) {
  text_format(text, "  %s", name);
  text_pad(text, 24);
  text_format(text, " %s", value);
  text_pad(text, 40);
  text_format(text, " %s\n", meaning);
}

void stats_print(const Stats *stats, Text *text) { for_each_row(stats, print_row, text); }

static void json_row(const char *name, const char *meaning, const char *value, Text *text) {
  (void)meaning;
  if (text->data[text->size - 1] != '{') text_char(text, ',');
  text_json(text, name);
  text_format(text, ":%s", value);
}

void stats_json(const Stats *stats, Text *text) {
  text_char(text, '{');
  for_each_row(stats, json_row, text);
  text_char(text, '}');
}
