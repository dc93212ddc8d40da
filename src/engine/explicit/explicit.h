/* Engine explicit: the states of a graph one by one. Its row in the table, and its options; what
 * runs it is check/net_check.h. */
#ifndef RONDO_ENGINE_EXPLICIT_H
#define RONDO_ENGINE_EXPLICIT_H

#include "engine/engine.h"

typedef struct {
  bool partial_order;
  bool net_reduce;
  bool weak_fairness;
  bool exact_states;
  bool bitstate;
} ExplicitOptions;

extern const Engine engine_explicit;

#endif
