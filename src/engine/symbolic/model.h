/* A system as decision diagrams: what all symbolic engines begin with.
 *
 * Each latch has two variables side by side, its value now and after a step, and each input has
 * one. A set of states is a function of the current variables. `step` is what a run may do: from s
 * to t if some inputs meet the constraints in s and lead to t. A state in which no inputs do is a
 * dead end; it may be reached, but no run goes through it.
 *
 * **Steps that can be tried again.** Diagrams grow without warning, so everything is made in steps
 * that compute something and, if nothing failed, put it into watched places. symbolic_do runs a
 * step until it succeeds: it tidies up, reorders, tries again. An attempt is never cut by the end
 * of a slice, but by a limit of its own that doubles from attempt to attempt; so runs do not depend
 * on slices, and a slice ends not much later than it should. */
#ifndef RONDO_ENGINE_SYMBOLIC_MODEL_H
#define RONDO_ENGINE_SYMBOLIC_MODEL_H

#include "base/budget.h"
#include "engine/symbolic/making.h"
#include "engine/symbolic/order.h"

typedef struct {
  OrderKind order;
  bool reorder;   /* sift while running */
  size_t nodes;   /* at most so many; 0: as many as there can be */
  size_t cluster; /* nodes of a cluster of the transition relation */
  int gsh;        /* which of GSH's schedules; see hull.h */
} SymbolicOptions;

#define SYMBOLIC_DEFAULTS                                                                          \
  { .order = ORDER_FORCE, .reorder = true, .cluster = 2500 }

typedef enum {
  SYMBOLIC_DONE,
  SYMBOLIC_SPENT, /* the budget is spent: go on with another */
  SYMBOLIC_FULL,  /* the limit of nodes is reached: there is no going on */
} SymbolicEnd;

typedef struct {
  uint64_t images, preimages;
} SymbolicCounts;

typedef struct SymbolicModel {
  const System *system;
  SymbolicOptions options;
  BddManager *manager;
  uint32_t *current, *next; /* variables of a latch */
  uint32_t *input;          /* variable of an input */
  Bdd current_cube, next_cube, input_cube;
  BddRenaming turn;   /* current to next and back */
  BddVec functions;   /* by latch: its next value, over current variables and inputs; BDD_NONE: it
                         was not asked for yet */
  BddVec constraints; /* likewise */
  BddVec roots;       /* the functions of the literals that were given, likewise */
  Bdd initial;        /* the states that agree with the resets */
  Bdd legal;          /* the conjunction of the constraints, over current variables and inputs */
  SymbolicCounts counts;

  /* while it is built, and of attempts */
  LitVec root_literals;
  Making *making;              /* NULL: nothing is being made */
  VEC(Bdd *) awaiting;         /* places of its results */
  struct Transitions *growing; /* a relation that has to grow before a step can succeed, or NULL */
  uint64_t patience;
  uint64_t sifted; /* steps until variables were sifted last */
} SymbolicModel;

/* Whether there are few enough latches and inputs at all. */
bool symbolic_fits(const System *system);

/* The model of a system, which outlives it; `roots` are literals whose functions will be needed.
 * symbolic_build makes the functions, symbolic_build_some those of some latches, and of the roots
 * and constraints; call it until it says that it is done. */
SymbolicModel *symbolic_new(const System *system, const LitVec *roots,
                            const SymbolicOptions *options);
SymbolicEnd symbolic_build(SymbolicModel *model, Budget *budget);
SymbolicEnd symbolic_build_some(SymbolicModel *model, const Bits *latches, Budget *budget);
void symbolic_free(SymbolicModel *model);

/* Does a step. It returns false if an operation failed, and then has changed nothing that counts.
 */
typedef bool (*SymbolicStep)(void *context);
SymbolicEnd symbolic_do(SymbolicModel *model, SymbolicStep step, void *context, Budget *budget);

/* The functions of literals of a system with the same inputs and latches, appended to watched
 * places. */
SymbolicEnd symbolic_functions(SymbolicModel *model, const System *system, const LitVec *roots,
                               BddVec *functions, Budget *budget);

/* The states in which some inputs meet the constraints and a function, of a root say; may be
 * BDD_NONE. */
Bdd symbolic_states(SymbolicModel *model, Bdd function);

/* The states in which some latches have values; by latch, X for any. May be BDD_NONE. */
Bdd symbolic_cube(SymbolicModel *model, const Ternary *values);

/* A set of states as a circuit over the latches of another system, to which those of the model's
 * correspond in order. */
Lit symbolic_circuit(SymbolicModel *model, Bdd states, const System *of);

#endif
