/* Boolean operations on decision diagrams. */
#include "logic/bdd_internal.h"

Bdd bdd_and_of(BddManager *m, Bdd f, Bdd g) {
  if (f == g) return f;
  if (f == (g ^ 1)) return BDD_FALSE;
  if (f > g) {
    Bdd other = f;
    f = g, g = other;
  }
  if (f <= BDD_TRUE) return f == BDD_TRUE ? g : BDD_FALSE;
  Bdd known = computed_get(m, COMPUTED_AND, f, g, 0);
  if (known != BDD_NONE) return known;
  if (!bdd_step(m)) return BDD_NONE;
  uint32_t level = smaller(level_of(m, f), level_of(m, g));
  Bdd f0, f1, g0, g1;
  split(m, f, level, &f0, &f1);
  split(m, g, level, &g0, &g1);
  Bdd low = bdd_and_of(m, f0, g0);
  if (low == BDD_NONE) return BDD_NONE;
  Bdd high = bdd_and_of(m, f1, g1);
  return computed_put(m, COMPUTED_AND, f, g, 0, bdd_make(m, m->variable_at[level], low, high));
}

static Bdd xor_of(BddManager *m, Bdd f, Bdd g) {
  Bdd sign = (f ^ g) & 1;
  f &= ~(Bdd)1, g &= ~(Bdd)1;
  if (f == g) return sign;
  if (f > g) {
    Bdd other = f;
    f = g, g = other;
  }
  if (f == BDD_FALSE) return g ^ sign;
  Bdd known = computed_get(m, COMPUTED_XOR, f, g, 0);
  if (known != BDD_NONE) return known ^ sign;
  if (!bdd_step(m)) return BDD_NONE;
  uint32_t level = smaller(level_of(m, f), level_of(m, g));
  Bdd f0, f1, g0, g1;
  split(m, f, level, &f0, &f1);
  split(m, g, level, &g0, &g1);
  Bdd low = xor_of(m, f0, g0);
  if (low == BDD_NONE) return BDD_NONE;
  Bdd high = xor_of(m, f1, g1);
  Bdd result = bdd_make(m, m->variable_at[level], low, high);
  return bdd_not_if(computed_put(m, COMPUTED_XOR, f, g, 0, result), sign);
}

Bdd bdd_choose_of(BddManager *m, Bdd f, Bdd g, Bdd h) {
  if (f <= BDD_TRUE) return f == BDD_TRUE ? g : h;
  if (g == h) return g;
  if (f & 1) {
    Bdd other = g;
    f ^= 1, g = h, h = other;
  }
  /* a branch that repeats the condition is a constant */
  if (g == f) g = BDD_TRUE;
  else if (g == (f ^ 1)) g = BDD_FALSE;
  if (h == f) h = BDD_FALSE;
  else if (h == (f ^ 1)) h = BDD_TRUE;
  if (g == h) return g;
  if (g <= BDD_TRUE) return g == BDD_TRUE ? bdd_or_of(m, f, h) : bdd_and_of(m, f ^ 1, h);
  if (h <= BDD_TRUE) return h == BDD_FALSE ? bdd_and_of(m, f, g) : bdd_or_of(m, f ^ 1, g);
  if (g == (h ^ 1)) return bdd_not(xor_of(m, f, g));
  Bdd sign = g & 1;
  g ^= sign, h ^= sign;
  Bdd known = computed_get(m, COMPUTED_CHOOSE, f, g, h);
  if (known != BDD_NONE) return known ^ sign;
  if (!bdd_step(m)) return BDD_NONE;
  uint32_t level = smaller(level_of(m, f), smaller(level_of(m, g), level_of(m, h)));
  Bdd f0, f1, g0, g1, h0, h1;
  split(m, f, level, &f0, &f1);
  split(m, g, level, &g0, &g1);
  split(m, h, level, &h0, &h1);
  Bdd low = bdd_choose_of(m, f0, g0, h0);
  if (low == BDD_NONE) return BDD_NONE;
  Bdd high = bdd_choose_of(m, f1, g1, h1);
  Bdd result = bdd_make(m, m->variable_at[level], low, high);
  return bdd_not_if(computed_put(m, COMPUTED_CHOOSE, f, g, h, result), sign);
}

/* Ends at the first path that shows the contrary. */
static Bdd implies_of(BddManager *m, Bdd f, Bdd g) {
  if (f == g || f == BDD_FALSE || g == BDD_TRUE) return BDD_TRUE;
  if (f == (g ^ 1) || f == BDD_TRUE || g == BDD_FALSE) return BDD_FALSE;
  /* a plain edge is false, and its complement true, where all variables are false */
  if (f & 1 & ~g) return BDD_FALSE;
  Bdd known = computed_get(m, COMPUTED_IMPLIES, f, g, 0);
  if (known != BDD_NONE) return known;
  if (!bdd_step(m)) return BDD_NONE;
  uint32_t level = smaller(level_of(m, f), level_of(m, g));
  Bdd f0, f1, g0, g1;
  split(m, f, level, &f0, &f1);
  split(m, g, level, &g0, &g1);
  Bdd answer = implies_of(m, f0, g0);
  if (answer == BDD_TRUE) answer = implies_of(m, f1, g1);
  return computed_put(m, COMPUTED_IMPLIES, f, g, 0, answer);
}

Bdd bdd_and(BddManager *m, Bdd f, Bdd g) {
  return f == BDD_NONE || g == BDD_NONE ? BDD_NONE : bdd_and_of(m, f, g);
}
Bdd bdd_or(BddManager *m, Bdd f, Bdd g) { return bdd_not(bdd_and(m, bdd_not(f), bdd_not(g))); }
Bdd bdd_minus(BddManager *m, Bdd f, Bdd g) { return bdd_and(m, f, bdd_not(g)); }
Bdd bdd_xor(BddManager *m, Bdd f, Bdd g) {
  return f == BDD_NONE || g == BDD_NONE ? BDD_NONE : xor_of(m, f, g);
}
Bdd bdd_equal(BddManager *m, Bdd f, Bdd g) { return bdd_not(bdd_xor(m, f, g)); }
Bdd bdd_choose(BddManager *m, Bdd condition, Bdd then_, Bdd else_) {
  if (condition == BDD_NONE || then_ == BDD_NONE || else_ == BDD_NONE) return BDD_NONE;
  return bdd_choose_of(m, condition, then_, else_);
}
Bdd bdd_implies(BddManager *m, Bdd f, Bdd g) {
  return f == BDD_NONE || g == BDD_NONE ? BDD_NONE : implies_of(m, f, g);
}
Bdd bdd_disjoint(BddManager *m, Bdd f, Bdd g) { return bdd_implies(m, f, bdd_not(g)); }
