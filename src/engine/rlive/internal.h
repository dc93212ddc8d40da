/* The parts of the engine; see rlive.c. */
#ifndef RONDO_ENGINE_RLIVE_INTERNAL_H
#define RONDO_ENGINE_RLIVE_INTERNAL_H

#include "engine/engine.h"
#include "engine/progress/progress.h"
#include "engine/reach/reach.h"

/* A shoal: a set of states that no edge of the arena leaves, but into earlier shoals, and in which
 * no edge that stays in it meets a certain condition. A CNF over the latches. */
typedef struct {
  ClauseVec states;
  size_t condition;
} Shoal;

typedef VEC(Shoal) ShoalVec;

void shoals_free(ShoalVec *shoals);
bool shoal_contains(const Roles *roles, const Shoal *shoal, const Bits *state);

/* The certificate, over a copy of the system: its walls, the shoals in the order found, the
 * invariant R that all proofs assumed, and the last proof: the reset states are in it, no edge
 * leaves it (where there are no walls: but into shoals), and no edge of the arena outside of shoals
 * meets the condition. */
Witness *shoals_witness(const System *system, const Stable *stable, const ShoalVec *shoals,
                        const ClauseVec *reachable, const Shoal *last);

#endif
