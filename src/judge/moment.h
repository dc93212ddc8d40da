/* Formulas over copies of circuits. A *moment* is one copy: a literal of the solver for every
 * variable that was asked for. A check says first which inputs and latches have the value of a
 * literal in another moment; all others are new variables. Only what a formula reads becomes part
 * of it: a gate, and a value from another moment, when it is first asked for. */
#ifndef JUDGE_MOMENT_H
#define JUDGE_MOMENT_H

#include "judge/circuit.h"
#include "judge/prover.h"

typedef struct Moment Moment;

typedef struct Source {
  Moment *from; /* NULL: from nowhere, it is a new variable */
  Lit lit;
} Source;

struct Moment {
  Prover *prover;
  const Circuit *circuit;
  char name;       /* s, t, u in counterexamples; 0: it is not shown */
  int *lits;       /* by variable; 0: not asked for yet */
  size_t room;     /* circuits may have grown since the moment was made */
  Source *sources; /* inputs, then latches */
  Moment *older;
};

/* It lives as long as the solver. */
Moment *moment_new(Prover *prover, const Circuit *circuit, char name);
Source *moment_source(Moment *moment,
                      Lit variable); /* of an input or latch; to be set before use */
void moment_set(Moment *moment, Lit lit, Moment *from, Lit value); /* lit has this value */
void moment_follow(Moment *after, Moment *now);                    /* all latches do */
void moment_share_state(Moment *moment, Moment *other);            /* latches are the other's */

/* What a literal of the circuit is at that moment. */
int moment_lit(Moment *moment, Lit lit);
int moment_all(Moment *moment, const Lits *lits);
int moment_any(Moment *moment, const Lits *lits);

#endif
