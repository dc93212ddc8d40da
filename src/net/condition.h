/* What a marking may be asked: linear inequalities over places, joined by *and* and *or*. There is
 * no negation; its callers push it to the inequalities, where not (a >= b) is (-a >= 1 - b).
 *
 * That a transition can fire is a conjunction (enough tokens on every place before it), that it
 * cannot is a disjunction, and a deadlock is a conjunction of these. */
#ifndef RONDO_NET_CONDITION_H
#define RONDO_NET_CONDITION_H

#include "model/net.h"

typedef struct {
  uint32_t place;
  int64_t coefficient; /* not 0 */
} NetTerm;
typedef VEC(NetTerm) NetTermVec;

typedef enum {
  NET_AT_LEAST, /* the sum of coefficient times tokens over the terms is at least a number */
  NET_ALL,      /* all parts hold; true without parts */
  NET_ANY,      /* some part holds; false without parts */
} NetConditionKind;

typedef struct NetCondition {
  NetConditionKind kind;
  NetTermVec terms; /* of NET_AT_LEAST: sorted by place, each place once */
  int64_t at_least;
  VEC(struct NetCondition *) parts; /* of the others; owned */
} NetCondition;

/* Terms may be in any order and repeat places. NULL if a sum does not fit. */
NetCondition *net_condition_at_least(const NetTerm *terms, size_t count, int64_t at_least);
NetCondition *net_condition_tokens(uint32_t place, Tokens at_least);  /* m(place) >= it */
NetCondition *net_condition_fewer(uint32_t place, Tokens than);       /* m(place) < it */
NetCondition *net_condition_new(NetConditionKind kind);               /* all or any, no parts */
void net_condition_add(NetCondition *condition, NetCondition *owned); /* a part more */
void net_condition_free(NetCondition *condition);

NetCondition *net_condition_fireable(const Net *net, uint32_t transition);
NetCondition *net_condition_not_fireable(const Net *net, uint32_t transition);
NetCondition *net_condition_deadlock(const Net *net);

/* Exact, whatever the numbers are. */
bool net_condition_holds(const NetCondition *condition, const Tokens *marking);

#endif
