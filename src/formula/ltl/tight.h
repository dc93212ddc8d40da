/* The tight automaton of Clarke, Grumberg and Hamaguchi (FMSD 1997; its use for shortest
 * violations: Awedh and Somenzi 2006, section 4), as part of a system. Every word has exactly one
 * run in it, so a shortest violation of the product is a shortest violation of the system; the
 * price is more states and a fairness condition for every eventuality. It is never written out as a
 * graph. */
#ifndef RONDO_FORMULA_TIGHT_H
#define RONDO_FORMULA_TIGHT_H

#include "formula/formula.h"
#include "system/system.h"

/* Adds the automaton of f, a formula without past operators, to the system in place: its runs are
 * those that satisfy f if all `conditions`, to which the function adds, hold infinitely often.
 * `letters` gives a literal of the system for each atom of the store. */
void tight_watch(System *system, Formulas *formulas, Formula f, const LitVec *letters,
                 LitVec *conditions);

#endif
