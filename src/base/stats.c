#include "base/stats.h"

#include <inttypes.h>
#include <string.h>

static Stat *find_or_add(Stats *stats, const StatField *field) {
  for (size_t i = 0; i < stats->size; i++)
    if (!strcmp(stats->data[i].name, field->name)) return stats->data + i;
  Stat fresh = {.name = field->name, .meaning = field->meaning, .kind = field->kind};
  vec_push(stats, fresh);
  return &vec_last(stats);
}

void stats_collect(Stats *stats, const StatField *fields, size_t count, const void *counters) {
  for (size_t i = 0; i < count; i++) {
    Stat *stat = find_or_add(stats, fields + i);
    const char *counter = (const char *)counters + fields[i].offset;
    uint64_t whole[2] = {0, 0};
    double seconds;
    switch (fields[i].kind) {
    case STAT_SECONDS:
      memcpy(&seconds, counter, sizeof seconds);
      stat->seconds += seconds;
      break;
    case STAT_COUNT:
    case STAT_AVERAGE:
      memcpy(whole, counter, fields[i].kind == STAT_COUNT ? sizeof *whole : sizeof whole);
      stat->count += whole[0];
      stat->of += whole[1];
      break;
    }
  }
}

static void value(const Stat *stat, Text *text) {
  if (stat->kind == STAT_COUNT) text_format(text, "%" PRIu64, stat->count);
  else if (stat->kind == STAT_SECONDS) text_format(text, "%.3f", stat->seconds);
  else text_format(text, "%.1f", stat->of ? (double)stat->count / (double)stat->of : 0);
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
