/* Markings and steps for those who check what searches say: by the net's own semantics, and with
 * nothing of the engines' views and stores. */
#ifndef RONDO_CHECK_NET_MARKING_H
#define RONDO_CHECK_NET_MARKING_H

#include "base/map.h"
#include "base/text.h"
#include "model/net.h"

/* A marking as bytes: the marked places, as differences, with their tokens. */
void net_marking_encode(const Net *net, const Tokens *marking, Text *text);

/* `marking` has room for one place more than there are. */
void net_marking_decode(const Net *net, const Names *markings, uint32_t number, Tokens *marking);

typedef struct {
  const Net *net;
  U32Vec starting; /* transitions, sorted by the last place before them ... */
  U32Vec first_at; /* ... by place, and at the end those without one */
} NetSteps;

NetSteps net_steps_new(const Net *net);
void net_steps_free(NetSteps *steps); /* what it holds */

/* The enabled transitions, in an order of its own. */
void net_steps_enabled(const NetSteps *steps, const Tokens *marking, U32Vec *enabled);

#endif
