/* How many assignments satisfy a function. The share of all assignments is computed for every node,
 * with an exponent of its own: with thousands of variables it is too small for a double. */
#include <math.h>

#include "logic/bdd_internal.h"

static BddCount normal(double fraction, int64_t exponent) {
  int shift;
  fraction = frexp(fraction, &shift);
  return (BddCount){fraction, fraction == 0 ? 0 : exponent + shift};
}

bool bdd_count_less(BddCount a, BddCount b) {
  if (a.fraction == 0 || b.fraction == 0) return a.fraction < b.fraction;
  return a.exponent != b.exponent ? a.exponent < b.exponent : a.fraction < b.fraction;
}

static BddCount mean(BddCount a, BddCount b) {
  if (bdd_count_less(a, b)) {
    BddCount other = a;
    a = b, b = other;
  }
  int64_t distance = a.exponent - b.exponent;
  double smaller_one = b.fraction == 0 || distance > 2000 ? 0 : ldexp(b.fraction, (int)-distance);
  return normal(a.fraction + smaller_one, a.exponent - 1);
}

/* All but these; a share that is nearly everything rounds to everything. */
static BddCount others(BddCount a) {
  if (a.fraction == 0 || a.exponent < -2000) return (BddCount){0.5, 1};
  return normal(1 - ldexp(a.fraction, (int)a.exponent), 0);
}

BddCount bdd_share(const Map *order, const BddCount *shares, Bdd f) {
  uint64_t position;
  BddCount share = {0, 0};
  if (map_get(order, node_of(f), &position)) share = shares[position];
  return f & 1 ? others(share) : share;
}

BddCount *bdd_shares(const BddManager *m, const Map *order) {
  BddCount *shares = mem_array(order->size + 1, sizeof *shares);
  for (size_t i = 0; i < order->size; i++) {
    const Node *node = m->nodes + order->entries[i].key;
    shares[i] = mean(bdd_share(order, shares, node->low), bdd_share(order, shares, node->high));
  }
  return shares;
}

BddCount bdd_count(BddManager *m, Bdd f, size_t variables) {
  Map order = {0};
  bdd_walk(m, &f, 1, &order);
  BddCount *shares = bdd_shares(m, &order);
  BddCount count = bdd_share(&order, shares, f);
  if (count.fraction != 0) count.exponent += (int64_t)variables;
  mem_free(shares);
  map_free(&order);
  return count;
}

double bdd_count_double(BddCount count) {
  return count.exponent > 2000 ? HUGE_VAL : ldexp(count.fraction, (int)count.exponent);
}
