/* Sleep sets (Godefroid 1990; "Partial-Order Methods for the Verification of Concurrent Systems",
 * LNCS 1032, chapter 5) on top of stubborn sets: a search for states that does not take actions
 * whose runs were followed elsewhere, in another order.
 *
 * An action sleeps in a state if every run that could begin with it is a reordering of runs that
 * are followed from a state before. When a is taken, those that slept, and those taken before a in
 * the same state, sleep behind it, unless they conflict with a. A state that is met again with
 * fewer asleep takes those that slept until then.
 *
 * What is kept: of each run from the initial state, with respect to the stubborn sets' choice,
 * some reordering is followed. So all deadlocks, and all states in which a goal is true if the
 * stubborn sets are for that goal, are met; without stubborn sets all states. Not for LTL, where
 * more than the end of a run counts. */
#ifndef RONDO_ENGINE_EXPLICIT_SLEEP_H
#define RONDO_ENGINE_EXPLICIT_SLEEP_H

#include "engine/explicit/space.h"

typedef struct SleepSearch SleepSearch;

/* Of a space with or without stubborn sets for deadlocks or a goal; both outlive it. `newest`:
 * the newest state is taken first, else the oldest. */
SleepSearch *sleep_search_new(Space *space, bool newest);
void sleep_search_free(SleepSearch *search);

/* Takes the next state that has actions to be taken, and opens it; false if there is none. `again`:
 * it was opened before. */
bool sleep_search_next(SleepSearch *search, uint32_t *state, bool *again);

/* Takes the actions of the opened state that do not sleep. */
void sleep_search_expand(SleepSearch *search);

#endif
