/* Formulas for the solver. A *moment* is one copy of a circuit: a literal of the solver for every
 * variable. A check says first which inputs and latches of a moment have values that are known
 * already (from another moment, or from the other circuit); all others are new variables. A gate
 * becomes, when it is first asked for, a new variable g with the three clauses of g = a and b:
 * (-g a) (-g b) (g -a -b). Both directions are always there, so a literal of the solver means
 * exactly what the literal of the circuit means, wherever it is used. */
#ifndef JUDGE_SOLVER_H
#define JUDGE_SOLVER_H

#include "judge/circuit.h"

typedef struct Solver Solver;
Solver *solver_new(void);
void solver_free(Solver *solver);

int solver_true(const Solver *solver); /* a literal that is true */
int solver_variable(Solver *solver);
void solver_clause(Solver *solver, const int *lits, size_t count);
void solver_assert(Solver *solver, int lit);
int solver_and(Solver *solver, int a, int b);
int solver_or(Solver *solver, int a, int b);
int solver_equal(Solver *solver, int a, int b);

/* Assumptions hold for the next question alone. */
void solver_assume(Solver *solver, int lit);
bool solver_unsatisfiable(Solver *solver);
/* The same, but false, too, where the answer takes more conflicts than that. */
bool solver_refutes_soon(Solver *solver, int conflicts);
bool solver_value(Solver *solver, int lit); /* after a question that was satisfiable */

typedef struct {
  Solver *solver;
  const Circuit *circuit;
  int *lits; /* by variable; 0: not known yet */
  size_t room;
} Moment;

Moment moment_new(Solver *solver, const Circuit *circuit); /* knows the constant alone */
void moment_set(Moment *moment, Lit lit, int value); /* of an input or latch, before it is used */
int moment_lit(Moment *moment, Lit lit);

/* Latches of the moment after: those of `after` become the next-state functions of `now`. */
void moment_follow(Moment *after, Moment *now);

int moment_all(Moment *moment, const Lits *lits);
int moment_any(Moment *moment, const Lits *lits);

#endif
