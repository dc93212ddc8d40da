/* A proof about a CTL formula: the ordered updates to what is known of its nodes, each with its
 * justification; docs/certificates.md has the checks and why they suffice. It speaks about the
 * structure that formula/ctl_structure.h makes of a task: its nodes, latches and inputs by number.
 */
#ifndef RONDO_SYSTEM_CTL_PROOF_H
#define RONDO_SYSTEM_CTL_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef enum {
  CTL_REACHABLE, /* R is restricted to the clauses */
  CTL_OUT,       /* U of the node loses the states that satisfy the clauses */
  CTL_IN,        /* L of the node gains the cube, whose states go to L by the inputs; at EU nodes
                    perhaps in several steps, for which the inputs are held */
  CTL_CYCLE,     /* L of an EG node gains the cubes, each of which goes to the next by its inputs */
  CTL_RANK,      /* U of an EG node loses the states that satisfy the clauses: a rank that never
                    decreases keeps all paths from them from being fair */
  CTL_EQUAL,     /* gates of the structure are equal in all states that can be reached */
} CtlUpdateKind;

typedef struct {
  CtlUpdateKind kind;
  uint32_t node;
  uint32_t condition; /* of CTL_OUT at an EG node with fairness: which one is never met again; at
                         other EG nodes, and of CTL_IN at EU nodes: steps less one; of CTL_RANK: the
                         number of gates */
  IntVec states; /* clauses or cubes: a literal is latch + 1 or its negative; each ended by 0; of
                    CTL_EQUAL: pairs of literals of the structure's graph */
  IntVec
      inputs; /* of CTL_IN and CTL_CYCLE: a cube of inputs for each cube, in the same way; of
                 CTL_RANK: groups, each ended by 0. First the gates, each of two literals that it
                 is the conjunction of: of latches as above, of gates by numbers that follow those
                 of the latches, older ones only. Then one group with the entries of the rank, which
                 are such literals, most significant first. Then cubes: 1 + a condition, and entry
                 + 1 or its negative for the ranks at which that is missed */
} CtlUpdate;

typedef struct CtlProof {
  VEC(CtlUpdate) updates;
} CtlProof;

CtlProof *ctl_proof_new(void);
void ctl_proof_free(CtlProof *proof);
bool ctl_update_global(const CtlUpdate *update);       /* it is about no node */
void ctl_proof_forget(CtlProof *proof, uint32_t node); /* removes the updates of a node */
CtlUpdate *ctl_proof_add(CtlProof *proof, CtlUpdateKind kind, uint32_t node); /* to be filled in */

#endif
