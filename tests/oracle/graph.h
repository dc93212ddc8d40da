/* Finite directed graphs, written out edge by edge: the ground that every oracle stands on.
 *
 * Nodes and edges are numbered from 0. A set of nodes or edges is a Bits of that many bits; where a
 * function takes a set of edges, it works on the graph of those edges alone, and NULL means all of
 * them. All results are found by the definition or by the plainest fixpoint; speed is not a goal
 * beyond what some ten thousand nodes ask for. */
#ifndef RONDO_ORACLE_GRAPH_H
#define RONDO_ORACLE_GRAPH_H

#include "base/bits.h"
#include "base/vec.h"

typedef struct {
  uint32_t from, to;
} Edge;

typedef struct {
  size_t nodes;
  VEC(Edge) edges;
  /* Made by graph_finish: the edges that enter node n are in[in_start[n] .. in_start[n + 1] - 1],
   * and likewise those that leave it. */
  uint32_t *in_start, *in, *out_start, *out;
} Graph;

void graph_edge(Graph *graph, uint32_t from, uint32_t to); /* the next edge */
void graph_finish(Graph *graph); /* after the last edge, before any function below */
void graph_free(Graph *graph);   /* what it holds */

/* The nodes that one edge leads to from a set, or from which one edge leads into a set. */
Bits graph_image(const Graph *graph, const Bits *from, const Bits *edges);
Bits graph_preimage(const Graph *graph, const Bits *to, const Bits *edges);

/* The nodes that some path of zero or more edges leads to from a set, or into a set. */
Bits graph_forward(const Graph *graph, const Bits *from, const Bits *edges);
Bits graph_backward(const Graph *graph, const Bits *to, const Bits *edges);

/* The length of the shortest path from one set to another; -1 if there is none. */
int64_t graph_distance(const Graph *graph, const Bits *from, const Bits *edges, const Bits *to);

/* The nodes where an infinite path starts that takes, for each condition (a set of edges),
 * infinitely many of its edges. Without conditions: where any infinite path starts. */
Bits graph_fair(const Graph *graph, const Bits *edges, const Bits *conditions, size_t count);

/* The same under strong fairness: of each pair of sets of edges, first, second, first, second, ...,
 * the path takes infinitely many of the second or finitely many of the first. */
Bits graph_strongly_fair(const Graph *graph, const Bits *edges, const Bits *conditions,
                         size_t count, const Bits *pairs, size_t pair_count);

/* A fair path that is a lasso, as edges: the loop goes on after the last with path[*loop]. The path
 * is empty if there is none from any of these nodes. Not the shortest. */
U32Vec graph_lasso(const Graph *graph, const Bits *from, const Bits *edges, const Bits *conditions,
                   size_t count, size_t *loop);

#endif
