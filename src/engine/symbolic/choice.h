/* How inputs are chosen so that each state of a set has a step into another set: as functions of
 * the state, where constants will not do. */
#ifndef RONDO_ENGINE_SYMBOLIC_CHOICE_H
#define RONDO_ENGINE_SYMBOLIC_CHOICE_H

#include "engine/symbolic/transitions.h"

typedef struct {
  Transitions *open; /* with inputs, see transitions.h */
  Bdd from, to;      /* every state of the first set has a step into the second one */
  Bdd pairs;         /* states and inputs that are still good */
  size_t next;       /* of the inputs, which are gone through twice */
  BddVec values;     /* the result, by input: a function of the state, right for states in `from`;
                        BDD_NONE: it does not matter, given the others */
} Choice;

/* The relation is built. */
Choice *choice_new(Transitions *open, Bdd from, Bdd to);
SymbolicEnd choice_run(Choice *choice, Budget *budget);
void choice_free(Choice *choice);

#endif
