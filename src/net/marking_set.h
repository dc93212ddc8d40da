/* Sets of markings as decision diagrams: a node has a level, one for each place, and for each
 * number of tokens that the place can hold there a node below. A level that is left out holds
 * nothing (as in zero-suppressed diagrams: Minato 1993), so that a net with many empty places has
 * small ones. Equal nodes are one node: two sets are equal if their numbers are.
 *
 * All that can be reached is found by saturation (Ciardo, Luettgen and Siminiscu 2001): a node is
 * closed under all transitions that change nothing above it before any node above it is looked at.
 *
 * The order of the places decides how large the diagrams become; place_order.h has some. When the
 * budget is spent the store is `stopped`, and no set that it gives means anything any more. */
#ifndef RONDO_NET_MARKING_SET_H
#define RONDO_NET_MARKING_SET_H

#include "base/budget.h"
#include "base/text.h"
#include "model/net_atom.h"

typedef uint32_t MarkingSet;
enum { MARKINGS_NONE = 0 }; /* the empty set */

typedef struct MarkingSets MarkingSets;

/* `order` has the places from the top to the bottom. Budget may be NULL. */
MarkingSets *marking_sets_new(const Net *net, const uint32_t *order, Budget *budget);
void marking_sets_free(MarkingSets *sets);
/* From now on this budget counts. The sets that were given before the store stopped are good. */
void marking_sets_go_on(MarkingSets *sets, Budget *budget);
bool marking_sets_stopped(const MarkingSets *sets);

/* ---- sets ---- */

MarkingSet markings_one(MarkingSets *sets, const Tokens *marking);
MarkingSet markings_union(MarkingSets *sets, MarkingSet a, MarkingSet b);
MarkingSet markings_common(MarkingSets *sets, MarkingSet a, MarkingSet b);
MarkingSet markings_without(MarkingSets *sets, MarkingSet a, MarkingSet b);
bool markings_have(const MarkingSets *sets, MarkingSet set, const Tokens *marking);

/* Some marking of a set that is not empty. */
void markings_any(const MarkingSets *sets, MarkingSet set, Tokens *marking);

/* Those of the set in which a transition is enabled, or an atom is true. */
MarkingSet markings_enabled(MarkingSets *sets, MarkingSet set, uint32_t transition);
MarkingSet markings_where(MarkingSets *sets, MarkingSet set, const NetAtom *atom);

/* ---- steps ---- */

/* The markings behind a transition, or before it. */
MarkingSet markings_after(MarkingSets *sets, MarkingSet set, uint32_t transition);
MarkingSet markings_before(MarkingSets *sets, MarkingSet set, uint32_t transition);

/* Those behind any transition, or before any: in one go, which takes less than one by one. */
MarkingSet markings_after_any(MarkingSets *sets, MarkingSet set);
MarkingSet markings_before_any(MarkingSets *sets, MarkingSet set);

/* All that can be reached from the set. */
MarkingSet markings_reachable(MarkingSets *sets, MarkingSet from);

/* The set, and all from which it can be reached through markings of `within` alone. */
MarkingSet markings_leading_to(MarkingSets *sets, MarkingSet set, MarkingSet within);

/* ---- figures of a set that is not empty ---- */

/* The number of markings, in decimal; false if it does not fit into 256 bits. */
bool markings_count(MarkingSets *sets, MarkingSet set, Text *decimal);

/* How many steps lead away from markings of the set; the same. */
bool markings_count_steps(MarkingSets *sets, MarkingSet set, Text *decimal);

/* The nodes of its diagram. */
size_t markings_nodes(const MarkingSets *sets, MarkingSet set);

/* The largest value of a sum, and of what one place holds. */
int64_t markings_largest_sum(const MarkingSets *sets, MarkingSet set, const NetWeightVec *terms);
Tokens markings_most_in_place(const MarkingSets *sets, MarkingSet set);

#endif
