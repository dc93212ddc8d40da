/* What was learned about a model while its properties were checked: clauses that engines offered,
 * over the latches of the model, for the properties that come later. They are candidates: whoever
 * uses them checks that they hold.
 *
 * A literal here is the number of a latch, doubled, plus its sign. The latches of a product with an
 * automaton begin with those of the model, so numbers below the model's own mean the same in every
 * task. */
#ifndef RONDO_CHECK_LEARNED_H
#define RONDO_CHECK_LEARNED_H

#include "engine/reach/clause.h"
#include "task/reduce.h"

typedef struct {
  size_t latches; /* of the model */
  ClauseVec clauses;
} Learned;

void learned_free(Learned *learned);

/* What can be said in a reduced task. */
ClauseVec learned_give(const Learned *learned, const Reduction *reduction);

/* Adds what can be said about the model of clauses over the latches of a reduced task. */
void learned_take(Learned *learned, const Reduction *reduction, const ClauseVec *clauses);

#endif
