/* The graph of components of a system: all of it, for those who want to look. Its nodes are the
 * components of the reachable states that have cycles, and between them sets of states that are on
 * none; no edge leads to an earlier node. */
#ifndef RONDO_ENGINE_SYMBOLIC_SCC_GRAPH_H
#define RONDO_ENGINE_SYMBOLIC_SCC_GRAPH_H

#include "engine/symbolic/choices.h"
#include "task/task.h"

typedef struct {
  bool cycle;   /* a component; else states on no cycle */
  bool fair;    /* a component that meets every condition */
  bool initial; /* has an initial state */
  BddCount states;
  U32Vec after; /* later nodes that it has an edge to */
} SccNode;

typedef struct {
  System *system;
  LitVec conditions;
  SccMethod method;
  SymbolicModel *model;
  Transitions *relation;
  CareSet *care;
  Partition *partition;
  SccSearch *search;
  BddVec sets; /* of the nodes; watched */
  VEC(SccNode) nodes;
  size_t components, fair;
} SccGraph;

/* Of the system of a task that asks for fair runs. The choices name an algorithm that tells
 * components, and don't cares do not matter. */
SccGraph *scc_graph_new(const Task *task, const SymbolicChoices *choices);
void scc_graph_free(SccGraph *graph);

/* Whether it has few enough latches and inputs at all. */
bool scc_graph_fits(const SccGraph *graph);
SymbolicEnd scc_graph_run(SccGraph *graph, Budget *budget);

#endif
