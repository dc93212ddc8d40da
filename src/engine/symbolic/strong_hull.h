/* The states from which a fair path stays in a set, where fairness is weak (a condition is true
 * infinitely often) and strong (of a pair, the second is, or the first is not): a Streett
 * condition.
 *
 * Fair hulls, one inside another. That of the set Z has an operator for each pair, too: let N be
 * the states that reach no second of the pair by a path in Z. If one of them meets the first, Z
 * loses all of N. A fair path in N meets the first only finitely often, so what is left to find in
 * N are fair paths in N without the first: a hull of the next *level*. A pair removes nothing
 * inside the hulls that it opened, so there are at most as many levels as pairs, and one more.
 *
 * Every state of a hull when it is done has a successor there, reaches every condition there, and
 * if some first is reached from it there, then its second, too. So in the last component of the
 * hull's graph that a path comes to it may go round fairly. These states together are the *kernel*,
 * and those with a way to it are the result. Without pairs there is one hull, which is both.
 *
 * What was removed is the proof for the rest: see strong_rank. */
#ifndef RONDO_ENGINE_SYMBOLIC_STRONG_HULL_H
#define RONDO_ENGINE_SYMBOLIC_STRONG_HULL_H

#include "engine/symbolic/hull.h"

typedef struct {
  Hull *hull;
  uint32_t level;
} LevelHull;

typedef struct StrongHull {
  Transitions *relation;
  HullSchedule schedule;
  size_t weak;          /* so many conditions, the first ones, are no pairs */
  BddVec conditions;    /* the weak ones, then the seconds of pairs; watched */
  BddVec often;         /* by condition: the first of the pair, of a weak one all states; watched */
  Bdd inside;           /* watched */
  VEC(LevelHull) hulls; /* in the order of levels */
  size_t turn;          /* the first one that is not done */
  uint32_t removed;     /* of that one: so many removed sets were looked at */
  Bdd kernel;           /* watched */
  Reachable *towards;   /* back from the kernel; NULL without pairs */
  Bdd states;           /* the result, when strong_hull_run is done; watched */
} StrongHull;

/* `compassion` are pairs of sets: first, second, first, second, ... */
StrongHull *strong_hull_new(Transitions *relation, Bdd inside, const BddVec *fairness,
                            const BddVec *compassion, HullSchedule schedule);
SymbolicEnd strong_hull_run(StrongHull *strong, Budget *budget);
void strong_hull_free(StrongHull *strong);

/* The proof that no fair path stays in the set from a state that is not in the result, as a rank
 * of entries, the most significant first, each a set of states: a state has it, or not.
 *
 * Levels follow each other. The number of a removed set of a hull, from the last one that was
 * removed up, is the part of the rank that belongs to its level (hull.h says why it never decreases
 * along a step inside the hull); then come, for each pair, the states in sets that it removed. Of
 * these, those that meet the first of the pair are in no hull of the next level: their rank there,
 * and below, is as high as it can be, so that steps to them do not fall; and steps from them may
 * fall as they like. Last of all there is an entry for each weak condition: the states in sets that
 * it removed, or (the first one) that were removed for want of a step.
 *
 * A label says what an entry is about; those of numbers have none. */
typedef struct {
  Bdd states;
  uint32_t condition; /* from 0: a weak condition (at least one is counted), or a pair behind */
  bool label;
} RankEntry;
typedef VEC(RankEntry) RankEntryVec;

/* The entries; false if an operation failed. Only states of `ranked` matter, which are in the set
 * but not in the result. */
bool strong_rank(const StrongHull *strong, Bdd ranked, RankEntryVec *entries);

#endif
