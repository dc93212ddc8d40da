/* Functions that may be anything outside a care set (Coudert, Berthet and Madre 1989; Coudert and
 * Madre 1990). */
#include "logic/bdd_internal.h"

/* `kind` is one of the two operations. They differ where the care set reads a variable that f does
 * not: constrain goes on with both cofactors, restrict quantifies the variable away. */
static Bdd simplify(BddManager *m, Computed kind, Bdd f, Bdd care) {
  if (care == BDD_TRUE || f <= BDD_TRUE) return f;
  if (f == care) return BDD_TRUE;
  if (f == (care ^ 1)) return BDD_FALSE;
  Bdd sign = f & 1;
  f ^= sign;
  Bdd known = computed_get(m, kind, f, care, 0);
  if (known != BDD_NONE) return known ^ sign;
  if (!bdd_step(m)) return BDD_NONE;
  uint32_t level = smaller(level_of(m, f), level_of(m, care));
  Bdd f0, f1, c0, c1, result;
  split(m, f, level, &f0, &f1);
  split(m, care, level, &c0, &c1);
  if (c0 == BDD_FALSE) result = simplify(m, kind, f1, c1);
  else if (c1 == BDD_FALSE) result = simplify(m, kind, f0, c0);
  else if (kind == COMPUTED_RESTRICT && f0 == f1) {
    Bdd either = bdd_or_of(m, c0, c1);
    result = either == BDD_NONE ? BDD_NONE : simplify(m, kind, f, either);
  } else {
    Bdd low = simplify(m, kind, f0, c0);
    if (low == BDD_NONE) return BDD_NONE;
    result = bdd_make(m, m->variable_at[level], low, simplify(m, kind, f1, c1));
  }
  return bdd_not_if(computed_put(m, kind, f, care, 0, result), sign);
}

Bdd bdd_constrain(BddManager *m, Bdd f, Bdd care) {
  assert(care != BDD_FALSE);
  return f == BDD_NONE || care == BDD_NONE ? BDD_NONE : simplify(m, COMPUTED_CONSTRAIN, f, care);
}
Bdd bdd_restrict(BddManager *m, Bdd f, Bdd care) {
  assert(care != BDD_FALSE);
  return f == BDD_NONE || care == BDD_NONE ? BDD_NONE : simplify(m, COMPUTED_RESTRICT, f, care);
}
Bdd bdd_minimize(BddManager *m, Bdd f, Bdd care) {
  if (care == BDD_FALSE) return f;
  Bdd smaller_one = bdd_restrict(m, f, care);
  if (smaller_one == BDD_NONE) return BDD_NONE;
  return bdd_size(m, &smaller_one, 1) <= bdd_size(m, &f, 1) ? smaller_one : f;
}
