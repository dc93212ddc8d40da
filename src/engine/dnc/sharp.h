/* D'n'C# (section 7 of seed 003): when the approximations are used up, the sets that are left are
 * looked for in the system by a targeted search. The leaves of the partition are the nodes of a
 * graph of components, and the search goes along its *hyperlines*: all paths from an initial node
 * to a fair one, taken together. */
#ifndef RONDO_ENGINE_DNC_SHARP_H
#define RONDO_ENGINE_DNC_SHARP_H

#include "engine/dnc/internal.h"

typedef struct {
  uint32_t from, to; /* nodes; SCC_NONE: all initial ones, all fair ones */
} Hyperline;

typedef struct Sharp {
  Transitions *line; /* of the approximation at the end of the popcorn line */
  /* The graph: nodes in the order of the partition, edges from earlier to later ones. */
  BddVec nodes;
  Bits fair, initial;
  VEC(Bits) after; /* by node: itself, and those that it has an edge to; then all that it reaches */
  VEC(Hyperline) hyperlines;
  size_t at;
  uint64_t began; /* the manager's steps then */
  /* the search; sets of states */
  Bdd reach; /* reached in the system, over all hyperlines */
  Bdd queue; /* of fair nodes, and not yet known to be without a fair cycle */
  Bdd space; /* of the hyperline at hand */
  Bdd front;
  Reachable *rings; /* of the approximation in the space */
  /* from a seed in the queue */
  Bdd seed, home; /* the fair node that it is in */
  Reachable *ahead, *back;
  bool narrowed; /* back: to what is ahead, which is closed */
  bool fair_cycle;
  Hull *hull;
  FairRun *run;
} Sharp;

Sharp *sharp_new(DncEngine *self);
void sharp_free(DncEngine *self, Sharp *sharp);

/* sharp_graph.c: the nodes, the edges, and the hyperlines. The graph has at most about as many
 * nodes and hyperlines as the options say. */
SymbolicEnd sharp_graph(DncEngine *self, Sharp *sharp, Budget *budget);

/* The states of a hyperline, or of all nodes with a way to a fair one; may be BDD_NONE. */
Bdd sharp_space(const DncEngine *self, const Sharp *sharp, Hyperline line);
Bdd sharp_towards_fair(const DncEngine *self, const Sharp *sharp);

#endif
