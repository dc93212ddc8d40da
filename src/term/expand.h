/* Terms become literals, bit by bit: with latches and inputs for variables a circuit, with
 * constants their value. */
#ifndef RONDO_TERM_EXPAND_H
#define RONDO_TERM_EXPAND_H

#include "base/budget.h"
#include "logic/aig.h"
#include "term/relation.h"

/* Makes the bits of each term of a set, which contains the arguments of its terms: `bits` by term,
 * in the arena. Those of variables are there already, and perhaps others, which stay. False if the
 * budget, which may be NULL, is spent; a unit of its work is about a gate. */
bool terms_expand(const Terms *terms, const Bits *set, Aig *aig, Lit **bits, Arena *arena,
                  Budget *budget);

/* Fills in the initial values of the states that have one, in the latches of the first step of the
 * blasted system; those of the others are there. */
void relation_initialise(const Relation *relation, Bits *latches);

#endif
