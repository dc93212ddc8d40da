/* Complete finite prefixes of the unfolding of a net (McMillan; Esparza, Roemer and Vogler, "An
 * improvement of McMillan's unfolding algorithm", FMSD 2002).
 *
 * The unfolding is an acyclic net of conditions (tokens, with their history) and events (firings,
 * with theirs). A prefix is complete if every reachable marking is the marking of a configuration
 * without cut-offs, and every transition that it enables continues one. Events are added in the
 * total adequate order of Section 5: size, Parikh vector, Foata normal form; an event is a cut-off
 * if an earlier one has a local configuration with the same marking.
 *
 * In a 1-safe net that order is total and adequate. Where places hold more tokens, each token is a
 * condition of its own, and only size and Parikh vector are adequate: an event is a cut-off if one
 * that is smaller in these has the same marking. */
#ifndef RONDO_NET_PREFIX_H
#define RONDO_NET_PREFIX_H

#include "base/bits.h"
#include "base/budget.h"
#include "base/error.h"
#include "model/net.h"

typedef struct {
  uint32_t place;
  uint32_t producer; /* event, or PREFIX_NONE for the initial marking */
  U32Vec consumers;  /* events */
} PrefixCondition;

typedef struct {
  uint32_t transition;
  bool cutoff;
  uint32_t companion; /* of a cut-off: the earlier event, PREFIX_NONE if it is the empty one */
  U32Vec take, put;   /* conditions */
} PrefixEvent;

#define PREFIX_NONE UINT32_MAX

typedef struct Prefix {
  const Net *net; /* not owned */
  VEC(PrefixCondition) conditions;
  VEC(PrefixEvent) events; /* in the order in which they were added, which is the adequate one */
  size_t cutoffs;
  Tokens bound;        /* how many tokens a place may hold */
  bool complete;       /* false: the budget was spent, or a successful terminal was found */
  uint32_t successful; /* of a tableau: that terminal; PREFIX_NONE: there is none */
} Prefix;

/* If a place can hold more than `bound` tokens: NULL and an error with its name, as soon as that is
 * seen. With a bound of 1 it always is; with a larger one it may not be, and the prefix is complete
 * nevertheless. Every transition has to take something. */
Prefix *prefix_new(const Net *net, Tokens bound, Budget *budget, Error *error);

/* A tableau for runs of a 1-safe net in which counted transitions, a set of numbers, happen
 * infinitely often: a prefix with the cut-offs of prefix_cutoffs.h. It ends with the first
 * successful terminal. */
Prefix *prefix_tableau(const Net *net, const Bits *counted, Budget *budget, Error *error);

void prefix_free(Prefix *prefix);

/* The transitions of the local configuration of an event, in an order in which they can fire; of a
 * successful terminal only those behind its companion, which can be fired again and again. */
void prefix_run_to(const Prefix *prefix, uint32_t event, U32Vec *run);
void prefix_run_around(const Prefix *prefix, uint32_t terminal, U32Vec *run);

#endif
