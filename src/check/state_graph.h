/* The reachable states of a net or a program as a DOT graph, breadth first, up to a number. States
 * whose successors are not all there are dashed; those without any have a double line. */
#ifndef RONDO_CHECK_STATE_GRAPH_H
#define RONDO_CHECK_STATE_GRAPH_H

#include "front/model.h"

/* Whether all states are there. */
bool state_graph_dot(const Model *model, size_t most, Text *text);

/* The control graphs of a program's proctypes: a node for each control state, by its line, an edge
 * for each statement. */
void control_graph_dot(const Processes *program, Text *text);

#endif
