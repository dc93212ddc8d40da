/* Formulas for the solver. A *moment* is one copy of a circuit: a literal of the solver for every
 * variable. A check says which inputs and latches of a moment have values that are known already
 * (from another moment, or from the other circuit); all others are new variables. Then the gates
 * follow, each as a new variable g with the three clauses of g = a and b: (-g a) (-g b) (g -a -b).
 * Both directions are always there, so a literal of the solver means exactly what the literal of
 * the circuit means, wherever it is used. */
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
  const Circuit *circuit;
  int *lits; /* by variable; 0: not known yet */
} Moment;

Moment moment_new(Solver *solver, const Circuit *circuit); /* knows the constant alone */
void moment_set(Moment *moment, Lit lit, int value);       /* of an input or latch */
void moment_fill(Moment *moment, Solver *solver);          /* all that is not known yet */
int moment_lit(const Moment *moment, Lit lit);             /* once it is filled */

/* Latches of the moment after: those of `after` become the next-state functions of `now`. */
void moment_follow(Moment *after, const Moment *now);

int moment_all(const Moment *moment, Solver *solver, const Lits *lits);
int moment_any(const Moment *moment, Solver *solver, const Lits *lits);

#endif
