/* Refining proofs (the fair-cycle paper, section III-D). A proof of a Reach is a CNF; IC3 makes it
 * as it comes, often larger and more specific than needed. Each function changes a proof of the
 * question that `reach` asks (its F, C and G; it need not have found the proof itself) into another
 * proof of it. They stop early when the budget is spent; what is there then is a proof, too. */
#ifndef RONDO_ENGINE_REACH_REFINE_H
#define RONDO_ENGINE_REACH_REFINE_H

#include "engine/reach/reach.h"

/* Generalizes the property: where G is one cube that the proof excludes, its negation joins the
 * proof and is shrunk by MIC in the context of the rest. The result implies the given proof. */
void refine_property(Reach *reach, ClauseVec *proof, Budget *budget);

/* MIC on every clause until nothing changes. The result implies the given proof and has at most as
 * many clauses and literals. */
void refine_strengthen(Reach *reach, ClauseVec *proof, Budget *budget);

/* Keeps the clauses that the cores of consecution and of the exclusion of G name, until that
 * changes nothing. The result is a subset of the given proof. */
void refine_shrink(Reach *reach, ClauseVec *proof, Budget *budget);

/* Drops clauses one by one, with them all that lose their support, and goes back to the last proof
 * when G is no longer excluded. The result is a subset of the given proof. */
void refine_weaken(Reach *reach, ClauseVec *proof, Budget *budget);

/* Strengthening and weakening in turn until nothing changes: few clauses with few literals. */
void refine_minimize(Reach *reach, ClauseVec *proof, Budget *budget);

#endif
