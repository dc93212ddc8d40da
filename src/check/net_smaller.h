/* The smaller net of a question: what the structural reductions (net/reduce.h) leave of a net if
 * only what the question asks about has to stay, as a model of its own; and the way back for runs.
 *
 * Which reductions are right depends on the kind of question:
 *
 *   is a deadlock reachable              NET_KEEP_DEADLOCK
 *   is a state formula, how large a sum  NET_KEEP_REACHABILITY
 *   LTL without "next"                   NET_KEEP_LTL
 *   CTL without "next"                   NET_KEEP_CTL
 *
 * Nothing is reduced for "next", which counts steps; for formulas in which `deadlock` is one atom
 * among others, because only LTL and CTL keep where runs end and they do not tell an end from a
 * loop without effect; for `safe`, which sees all places; and for examinations of the whole net. */
#ifndef RONDO_CHECK_NET_SMALLER_H
#define RONDO_CHECK_NET_SMALLER_H

#include "check/net_run.h"

typedef struct NetSmaller NetSmaller;

/* NULL if the question allows no reduction, or nothing was found to reduce. The model outlives it,
 * and they share all but the net and the meaning of atoms. */
NetSmaller *net_smaller_new(const Model *model, const NetQuestion *question, Budget *budget);
void net_smaller_free(NetSmaller *smaller);

/* The smaller net with the properties and formulas of the model. Only the atoms of the question
 * mean the same as there. */
const Model *net_smaller_model(const NetSmaller *smaller);

/* A run of the smaller net as one of the original, which has to be judged there. A loop comes
 * back with at least as many tokens, and what the question sees is the same. False if there is no
 * way back. */
bool net_smaller_run_back(const NetSmaller *smaller, const NetRun *run, NetRun *back);

#endif
