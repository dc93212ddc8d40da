/* Whether a fair path starts in every initial state that CTL asks, as far as is easily proved: then
 * it is all one whether a language asks those states alone that have one, as SMV does. */
#ifndef RONDO_FRONT_SMV_SMV_PATHS_H
#define RONDO_FRONT_SMV_SMV_PATHS_H

#include "front/model.h"

/* `state_inputs`: by input, those that belong to the state. */
bool smv_paths_everywhere(const Model *model, const Bits *state_inputs);

#endif
