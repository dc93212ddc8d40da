/* A certificate that is a circuit, and how it belongs to the model. K is the set of pairs: an input
 * or latch of the witness, and the literal of the model whose value it has. docs/certificates.md
 * has the forms and the formulas.
 *
 * The shape is part of the argument for soundness:
 *   - an input or latch of the witness has one value, so it is mapped at most once; and it is an
 *     input or latch: a gate has a value already;
 *   - an input or latch of the model is mapped to at most once: stricter than needed, so that a
 *     certificate says one thing;
 *   - resets are stratified: following them through gates and latches leads to no cycle. So the
 *     latches outside K *have* reset values, whatever the values on K are;
 *   - the conditions of the witness are as many as the property's, justice and fairness apart;
 *   - an input or latch has at most one intervention. */
#ifndef JUDGE_WITNESS_H
#define JUDGE_WITNESS_H

#include "judge/moment.h"

typedef struct {
  Lit witness; /* an input or latch */
  Lit model;   /* an input or latch, or its negation */
} MappedPair;

/* In the predicates over two moments, `input` has the value of `signal` in the other one. */
typedef struct {
  Lit signal, input;
} Glance;

typedef struct {
  const Circuit *model, *circuit;
  Lits model_bad; /* the property of the model: none of these is ever true */
  Lits bad;       /* P' of the witness: the same */
  LIST(MappedPair) mapping;
  /* Of a progress property: its conditions, justice and then fairness, in both circuits. */
  bool progress, ranked; /* the property is one; the witness has conditions */
  Lits model_conditions, conditions;
  size_t model_justice, justice; /* how many of them are justice */
  LIST(Glance) glances;
  bool *mapped, *mapped_to; /* made by check_witness: K by variable of the witness, of the model */
  bool *standing; /* by glance, made by check_ranking: its signal was proved never to fall while
                     those of later ones, which are more significant, stay */
} WitnessCircuit;

/* First inputs to inputs and first latches to latches. */
void map_by_order(WitnessCircuit *witness);

/* Refuses unless the witness proves the property. */
void check_witness(WitnessCircuit *witness);

/* ---- for the checks ---- */

void check_safety(const WitnessCircuit *witness);
void check_ranking(WitnessCircuit *witness);

/* Each with a solver of its own. */
typedef void (*Check)(const WitnessCircuit *witness, Prover *prover);
void make_checks(const WitnessCircuit *witness, const Check *checks, size_t count);

/* The values of the model on K become those of the witness, or the other way round. */
void share_with_witness(const WitnessCircuit *w, Moment *model, Moment *witness);
void share_with_model(const WitnessCircuit *w, Moment *witness, Moment *model);

/* C, C', P and P' at a moment, as literals of the solver. */
int constraints_hold(Moment *moment);
int property_holds(const WitnessCircuit *w, Moment *moment);

/* Refuses unless `goal` follows from all that was asserted, with a counterexample; `about` >= 0
 * names a condition. */
void prove(const WitnessCircuit *w, Prover *prover, int goal, const char *check, long about);

#endif
