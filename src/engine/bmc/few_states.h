/* Shortest violations of systems with few states, by looking at all of these: where a system has
 * thousands of states, a solver takes seconds to find out that no lasso is shorter. */
#ifndef RONDO_ENGINE_BMC_FEW_STATES_H
#define RONDO_ENGINE_BMC_FEW_STATES_H

#include "base/budget.h"
#include "system/trace.h"
#include "task/task.h"

typedef enum {
  FEW_OPEN,
  FEW_FOUND,   /* a shortest violation */
  FEW_NONE,    /* there is no violation */
  FEW_TOO_MANY /* states or inputs: it gives up */
} FewEnd;

typedef struct FewStates FewStates;

/* A search for a bad run or a lasso; the task must outlive it. */
FewStates *few_states_new(const Task *task);
void few_states_free(FewStates *few); /* may be NULL */

/* Goes on until there is an end or the budget is spent; each call does something. */
FewEnd few_states_run(FewStates *few, Budget *budget);

size_t few_states_count(const FewStates *few); /* that were gone through */

/* No violation has so many steps or fewer; SIZE_MAX: there is none. */
size_t few_states_refuted(const FewStates *few);
Trace *few_states_violation(const FewStates *few); /* after FEW_FOUND; the caller's */

#endif
