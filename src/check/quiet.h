/* Fewer changes in a trace. Inputs that an engine left to chance jump about, and what they drive
 * with them; a person then looks for a reason that is not there. */
#ifndef RONDO_CHECK_QUIET_H
#define RONDO_CHECK_QUIET_H

#include "base/budget.h"
#include "system/trace.h"
#include "task/task.h"

/* The trace of a violation of a bad or fair task with fewer changes of inputs and latches from step
 * to step, as many steps and the same loop; NULL if none was found. Stops when so many gates were
 * evaluated or the budget is spent. */
Trace *trace_quieter(const Task *task, const Trace *trace, uint64_t gates, Budget *budget);

#endif
