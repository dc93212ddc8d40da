/* The exact set of reachable states as lemmas, for engines that have no diagrams of their own. */
#ifndef RONDO_ENGINE_SYMBOLIC_REACHABLE_LEMMAS_H
#define RONDO_ENGINE_SYMBOLIC_REACHABLE_LEMMAS_H

#include "engine/lemmas.h"

/* Puts it on the board, as sharing_offer does. Nothing where there are many latches, or where it
 * takes more work than a moment; the work is noted. */
void reachable_lemmas_offer(const Task *task, LemmaBoard *board, Budget *budget);

#endif
