/* A CTL proof rewritten to say the same with circuits: sets of states become gates, and inputs
 * that are constant in a cube become functions of a latch that is constant there, too. */
#ifndef RONDO_ORACLE_CTL_GATED_H
#define RONDO_ORACLE_CTL_GATED_H

#include "base/random.h"
#include "system/ctl_proof.h"

/* Some of the updates, at random; `latches` of the structure, at least one. */
void ctl_gate_proof(CtlProof *proof, size_t latches, Random *random);

#endif
