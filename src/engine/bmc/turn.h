/* Parts of the engine that take turns: who has worked least comes next, with a slice of work that
 * doubles whenever it was not enough for an answer. */
#ifndef RONDO_ENGINE_BMC_TURN_H
#define RONDO_ENGINE_BMC_TURN_H

#include "base/budget.h"

typedef struct {
  uint64_t work;  /* done so far */
  uint64_t slice; /* of the next turn */
} Turn;

static inline Budget turn_begin(Turn *turn, Budget *budget) {
  enum { FIRST_SLICE = 20000 };
  if (!turn->slice) turn->slice = FIRST_SLICE;
  return budget_slice(budget, turn->slice);
}

static inline void turn_end(Turn *turn, const Budget *slice, bool answered) {
  turn->work += slice->used + 1; /* so that even what costs nothing lets others come next */
  if (!answered) turn->slice *= 2;
}

#endif
