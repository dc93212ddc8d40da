/* The net while it is reduced: transitions and places that come and go, for each place the
 * transitions around it, and how each transition is made of original ones. */
#ifndef RONDO_NET_REDUCE_WORK_H
#define RONDO_NET_REDUCE_WORK_H

#include "net/reduce.h"

/* A sequence of original transitions: one, or `first` and then `second` so many times. Sequences
 * share their parts. */
typedef struct {
  bool single;
  uint32_t first, second, times; /* of a single one `first` is the transition */
} ReduceSequence;

typedef struct {
  NetArcVec take, put;
  uint32_t sequence;
  uint32_t
      original; /* the transition that it is, unchanged; NET_REMOVED if it is made of several */
  bool alive, visible;
} ReduceTransition;

typedef struct {
  Tokens initial;
  bool alive, visible;
  /* Transitions with an arc to the place; some may be dead, and none is there twice. */
  U32Vec around;
} ReducePlace;

/* A transition that was put off until another needs it: in a run that ends it may be left over. */
typedef struct {
  NetArcVec take;
  uint32_t sequence;
} ReduceLeftover;

typedef enum {
  REDUCE_DEAD_TRANSITION,
  REDUCE_IDLE_PLACE,
  REDUCE_PARALLEL_PLACE,
  REDUCE_PARALLEL_TRANSITION,
  REDUCE_NEUTRAL_TRANSITION,
  REDUCE_IRRELEVANT_TRANSITION,
  REDUCE_PRE_AGGLOMERATION,
  REDUCE_FREE_AGGLOMERATION,
  REDUCE_POST_AGGLOMERATION,
  REDUCE_RULES,
} ReduceRule;

typedef struct {
  const Net *net;
  NetPreserve what;
  Budget *budget;
  VEC(ReducePlace) places;
  VEC(ReduceTransition) transitions;
  VEC(ReduceSequence) sequences;
  U32Vec prefix;                 /* sequences that are fired before the reduced net begins */
  VEC(ReduceLeftover) leftovers; /* in the order in which they were put off */
  size_t applied[REDUCE_RULES];
} ReduceWork;

void reduce_work_begin(ReduceWork *work, const Net *net, const NetVisible *visible,
                       NetPreserve what, Budget *budget);
void reduce_work_end(ReduceWork *work);

void reduce_kill_transition(ReduceWork *work, uint32_t transition, ReduceRule rule);
/* With its arcs. */
void reduce_kill_place(ReduceWork *work, uint32_t place, ReduceRule rule);
/* Takes over the arcs; gives the number. */
uint32_t reduce_add_transition(ReduceWork *work, ReduceTransition made);
uint32_t reduce_sequence(ReduceWork *work, uint32_t first, uint32_t second, uint32_t times);

/* Takes dead transitions out of the lists around places. */
void reduce_clean(ReduceWork *work);

/* Each applies its rules everywhere once, and says whether something changed. */
bool reduce_simple_rules(ReduceWork *work);
bool reduce_agglomerations(ReduceWork *work);

#endif
