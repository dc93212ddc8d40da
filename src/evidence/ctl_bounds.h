/* The bounds that a CTL proof speaks about, as the checker keeps them: R, and L and U of every
 * node, as predicates in the graph of the structure. For the files of the checker and for
 * explanations. */
#ifndef RONDO_EVIDENCE_CTL_BOUNDS_H
#define RONDO_EVIDENCE_CTL_BOUNDS_H

#include "formula/ctl/ctl_structure.h"
#include "system/ctl_proof.h"

typedef struct {
  Lit gained, lost; /* by updates */
  Lit lower, upper; /* L and U together, and U */
} CtlBound;

typedef struct {
  CtlStructure *structure;
  Aig *aig;
  CtlBound *bounds; /* by node */
  Lit reachable;
  Lit equal;    /* the equalities, which hold in all states that are looked at */
  size_t gates; /* nodes of the graph before any bound joined it: those that equalities may name */
} CtlBounds;

CtlBounds ctl_bounds_new(const Task *task); /* before any update */
void ctl_bounds_free(CtlBounds *bounds);

Lit ctl_lower(const CtlBounds *bounds, CtlRef ref); /* known to satisfy it */
Lit ctl_upper(const CtlBounds *bounds, CtlRef ref); /* not known not to */
/* The same with steps: an EX node under conjunctions and disjunctions becomes U of its child after
 * a step, with inputs of its own. So it reads states and new variables; a state in R that satisfies
 * the node satisfies it for some values of those. */
Lit ctl_upper_ahead(CtlBounds *bounds, CtlRef ref);
/* A path of so many steps in R and U of an EG node, in the same way. */
Lit ctl_paths_inside(CtlBounds *bounds, uint32_t node, size_t steps);
/* By valid steps from states of the cube of a CTL_IN update in R and lower of the left child, with
 * its inputs, a state goes to R and lower of the update's EU node: a predicate over states and new
 * variables, for all values of which that is so. */
Lit ctl_held(CtlBounds *bounds, const CtlUpdate *update);

/* Whether the numbers of an update, which may come from any file, mean something here. */
bool ctl_update_fits(const CtlBounds *bounds, const CtlUpdate *update);

/* Changes the bounds as an update says that fits, without asking why; children's changes reach the
 * nodes above. */
void ctl_bounds_apply(CtlBounds *bounds, const CtlUpdate *update);
void ctl_bounds_propagate(CtlBounds *bounds);

/* The cube or, with `clause`, the clause that starts at *i of a list in an update, as a predicate;
 * moves *i behind its end. And all clauses of a list. */
Lit ctl_take_set(CtlBounds *bounds, const IntVec *lits, size_t *i, bool clause);
Lit ctl_take_clauses(CtlBounds *bounds, const IntVec *lits);

/* What a CTL_RANK update that fits says, as predicates: the entries, in a state and after the step
 * that the inputs of the structure make, and the ranks at which a condition is missed, cube by
 * cube. */
typedef struct {
  LitVec entries, after, cubes;
  U32Vec conditions; /* by cube */
} CtlRank;
CtlRank ctl_take_rank(CtlBounds *bounds, const CtlUpdate *update);
void ctl_rank_free(CtlRank *rank);

/* The equalities of a list from one place to another, both even. */
Lit ctl_take_equalities(CtlBounds *bounds, const IntVec *lits, size_t first, size_t end);

#endif
