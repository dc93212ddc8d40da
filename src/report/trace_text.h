/* Traces for people: in signals, step by step, only what changes. */
#ifndef RONDO_REPORT_TRACE_TEXT_H
#define RONDO_REPORT_TRACE_TEXT_H

#include "report/trace_values.h"

void trace_text(const System *system, const Trace *trace, TraceOptions options, const char *indent,
                Text *text);

#endif
