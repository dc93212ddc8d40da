/* Traces for people: in signals, step by step, only what changes. */
#ifndef RONDO_REPORT_TRACE_TEXT_H
#define RONDO_REPORT_TRACE_TEXT_H

#include "base/text.h"
#include "system/trace.h"

/* The value of a signal in a step, given the values of all nodes (step_evaluate). */
void signal_value_text(const Signal *signal, const Bits *values, Text *text);

/* `full` shows every signal in every step, the hidden ones too. */
void trace_text(const System *system, const Trace *trace, bool full, const char *indent,
                Text *text);

#endif
