/* The strength of automata (Bloem, Ravi, Somenzi, CAV 1999):
 * a component is terminal if it accepts whatever follows, weak if it accepts every run that stays
 * in it, strong else. The whole is as strong as its strongest accepting component. */
#ifndef RONDO_FORMULA_STRENGTH_H
#define RONDO_FORMULA_STRENGTH_H

#include "formula/automaton/automaton.h"

typedef enum { STRENGTH_EMPTY, STRENGTH_TERMINAL, STRENGTH_WEAK, STRENGTH_STRONG } Strength;

const char *strength_name(Strength strength); /* "empty", "terminal", "weak", "strong" */

/* By component; STRENGTH_EMPTY where it accepts nothing. The automaton is pruned. */
Strength component_strength(const Automaton *automaton, const Components *components,
                            uint32_t component);
Strength automaton_strength(const Automaton *automaton);

#endif
