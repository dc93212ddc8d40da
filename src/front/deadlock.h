/* "Every reachable state has a successor", as one more property of a model.
 *
 * A state (latches, and inputs that a signal shows as part of the state) has a successor if some
 * values of the other inputs satisfy the constraints and lead to a state whose constraints can be
 * satisfied in turn. The inputs are quantified away on the graph, constraint by constraint; that
 * can grow, and gives an error where it grows too far. Without constraints nothing can go wrong,
 * and the property is trivially true. */
#ifndef RONDO_FRONT_DEADLOCK_H
#define RONDO_FRONT_DEADLOCK_H

#include "front/model.h"

/* Adds an invariant named "deadlock"; false and an error if it cannot be computed. */
bool model_add_deadlock(Model *model, Error *error);

#endif
