/* What the parts of marking_set.h share. */
#ifndef RONDO_NET_MARKING_SET_INTERNAL_H
#define RONDO_NET_MARKING_SET_INTERNAL_H

#include "base/bits.h"
#include "net/marking_set.h"

enum {
  MARKINGS_ZERO = 1,         /* the end of a path: nothing on all places below */
  MARKINGS_ALL = UINT32_MAX, /* every marking; only as a limit of searches */
};

typedef struct {
  Tokens tokens;
  MarkingSet below;
} SetArc;
typedef VEC(SetArc) SetArcVec;

typedef struct {
  uint32_t level;        /* 0: the end; the place nearest to the root has the highest */
  uint32_t first, count; /* of its arcs, ascending by tokens */
} SetNode;

/* What a transition does to a place, by its level. */
typedef struct {
  uint32_t level;
  Tokens take, put;
} SetEffect;

/* Answers that were computed; one may take the place of another. */
typedef struct {
  uint32_t question, a, b, c, answer;
} SetAnswer;

typedef struct {
  uint64_t words[4];
} SetCount;

/* What is asked, in SetAnswer.question; those about a transition have its number in the rest. */
enum {
  SET_UNION,
  SET_COMMON,
  SET_WITHOUT,
  SET_WHERE,
  SET_ENABLED,
  SET_STEP,
  SET_STEPS,
  SET_CLOSE,
  SET_FIRE,
  SET_KINDS
};

/* Forwards and backwards. */
typedef struct {
  VEC(SetEffect) effects; /* by transition, highest level first, from first[t] on */
  U32Vec first;
  U32Vec tops; /* transitions by their highest level, from first_top[level] on */
  U32Vec first_top;
  U32Vec
      fed_below; /* by level: the highest up to it where a step from nothing may be taken first */
} SetSteps;

struct MarkingSets {
  const Net *net;
  Budget *budget;
  bool stopped;
  U32Vec place; /* by level; of level 0 nothing */
  U32Vec level; /* by place */
  SetSteps steps[2];
  VEC(SetNode) nodes;
  SetArcVec arcs;
  uint32_t *slots; /* open addressing: nodes, 0 is none */
  size_t slot_count;
  SetAnswer *answers;
  size_t answer_count;
  SetArcVec work; /* arcs of nodes in the making, as a stack */
  U32Vec
      closed_up_to; /* by node: the highest level up to which it is known to be closed forwards */
  uint32_t serial;  /* of the calls of markings_where */
  VEC(SetCount) counts; /* by node, as far as they were asked for */
  bool count_overflow;
};

static inline uint32_t set_level(const MarkingSets *sets, MarkingSet set) {
  return sets->nodes.data[set].level;
}

/* The arcs of a set as of a node at a level that is not below it. */
static inline size_t set_arc_count(const MarkingSets *sets, MarkingSet set, uint32_t level) {
  return set_level(sets, set) < level ? 1 : sets->nodes.data[set].count;
}
static inline SetArc set_arc(const MarkingSets *sets, MarkingSet set, uint32_t level, size_t i) {
  SetNode node = sets->nodes.data[set];
  return node.level < level ? (SetArc){0, set} : sets->arcs.data[node.first + i];
}

/* What is below a number of tokens at a level; MARKINGS_ALL everywhere below itself. */
MarkingSet set_below(const MarkingSets *sets, MarkingSet set, uint32_t level, Tokens tokens);

/* The node with the arcs that were pushed to `work` behind `base`, which are taken from there. */
MarkingSet set_make(MarkingSets *sets, uint32_t level, size_t base);

bool set_known(const MarkingSets *sets, uint32_t question, uint32_t a, uint32_t b, uint32_t c,
               MarkingSet *answer);
void set_keep(MarkingSets *sets, uint32_t question, uint32_t a, uint32_t b, uint32_t c,
              MarkingSet answer);

bool set_spent(MarkingSets *sets); /* looked at often */

#endif
