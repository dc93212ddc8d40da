/* What is asked of a SAT prover, and all that is believed of it: that a formula is unsatisfiable
 * where it says so. Literals are those of DIMACS; variables are 1, 2, 3, ... */
#ifndef JUDGE_SOLVER_H
#define JUDGE_SOLVER_H

#include "judge/judge.h"

typedef enum { ANSWER_NONE, ANSWER_SATISFIABLE, ANSWER_UNSATISFIABLE } Answer;

/* The functions that one is made of. `solve` answers under assumptions, which hold for this once;
 * with a patience other than 0 it may give no answer after so many times some work, else only if it
 * must stop. */
typedef struct SolverKind {
  void *(*new)(const Judge *judge);
  void (*free)(void *solver);
  void (*clause)(void *solver, const int *lits, size_t count);
  Answer (*solve)(void *solver, const int *assumed, size_t count, unsigned patience);
  bool (*value)(void *solver, int lit); /* after ANSWER_SATISFIABLE */
} SolverKind;

#endif
