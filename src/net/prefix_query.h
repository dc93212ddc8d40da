/* What a complete prefix says about reachable markings, asked of a SAT solver: a configuration is a
 * set of events, closed under causes and without conflict; those without cut-offs have just the
 * reachable markings (McMillan; Heljanko, "Using logic programs with stable model semantics to
 * solve deadlock and reachability problems for 1-safe Petri nets", Section 4; Esparza and Heljanko,
 * *Unfoldings*, Chapters 3 and 7).
 *
 * The order of events is one in which they can happen, so a configuration is a run at once. It is
 * replayed with net_fire, and its last marking is looked at, before it is given out. */
#ifndef RONDO_NET_PREFIX_QUERY_H
#define RONDO_NET_PREFIX_QUERY_H

#include "base/text.h"
#include "net/condition.h"
#include "net/prefix.h"

typedef enum {
  PREFIX_UNKNOWN, /* the budget was spent, the prefix is not complete, or a replay failed */
  PREFIX_REACHABLE,
  PREFIX_UNREACHABLE,
} PrefixAnswer;

/* Whether a marking is reachable that satisfies the condition; `run` gets the transitions that lead
 * to it. A prefix that is not complete can show that one is. */
PrefixAnswer prefix_reaches(const Prefix *prefix, const NetCondition *condition, Budget *budget,
                            U32Vec *run);

/* The same for a marking in which no transition can fire. */
PrefixAnswer prefix_deadlocks(const Prefix *prefix, Budget *budget, U32Vec *run);

/* The same question once more, to a solver that leaves a proof: where it is unreachable, the
 * clauses that were given to it, closed by zeros, and a proof in DRAT that they have no model. A
 * condition of NULL is a deadlock. */
PrefixAnswer prefix_refutation(const Prefix *prefix, const NetCondition *condition, Budget *budget,
                               IntVec *clauses, Text *proof);

#endif
