/* A certificate that is a circuit, and how it belongs to the model. K is the set of pairs: an input
 * or latch of the witness, and the literal of the model whose value it has. */
#ifndef JUDGE_WITNESS_H
#define JUDGE_WITNESS_H

#include "judge/question.h"
#include "judge/solver.h"

typedef struct {
  Lit witness; /* an input or latch, not negated */
  Lit model;   /* an input or latch, or its negation */
} Mapped;

/* In the predicates over two moments, `input` has the value of `signal` in the other one. */
typedef struct {
  Lit signal, input;
} Intervention;

typedef struct {
  const Circuit *model, *circuit;
  Lits model_bad; /* the property of the model: none of these is ever true */
  Lits bad;       /* P' of the witness: the same */
  bool *mapped_latches, *mapped_model_latches; /* by place: those in K */
  Mapped *mapping;
  size_t mapping_count;
  /* Of a progress property: its conditions, justice and then fairness, in both circuits. */
  bool ranked;
  Lits model_conditions, conditions;
  Intervention *interventions;
  size_t intervention_count;
} Witness;

/* Reads a witness and checks its shape. Ends the program where it cannot be one. */
Witness read_witness(const Question *question, const Bytes *evidence);

/* The checks; each ends the program unless it succeeds. */
void check_safety(const Witness *witness);
void check_ranking(const Witness *witness);

/* ---- for the checks ---- */

/* The values of the model on K become those of the witness, or the other way round. */
void share_with_witness(const Witness *w, Moment *model, Moment *witness);
void share_with_model(const Witness *w, Moment *witness, Moment *model);

/* C, C', P and P' at a moment, as literals of the solver. */
int constraints_hold(Moment *moment);
int property_holds(const Witness *w, Moment *moment);

/* Refuses unless `goal` follows from all that was asserted; `about` >= 0 names a condition. */
void prove(Solver *solver, int goal, const char *check, long about);

#endif
