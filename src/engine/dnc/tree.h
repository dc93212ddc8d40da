/* The tree of Figure 6: which fair components of which approximations were found in which sets. */
#ifndef RONDO_ENGINE_DNC_TREE_H
#define RONDO_ENGINE_DNC_TREE_H

#include "base/text.h"

/* Appends the tree that engine dnc has made so far, for Graphviz; `state` is what the engine was
 * opened as. Nodes say how many states a set has; latches that its approximation frees are not
 * counted. */
void dnc_tree_dot(const void *state, Text *text);

#endif
