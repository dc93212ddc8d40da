/* What many questions about one system have in common: its model with the order of the variables
 * and the transition relation, the states that can be reached, the relation within them, and the
 * one that proofs choose inputs by. Engines on several properties of a model share it, by turns in
 * one process: what one of them has found the next one finds there.
 *
 * The base is that of a *bare* system: latches, inputs, resets, next-state functions, constraints.
 * Which literals are asked about is not part of it. */
#ifndef RONDO_ENGINE_SYMBOLIC_BASE_H
#define RONDO_ENGINE_SYMBOLIC_BASE_H

#include "engine/symbolic/reachable.h"

typedef struct SymbolicBase {
  System *system; /* bare; then come the literals of the first question, for the order */
  size_t bare;    /* nodes of its graph without these */
  SymbolicOptions options;
  SymbolicModel *model; /* NULL until it is wanted, and so are the others */
  Transitions *relation;
  Reachable *forward;
  Transitions *within; /* the states that can be reached, when these are known */
  Transitions *open;
  size_t users;
  bool full; /* it ran out of nodes: let go of it */
} SymbolicBase;

/* The base for a question about these literals of a system, which need not outlive it. */
SymbolicBase *symbolic_base_new(const System *system, const LitVec *roots,
                                const SymbolicOptions *options);
void symbolic_base_free(SymbolicBase *base);

/* Whether it is the base for questions about this system, with these options. */
bool symbolic_base_serves(const SymbolicBase *base, const System *system,
                          const SymbolicOptions *options);

/* The stages, each after the one before: rings can be made; all states are known, and the relation
 * within them. */
SymbolicEnd symbolic_base_begin(SymbolicBase *base, Budget *budget);
SymbolicEnd symbolic_base_close(SymbolicBase *base, Budget *budget);

/* Bases that engines on properties of one model find and leave there. */
typedef struct SymbolicShelf SymbolicShelf;
SymbolicShelf *symbolic_shelf_new(void);
void symbolic_shelf_free(SymbolicShelf *shelf); /* may be NULL; no base is in use */

/* The base that serves, or a new one; NULL if too many others are in use. It is the caller's to use
 * until it gives it back. */
SymbolicBase *symbolic_shelf_take(SymbolicShelf *shelf, const System *system, const LitVec *roots,
                                  const SymbolicOptions *options);
void symbolic_shelf_return(SymbolicShelf *shelf, SymbolicBase *base); /* may be NULL */

#endif
