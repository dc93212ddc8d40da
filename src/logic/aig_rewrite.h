/* Smaller and flatter graphs for the same functions. Both copy the cones of some roots from one
 * graph to another, as aig_copy does: variables that are reached must be mapped beforehand, and the
 * map then says what became of the roots. In `to` there may be gates left over that no root needs.
 */
#ifndef RONDO_LOGIC_AIG_REWRITE_H
#define RONDO_LOGIC_AIG_REWRITE_H

#include "base/budget.h"
#include "logic/aig.h"

/* Fewer gates: wherever a part with at most four inputs can be had for fewer gates than would go
 * with it. `to` must have no gates. With a spent budget the rest is copied as it is. */
void aig_rewrite(Aig *to, const Aig *from, const LitVec *roots, Lit *map, Budget *budget);

/* Fewer levels: conjunctions are made anew from what is deepest last. */
void aig_balance(Aig *to, const Aig *from, const LitVec *roots, Lit *map);

/* By node: how many gates of the cones of the roots read it, and how many of the roots it is. */
U32Vec aig_readers(const Aig *aig, const LitVec *roots);

#endif
