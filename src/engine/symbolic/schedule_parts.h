/* In which order the conjuncts of a transition relation are multiplied. */
#ifndef RONDO_ENGINE_SYMBOLIC_SCHEDULE_PARTS_H
#define RONDO_ENGINE_SYMBOLIC_SCHEDULE_PARTS_H

#include "engine/symbolic/model.h"

/* Reorders the parts for images: early come those that allow to quantify much, read many variables,
 * and bring in few next ones. */
void schedule_parts(SymbolicModel *model, BddVec *parts);

#endif
