/* Traces of programs for people: a line for each step, with who moves, where and how (the inputs),
 * and what that changes. */
#ifndef RONDO_REPORT_TRACE_STEPS_H
#define RONDO_REPORT_TRACE_STEPS_H

#include "report/trace_values.h"

void trace_steps(const System *system, const Trace *trace, TraceOptions options, const char *indent,
                 Text *text);

#endif
