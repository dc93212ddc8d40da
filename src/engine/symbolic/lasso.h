/* A fair cycle inside a fair hull, as states: after Clarke, Grumberg, McMillan and Zhao (DAC 1995).
 * From the head of the cycle a path visits all conditions, each by the shortest way. If its end
 * leads back to the head, that closes the cycle. If it does not, the head and the end are in
 * different components, and a state far beyond the end becomes the head: this goes down in the
 * graph of components, so it comes to an end. */
#ifndef RONDO_ENGINE_SYMBOLIC_LASSO_H
#define RONDO_ENGINE_SYMBOLIC_LASSO_H

#include "engine/symbolic/concrete.h"
#include "engine/symbolic/hull.h"

typedef struct {
  Transitions *relation; /* exact, or within a set that contains the hull */
  Bdd hull;
  VEC(Reachable *) towards; /* by condition: rings from it, backwards in the hull */
  StateVec states;          /* the stem, then the cycle */
  size_t head;              /* where the cycle begins */
  size_t needed;            /* so many conditions, the first ones, must be visited; of the others
                               those that are within reach */
  size_t visited;           /* conditions on the cycle so far */
  RingWalk walk;
  bool walking;
  Reachable *around; /* from the end forwards, in the hull, to find the head */
  StateVec back;     /* from the head, or the next head, back to the end */
  bool begun, closed;
} Lasso;

/* `conditions` are sets of states of the hull. The stem, whose last state is in the hull, is in
 * `states`, which the caller fills after this call. */
Lasso *lasso_new(Transitions *relation, Bdd hull, const BddVec *conditions);
void lasso_free(Lasso *lasso);

/* Finds the cycle: states from `head` on; the last one has a step to the head. */
SymbolicEnd lasso_run(Lasso *lasso, Budget *budget);

#endif
