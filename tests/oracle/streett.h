/* Paths that are fair in the strong sense, in finite graphs, by components: an infinite path ends
 * in a strongly connected component, and some component of the right kind is a fair path's home
 * (Emerson and Lei 1987). Shares nothing with the fixpoints of graph_fair. */
#ifndef RONDO_ORACLE_STREETT_H
#define RONDO_ORACLE_STREETT_H

#include "oracle/graph.h"

/* Sets of nodes. A path is fair if it is in each `weak` set infinitely often, and in then[i]
 * infinitely often if it is in often[i] infinitely often. */
typedef struct {
  const Bits *weak;
  size_t weak_count;
  const Bits *often, *then;
  size_t strong_count;
} StreettSets;

/* The nodes where a fair path starts that never leaves `within`. */
Bits streett_nodes(const Graph *graph, const Bits *within, const StreettSets *sets);

#endif
