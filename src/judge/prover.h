/* A solver in use: formulas as clauses, and questions about them. */
#ifndef JUDGE_PROVER_H
#define JUDGE_PROVER_H

#include "judge/solver.h"

typedef struct Prover {
  Judge *judge;
  Pool pool; /* freed with it */
  void *handle;
  int variables;
  struct Conjunction *conjunctions; /* those that were made, hashed */
  size_t conjunction_count, conjunction_room;
  LIST(int) assumed;
  struct Moment *moments;    /* the last one made; see moment.h, and ... */
  LIST(struct Source) stack; /* ... of what is being encoded */
  struct Prover *next;       /* in the judge's list of open ones */
} Prover;

enum { PROVER_TRUE = 1 }; /* a literal that is true */

Prover *prover_new(Judge *judge);
void prover_free(Prover *prover);

int prover_variable(Prover *prover);
void prover_clause(Prover *prover, const int *lits, size_t count);
void prover_assert(Prover *prover, int lit);

/* A literal g with the three clauses of g = a and b: (-g a) (-g b) (g -a -b). Both directions are
 * always there, so it means exactly that wherever it is used. The same two literals have the same
 * conjunction: so what is built alike in two circuits is one literal, and need not be proved equal.
 */
int prover_and(Prover *prover, int a, int b);
int prover_or(Prover *prover, int a, int b);
int prover_equal(Prover *prover, int a, int b);

/* Assumptions hold for the next question alone. A solver that gives no answer ends the judgement.
 */
void prover_assume(Prover *prover, int lit);
bool prover_refutes(Prover *prover);
/* Whether a few literals are never true together; then that is known from now on. Where it is told
 * to hurry, with a patience (solver.h) other than 0, no answer is a no. */
bool prover_excludes(Prover *prover, const int *lits, size_t count, unsigned patience);
bool prover_value(Prover *prover, int lit); /* after a question that was satisfiable */

#endif
