/* The tight automaton of Clarke, Grumberg and Hamaguchi (FMSD 1997; its use for shortest
 * violations: Awedh and Somenzi 2006, section 4), as part of a system. Every word has exactly one
 * run in it, so a shortest violation of the product is a shortest violation of the system; the
 * price is more states and a fairness condition for every eventuality. It is never written out as a
 * graph.
 *
 * The formula is taken as it is written, past operators included, without normal form: so the judge
 * of evidence can make the same product by rules of its own (judge/linear.h), and a certificate
 * about it is one about the formula. What is added, and in which order, is part of that contract:
 * parts of the formula in the order of a walk that visits the left operand, the right one, and then
 * the part itself, each part once; a latch for each temporal part, and for those of the future an
 * input; behind them the latch that is true in the first step. */
#ifndef RONDO_FORMULA_TIGHT_H
#define RONDO_FORMULA_TIGHT_H

#include "formula/formula.h"
#include "system/system.h"

/* Adds the automaton of the words on which f is false to the system in place: its runs are those
 * that violate f if all `conditions`, to which the function adds, hold infinitely often.
 * `letters` gives a literal of the system for each atom of the store. */
void tight_watch(System *system, const Formulas *formulas, Formula f, const LitVec *letters,
                 LitVec *conditions);

#endif
