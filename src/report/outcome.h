/* What is known about one property after a check: the row of a table, the line of JSON. */
#ifndef RONDO_REPORT_OUTCOME_H
#define RONDO_REPORT_OUTCOME_H

#include "base/json.h"
#include "base/stats.h"
#include "report/effort_report.h"
#include "system/evidence.h"
#include "task/task.h"

/* A file that was written about the property: "witness", and where. */
typedef struct {
  const char *what;
  char *path;
} OutcomeFile;

/* A number that was asked for: how large a sum becomes, how many states there are, how long paths
 * are. */
typedef struct {
  const char *name;
  uint64_t value;
  const char *word; /* in its place, where it is none: "infinity", "undefined", or does not
                     * fit: its digits; else NULL */
} OutcomeValue;

typedef struct {
  char *file, *property, *formula; /* formula may be NULL */
  size_t index;
  PropertyKind kind;
  bool cover;  /* an invariant that is asked the other way round: its verdicts have other names */
  char *place; /* in the source; may be NULL */
  Verdict verdict;
  const char *engine; /* "" if none answered */
  double seconds;
  EvidenceKind evidence;
  bool checked;
  bool kept;      /* the evidence is that of an earlier check, judged again */
  char *trusted;  /* what the check of the evidence left open, as a sentence; NULL: nothing */
  size_t size;    /* of the evidence */
  bool shortest;  /* of a trace: it is known that none is shorter */
  uint64_t bound; /* unknown: no violation in fewer steps */
  char *reason;   /* unknown: why, as a sentence; else NULL */
  VEC(OutcomeFile) files;
  VEC(OutcomeValue) values; /* the first is what was asked for */
  Stats stats;
  EffortReport *effort; /* where it was asked for; else NULL */
} Outcome;

const char *property_kind_name(PropertyKind kind);   /* "invariant", "justice", "ltl", ... */
const char *property_word(const Property *property); /* the same, or "cover" */

/* "holds", "violated"; of a cover "unreachable", "reached". */
const char *outcome_verdict(const Outcome *outcome);

/* Notes that a file was written; a second one of the same kind takes the place of the first. */
void outcome_add_file(Outcome *outcome, const char *what, const char *path);

/* An object of JSON, as docs/schema/result.schema.json describes it. The begun object takes further
 * members until it is ended: the trace, an internal error. */
void outcome_json_begin(const Outcome *outcome, Json *json);
void outcome_json_end(const Outcome *outcome, Json *json);
void outcome_free(Outcome *outcome); /* what it holds */

/* One more thing that the check of the evidence left open. */
void outcome_add_trusted(Outcome *outcome, const char *sentence);

#endif
