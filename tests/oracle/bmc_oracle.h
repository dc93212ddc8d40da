/* The numbers of Theorem 3.1 (Awedh and Somenzi 2005) by their definitions, over graphs that are
 * written out: which simple paths there are is found by going through all sets of states. For
 * systems with a handful of states. */
#ifndef RONDO_ORACLE_BMC_ORACLE_H
#define RONDO_ORACLE_BMC_ORACLE_H

#include "oracle/explicit.h"
#include "system/bmc_proof.h"

typedef struct {
  uint32_t from, to;
  bool p; /* the step is in the one fair set */
} PathEdge;

typedef struct {
  size_t states;
  VEC(PathEdge) edges; /* the valid steps */
  Bits initial;
} PathGraph;

enum { PATH_GRAPH_MOST = 16 }; /* states */

/* The graph with the fair set that a method makes of several. With `facts`, states that what was
 * added never has are left out. States without a valid step are no states of paths. */
PathGraph path_graph_new(const Explicit *e, const Lit *conditions, size_t count, BmcMethod method,
                         size_t set, bool facts);
void path_graph_free(PathGraph *graph);

typedef struct {
  size_t n, into, out_of;   /* n; the least k without beta'_k, and without beta''_k */
  size_t forward, backward; /* the least k without a path of the radii, p being bad */
} PathNumbers;

PathNumbers path_numbers(const PathGraph *graph);

/* The number of steps of a shortest lasso that meets all conditions, 0 if there is none: breadth
 * first over states, the state where the loop begins, and what was met in it. */
size_t shortest_lasso(const Explicit *e, const Lit *conditions, size_t count);

#endif
