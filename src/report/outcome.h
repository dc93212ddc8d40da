/* What is known about one property after a check: the row of a table, the line of JSON. */
#ifndef RONDO_REPORT_OUTCOME_H
#define RONDO_REPORT_OUTCOME_H

#include "base/stats.h"
#include "base/text.h"
#include "system/evidence.h"
#include "system/task.h"

typedef struct {
  char *file, *property, *formula; /* formula may be NULL */
  size_t index;
  PropertyKind kind;
  Verdict verdict;
  const char *engine; /* "" if none answered */
  double seconds;
  EvidenceKind evidence;
  bool checked;
  size_t size;      /* of the evidence */
  uint64_t bound;   /* unknown: no violation in fewer steps */
  char *reason;     /* unknown: why, as a sentence; else NULL */
  Stats stats;
} Outcome;

const char *property_kind_name(PropertyKind kind); /* "invariant", "justice", "ltl", "ctl" */

void outcome_json(const Outcome *outcome, Text *text); /* one line, without the line end */
void outcome_free(Outcome *outcome);                   /* what it holds */

#endif
