/* Looking at a function: its nodes, variables, assignments. */
#include "logic/bdd_internal.h"

uint32_t bdd_top(const BddManager *m, Bdd f) {
  assert(!bdd_is_constant(f));
  return node_at(m, f)->variable;
}
Bdd bdd_low(const BddManager *m, Bdd f) { return node_at(m, f)->low ^ (f & 1); }
Bdd bdd_high(const BddManager *m, Bdd f) { return node_at(m, f)->high ^ (f & 1); }

bool bdd_value(const BddManager *m, Bdd f, const Bits *values) {
  while (!bdd_is_constant(f)) f = bits_get(values, bdd_top(m, f)) ? bdd_high(m, f) : bdd_low(m, f);
  return f == BDD_TRUE;
}

static void walk(const BddManager *m, Bdd f, Map *order) {
  uint32_t node = node_of(f);
  if (!node || map_get(order, node, NULL)) return;
  walk(m, m->nodes[node].low, order);
  walk(m, m->nodes[node].high, order);
  map_put(order, node, order->size);
}

void bdd_walk(const BddManager *m, const Bdd *roots, size_t count, Map *order) {
  for (size_t i = 0; i < count; i++)
    if (roots[i] != BDD_NONE) walk(m, roots[i], order);
}

size_t bdd_size(BddManager *m, const Bdd *roots, size_t count) {
  Map order = {0};
  bdd_walk(m, roots, count, &order);
  size_t size = order.size;
  map_free(&order);
  return size;
}

void bdd_support(BddManager *m, Bdd f, U32Vec *variables) {
  Map order = {0};
  bdd_walk(m, &f, 1, &order);
  Bits seen = bits_new(m->variable_count);
  for (size_t i = 0; i < order.size; i++) bits_set(&seen, m->nodes[order.entries[i].key].variable);
  for (size_t v = bits_next(&seen, 0); v < seen.size; v = bits_next(&seen, v + 1))
    vec_push(variables, (uint32_t)v);
  bits_free(&seen);
  map_free(&order);
}

bool bdd_pick(const BddManager *m, Bdd f, Bits *values) {
  assert(f != BDD_NONE);
  bits_fill(values, false);
  if (f == BDD_FALSE) return false;
  while (f != BDD_TRUE) {
    bool high = bdd_low(m, f) == BDD_FALSE;
    if (high) bits_set(values, bdd_top(m, f));
    f = high ? bdd_high(m, f) : bdd_low(m, f);
  }
  return true;
}
