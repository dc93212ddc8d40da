/* A smaller structure for a CTL formula: latches and gates that are equal in every state that can
 * be reached (task/reduce_pass.h) are written as one, and what nothing depends on then is
 * dropped. The states that can be reached satisfy the same formulas.
 *
 * Only equalities that are inductive without the help of constraints are used: together they are
 * true initially and stay true in every step, valid or not. So a proof about the smaller structure
 * is one about the large one, for those who know the equalities: its latches and inputs are some of
 * the large one's, and every function over them has the same value in both. */
#ifndef RONDO_TASK_CTL_REDUCE_H
#define RONDO_TASK_CTL_REDUCE_H

#include "base/budget.h"
#include "task/ctl_structure.h"

typedef struct {
  CtlStructure *structure; /* owned; with the same nodes; it has no origins and no references */
  U32Vec latches, inputs;  /* by number: the number in the large structure */
  LitVec equalities;       /* pairs of literals of the large structure's graph */
} CtlReduced;

/* NULL if nothing was found, or the budget was spent before the end. */
CtlReduced *ctl_reduce(const CtlStructure *large, Budget *budget);
void ctl_reduced_free(CtlReduced *reduced);

#endif
