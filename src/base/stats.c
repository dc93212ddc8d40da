#include "base/stats.h"

#include <inttypes.h>
#include <string.h>

static Stat *find_or_add(Stats *stats, const char *name, const char *meaning, StatKind kind) {
  for (size_t i = 0; i < stats->size; i++)
    if (!strcmp(stats->data[i].name, name)) return stats->data + i;
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

static void value(const Stat *stat, Text *text) {
  if (stat->kind == STAT_COUNT) text_format(text, "%" PRIu64, stat->count);
  else text_format(text, "%.3f", stat->seconds);
}

void stats_print(const Stats *stats, Text *text) {
  for (size_t i = 0; i < stats->size; i++) {
    text_format(text, "  %s", stats->data[i].name);
    text_pad(text, 24);
    text_char(text, ' ');
    value(stats->data + i, text);
    text_pad(text, 40);
    text_format(text, " %s\n", stats->data[i].meaning);
  }
}

void stats_json(const Stats *stats, Text *text) {
  text_char(text, '{');
  for (size_t i = 0; i < stats->size; i++) {
    if (i) text_char(text, ',');
    text_json(text, stats->data[i].name);
    text_char(text, ':');
    value(stats->data + i, text);
  }
  text_char(text, '}');
}
