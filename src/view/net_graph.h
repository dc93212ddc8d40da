/* The graph of a net: a state is a marking, an action a transition, an atom one of the list. */
#ifndef RONDO_VIEW_NET_GRAPH_H
#define RONDO_VIEW_NET_GRAPH_H

#include "model/net_atom.h"
#include "view/graph.h"

/* Both outlive the graph; atoms may be NULL. */
Graph *net_graph(const Net *net, const NetAtomVec *atoms);

#endif
