/* The values of signals along a trace: what all forms of traces share, whether people or programs
 * read them. */
#ifndef RONDO_REPORT_TRACE_VALUES_H
#define RONDO_REPORT_TRACE_VALUES_H

#include "base/text.h"
#include "system/trace.h"

/* What of a trace is shown. */
typedef struct {
  bool full;    /* every signal in every step, the hidden ones too; else what changes */
  bool defines; /* DEFINEs and outputs, too; implied by full */
  bool chart;   /* of a program: a message sequence chart */
} TraceOptions;

bool trace_shows(TraceOptions options, const Signal *signal);

/* The value of a signal in a step, given the values of all nodes (step_evaluate). */
void signal_value_text(const Signal *signal, const Bits *values, Text *text);

/* The same for people, in the radix that words are shown in. */
void signal_value_shown(const Signal *signal, const Bits *values, Text *text);

/* Goes through steps of a trace and remembers those of the step before. */
typedef struct {
  const System *system;
  const Trace *trace;
  Bits now, before; /* the values of all nodes */
  size_t visited;   /* steps so far */
} TraceWalk;

TraceWalk trace_walk_new(const System *system, const Trace *trace);
void trace_walk_free(TraceWalk *walk);
void trace_walk_visit(TraceWalk *walk, size_t step);

/* Whether a signal has another value than in the step visited before; in the first one all have. */
bool trace_walk_changed(const TraceWalk *walk, const Signal *signal);

#endif
