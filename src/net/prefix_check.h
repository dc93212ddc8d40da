/* A second look at a complete prefix of a 1-safe net, by the definitions: it shares the net and the
 * data of the prefix with the construction, and nothing else.
 *
 * That it is a branching process: conditions of the initial marking, events with the conditions
 * that their transitions take and put, local configurations that can be fired. That no event is
 * missing: every set of concurrent conditions from which a transition can fire, not behind a
 * cut-off, is taken by an event; concurrency comes from causes and conflicts here. That no two
 * concurrent conditions have the same place: the net is 1-safe. And that every cut-off is one: its
 * companion has the same marking and a smaller local configuration, by size, Parikh vector and
 * Foata normal form; and with counted transitions it is a terminal that is not successful
 * (prefix_cutoffs.h).
 *
 * What this does not show is the theorem: that such prefixes have all markings, or runs. */
#ifndef RONDO_NET_PREFIX_CHECK_H
#define RONDO_NET_PREFIX_CHECK_H

#include "net/prefix.h"

typedef enum { PREFIX_RIGHT, PREFIX_WRONG, PREFIX_NOT_CHECKED } PrefixCheck;

/* `counted` as in prefix_tableau, NULL for prefix_new. Not checked: the budget is spent, or there
 * are too many events. The error says what is wrong. */
PrefixCheck prefix_check(const Prefix *prefix, const Bits *counted, Budget *budget, Error *error);

#endif
