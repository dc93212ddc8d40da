/* Runs of a net: sequences of transitions from the initial marking. */
#ifndef RONDO_NET_RUN_H
#define RONDO_NET_RUN_H

#include "model/net.h"

Tokens *net_initial_marking(const Net *net); /* the caller frees it */

/* The marking after a run, which the caller frees; NULL if it is none. */
Tokens *net_replay(const Net *net, const uint32_t *run, size_t length);

#endif
