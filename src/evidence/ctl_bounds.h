/* The bounds that a CTL proof speaks about, L and U of every node, as predicates in the graph of
 * the structure: for explanations of proofs that the judge has accepted. */
#ifndef RONDO_EVIDENCE_CTL_BOUNDS_H
#define RONDO_EVIDENCE_CTL_BOUNDS_H

#include "system/ctl_proof.h"
#include "task/ctl_structure.h"

typedef struct {
  Lit gained, lost; /* by updates */
  Lit lower, upper; /* L and U together, and U */
} CtlBound;

typedef struct {
  CtlStructure *structure;
  Aig *aig;
  CtlBound *bounds; /* by node */
  LitVec named;     /* latches and gates of the proof, by number - 1: ctl_take_gates fills it */
} CtlBounds;

CtlBounds ctl_bounds_new(const Task *task); /* before gates and updates */
void ctl_bounds_free(CtlBounds *bounds);

Lit ctl_lower(const CtlBounds *bounds, CtlRef ref); /* known to satisfy it */
Lit ctl_upper(const CtlBounds *bounds, CtlRef ref); /* not known not to */

/* Changes the bounds as an update says that fits, without asking why; children's changes reach the
 * nodes above. */
void ctl_bounds_apply(CtlBounds *bounds, const CtlUpdate *update);
void ctl_bounds_propagate(CtlBounds *bounds);

#endif
