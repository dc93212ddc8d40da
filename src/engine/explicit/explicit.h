/* Engine explicit: the states of a graph one by one. Its row in the table, and its options; what
 * runs it is check/net_check.h. */
#ifndef RONDO_ENGINE_EXPLICIT_H
#define RONDO_ENGINE_EXPLICIT_H

#include "engine/engine.h"

typedef struct {
  bool partial_order;
  bool sleep_sets;
  bool net_reduce;
  bool weak_fairness;
  bool exact_states;
  bool bitstate;
  bool hash_compaction;
  int64_t workers;
  int cycle_search; /* CycleSearch */
} ExplicitOptions;

extern const Engine engine_explicit;

#endif
