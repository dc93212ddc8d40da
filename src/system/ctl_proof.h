/* A proof about a CTL formula: the ordered updates to what is known of its nodes, each with its
 * justification; docs/certificates.md has the checks and why they suffice. It speaks about the
 * structure that task/ctl_structure.h makes of a task: its nodes, latches and inputs by number.
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

/* A literal is the number of a latch, from 1, or of a gate of the proof, or its negative. So a set
 * of states may be any circuit over the latches: a clause or a cube of one gate. */
typedef struct {
  CtlUpdateKind kind;
  uint32_t node;
  union {               /* 0 where the kind of update and of node need none */
    uint32_t condition; /* of CTL_OUT at an EG node with fairness: which one is never met again */
    uint32_t further_steps; /* of CTL_OUT at other EG nodes, and of CTL_IN at EU nodes: steps less
                               one */
    uint32_t number;        /* what files have, where it is not known yet which of them it is */
  };
  union {
    IntVec states;     /* clauses or cubes, each ended by 0 */
    IntVec equalities; /* of CTL_EQUAL: pairs of literals of the structure's graph */
  };
  union {
    IntVec inputs; /* of CTL_IN and CTL_CYCLE: a cube of inputs for each cube of states */
    IntVec rank;   /* of CTL_RANK: groups, each ended by 0. The first one has the entries of the
                      rank, which are literals, most significant first. The others are cubes: 1 + a
                      condition, and entry + 1 or its negative for the ranks at which that is
                      missed */
  };
  IntVec functions; /* of CTL_IN and CTL_CYCLE: inputs that depend on the state. Empty, or a group
                       for each cube of states: an input, from 1, and the literal that gives its
                       value, and so on; 0 */
} CtlUpdate;

typedef struct CtlProof {
  IntVec gates; /* pairs of literals that a gate is the conjunction of: of latches and older gates.
                   Gates have the numbers behind those of the latches */
  VEC(CtlUpdate) updates;
} CtlProof;

CtlProof *ctl_proof_new(void);
void ctl_proof_free(CtlProof *proof);
bool ctl_update_global(const CtlUpdate *update);       /* it is about no node */
void ctl_proof_forget(CtlProof *proof, uint32_t node); /* removes the updates of a node */
CtlUpdate *ctl_proof_add(CtlProof *proof, CtlUpdateKind kind, uint32_t node); /* to be filled in */
void ctl_update_free(CtlUpdate *update);

/* A new gate; its number among `latches` latches and the gates so far. */
int ctl_proof_add_gate(CtlProof *proof, size_t latches, int left, int right);

#endif
