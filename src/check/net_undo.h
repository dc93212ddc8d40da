/* Nets whose steps can all be undone. A transition can be undone if from the tokens that it puts,
 * and nothing else, a run leads to the tokens that it takes: more tokens hinder nothing, so that
 * run leads back from wherever the transition was fired. If that is so of all transitions, the
 * initial marking can be reached from everywhere, and what can ever fire can always fire again. */
#ifndef RONDO_CHECK_NET_UNDO_H
#define RONDO_CHECK_NET_UNDO_H

#include "base/budget.h"
#include "model/net.h"

/* Looks for a run that undoes a transition, through at most so many markings. */
bool net_undo(const Net *net, uint32_t transition, size_t most, Budget *budget, U32Vec *run);

/* The judge: whether the run undoes it. */
bool net_undoes(const Net *net, uint32_t transition, const U32Vec *run);

/* Whether all transitions could be undone so; each run was judged. */
bool net_is_reversible(const Net *net, Budget *budget);

#endif
