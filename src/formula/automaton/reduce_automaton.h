/* Reductions of automata, which keep the language and work in place; and automata from others. */
#ifndef RONDO_FORMULA_REDUCE_AUTOMATON_H
#define RONDO_FORMULA_REDUCE_AUTOMATON_H

#include "formula/automaton/automaton.h"

/* Dead states, useless marks and acceptance sets; see prune.c. */
void automaton_prune(Automaton *automaton);

/* Bisimulation; see bisimulate.c. */
void automaton_merge_equal(Automaton *automaton);

/* Simulation; see simulation.c. `forward` compares what follows, else what comes before. `fill` is
 * what edges between components count as: all marks or none. */
void automaton_simulate(Automaton *automaton, bool forward, bool fill);

/* The minimal weak deterministic automaton, complete and state-based; NULL if the language is no
 * obligation or the subset construction has more than `limit` states. `negation` accepts the
 * complement. */
Automaton *automaton_obligation(const Automaton *automaton, const Automaton *negation,
                                uint32_t limit);

/* A state-based automaton with one acceptance set for the same language; see degeneralize.c. */
Automaton *automaton_degeneralize(const Automaton *automaton);

/* From the automaton of F a, where it is terminal, that of G F a; else NULL. See suspend.c. */
Automaton *automaton_repeat(const Automaton *guarantee);

/* Intersection with an automaton q whose language is closed under adding and taking away finite
 * prefixes; see suspend.c. NULL as in automaton_product. */
Automaton *automaton_product_suspended(const Automaton *a, const Automaton *q, uint32_t limit);

/* Everything, until nothing changes. */
void automaton_reduce(Automaton *automaton);

#endif
