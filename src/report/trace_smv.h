/* Traces in the look that NuSMV's users know:
 *
 *   Trace Type: Counterexample
 *     -> State: 1.1 <-
 *       x = FALSE
 *       count = 0
 *     -> Input: 1.2 <-
 *       go = TRUE
 *     -- Loop starts here
 *     -> State: 1.2 <-
 *       x = TRUE
 *
 * A state shows what changed since the state before. The inputs that lead from state k to state k +
 * 1 carry the number of the latter. A lasso ends with the state that the loop returns to, shown
 * again; a finite trace of a model with inputs ends with the inputs of its last step.
 * front/smv/trace_read.h reads it back. */
#ifndef RONDO_REPORT_TRACE_SMV_H
#define RONDO_REPORT_TRACE_SMV_H

#include "report/trace_values.h"

void trace_smv(const System *system, const Trace *trace, TraceOptions options, const char *indent,
               Text *text);

/* A value as SMV writes it: TRUE, busy, -3, 0ud8_255. `values` as from step_evaluate. */
void trace_smv_value(const Signal *signal, const Bits *values, Text *text);

#endif
