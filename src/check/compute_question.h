/* The questions behind a COMPUTE property, each as a model with one LTL property: the model, with a
 * few latches beside it that watch p and q.
 *
 * S are the states that can be reached and from which a fair path starts; an LTL formula that a
 * finite run violates is violated by a fair run if and only if such a run goes through S. */
#ifndef RONDO_CHECK_COMPUTE_QUESTION_H
#define RONDO_CHECK_COMPUTE_QUESTION_H

#include "front/model.h"

typedef enum {
  ASK_NO_START, /* no state of S satisfies p */
  ASK_NO_END,   /* none satisfies q */
  ASK_NO_PATH,  /* no path in S leads from p to q */
  ASK_SHORTER,  /* none with fewer than n steps does: the last p before a q is the nearest */
  ASK_ARRIVES,  /* on every fair path p is followed by q, or comes with it */
  ASK_NO_LOOP,  /* no cycle in S without q can be reached from p without meeting q: a state is
                   remembered, and does not come again */
  ASK_LONGER,   /* no path in S from p has more than n states without q, before a q */
} ComputeAsk;

/* The question about property `number`; its traces begin with values of the model's own latches
 * and inputs. */
Model *compute_question(const Model *model, size_t number, ComputeAsk ask, uint64_t n);

#endif
