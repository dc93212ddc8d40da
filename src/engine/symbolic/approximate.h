/* Approximate reachability, machine by machine (Cho, Hachtel, Macii, Plessier and Somenzi 1996):
 * the latches are cut into small machines, and each machine's own states are explored while the
 * others may be in any of the states found for them. The product of the results contains all states
 * that can be reached, contains the initial ones, and is closed under steps: an inductive
 * invariant. Seed 003 calls its complement ARDCs. */
#ifndef RONDO_ENGINE_SYMBOLIC_APPROXIMATE_H
#define RONDO_ENGINE_SYMBOLIC_APPROXIMATE_H

#include "engine/symbolic/transitions.h"

typedef struct {
  Transitions *relation; /* of its latches alone */
  Bits near;             /* machines whose latches the relation reads */
  Bdd others;            /* the cube of all current variables but its own */
  Bdd states;            /* over its own latches */
  bool stale;            /* a machine nearby has changed since the last look */
} Machine;

typedef struct Approximate {
  SymbolicModel *model;
  Machine *machines;
  size_t count, turn;
} Approximate;

/* Machines of at most `latches` latches, neighbours in the order of the variables. */
Approximate *approximate_new(SymbolicModel *model, size_t latches);
void approximate_free(Approximate *approximate);
SymbolicEnd approximate_run(Approximate *approximate, Budget *budget);

/* The product, when it is done; may be BDD_NONE. */
Bdd approximate_states(Approximate *approximate);

#endif
