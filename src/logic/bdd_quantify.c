/* Quantification, alone and together with a conjunction. */
#include "logic/bdd_internal.h"

/* The cube without its variables above a level. */
static Bdd cube_below(const BddManager *m, Bdd cube, uint32_t level) {
  while (level_of(m, cube) < level) cube = node_at(m, cube)->high;
  return cube;
}

static Bdd exists_of(BddManager *m, Bdd f, Bdd cube) {
  if (f <= BDD_TRUE) return f;
  uint32_t level = level_of(m, f);
  cube = cube_below(m, cube, level);
  if (cube == BDD_TRUE) return f;
  Bdd known = computed_get(m, COMPUTED_EXISTS, f, cube, 0);
  if (known != BDD_NONE) return known;
  if (!bdd_step(m)) return BDD_NONE;
  Bdd f0, f1, result;
  split(m, f, level, &f0, &f1);
  bool quantified = level_of(m, cube) == level;
  Bdd rest = quantified ? node_at(m, cube)->high : cube;
  Bdd low = exists_of(m, f0, rest);
  if (low == BDD_NONE) return BDD_NONE;
  if (quantified && low == BDD_TRUE) result = low;
  else {
    Bdd high = exists_of(m, f1, rest);
    if (high == BDD_NONE) return BDD_NONE;
    result = quantified ? bdd_or_of(m, low, high) : bdd_make(m, m->variable_at[level], low, high);
  }
  return computed_put(m, COMPUTED_EXISTS, f, cube, 0, result);
}

static Bdd and_exists_of(BddManager *m, Bdd f, Bdd g, Bdd cube) {
  if (f == BDD_FALSE || g == BDD_FALSE || f == (g ^ 1)) return BDD_FALSE;
  if (f == g || g == BDD_TRUE) return exists_of(m, f, cube);
  if (f == BDD_TRUE) return exists_of(m, g, cube);
  uint32_t level = smaller(level_of(m, f), level_of(m, g));
  cube = cube_below(m, cube, level);
  if (cube == BDD_TRUE) return bdd_and_of(m, f, g);
  if (f > g) {
    Bdd other = f;
    f = g, g = other;
  }
  Bdd known = computed_get(m, COMPUTED_AND_EXISTS, f, g, cube);
  if (known != BDD_NONE) return known;
  if (!bdd_step(m)) return BDD_NONE;
  Bdd f0, f1, g0, g1, result;
  split(m, f, level, &f0, &f1);
  split(m, g, level, &g0, &g1);
  bool quantified = level_of(m, cube) == level;
  Bdd rest = quantified ? node_at(m, cube)->high : cube;
  Bdd low = and_exists_of(m, f0, g0, rest);
  if (low == BDD_NONE) return BDD_NONE;
  /* what equals a factor of the other branch does not read the rest of the cube, and absorbs it */
  if (quantified && (low == BDD_TRUE || low == f1 || low == g1)) result = low;
  else {
    Bdd high = and_exists_of(m, f1, g1, rest);
    if (high == BDD_NONE) return BDD_NONE;
    result = quantified ? bdd_or_of(m, low, high) : bdd_make(m, m->variable_at[level], low, high);
  }
  return computed_put(m, COMPUTED_AND_EXISTS, f, g, cube, result);
}

Bdd bdd_exists(BddManager *m, Bdd f, Bdd cube) {
  return f == BDD_NONE || cube == BDD_NONE ? BDD_NONE : exists_of(m, f, cube);
}
Bdd bdd_forall(BddManager *m, Bdd f, Bdd cube) { return bdd_not(bdd_exists(m, bdd_not(f), cube)); }
Bdd bdd_and_exists(BddManager *m, Bdd f, Bdd g, Bdd cube) {
  if (f == BDD_NONE || g == BDD_NONE || cube == BDD_NONE) return BDD_NONE;
  return and_exists_of(m, f, g, cube);
}
