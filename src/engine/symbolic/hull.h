/* The fair hull of a set: the states from which a path stays in the set and meets every condition
 * infinitely often. Computed as the greatest fixpoint of two kinds of operators on a set Z that
 * only ever shrinks (Somenzi, Ravi and Bloem, FMCAD 2002, "GSH"),
 *
 *   EU_i: Z loses the states that reach no state of condition i by a path in Z;
 *   EX:   Z loses the states without a successor in Z;
 *
 * in any order that is fair: Emerson and Lei's algorithm and EL2 are two of them. When no operator
 * removes anything, Z is the hull. Who only wants to know whether some initial state is in it may
 * stop earlier, when Z has lost the last of them.
 *
 * The same with all steps turned round, *forwards*, is the hull of the states that a path leads to
 * which stays in the set and comes from a fair cycle there:
 *
 *   EU_i: Z loses the states that no path in Z leads to from a state of condition i;
 *   EX:   Z loses the states without a predecessor in Z.
 *
 * It is empty if and only if the other one is, and has all fair cycles, too. Within what is reached
 * images are often far cheaper than preimages.
 *
 * What was removed is a proof. Let D_1, D_2, ... be the removed sets. A step from D_j to Z before
 * the removal ends in D_j again (EU_i: its end reaches condition i no more than its start does), or
 * there is none (EX). So steps never lead from D_j to a later set or into the hull, and those that
 * stay in a D_j removed by EU_i start and end in states that miss condition i. So the rank n - j of
 * the states in D_j, of n sets, never decreases along a step; and a step that keeps it misses a
 * condition that depends on the rank alone. Forwards it is the other way round: no step leads from
 * a later set or the hull to D_j. */
#ifndef RONDO_ENGINE_SYMBOLIC_HULL_H
#define RONDO_ENGINE_SYMBOLIC_HULL_H

#include "base/random.h"
#include "engine/symbolic/reachable.h"

typedef enum {
  HULL_EL,     /* EX after each EU_i */
  HULL_EL2,    /* all EU_i, then EX as long as it removes something */
  HULL_GSH,    /* EX as long as it removes something after each EU_i */
  HULL_BUDGET, /* ... but not more often than that EU_i took preimages */
  HULL_RANDOM, /* any operator that may remove something, by chance */
} HullSchedule;
#define HULL_GSH_SCHEDULES "fixpoint|budget|random" /* from HULL_GSH on */

enum { HULL_EX = UINT32_MAX }; /* in place of a condition */

typedef struct Hull {
  Transitions *relation;
  HullSchedule schedule;
  BddVec conditions; /* sets of states, within the first Z */
  BddVec often;      /* by condition: EU removes only sets that have one of these; or empty */
  Bdd states;        /* Z */
  BddVec removed;    /* D_1, D_2, ... */
  U32Vec missed;     /* of each: the condition, or HULL_EX */
  Reachable *until;  /* of the EU that is being computed */
  uint32_t turn;     /* the next operator: a condition, or HULL_EX */
  uint32_t pending;  /* after EX: the condition whose turn it is */
  Bits idle;         /* by operator, EX last: it removes nothing from Z */
  bool forward;      /* images in the place of preimages. Set it before hull_run */
  bool removing;     /* whether the last EX removed something */
  size_t budget;     /* EXs that are left, of HULL_BUDGET */
  Random random;     /* of HULL_RANDOM */
  Bdd initial;       /* watched; BDD_NONE: all of the hull is wanted. Set it before hull_run */
  bool done;
} Hull;

/* The hull of `states`, to be computed by hull_run. Without conditions it is the states from which
 * some infinite path stays in the set. If Z has lost all states of `initial`, it may be left larger
 * than the hull; what was removed is in order all the same. */
Hull *hull_new(Transitions *relation, Bdd states, const BddVec *conditions, HullSchedule schedule);
SymbolicEnd hull_run(Hull *hull, Budget *budget);
void hull_free(Hull *hull);

#endif
