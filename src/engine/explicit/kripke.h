/* What a search for runs sees of a state space: states by number, successors, and a letter for each
 * state: the values of some atoms. A deadlock repeats itself for ever. */
#ifndef RONDO_ENGINE_EXPLICIT_KRIPKE_H
#define RONDO_ENGINE_EXPLICIT_KRIPKE_H

#include "base/budget.h"
#include "formula/automaton/automaton.h"
#include "view/graph.h"

enum { KRIPKE_ATOMS = 64 }; /* of a letter, at most */

typedef struct {
  void *context;
  Numbers (*successors)(void *context, uint32_t state); /* valid until the next call */
  uint64_t (*letter)(void *context, uint32_t state);    /* bit i: atom i of the automaton */
} Kripke;

/* A run: states by number, and the one that follows the last. */
typedef struct {
  U32Vec states;
  size_t loop;
} StateLasso;

void state_lasso_free(StateLasso *lasso); /* what it holds */

typedef enum { RUN_NONE, RUN_FOUND, RUN_UNKNOWN } RunSearch; /* unknown: the budget is spent */

/* Looks for a run from state 0 that a generalized Büchi automaton accepts, on the fly: by strongly
 * connected components, with acceptance on transitions (Couvreur, FM 1999). `pairs` counts states
 * of the product. */
RunSearch run_by_components(const Kripke *kripke, const Automaton *automaton, Budget *budget,
                            StateLasso *lasso, uint64_t *pairs);

/* The same for an automaton with one acceptance set, on states: nested depth-first search
 * (Courcoubetis, Vardi, Wolper and Yannakakis; with the colours and the early detection of Schwoon
 * and Esparza, TACAS 2005). Successors are taken in the other order. */
RunSearch run_by_nested_search(const Kripke *kripke, const Automaton *automaton, Budget *budget,
                               StateLasso *lasso, uint64_t *pairs);

#endif
