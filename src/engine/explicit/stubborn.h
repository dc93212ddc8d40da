/* Stubborn sets (Valmari): in each state a part of the enabled actions that is enough.
 *
 * A set of actions is closed if, of each enabled action in it, those that conflict with it are in
 * it, and of each disabled one a necessary enabling set. What is outside a closed set then commutes
 * with what is inside, so the enabled actions inside may be taken first. The closure is started
 * from several actions, and the one with the fewest enabled actions is taken.
 *
 * What is preserved depends on where it starts:
 *
 * - deadlocks: any enabled action. A set with one enabled action leads to all deadlocks.
 * - a state formula f that is to be reached, and is false here: the actions that can change an atom
 *   of f in the direction that f needs (up-sets; Schmidt 1999, Kristensen and Valmari 2000). A run
 *   to f takes one of them, and the first action of the set on it may come first. No more is
 *   needed: where the set has no enabled action, f cannot be reached from here.
 * - LTL without next: an enabled action; no enabled action of the set is visible, that is, changes
 *   an atom, or else all are taken; and each cycle of the reduced graph has a state in which all
 *   are taken, which is the caller's business (the conditions C0 to C3 of ample sets). */
#ifndef RONDO_ENGINE_EXPLICIT_STUBBORN_H
#define RONDO_ENGINE_EXPLICIT_STUBBORN_H

#include "formula/formula.h"
#include "view/graph.h"

typedef struct Stubborn Stubborn;

/* The graph, and the store, outlive it. */
Stubborn *stubborn_for_deadlock(const Graph *graph);

/* `goal` is a Boolean formula over the graph's atoms. */
Stubborn *stubborn_for_goal(const Graph *graph, const Formulas *formulas, Formula goal);

/* `atoms` are those that the formula has. */
Stubborn *stubborn_for_stuttering(const Graph *graph, const U32Vec *atoms);

/* Whether what was left out could be left out for ever on a cycle. */
bool stubborn_must_not_ignore(const Stubborn *stubborn);
void stubborn_free(Stubborn *stubborn);

/* Of the enabled actions of a state those that are taken, ascending; valid until the next call. */
Numbers stubborn_choose(Stubborn *stubborn, const uint32_t *state, const uint32_t *enabled,
                        size_t count);

#endif
