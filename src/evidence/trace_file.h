/* Traces as files, in the form of the hardware model checking competition:
 *
 *   1            violated; 0: holds, 2: unknown, both without values
 *   b0           the bad state or (j0) justice property that the trace violates; may name several
 *   010          the initial state, one character for each latch: 0, 1 or x
 *   10           the inputs of the first step, and so on, one line for each step
 *   .            the end
 *
 * A line that starts with `c` is a comment, `u` a note on bounds; both are skipped between
 * witnesses. A justice witness does not say where its loop begins: the state after the last step
 * has occurred before. An x stands for any value, but is read as 0, so that a replay is a proof. */
#ifndef RONDO_EVIDENCE_TRACE_FILE_H
#define RONDO_EVIDENCE_TRACE_FILE_H

#include <stdio.h>

#include "base/error.h"
#include "system/trace.h"
#include "task/task.h"

typedef struct {
  bool justice; /* of the justice properties, else of the bad states ... */
  size_t index; /* ... the one with this number, from 0 */
} TraceProperty;

/* What one witness in a file claims. */
typedef struct {
  Verdict verdict;
  VEC(TraceProperty) properties; /* in the order of the file; none where the file names none */
  Trace *trace;                  /* if violated: without loop, latches follow by simulation */
  int line;                      /* where the witness starts */
} TraceClaim;

typedef VEC(TraceClaim) TraceClaims;

/* Reads all witnesses of a file in memory. `name` is what errors call it. Values are taken for the
 * inputs and latches of `system` in their order; whether the trace is a run is for the replay to
 * say. A malformed file gives false with the line and column of the first error. */
bool trace_file_read(const char *name, const char *data, size_t size, const System *system,
                     TraceClaims *claims, Error *error);
void trace_claims_free(TraceClaims *claims);

/* Finds the loop of a trace without one: the earliest step whose state is that after the last
 * step. It contains every other possible loop, so if any meets all conditions this one does.
 * False if there is none. */
bool trace_find_loop(Trace *trace, const System *system, Error *error);

/* Writes one witness; false if the stream reports an error. */
bool trace_file_write(FILE *stream, const TraceProperty *property, const Trace *trace);

#endif
