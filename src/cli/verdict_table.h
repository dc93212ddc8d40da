/* The verdicts of a run as a table, in the order of the file:
 *
 *   verdict   property     engine  time    evidence                 file
 *   holds     both_green   ic3     0.01 s  invariant, 6 clauses     proof.aag
 *   violated  no_green     bmc     0.00 s  trace, 5 steps
 *   unknown   no_deadlock          60.0 s  time limit reached; no violation within 41 steps
 *
 *   3 properties: 1 holds, 1 violated, 1 unknown */
#ifndef RONDO_CLI_VERDICT_TABLE_H
#define RONDO_CLI_VERDICT_TABLE_H

#include "base/vec.h"
#include "rondo/rondo.h"

typedef struct {
  size_t index;
  RondoVerdict verdict;
  char *property, *engine, *evidence, *file; /* file: where the evidence was written, or "" */
  double seconds;
} VerdictRow;

typedef VEC(VerdictRow) VerdictTable; /* a zeroed struct is an empty table */

/* The evidence in a few words, or why there is none: "trace, 5 steps". Fit for a terminal; the
 * caller frees it. */
char *verdict_evidence(const RondoResult *result);

/* Adds a result; `file` may be NULL. */
void verdict_table_add(VerdictTable *table, const char *property, const RondoResult *result,
                       const char *file);
/* Notes that a property in the table holds vacuously. */
void verdict_table_remark(VerdictTable *table, const RondoRemark *remark);
void verdict_table_print(VerdictTable *table); /* to standard output */
void verdict_table_free(VerdictTable *table);

#endif
