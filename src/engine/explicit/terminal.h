/* The strongly connected components of a state graph that no edge leaves: where every run ends up
 * with probability one, so to speak. Tarjan's algorithm without recursion. */
#ifndef RONDO_ENGINE_EXPLICIT_TERMINAL_H
#define RONDO_ENGINE_EXPLICIT_TERMINAL_H

#include "engine/explicit/ctl.h"

enum { NOT_TERMINAL = UINT32_MAX };

/* By state: the number of its terminal component, or NOT_TERMINAL. The caller's, to be freed.
 * `count` becomes the number of components. */
uint32_t *terminal_components(const StateGraph *graph, uint32_t *count);

#endif
