/* That no reachable marking satisfies a condition, shown by linear arithmetic.
 *
 * For every reachable marking m there is a vector x of natural numbers, how often each transition
 * fired, with m = m0 + C x: the state equation (Murata 1989, Section IV-B). To it come
 *   - traps: places that stay marked once they are (Esparza and Melzer 2000: a trap that is marked
 *     in the beginning has a token in every reachable marking),
 *   - siphons: from places without a token in the beginning nothing is taken before something was
 *     put on them (the condition on supports of continuous reachability; Fraca and Haddad 2013),
 *   - whole numbers: x and m are split at fractions, and *or* into its cases.
 * If that has no solution the condition is unreachable. If it has one, nothing is known.
 *
 * The search uses floating point (GLPK). What it finds is a tree whose leaves are inductive
 * inequalities with whole coefficients; net_refutation_holds checks it with exact arithmetic and
 * nothing of the search. A refutation that does not check is thrown away: floating point alone
 * never decides. */
#ifndef RONDO_NET_REFUTE_H
#define RONDO_NET_REFUTE_H

#include "base/budget.h"
#include "net/condition.h"

typedef struct NetRefutation NetRefutation;

typedef struct {
  NetRefutation *refutation; /* checked; NULL: do not know */
  /* Of an answer that is not known: how often each transition fires in the solution that was found
   * last, a hint for who looks for a run; empty if there is none. */
  U32Vec firings;
  bool interrupted; /* not known because the budget was spent */
} NetAnswer;

/* The limits of the search; zero is the default of each. */
typedef struct {
  uint32_t splits; /* nodes of the tree that are opened */
  bool no_traps, no_siphons;
} NetRefuteOptions;

/* `options` and `budget` may be NULL. */
NetAnswer net_refute(const Net *net, const NetCondition *condition, const NetRefuteOptions *options,
                     Budget *budget);
void net_answer_free(NetAnswer *answer);

/* Whether it shows that no reachable marking of the net satisfies the condition: exact. */
bool net_refutation_holds(const Net *net, const NetCondition *condition,
                          const NetRefutation *refutation);
void net_refutation_free(NetRefutation *refutation);

/* For logs: how many leaves, traps and siphons it uses. */
typedef struct {
  size_t leaves, traps, siphons;
} NetRefutationSize;
NetRefutationSize net_refutation_size(const NetRefutation *refutation);

#endif
