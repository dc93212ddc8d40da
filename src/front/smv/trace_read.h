/* Traces in NuSMV's form, read back: those that report/trace_smv.h writes and those of NuSMV
 * itself.
 *
 * Such a trace gives values of signals, not of latches and inputs, and leaves out what does not
 * change. A SAT query per state finds latches and inputs that fit; so the result is a run of the
 * system, or there is an error with the line of the first state that does not fit. */
#ifndef RONDO_FRONT_SMV_TRACE_READ_H
#define RONDO_FRONT_SMV_TRACE_READ_H

#include "base/error.h"
#include "system/trace.h"

Trace *smv_trace_read(const char *file, const char *data, size_t size, const System *system,
                      Error *error);

#endif
