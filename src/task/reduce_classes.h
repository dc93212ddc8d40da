/* A partition of the nodes of a system into classes that may be equal, or complements, in every
 * reachable step, as far as simulation has seen. Used by reduce_equivalences.c. */
#ifndef RONDO_TASK_REDUCE_CLASSES_H
#define RONDO_TASK_REDUCE_CLASSES_H

#include "system/lanes.h"

enum { NOT_A_CANDIDATE = UINT32_MAX };

typedef struct {
  const System *system;
  bool with_constraints;
  U32Vec nodes;      /* the candidates: the constant, latches, then ANDs in ascending order */
  uint32_t *of_node; /* the candidate of a node, or NOT_A_CANDIDATE */
  uint32_t *leader;  /* by candidate: the first candidate of its class, itself for a leader */
  uint32_t *origin;  /* by leader: the leader of the class it was last split from */
  Bits phase;        /* by candidate: its value in the first step that was ever seen */
  bool phases_fixed;
  Lanes lanes;
  uint64_t *next; /* by latch: the same, one step later */
  Random random;
} Classes;

/* One class of everything. */
Classes *classes_new(const System *system, bool with_constraints);
void classes_free(Classes *classes);

/* The literal that a candidate of a class stands for when the leader is written as `leader`. */
static inline Lit classes_literal(const Classes *classes, uint32_t candidate, Lit leader) {
  return lit_not_if(leader, bits_get(&classes->phase, candidate) !=
                                bits_get(&classes->phase, classes->leader[candidate]));
}

/* Random walks from the reset states; splits the classes by what they see. */
void classes_walk_from_reset(Classes *classes, size_t steps);

/* Walks from the values that the caller has put into the lanes of inputs and latches for one step:
 * a first step (initial), or any step in which the equalities hold; lanes in which they do not, or
 * the constraints do not, are ignored. In the latter case the classes are split from the second
 * step on, whose inputs the caller gives, too (by index). Returns whether anything was split. */
bool classes_walk(Classes *classes, bool initial, const uint64_t *second_inputs, size_t steps);

/* Takes one candidate out of its class. */
void classes_separate(Classes *classes, uint32_t candidate);

#endif
