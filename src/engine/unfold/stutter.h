/* What an automaton accepts if its letter stays the same for ever. */
#ifndef RONDO_ENGINE_UNFOLD_STUTTER_H
#define RONDO_ENGINE_UNFOLD_STUTTER_H

#include "formula/automaton/automaton.h"

/* From the state on; the automaton has one acceptance set at most. */
bool automaton_accepts_stutter(const Automaton *automaton, uint32_t state, uint64_t letter);

#endif
