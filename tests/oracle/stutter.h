/* Whether two graphs of markings look the same to who sees some places only and does not count
 * steps. A graph is given by successors and a label for each state; a state without successors
 * stays where it is for ever. */
#ifndef RONDO_TESTS_ORACLE_STUTTER_H
#define RONDO_TESTS_ORACLE_STUTTER_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct {
  VEC(U32Vec) next;
  U32Vec label;
} StutterGraph; /* the initial state is 0 */

void stutter_graph_free(StutterGraph *graph);

/* The same infinite sequences of labels, but for repetition: the same LTL without X. By a subset
 * construction over both at once. */
bool stutter_same_traces(const StutterGraph *a, const StutterGraph *b);

/* Bisimilar, but for repetition, where staying for ever is told from moving on: the same CTL
 * without X (Browne, Clarke, Grumberg 1988; De Nicola and Vaandrager 1995). By refining a
 * partition. */
bool stutter_bisimilar(const StutterGraph *a, const StutterGraph *b);

#endif
