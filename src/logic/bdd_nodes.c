/* The nodes and their subtables; see bdd_internal.h. */
#include "logic/bdd_internal.h"

void bdd_subtable_insert(BddManager *m, uint32_t variable, uint32_t node) {
  Subtable *table = m->subtables + variable;
  uint32_t *bucket =
      table->buckets + (bdd_hash(m->nodes[node].low, m->nodes[node].high) & table->mask);
  m->nodes[node].next = *bucket;
  *bucket = node;
  table->count++;
}

void bdd_subtable_grow(BddManager *m, uint32_t variable) {
  enum { FIRST = 4 };
  Subtable *table = m->subtables + variable, old = *table;
  size_t size = old.buckets ? 2 * ((size_t)old.mask + 1) : FIRST;
  *table = (Subtable){mem_array(size, sizeof *table->buckets), (uint32_t)size - 1, 0};
  for (size_t i = 0; old.buckets && i <= old.mask; i++)
    for (uint32_t node = old.buckets[i], next; node; node = next) {
      next = m->nodes[node].next;
      bdd_subtable_insert(m, variable, node);
    }
  mem_free(old.buckets);
}

void bdd_release(BddManager *m, uint32_t node) {
  m->nodes[node].next = m->free;
  m->free = node;
  m->used--;
}

/* A node without content. The limits are not for the swapping of levels, which cannot stop halfway
 * and looks for room beforehand; 0 if there is none. */
static uint32_t fresh(BddManager *m) {
  if (!m->references) {
    bool untidy = m->collecting && m->used >= m->tidy_at && m->used >= m->room;
    if (m->used >= m->limit) m->end = BDD_FULL;
    else if (untidy) m->end = BDD_UNTIDY;
    if (m->used >= m->limit || untidy) return 0;
  }
  m->used++;
  if (m->free) {
    uint32_t node = m->free;
    m->free = m->nodes[node].next;
    return node;
  }
  if (m->size == m->capacity) {
    m->capacity *= 2;
    m->nodes = mem_resize(m->nodes, m->capacity * sizeof *m->nodes);
    bdd_computed_grow(m, m->capacity / 4);
  }
  return (uint32_t)m->size++;
}

Bdd bdd_make(BddManager *m, uint32_t variable, Bdd low, Bdd high) {
  if (low == BDD_NONE || high == BDD_NONE) return BDD_NONE;
  if (low == high) return low;
  Bdd sign = low & 1;
  low ^= sign, high ^= sign;
  Subtable *table = m->subtables + variable;
  uint32_t *bucket = table->buckets + (bdd_hash(low, high) & table->mask);
  for (uint32_t n = *bucket; n; n = m->nodes[n].next)
    if (m->nodes[n].low == low && m->nodes[n].high == high) return 2 * n + sign;
  uint32_t node = fresh(m);
  if (!node) return BDD_NONE;
  m->nodes[node] = (Node){variable, *bucket, low, high};
  *bucket = node;
  if (++table->count > table->mask) bdd_subtable_grow(m, variable);
  return 2 * node + sign;
}
