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
#include "engine/symbolic/base.h"
#include "task/reduce.h"

typedef struct {
  size_t latches; /* of the model */
  ClauseVec clauses;
  SymbolicShelf *shelf; /* diagrams for engines in this process; NULL: for one property alone */
  bool hard;            /* some property that diagrams may help with was not decided at once */
  unsigned vain;        /* looks with diagrams in a row that decided nothing */
} Learned;

/* Drops what others imply, and what is too much. */
void learned_tidy(Learned *learned);

void learned_free(Learned *learned);

/* By latch of the reduced task, of a cone if there is one (else NULL): its number in the
 * property's. */
U32Vec learned_origins(const Reduction *reduction, const Reduction *cone);

/* What can be said in a reduced task. Where that is the reduction of a task that `cone`, if not
 * NULL, made of the property's, both count. */
ClauseVec learned_give(const Learned *learned, const Reduction *reduction, const Reduction *cone);

/* Adds what can be said about the model of clauses over the latches of a reduced task. */
void learned_take(Learned *learned, const Reduction *reduction, const Reduction *cone,
                  const ClauseVec *clauses);

#endif
