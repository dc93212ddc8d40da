/* Garbage collection: nodes that no watched place reaches go to the free list. Nodes do not move,
 * so the functions that stay keep their numbers, and so does what the computed table says of them.
 */
#include "logic/bdd_internal.h"

static void mark(const BddManager *m, Bdd root, Bits *live, U32Vec *stack) {
  if (root == BDD_NONE) return;
  vec_push(stack, node_of(root));
  while (stack->size) {
    uint32_t node = vec_pop(stack);
    if (bits_get(live, node)) continue;
    bits_set(live, node);
    vec_push(stack, node_of(m->nodes[node].low));
    vec_push(stack, node_of(m->nodes[node].high));
  }
}

/* The nodes that watched places reach. */
static Bits live_nodes(const BddManager *m) {
  Bits live = bits_new(m->size);
  bits_set(&live, 0);
  U32Vec stack = {0};
  for (size_t i = 0; i < m->places.size; i++) mark(m, *m->places.data[i], &live, &stack);
  for (size_t i = 0; i < m->vectors.size; i++)
    for (size_t k = 0; k < m->vectors.data[i]->size; k++)
      mark(m, m->vectors.data[i]->data[k], &live, &stack);
  vec_free(&stack);
  return live;
}

/* The free list goes up through memory, so that nodes that are made one after another are side by
 * side: a list in the order of the subtables costs a miss of the cache for every node. */
static void free_in_order(BddManager *m, const Bits *live) {
  m->free = 0;
  m->used = m->size;
  for (uint32_t node = (uint32_t)m->size; node-- > 1;)
    if (!bits_get(live, node)) bdd_release(m, node);
}

void bdd_collect(BddManager *m) {
  Bits live = live_nodes(m);
  for (size_t v = 0; v < m->variable_count; v++) {
    Subtable *table = m->subtables + v;
    for (size_t i = 0; i <= table->mask; i++)
      for (uint32_t *link = table->buckets + i; *link;) {
        uint32_t node = *link;
        if (bits_get(&live, node)) link = &m->nodes[node].next;
        else {
          *link = m->nodes[node].next;
          table->count--;
        }
      }
  }
  free_in_order(m, &live);
  bdd_computed_sweep(m, &live);
  bits_free(&live);
  m->counts.collections++;
  if (m->used > m->counts.peak) m->counts.peak = m->used;
}
