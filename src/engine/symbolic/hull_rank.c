/* The rank of a fair hull's removed sets as a binary number: a few functions, however many sets
 * there are. */
#include "engine/symbolic/hull.h"

/* The union of the sets whose rank has a bit. */
static Bdd union_by_bit(const Hull *hull, size_t bit) {
  Bdd all = BDD_FALSE;
  for (size_t j = 0; j < hull->removed.size; j++)
    if ((hull->removed.size - 1 - j) >> bit & 1)
      all = bdd_or(hull->relation->model->manager, all, hull->removed.data[j]);
  return all;
}

bool hull_rank(const Hull *hull, BddVec *bits) {
  size_t count = 0;
  while ((size_t)1 << count < hull->removed.size) count++;
  for (size_t bit = count; bit-- > 0;) {
    vec_push(bits, union_by_bit(hull, bit));
    if (vec_last(bits) == BDD_NONE) return false;
  }
  return true;
}

/* No step stays in a set that EX removed: any condition will do there. */
bool hull_missed(const Hull *hull, BddVec *missed) {
  size_t conditions = hull->conditions.size ? hull->conditions.size : 1;
  for (size_t i = 0; i < conditions; i++) {
    Bdd all = BDD_FALSE;
    for (size_t j = 0; j < hull->removed.size; j++) {
      size_t condition = hull->missed.data[j] == HULL_EX ? 0 : hull->missed.data[j];
      if (condition == i) all = bdd_or(hull->relation->model->manager, all, hull->removed.data[j]);
    }
    if (all == BDD_NONE) return false;
    vec_push(missed, all);
  }
  return true;
}
