/* What stabilizes: predicates that every run crosses at most once in the end, found by single SAT
 * queries before an engine begins to count or to search (Claessen and Sorensson 2012 call their use
 * stabilizing constraints; the fair-cycle paper, section III-E, skeleton-independent walls).
 *
 * A wall is a predicate W over latches with: no edge leads from W to not W, of those edges that
 * keep the sides of all earlier walls and touch no closed side. So a run crosses each wall finitely
 * often, and a cycle none. A side of a wall is closed when some condition is met on no edge inside
 * it, again of those that keep the sides of the walls known then and touch no side closed before:
 * no cycle there is fair. What is left of the system for fair cycles is its *arena*: edges that
 * cross no wall and touch no closed side.
 *
 * As a certificate. On every edge the rank of the walls (wall_rank.h) does not decrease, and if it
 * stays, either the edge is in the arena, or both its ends are on the same closed sides, and the
 * condition of the first of them is missed (docs/certificates.md). */
#ifndef RONDO_ENGINE_PROGRESS_STABLE_H
#define RONDO_ENGINE_PROGRESS_STABLE_H

#include "base/budget.h"
#include "engine/progress/wall_rank.h"
#include "system/system.h"

typedef struct {
  LitVec walls;  /* W_1, ..., W_n, over latches */
  WallRank rank; /* of them */
  LitVec missed; /* by condition: the state is on a closed side on which it is missed */
} Stable;

/* Literals are those of the system, whose graph grows. `reachable` is an invariant over its
 * latches. The effort is limited, not by the work of a slice, so that slices change nothing; what
 * was found is all right whenever it ends. */
Stable stable_find(System *system, const LitVec *conditions, Lit reachable, Budget *budget);
Stable stable_none(const LitVec *conditions); /* no walls: the arena is everything */
void stable_free(Stable *stable);

/* The edge that leaves a step is in the arena: a literal over latches and inputs. */
Lit stable_arena(const Stable *stable, System *system);

#endif
