/* Runs of nets at random, or as someone says. */
#ifndef RONDO_CHECK_RANDOM_NET_RUN_H
#define RONDO_CHECK_RANDOM_NET_RUN_H

#include "check/net_run.h"

/* A run of a net: transitions that are enabled, chosen at random, or those that are named, one by
 * one; `names` may be NULL. It ends early in a deadlock. False and an error if a transition that is
 * named does not exist or is not enabled. */
bool random_net_run(const Net *net, size_t steps, const StringVec *names, uint64_t seed,
                    NetRun *run, Error *error);

#endif
