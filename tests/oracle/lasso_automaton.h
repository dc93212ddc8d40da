/* Words as automata, so that an automaton can be asked whether it accepts a word. */
#ifndef RONDO_ORACLE_LASSO_AUTOMATON_H
#define RONDO_ORACLE_LASSO_AUTOMATON_H

#include "base/random.h"
#include "formula/automaton/automaton.h"
#include "oracle/ltl_oracle.h"

/* A lasso of at most six letters over all atoms of the store. */
LassoWord random_lasso_word(Random *random, const Formulas *formulas);

bool automaton_accepts(const Automaton *automaton, const LassoWord *word);

/* Fails the test if the automaton and the oracle judge one of so many random words differently;
 * `what` is for the message. */
void check_random_words(Random *random, const Formulas *formulas, Formula f, bool negated,
                        const Automaton *automaton, unsigned words, const char *what);

#endif
