/* A fair run of the system into a set in which every state has a successor and a way to each
 * condition, all inside the set: a fair component, a fair hull. By rings of the reachable states,
 * where there are any; else the way from the initial states is looked for backwards from the set.
 * If there is none, the states that have a way to the set are known: the other states of an
 * inductive invariant are one, too, and are without the set. */
#ifndef RONDO_ENGINE_SYMBOLIC_FAIR_RUN_H
#define RONDO_ENGINE_SYMBOLIC_FAIR_RUN_H

#include "engine/symbolic/lasso.h"

/* What is known of the system. */
typedef struct {
  Transitions *relation; /* exact */
  Transitions *within;   /* the same, or within an invariant */
  Reachable *forward;    /* the rings of what can be reached, or NULL */
} ExactSystem;

typedef struct {
  ExactSystem exact;
  Bdd hull, invariant, meeting;
  Bdd goal; /* states of the hull, on fair cycles, that a way is looked for to where there are no
               rings; BDD_NONE: all of the hull. Set it before fair_run_find; watched */
  BddVec conditions;
  Reachable *backward; /* what reaches the hull */
  unsigned trims;
  bool trimmed, met, unreachable;
  RingWalk walk;
  bool walking, walked;
  StateVec states; /* the stem */
  Lasso *lasso;
  Trace *trace; /* the result, unless it is unreachable */
} FairRun;

/* `conditions` are sets of states; the invariant contains the initial states, and the hull. With a
 * goal it may be any set in which there is a way there. */
FairRun *fair_run_new(const ExactSystem *exact, Bdd hull, Bdd invariant, const BddVec *conditions);
void fair_run_free(FairRun *run);

/* The trace is one of `of`, whose latches and inputs are the first ones of the model's. */
SymbolicEnd fair_run_find(FairRun *run, const System *of, Budget *budget);

#endif
