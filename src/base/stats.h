/* Statistics. A module keeps its counters in a plain struct, so that hot loops pay one increment,
 * and describes them once in a table of StatField; printing, JSON and documentation are made from
 * the table. `Stats` is the collected, self-contained form that leaves an engine. */
#ifndef RONDO_BASE_STATS_H
#define RONDO_BASE_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "base/vec.h"

typedef enum { STAT_COUNT, STAT_SECONDS } StatKind; /* a uint64_t, or a double */

typedef struct {
  const char *name; /* as in JSON: lower_case */
  const char *meaning;
  StatKind kind;
  size_t offset; /* of the counter in the module's struct */
} StatField;

typedef struct {
  const char *name, *meaning;
  StatKind kind;
  uint64_t count;
  double seconds;
} Stat;

typedef VEC(Stat) Stats;

/* Adds the counters of one module; a name that is there already is summed up. Names and meanings
 * must outlive the statistics (they are literals in tables). */
void stats_collect(Stats *stats, const StatField *fields, size_t count, const void *counters);

/* Adds statistics to others in the same way. */
void stats_add(Stats *stats, const Stats *more);

/* A table for people, and an object of JSON. Both have averages behind some of the rows. */
void stats_print(const Stats *stats, Text *text);
void stats_json(const Stats *stats, Json *json);

#endif
