/* How far a marking seems from a state formula: tokens that are missing, or too many. A hint for
 * searches, 0 where the formula is true; operators of paths count nothing. */
#ifndef RONDO_CHECK_NET_DISTANCE_H
#define RONDO_CHECK_NET_DISTANCE_H

#include "front/model.h"

uint64_t net_distance(const Model *model, Formula f, const Tokens *marking);

#endif
