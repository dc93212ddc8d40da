/* A marking on the move: which transitions are enabled is known after each step, at the cost of
 * what the step changes, however many transitions there are. */
#ifndef RONDO_CHECK_NET_WALK_H
#define RONDO_CHECK_NET_WALK_H

#include "model/net.h"

typedef struct {
  uint32_t owner; /* a transition that takes, or a place that changes */
  int64_t amount; /* so many tokens it takes, or gets */
} NetAmount;

typedef struct {
  const Net *net;
  VEC(NetAmount) takers; /* by place: the transitions that take from it, from first_taker on */
  U32Vec first_taker;
  VEC(NetAmount) changes; /* by transition: the places that it changes */
  U32Vec first_change;
  Tokens *marking;
  U32Vec lacking; /* by transition: places before it that have too few tokens */
  U32Vec enabled; /* a set */
  U32Vec where;   /* by transition: its place in the set, if it is enabled */
  U32Vec fired;   /* since the beginning */
} NetWalk;

NetWalk *net_walk_new(const Net *net); /* at the initial marking */
void net_walk_free(NetWalk *walk);
void net_walk_restart(NetWalk *walk); /* from the initial marking, with nothing fired */

/* Fires an enabled transition. False, and nothing happens, if a place would hold too much. */
bool net_walk_fire(NetWalk *walk, uint32_t transition);

/* Changes the marking alone, as a firing does or takes back: for a look at what it would be. False,
 * and nothing happens, if a place would hold too much. */
bool net_walk_look(NetWalk *walk, uint32_t transition);
void net_walk_look_back(NetWalk *walk, uint32_t transition);

#endif
