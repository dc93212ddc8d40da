/* How many tokens places can hold at most, by inductive inequalities: if y >= 0 and no transition
 * makes y m larger, then y m <= y m0 in every reachable marking, and m(p) <= y m0 / y(p). With
 * y C = 0 these are the semi-positive place invariants (Murata 1989, Section VI). Each y is found
 * by linear programming, rounded to whole numbers and checked exactly before it is used. */
#ifndef RONDO_NET_BOUNDS_H
#define RONDO_NET_BOUNDS_H

#include "base/budget.h"
#include "net/condition.h"
#include "net/refute.h"

#define NET_UNBOUNDED UINT64_MAX

/* y >= 0 with y C <= 0, by the places where it is not 0; y m <= bound for every reachable m. */
typedef struct {
  NetTermVec weights; /* sorted by place, all positive */
  uint64_t bound;     /* y m0 */
  bool conserved;     /* y C = 0: y m stays what it is */
} NetInvariant;
typedef VEC(NetInvariant) NetInvariantVec;

typedef struct {
  NetInvariantVec invariants; /* such that the bounds follow from them */
  uint64_t *places;           /* by place: the bound, or NET_UNBOUNDED if none was found */
} NetBounds;

/* Bounds of all places. When the budget is spent the places that are left have no bound. */
NetBounds *net_bounds_new(const Net *net, Budget *budget);
void net_bounds_free(NetBounds *bounds);

/* Whether y >= 0, y C <= 0 and y m0 is the bound; exact. */
bool net_invariant_holds(const Net *net, const NetInvariant *invariant);

/* The smallest bound of a sum of places (coefficients of any sign) that could be shown, by linear
 * programming, traps, siphons and splits as in refute.h: false if there is none. `certificate`, if
 * not NULL, gets the refutation of *the sum is larger*, which the caller frees. */
bool net_bound_of_sum(const Net *net, const NetTerm *terms, size_t count, Budget *budget,
                      int64_t *bound, NetRefutation **certificate);

#endif
