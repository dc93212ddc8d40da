/* A prefix for Graphviz: conditions are circles, events boxes, cut-offs have dashed borders and a
 * dotted line to the event with the same marking. */
#ifndef RONDO_NET_PREFIX_DOT_H
#define RONDO_NET_PREFIX_DOT_H

#include "base/text.h"
#include "net/prefix.h"

void prefix_dot(const Prefix *prefix, Text *text);

#endif
