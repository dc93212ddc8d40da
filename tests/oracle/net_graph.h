/* All reachable markings of a small net, by plain enumeration; and random nets to ask about. */
#ifndef RONDO_TESTS_ORACLE_NET_GRAPH_H
#define RONDO_TESTS_ORACLE_NET_GRAPH_H

#include "base/map.h"
#include "base/random.h"
#include "model/net.h"
#include "net/condition.h"

typedef struct {
  uint32_t transition, target;
} NetStep;

typedef struct {
  const Net *net;
  Names numbers; /* of markings, in the order of a breadth-first search */
  VEC(const Tokens *) markings;
  VEC(VEC(NetStep)) steps; /* by marking */
  bool whole;              /* false: there are more markings than were allowed */
} NetGraph;

NetGraph *net_graph_new(const Net *net, size_t most);
void net_graph_free(NetGraph *graph);

/* 1-safe by construction: automata that synchronise, or any net that turned out to be so. */
Net *random_safe_net(Random *random);

/* Any small net: weights up to 2, up to 3 tokens on a place; its graph may be infinite. */
Net *random_net(Random *random, uint32_t most_places, uint32_t most_transitions);

/* The same, with places between transitions that belong together: where agglomerations find work.
 */
Net *random_refined_net(Random *random);

/* A tree of random sums, with coefficients of both signs. */
NetCondition *random_net_condition(Random *random, const Net *net, unsigned depth);

bool net_is_deadlock(const Net *net, const Tokens *marking);

/* For a failed test: the net as text, which the caller frees. */
char *net_text(const Net *net);

#endif
