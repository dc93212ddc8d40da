/* Shortest violations of systems with few states, by looking at all of these: where a system has
 * thousands of states, a solver takes seconds to find out that no lasso is shorter. */
#ifndef RONDO_ENGINE_BMC_FEW_STATES_H
#define RONDO_ENGINE_BMC_FEW_STATES_H

#include "base/budget.h"
#include "system/trace.h"
#include "task/task.h"

/* Looks for a shortest bad run or lasso, with work that is bounded and noted. It becomes
 * *violation, or NULL. No violation has as many steps as the result says; SIZE_MAX: there is none.
 */
size_t few_states_search(const Task *task, Trace **violation, Budget *budget);

#endif
