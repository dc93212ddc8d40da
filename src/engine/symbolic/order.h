/* A static order of the variables of a system, from its structure. */
#ifndef RONDO_ENGINE_SYMBOLIC_ORDER_H
#define RONDO_ENGINE_SYMBOLIC_ORDER_H

#include "system/system.h"

typedef enum {
  ORDER_DEPTH_FIRST, /* as a search from the roots through the next-state functions meets them */
  ORDER_FORCE, /* then moved so that what belongs together is near (Aloul, Markov, Sakallah) */
} OrderKind;

/* The nodes of the graph that are latches and inputs, the first nearest to the root. */
void symbolic_order(const System *system, const LitVec *roots, OrderKind kind, U32Vec *nodes);

#endif
