/* The replay of a trace: is it really a run of the system that violates the property? Every
 * violation that an engine finds is replayed on the original, unreduced system before anyone is
 * told, and so is every witness that a file claims. */
#ifndef RONDO_EVIDENCE_REPLAY_H
#define RONDO_EVIDENCE_REPLAY_H

#include "base/error.h"
#include "system/trace.h"
#include "task/task.h"

/* Replays by simulation. The first state agrees with the resets, every constraint holds in every
 * step, each state follows from the step before; and
 * - for TASK_BAD the trace is finite and `bad` is true in its last step;
 * - for TASK_FAIR the trace is a lasso: the state after the last step is that of the loop's first,
 *   and every condition is true in some step of the loop.
 * If not, false, and `report` says which step fails first, and what it is that fails there. */
bool replay(const Task *task, const Trace *trace, Error *report);

#endif
