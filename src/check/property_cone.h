/* What a property depends on. */
#ifndef RONDO_CHECK_PROPERTY_CONE_H
#define RONDO_CHECK_PROPERTY_CONE_H

#include "front/model.h"

typedef struct {
  size_t inputs, latches, gates;
} Cone;

/* The literals that decide a property: its own, the constraints, and the fairness of the model
 * where the property assumes it; appended to `roots`. */
void property_roots(const Model *model, size_t property, LitVec *roots);

/* All that these depend on, through latches, too. */
Cone property_cone(const Model *model, size_t property);

#endif
