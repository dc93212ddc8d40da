/* A Net is a place/transition net: places hold tokens, and a transition that finds enough tokens on
 * the places before it takes them and puts tokens on the places behind it. Plain data; what is
 * done with it (graphs, systems, prefixes) is in src/view and above.
 *
 * A marking is an array of tokens by place. */
#ifndef RONDO_MODEL_NET_H
#define RONDO_MODEL_NET_H

#include <stdbool.h>

#include "base/vec.h"

typedef uint32_t Tokens;

typedef struct {
  uint32_t place;
  Tokens weight; /* at least 1 */
} NetArc;
typedef VEC(NetArc) NetArcVec;

typedef struct {
  char *name;     /* what formulas call it: the id of PNML */
  Tokens initial; /* tokens in the beginning */
} NetPlace;

typedef struct {
  char *name;
  NetArcVec take, put; /* sorted by place, one arc for each */
} NetTransition;

typedef struct Net {
  char *name;
  VEC(NetPlace) places;
  VEC(NetTransition) transitions;
} Net;

Net *net_new(const char *name); /* no places, no transitions */
void net_free(Net *net);
Net *net_copy(const Net *net);

uint32_t net_add_place(Net *net, const char *name, Tokens initial);
uint32_t net_add_transition(Net *net, const char *name);

/* Adds to the weight of an arc; arcs that are given twice add up. False if the sum is too large. */
bool net_take(Net *net, uint32_t transition, uint32_t place, Tokens weight);
bool net_put(Net *net, uint32_t transition, uint32_t place, Tokens weight);

/* What an arc of the list says of a place; 0 if there is none. */
Tokens net_weight(const NetArcVec *arcs, uint32_t place);

bool net_enabled(const Net *net, uint32_t transition, const Tokens *marking);

/* Fires an enabled transition in place. False, and the marking is as before, if a place would hold
 * more than `Tokens` can count. */
bool net_fire(const Net *net, uint32_t transition, Tokens *marking);

#endif
