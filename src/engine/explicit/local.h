/* CTL on a state space that is not known: from the initial state on, and only as far as the answer
 * needs. E[a U b] is a search for a state with b, guided by an estimate of how far away it is; EG a
 * is a depth-first search for a cycle or an end. What is found out on the way about a state and an
 * operator is kept as a claim, and a claim says when it was made:
 *
 *   E[a U b], true     b is true, or a is and a successor has an earlier such claim
 *   E[a U b], false    b is false, and a is or all successors have such claims
 *   EG a, true         a is true, and a successor has such a claim or there is none
 *   EG a, false        a is false, or all successors, one at least, have earlier such claims
 *
 * Claims that keep these rules are a proof, whoever made them: the true ones of EU and the false
 * ones of EG by induction on when they were made, the others because a set that is closed under its
 * rule is below the greatest fixed point.
 *
 * Each search has a limit of states that it expands. One that comes to it leaves its question open,
 * and whoever asked goes on without the answer, as far as that is possible: one successor, one way
 * or one operand may be enough. When nothing more can be found out all is done again with a larger
 * limit, and the claims that were made. (After Liu and Smolka, "Simple linear-time algorithms for
 * minimal fixed points", ICALP 1998: a search forwards through the dependencies of an answer.) */
#ifndef RONDO_ENGINE_EXPLICIT_LOCAL_H
#define RONDO_ENGINE_EXPLICIT_LOCAL_H

#include "engine/explicit/ctl.h"
#include "formula/nnf.h"

typedef struct {
  void *context;
  /* Valid until the next call of any of these. */
  Numbers (*successors)(void *context, uint32_t state);
  bool (*holds)(void *context, Formula f, uint32_t state); /* of formulas without path operators */
  /* How far a state seems from one in which the formula is true; path operators count nothing. */
  uint64_t (*distance)(void *context, Formula f, uint32_t state);
  bool (*stuck)(void *context); /* successors are missing, since there was no room for them */
} LocalSpace;

typedef struct {
  CtlTruth truth; /* CTL_UNKNOWN: nothing is claimed */
  uint32_t when;
} Claim;

typedef struct {
  const Formulas *formulas;
  FormulaVec operators; /* EX, EU and EG below the formula */
  uint32_t *number;     /* by formula: its place in `operators`, or UINT32_MAX */
  uint32_t *paths;      /* by formula: how many path operators it has, nested ones more than once */
  U32Vec *made;         /* by place, by state: claims, packed */
  uint32_t count;
  uint32_t round; /* how often all was done */
  size_t limit;   /* of states that a search expands, the last time */
} Claims;

/* `f` has the form of formula/ctl/ctl_basis.h, and is no constant. */
Claims *claims_new(const Formulas *formulas, Formula f);
void claims_free(Claims *claims);

Claim claims_get(const Claims *claims, size_t place, uint32_t state);
void claims_set(Claims *claims, size_t place, uint32_t state, bool truth, uint32_t when);

/* Whether state 0 satisfies the formula; claims are added. */
CtlTruth ctl_locally(const LocalSpace *space, Claims *claims, Formula f, Budget *budget);

#endif
