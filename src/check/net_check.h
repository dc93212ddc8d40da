/* The check of properties of nets by explicit search, from a model to results whose evidence was
 * checked.
 *
 * All properties share one search over the markings, breadth first. What can be reached is known as
 * soon as it is met, with a shortest run; the rest when all markings are known, and is given out
 * after a second search (net_second.h) found the same.
 *
 * Where there are too many markings, questions are tried one by one, each on the smaller net that
 * structural reductions leave of it (net_smaller.h).
 *
 * Evidence: a run, replayed by the net's own semantics (net_run.h), the set of all markings,
 * searched twice, or linear arithmetic; see docs/nets.md. */
#ifndef RONDO_CHECK_NET_CHECK_H
#define RONDO_CHECK_NET_CHECK_H

#include "check/check.h"

/* As check_properties, for a model that is a net. */
void net_check_properties(const Model *model, const size_t *properties, size_t count,
                          const Settings *settings, const CheckWatch *watch);

#endif
