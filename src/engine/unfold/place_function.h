/* What an atom says of a marking of a 1-safe net, as a Boolean function of places: label variable
 * `first` + p is that place p has its token. */
#ifndef RONDO_ENGINE_UNFOLD_PLACE_FUNCTION_H
#define RONDO_ENGINE_UNFOLD_PLACE_FUNCTION_H

#include "formula/automaton/label_bdd.h"
#include "model/net_atom.h"

Label place_function(const Net *net, const NetAtom *atom, Labels *labels, uint32_t first);

/* Whether firing the transition can change the truth of the atom. */
bool transition_is_visible(const Net *net, uint32_t transition, const NetAtom *atom);

#endif
