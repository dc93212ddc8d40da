/* Whether a diagram has the markings that can be reached: by single steps, which saturation does
 * not use. What is said when the store has stopped means nothing. */
#ifndef RONDO_NET_MARKING_JUDGE_H
#define RONDO_NET_MARKING_JUDGE_H

#include "net/marking_set.h"

/* It has the initial marking, and no step leads out of it: so it has all that can be reached. */
bool markings_are_closed(MarkingSets *sets, MarkingSet all);

/* What steps lead to from the initial marking, one transition after the other, until nothing is
 * new: so all of it can be reached. */
MarkingSet markings_by_steps(MarkingSets *sets);

#endif
