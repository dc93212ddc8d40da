/* Irredundant sums of products of incompletely specified functions (Minato 1992, after Morreale
 * 1970). */
#include "logic/bdd_internal.h"

typedef struct {
  BddManager *m;
  U32Vec *cubes;
  U32Vec path; /* literals above */
} Isop;

static Bdd isop(Isop *self, Bdd lower, Bdd upper);

static Bdd isop_under(Isop *self, uint32_t literal, Bdd lower, Bdd upper) {
  vec_push(&self->path, literal);
  Bdd result = isop(self, lower, upper);
  self->path.size--;
  return result;
}

static Bdd isop(Isop *self, Bdd lower, Bdd upper) {
  BddManager *m = self->m;
  if (lower == BDD_NONE || upper == BDD_NONE) return BDD_NONE;
  if (lower == BDD_FALSE) return BDD_FALSE;
  if (upper == BDD_TRUE) {
    vec_append(self->cubes, &self->path);
    vec_push(self->cubes, UINT32_MAX);
    return BDD_TRUE;
  }
  if (!bdd_step(m)) return BDD_NONE;
  uint32_t level = smaller(level_of(m, lower), level_of(m, upper));
  uint32_t variable = m->variable_at[level];
  Bdd l0, l1, u0, u1;
  split(m, lower, level, &l0, &l1);
  split(m, upper, level, &u0, &u1);
  /* what only cubes with the literal can cover, then the rest without it */
  Bdd only0 = isop_under(self, 2 * variable + 1, bdd_minus(m, l0, u1), u0);
  if (only0 == BDD_NONE) return BDD_NONE;
  Bdd only1 = isop_under(self, 2 * variable, bdd_minus(m, l1, u0), u1);
  if (only1 == BDD_NONE) return BDD_NONE;
  Bdd left = bdd_or(m, bdd_minus(m, l0, only0), bdd_minus(m, l1, only1));
  Bdd both = isop(self, left, bdd_and(m, u0, u1));
  return bdd_make(m, variable, bdd_or(m, only0, both), bdd_or(m, only1, both));
}

Bdd bdd_isop(BddManager *m, Bdd lower, Bdd upper, U32Vec *cubes) {
  size_t before = cubes->size;
  Isop self = {.m = m, .cubes = cubes};
  Bdd result = isop(&self, lower, upper);
  if (result == BDD_NONE) cubes->size = before;
  vec_free(&self.path);
  return result;
}
