/* Latches that are inputs in disguise: without a reset, and fed by inputs that nothing else reads,
 * in such a way that every value which the constraints allow can come next. A variable of a source
 * that nothing assigns is such a group of latches: it is part of the state, which CTL can tell from
 * a choice made when the state is left; over runs there is no difference. */
#ifndef RONDO_SYSTEM_FREE_LATCHES_H
#define RONDO_SYSTEM_FREE_LATCHES_H

#include "base/budget.h"
#include "system/system.h"

#define FEEDER_NONE UINT32_MAX

/* By latch: the input whose value is that of the latch one step later, provided that the values of
 * the latches of its group are allowed; FEEDER_NONE where the latch is not free. The inputs are
 * different ones, and nothing but the latches of their group reads them: no constraint, no fairness
 * condition, none of the `readers`. Latches about which the budget leaves doubt are not free. */
U32Vec free_latches(const System *system, const LitVec *readers, Budget *budget);

#endif
