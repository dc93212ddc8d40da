/* Reductions of automata. Each keeps the language and works in place. */
#ifndef RONDO_FORMULA_REDUCE_AUTOMATON_H
#define RONDO_FORMULA_REDUCE_AUTOMATON_H

#include "formula/automaton.h"

/* Dead states, useless marks and acceptance sets; see prune.c. */
void automaton_prune(Automaton *automaton);

/* Bisimulation; see bisimulate.c. */
void automaton_merge_equal(Automaton *automaton);

/* Simulation; see simulate.c. `forward` compares what follows, else what comes before. `fill` is
 * what edges between components count as: all marks or none. */
void automaton_simulate(Automaton *automaton, bool forward, bool fill);

/* The minimal weak deterministic automaton, complete and state-based; NULL if the language is no
 * obligation or the subset construction has more than `limit` states. `negation` accepts the
 * complement. */
Automaton *automaton_obligation(const Automaton *automaton, const Automaton *negation,
                                uint32_t limit);

/* A state-based automaton with one acceptance set for the same language; see degeneralize.c. */
Automaton *automaton_degeneralize(const Automaton *automaton);

/* Everything, until nothing changes. */
void automaton_reduce(Automaton *automaton);

#endif
