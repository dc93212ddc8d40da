/* CTL with diagrams: the set of every node of the formula, then the proof. */
#ifndef RONDO_ENGINE_BDD_CTL_H
#define RONDO_ENGINE_BDD_CTL_H

#include "engine/bdd/internal.h"
#include "engine/symbolic/choice.h"
#include "engine/symbolic/strong_hull.h"
#include "task/ctl_structure.h"

/* What is kept of a node for the proof. */
typedef struct {
  Reachable *until;  /* of EU: rings from the right child, backwards */
  StrongHull *hull;  /* of EG */
  bool lower, upper; /* which of its bounds the proof needs */
} NodeSets;

/* A fair cycle that is being generalized: see ctl_cycle.c. */
typedef struct {
  Lasso *lasso;      /* the cycle */
  BddVec needed;     /* by its position: what a state there has to be; watched */
  BddVec sets;       /* by position: all states that can go round in this way; watched */
  size_t position;   /* the next one to look at, from the end; then to write */
  bool shrunk;       /* in this round */
  bool done;         /* the sets are right */
  Reachable *before; /* states of the hull that lead to those that are known */
  CtlUpdate update;  /* being written */
} CycleProof;

typedef struct BddCtl {
  CtlStructure *structure;
  BddVec sets; /* by node, within the invariant; watched */
  NodeSets *nodes;
  BddVec fairness, compassion; /* within the invariant; watched */

  /* the proof */
  bool begun;
  Transitions *open;
  uint32_t node;   /* whose turn it is */
  bool upper_done; /* its upper bound is written */
  Bdd known;       /* states of its lower bound so far; watched */
  size_t ring;     /* the next ring of its EU, or before its cycles */
  Choice *choice;  /* of inputs, for the update that comes next */
  CycleProof cycle;
  CtlProof *proof;
  Aig *gates;     /* of the proof, and ... */
  Lit *literals;  /* ... by variable: its latch in that graph */
  IntVec numbers; /* ... by node of that graph: its number in the proof */
} BddCtl;

/* The set of an edge; may be BDD_NONE. */
Bdd ctl_set(BddEngine *self, CtlRef ref);

/* ctl_prove.c: the stage that writes the proof; and an update CTL_IN, for a set of states that
 * have a step into another set, which then counts as known. */
SymbolicEnd bdd_prove(BddEngine *self, Budget *budget);
SymbolicEnd ctl_prove_in(BddEngine *self, Bdd from, Bdd to, Budget *budget);

/* ctl_write.c: sets and functions of the state in updates. */
int ctl_literal(BddEngine *self, Bdd f); /* of a function that is not constant */
void ctl_write_clauses(BddEngine *self, CtlUpdate *update, Bdd set);
void ctl_write_cube(BddEngine *self, CtlUpdate *update, Bdd set, const BddVec *values);

/* ctl_cycle.c: the lower bound of an EG node. */
SymbolicEnd ctl_prove_hull(BddEngine *self, Budget *budget);
void ctl_cycle_clear(BddEngine *self);

#endif
