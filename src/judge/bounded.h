/* Proofs by bounded model checking: numbers that say which paths there are none of, and an
 * invariant. None of it is believed; every question is asked again (docs/certificates.md), about an
 * abstraction that has all runs of the model: the latches that the proof names follow their
 * next-state functions, the others may be anything in every step; in every step the constraints
 * hold, and the invariant, which is shown. A *state* is the values of the named latches, and of
 * what the method adds. */
#ifndef JUDGE_BOUNDED_H
#define JUDGE_BOUNDED_H

#include "judge/witness.h"

/* What becomes p, the one set of steps that the paths are about. */
typedef enum {
  BOUNDED_ONE,     /* one of the conditions; the others are not asked for */
  BOUNDED_OR,      /* any of them */
  BOUNDED_FLAG,    /* flags remember which were met; p: all of them */
  BOUNDED_COUNTER, /* a counter waits for one after the other; p: the first, when it is its turn */
  BOUNDED_TRANS,   /* p: a saved state has come back, and all conditions were met meanwhile */
  BOUNDED_BAD,     /* of an invariant: the bad literals */
  BOUNDED_METHODS
} BoundedMethod;

typedef enum {
  BOUNDED_INTO,     /* simple paths of m + 1 transitions into p, not in p before */
  BOUNDED_OUT_OF,   /* simple paths of m + 1 transitions out of p, not in p behind */
  BOUNDED_FORWARD,  /* simple paths of n transitions from an initial state, through no other */
  BOUNDED_BACKWARD, /* simple paths of n transitions to a step in p, through no other */
  BOUNDED_CRITERIA
} BoundedCriterion;

typedef struct {
  const Circuit *model;
  bool progress;
  Lits bad;             /* of an invariant: none of these is ever true */
  Lits conditions;      /* of a progress property: not all are true again and again */
  const Circuit *known; /* the invariant's: its inputs and latches are the model's, in order */
  Lits known_bad;       /* none of these is ever true */
  BoundedMethod method;
  size_t set; /* of BOUNDED_ONE: the condition */
  BoundedCriterion criterion;
  size_t m, n;
  Lits latches; /* that are named: by place, ascending */
} BoundedProof;

/* Refuses unless the proof shows the property. */
void check_bounded(const BoundedProof *proof);

#endif
