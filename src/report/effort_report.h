/* What a check was busy with, for people and programs: see engine/effort.h. */
#ifndef RONDO_REPORT_EFFORT_REPORT_H
#define RONDO_REPORT_EFFORT_REPORT_H

#include "base/json.h"
#include "base/text.h"
#include "base/vec.h"

/* How far an engine was at some time. */
typedef struct {
  double seconds;
  uint64_t number;
  char *words;
} EffortSample;

typedef struct {
  const char *engine;
  double seconds;
  VEC(EffortSample) samples; /* at times that grow by half or more, and the last */
} EffortEngine;

/* A variable of the user's, with the share of all literals of lemmas and obligations that are about
 * it, from 0 to 1. */
typedef struct {
  char *name;
  size_t bits;
  double lemmas, obligations;
} EffortSignal;

typedef struct {
  VEC(EffortEngine) engines;    /* the most busy first */
  VEC(EffortSignal) signals;    /* the same */
  uint64_t lemmas, obligations; /* literals in all */
  StringVec hints;
} EffortReport;

void effort_report_free(EffortReport *report); /* may be NULL */
void effort_report_text(const EffortReport *report, Text *text);
void effort_report_json(const EffortReport *report, Json *json);

#endif
