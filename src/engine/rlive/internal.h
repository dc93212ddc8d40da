/* The parts of the engine; see rlive.c. */
#ifndef RONDO_ENGINE_RLIVE_INTERNAL_H
#define RONDO_ENGINE_RLIVE_INTERNAL_H

#include "engine/engine.h"
#include "engine/reach/reach.h"

/* A shoal: a set of states that no run leaves, but into earlier shoals, and in which no edge that
 * stays in it meets a certain condition. A CNF over the latches. */
typedef struct {
  ClauseVec states;
  size_t condition;
} Shoal;

typedef VEC(Shoal) ShoalVec;

void shoals_free(ShoalVec *shoals);
bool shoal_contains(const Roles *roles, const Shoal *shoal, const Bits *state);

/* The certificate: shoals in the order found, the invariant R that all proofs assumed, and the last
 * proof: the reset states are in it, no run leaves it but into shoals, and no edge outside of them
 * meets the condition. */
Witness *shoals_witness(const Task *task, const ShoalVec *shoals, const ClauseVec *reachable,
                        const Shoal *last);

#endif
