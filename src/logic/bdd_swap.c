/* The swap of two neighbouring levels in place (Rudell 1993). A node keeps its number and its
 * function, so nobody above has to know. With x above y,
 *
 *   x ? (y ? f11 : f10) : (y ? f01 : f00)   becomes   y ? (x ? f11 : f01) : (x ? f10 : f00).
 *
 * Only nodes of x that have a child of y are touched. What nobody refers to any longer is freed at
 * once, since the size is what sifting goes by. The four cofactors keep a reference each, so
 * nothing below y can die. */
#include "logic/bdd_internal.h"

static void reference(BddManager *m, Bdd f) { m->references[node_of(f)]++; }

static void unlink_node(BddManager *m, uint32_t variable, uint32_t node) {
  Subtable *table = m->subtables + variable;
  uint32_t hash = bdd_hash(m->nodes[node].low, m->nodes[node].high);
  uint32_t *link = table->buckets + (hash & table->mask);
  while (*link != node) link = &m->nodes[*link].next;
  *link = m->nodes[node].next;
  table->count--;
}

static void dereference(BddManager *m, Bdd f, uint32_t y) {
  uint32_t node = node_of(f);
  if (--m->references[node] || m->nodes[node].variable != y) return;
  assert(node);
  m->references[node_of(m->nodes[node].low)]--;
  m->references[node_of(m->nodes[node].high)]--;
  unlink_node(m, y, node);
  bdd_release(m, node);
}

/* The node "x ? high : low", with a reference for the caller. */
static Bdd make_below(BddManager *m, uint32_t x, Bdd low, Bdd high) {
  size_t before = m->used;
  Bdd result = bdd_make(m, x, low, high);
  if (m->used > before) {
    uint32_t node = node_of(result);
    if (node >= m->references_size) {
      size_t size = m->capacity;
      m->references = mem_resize(m->references, size * sizeof *m->references);
      m->references_size = size;
    }
    m->references[node] = 0;
    reference(m, m->nodes[node].low);
    reference(m, m->nodes[node].high);
  }
  reference(m, result);
  return result;
}

/* Takes the nodes of x that have a child of y out of its subtable. */
static void take_affected(BddManager *m, uint32_t x, uint32_t y, U32Vec *affected) {
  Subtable *table = m->subtables + x;
  for (size_t i = 0; i <= table->mask; i++)
    for (uint32_t *link = table->buckets + i; *link;) {
      Node *node = m->nodes + *link;
      if (node_at(m, node->low)->variable != y && node_at(m, node->high)->variable != y) {
        link = &node->next;
        continue;
      }
      vec_push(affected, *link);
      *link = node->next;
      table->count--;
    }
}

void bdd_swap(BddManager *m, uint32_t level) {
  uint32_t x = m->variable_at[level], y = m->variable_at[level + 1];
  U32Vec affected = {0};
  if (m->subtables[x].count && m->subtables[y].count && bdd_interacts(m, x, y))
    take_affected(m, x, y, &affected);
  for (size_t i = 0; i < affected.size; i++) {
    uint32_t n = affected.data[i];
    Node old = m->nodes[n];
    Bdd f00, f01, f10, f11;
    split(m, old.low, level + 1, &f00, &f01);
    split(m, old.high, level + 1, &f10, &f11);
    Bdd low = make_below(m, x, f00, f10), high = make_below(m, x, f01, f11);
    assert(!(low & 1) && low != high);
    m->nodes[n] = (Node){y, 0, low, high};
    bdd_subtable_insert(m, y, n);
    if (m->subtables[y].count > m->subtables[y].mask) bdd_subtable_grow(m, y);
    dereference(m, old.low, y);
    dereference(m, old.high, y);
  }
  m->variable_at[level] = y, m->variable_at[level + 1] = x;
  m->level[y] = level, m->level[x] = level + 1;
  m->counts.swaps++;
  vec_free(&affected);
}
