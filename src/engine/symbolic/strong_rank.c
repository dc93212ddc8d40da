/* The rank of what fair hulls removed, as binary numbers: a few functions, however many sets there
 * are; see strong_hull.h. */
#include "engine/symbolic/strong_hull.h"

static BddManager *manager_of(const StrongHull *strong) { return strong->relation->model->manager; }

static bool is_pair(const StrongHull *strong, uint32_t condition) {
  return condition != HULL_EX && condition >= strong->weak;
}

/* Numbers on a level are below this. On those below the first one, the highest that its bits can
 * say is left to the states that are in no hull of it. */
static size_t numbers_on(const StrongHull *strong, uint32_t level) {
  size_t most = 0;
  for (size_t i = 0; i < strong->hulls.size; i++) {
    const LevelHull *at = strong->hulls.data + i;
    if (at->level == level && at->hull->removed.size > most) most = at->hull->removed.size;
  }
  return most + (level > 0);
}

/* The removed sets of a hull that have a bit in their number. */
static Bdd with_bit(BddManager *m, const Hull *hull, size_t bit) {
  Bdd all = BDD_FALSE;
  for (size_t j = 0; j < hull->removed.size; j++)
    if ((hull->removed.size - 1 - j) >> bit & 1) all = bdd_or(m, all, hull->removed.data[j]);
  return all;
}

/* States of sets that a pair removed, and that meet its first. */
static Bdd meeting_first(const StrongHull *strong, const Hull *hull) {
  BddManager *m = manager_of(strong);
  Bdd all = BDD_FALSE;
  for (size_t j = 0; j < hull->removed.size; j++) {
    uint32_t condition = hull->missed.data[j];
    if (is_pair(strong, condition))
      all = bdd_or(m, all, bdd_and(m, hull->removed.data[j], strong->often.data[condition]));
  }
  return all;
}

static Bdd bit_of_level(const StrongHull *strong, uint32_t level, size_t bit) {
  BddManager *m = manager_of(strong);
  Bdd all = BDD_FALSE;
  for (size_t i = 0; i < strong->hulls.size; i++) {
    const LevelHull *at = strong->hulls.data + i;
    if (at->level == level) all = bdd_or(m, all, with_bit(m, at->hull, bit));
    if (at->level < level) all = bdd_or(m, all, meeting_first(strong, at->hull));
  }
  return all;
}

/* What a condition, or HULL_EX, removed: a pair on this level, others on all. */
static Bdd removed_by(const StrongHull *strong, uint32_t condition, uint32_t level) {
  Bdd all = BDD_FALSE;
  for (size_t i = 0; i < strong->hulls.size; i++) {
    const LevelHull *at = strong->hulls.data + i;
    if (is_pair(strong, condition) && at->level != level) continue;
    for (size_t j = 0; j < at->hull->removed.size; j++)
      if (at->hull->missed.data[j] == condition)
        all = bdd_or(manager_of(strong), all, at->hull->removed.data[j]);
  }
  return all;
}

/* No step stays in a set that EX removed: any condition will do there. */
static Bdd removed_weakly(const StrongHull *strong, uint32_t condition) {
  Bdd removed = condition < strong->weak ? removed_by(strong, condition, 0) : BDD_FALSE;
  return condition ? removed : bdd_or(manager_of(strong), removed, removed_by(strong, HULL_EX, 0));
}

static bool add(const StrongHull *strong, Bdd ranked, RankEntryVec *entries, RankEntry entry) {
  entry.states = bdd_minimize(manager_of(strong), entry.states, ranked);
  if (entry.states == BDD_NONE) return false;
  vec_push(entries, entry);
  return true;
}

bool strong_rank(const StrongHull *strong, Bdd ranked, RankEntryVec *entries) {
  uint32_t levels = vec_last(&strong->hulls).level + 1;
  uint32_t weak = strong->weak ? (uint32_t)strong->weak : 1;
  uint32_t pairs = (uint32_t)(strong->conditions.size - strong->weak);
  bool fine = true;
  for (uint32_t level = 0; level < levels; level++) {
    size_t bits = 0, numbers = numbers_on(strong, level);
    while ((size_t)1 << bits < numbers) bits++;
    while (fine && bits-- > 0)
      fine = add(strong, ranked, entries, (RankEntry){bit_of_level(strong, level, bits), 0, false});
    for (uint32_t pair = 0; pair < pairs && fine; pair++) {
      Bdd removed = removed_by(strong, (uint32_t)strong->weak + pair, level);
      fine = add(strong, ranked, entries, (RankEntry){removed, weak + pair, true});
    }
  }
  for (uint32_t condition = 0; condition < weak && fine; condition++) {
    RankEntry entry = {removed_weakly(strong, condition), condition, true};
    fine = add(strong, ranked, entries, entry);
  }
  return fine;
}
