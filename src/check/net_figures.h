/* What a search over all markings counts on the way. Two searches that saw the same markings have
 * the same figures. */
#ifndef RONDO_CHECK_NET_FIGURES_H
#define RONDO_CHECK_NET_FIGURES_H

#include "check/net_question.h"

typedef struct {
  uint64_t states, transitions;
  uint64_t most_in_place, most_in_marking; /* tokens; where the state space is asked for */
  Bits fired;                              /* by transition: enabled somewhere */
  bool deadlock;
} NetFigures;

void net_figures_free(NetFigures *figures);

/* The places that a transition of the set changes. */
Bits net_moved_places(const Net *net, const Bits *fired);

/* A place never changes if no transition that fires changes it. */
bool net_some_place_is_stable(const Net *net, const Bits *fired);

/* Takes notice of the tokens of a marking. */
void net_figures_tokens(NetFigures *figures, const Net *net, const Tokens *marking);

bool net_figures_equal(const NetFigures *a, const NetFigures *b);

#endif
