/* The strongly connected components of a state graph: Tarjan's algorithm without recursion. */
#ifndef RONDO_ENGINE_EXPLICIT_TARJAN_H
#define RONDO_ENGINE_EXPLICIT_TARJAN_H

#include "engine/explicit/ctl.h"

enum { NO_COMPONENT = UINT32_MAX };

/* By state: the number of its component in the graph that has the states of `within` alone (NULL:
 * all), or NO_COMPONENT outside. The caller's, to be freed. `count` becomes their number. */
uint32_t *strong_components(const StateGraph *graph, const Bits *within, uint32_t *count);

/* The same of those components of the whole graph that no edge leaves, where every run ends up with
 * probability one, so to speak; states of others have NO_COMPONENT. */
uint32_t *terminal_components(const StateGraph *graph, uint32_t *count);

#endif
