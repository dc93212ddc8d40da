/* A net whose places are bounded as a circuit: the tokens of a place are a binary number, and an
 * input chooses the transition that fires. A choice that is not enabled is no step (a constraint);
 * in a deadlock nothing is chosen, and the marking stays. So the runs of the circuit are the
 * maximal runs of the net, the last marking of those that end repeated. */
#ifndef RONDO_VIEW_NET_SYSTEM_H
#define RONDO_VIEW_NET_SYSTEM_H

#include "model/net_atom.h"
#include "system/trace.h"

typedef struct {
  const Net *net;
  System *system; /* the caller's */
  U32Vec first;   /* by place, and one more: the first of its latches */
  LitVec enabled; /* by transition */
  Lit deadlock;
  Lit safe;
} NetSystem;

/* `bounds` are of places, and hold in every reachable marking. */
NetSystem net_system(const Net *net, const uint64_t *bounds);
void net_system_free(NetSystem *view); /* but for the system */

Lit net_system_atom(NetSystem *view, const NetAtom *atom);

/* The way back: the transition that fires in each step, UINT32_MAX where none does. */
void net_system_run(const NetSystem *view, const Trace *trace, U32Vec *fired);

#endif
