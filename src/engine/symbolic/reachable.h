/* The states that can be reached, breadth first: rings[k] are those first reached after k steps.
 * Dead ends are among them (model.h). */
#ifndef RONDO_ENGINE_SYMBOLIC_REACHABLE_H
#define RONDO_ENGINE_SYMBOLIC_REACHABLE_H

#include "engine/symbolic/transitions.h"

typedef struct Reachable {
  Transitions *relation;
  BddVec rings;
  Bdd states; /* their union */
  Bdd within; /* only these count; BDD_TRUE: all */
  bool closed;
} Reachable;

/* From a set of states, by paths within another one that contains it; forwards along the relation,
 * or backwards. */
Reachable *reachable_new(Transitions *relation, Bdd from, Bdd within);
void reachable_free(Reachable *reachable);

/* One more ring; `closed` if it was empty. */
SymbolicEnd reachable_forward(Reachable *reachable, Budget *budget);
SymbolicEnd reachable_backward(Reachable *reachable, Budget *budget);

/* All rings. */
SymbolicEnd reachable_close(Reachable *reachable, bool forward, Budget *budget);

#endif
