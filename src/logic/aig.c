/* See aig.h. Construction and structural hashing; walks over the graph are in aig_walk.c.
 *
 * The two-level rules below look through one AND on either side of a new AND and never make a node
 * that is not needed for the result. */
#include "logic/aig.h"

#include <string.h>

#include "base/memory.h"

enum { FIRST_NODES = 64 };

Aig *aig_new(void) {
  Aig *aig = mem_zalloc(sizeof *aig);
  aig_reserve(aig, FIRST_NODES);
  aig->nodes[0] = (AigNode){LIT_NONE, LIT_NONE};
  aig->size = 1;
  return aig;
}

Aig *aig_clone(const Aig *aig) {
  Aig *clone = mem_zalloc(sizeof *clone);
  *clone = *aig;
  clone->capacity = aig->size;
  clone->nodes = mem_alloc(aig->size * sizeof *clone->nodes);
  memcpy(clone->nodes, aig->nodes, aig->size * sizeof *clone->nodes);
  clone->slots = mem_alloc(aig->slot_count * sizeof *clone->slots);
  memcpy(clone->slots, aig->slots, aig->slot_count * sizeof *clone->slots);
  return clone;
}

void aig_free(Aig *aig) {
  if (!aig) return;
  mem_free(aig->nodes);
  mem_free(aig->slots);
  mem_free(aig);
}

/* ---- structural hashing ---- */

static size_t slot_of(const Aig *aig, Lit left, Lit right) {
  uint64_t key = (uint64_t)left << 32 | right;
  return (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (aig->slot_count - 1);
}

/* The slot that holds the AND of two literals, or the empty one where it belongs. */
static uint32_t *find_slot(const Aig *aig, Lit left, Lit right) {
  for (size_t i = slot_of(aig, left, right);; i = (i + 1) & (aig->slot_count - 1)) {
    uint32_t node = aig->slots[i];
    if (!node || (aig->nodes[node].left == left && aig->nodes[node].right == right))
      return aig->slots + i;
  }
}

static void rehash(Aig *aig, size_t slot_count) {
  mem_free(aig->slots);
  aig->slots = mem_array(slot_count, sizeof *aig->slots);
  aig->slot_count = slot_count;
  for (uint32_t n = 1; n < aig->size; n++)
    if (aig_is_and(aig, n)) *find_slot(aig, aig->nodes[n].left, aig->nodes[n].right) = n;
}

void aig_reserve(Aig *aig, size_t nodes) {
  if (nodes > aig->capacity) {
    aig->capacity = nodes;
    aig->nodes = mem_resize(aig->nodes, nodes * sizeof *aig->nodes);
  }
  size_t slot_count = aig->slot_count ? aig->slot_count : 2 * FIRST_NODES;
  while (slot_count < 2 * nodes) slot_count *= 2;
  if (slot_count > aig->slot_count) rehash(aig, slot_count);
}

static uint32_t add_node(Aig *aig, Lit left, Lit right) {
  assert(aig->size < UINT32_MAX / 2);
  if (aig->size == aig->capacity) aig_reserve(aig, 2 * aig->capacity);
  aig->nodes[aig->size] = (AigNode){left, right};
  return (uint32_t)aig->size++;
}

Lit aig_variable(Aig *aig) {
  aig->variables++;
  return lit_of(add_node(aig, LIT_NONE, LIT_NONE), false);
}

/* ---- AND with simplification ---- */

static bool opposite(Lit a, Lit b) { return a == lit_not(b); }

/* Contradiction, idempotence, subsumption, resolution and substitution on two levels. Returns true
 * if the AND of *a and *b is *result, or if *a and *b were replaced by simpler ones (then *result
 * is LIT_NONE and the rules are tried again). The caller tries both orders. */
static bool two_level(const Aig *aig, Lit *a, Lit *b, Lit *result) {
  if (!aig_is_and(aig, lit_node(*a))) return false;
  const AigNode x = aig->nodes[lit_node(*a)];
  *result = LIT_NONE;
  if (!lit_negated(*a)) {
    if (opposite(x.left, *b) || opposite(x.right, *b)) return *result = LIT_FALSE, true;
    if (x.left == *b || x.right == *b) return *result = *a, true;
  } else {
    if (opposite(x.left, *b) || opposite(x.right, *b)) return *result = *b, true;
    if (x.left == *b) return *a = lit_not(x.right), true;
    if (x.right == *b) return *a = lit_not(x.left), true;
  }
  if (!aig_is_and(aig, lit_node(*b))) return false;
  const AigNode y = aig->nodes[lit_node(*b)];
  bool clash = opposite(x.left, y.left) || opposite(x.left, y.right) || opposite(x.right, y.left) ||
               opposite(x.right, y.right);
  if (!lit_negated(*a) && !lit_negated(*b)) {
    if (clash) return *result = LIT_FALSE, true;
  } else if (lit_negated(*a) && !lit_negated(*b)) {
    if (clash) return *result = *b, true;
    if (x.left == y.left || x.left == y.right) return *a = lit_not(x.right), true;
    if (x.right == y.left || x.right == y.right) return *a = lit_not(x.left), true;
  } else if (lit_negated(*a) && lit_negated(*b)) {
    if ((x.left == y.left && opposite(x.right, y.right)) ||
        (x.left == y.right && opposite(x.right, y.left)))
      return *result = lit_not(x.left), true;
    if ((x.right == y.left && opposite(x.left, y.right)) ||
        (x.right == y.right && opposite(x.left, y.left)))
      return *result = lit_not(x.right), true;
  }
  return false;
}

/* Simplifies until *a and *b, the larger one first, are the children of a gate, and returns its
 * slot; NULL if their AND is *result without a gate. */
static uint32_t *simplify(const Aig *aig, Lit *a, Lit *b, Lit *result) {
  for (;;) {
    if (*a == LIT_FALSE || *b == LIT_FALSE || opposite(*a, *b)) return *result = LIT_FALSE, NULL;
    if (*a == LIT_TRUE || *a == *b) return *result = *b, NULL;
    if (*b == LIT_TRUE) return *result = *a, NULL;
    if (!two_level(aig, a, b, result) && !two_level(aig, b, a, result)) break;
    if (*result != LIT_NONE) return NULL;
  }
  if (*a < *b) {
    Lit swap = *a;
    *a = *b;
    *b = swap;
  }
  return find_slot(aig, *a, *b);
}

Lit aig_find(const Aig *aig, Lit a, Lit b) {
  Lit result;
  const uint32_t *slot = simplify(aig, &a, &b, &result);
  return !slot ? result : *slot ? lit_of(*slot, false) : LIT_NONE;
}

Lit aig_and(Aig *aig, Lit a, Lit b) {
  Lit result;
  uint32_t *slot = simplify(aig, &a, &b, &result);
  if (!slot) return result;
  if (*slot) return lit_of(*slot, false);
  uint32_t node = add_node(aig, a, b); /* may move the slots */
  slot = find_slot(aig, a, b);
  *slot = node;
  return lit_of(node, false);
}

Lit aig_or(Aig *aig, Lit a, Lit b) { return lit_not(aig_and(aig, lit_not(a), lit_not(b))); }

Lit aig_implies(Aig *aig, Lit a, Lit b) { return lit_not(aig_and(aig, a, lit_not(b))); }

Lit aig_mux(Aig *aig, Lit condition, Lit then_, Lit else_) {
  if (then_ == else_) return then_;
  Lit taken = aig_and(aig, condition, then_), other = aig_and(aig, lit_not(condition), else_);
  return aig_or(aig, taken, other);
}

Lit aig_xor(Aig *aig, Lit a, Lit b) { return aig_mux(aig, a, lit_not(b), b); }

Lit aig_equal(Aig *aig, Lit a, Lit b) { return lit_not(aig_xor(aig, a, b)); }

/* Balanced, so that depth grows like the logarithm: pairs are joined level by level. */
Lit aig_and_all(Aig *aig, const Lit *lits, size_t count) {
  if (!count) return LIT_TRUE;
  LitVec level = {0};
  vec_reserve(&level, count);
  for (size_t i = 0; i < count; i++) level.data[i] = lits[i];
  for (size_t size = count; size > 1; size = (size + 1) / 2)
    for (size_t i = 0; i < size; i += 2)
      level.data[i / 2] =
          i + 1 < size ? aig_and(aig, level.data[i], level.data[i + 1]) : level.data[i];
  Lit result = level.data[0];
  vec_free(&level);
  return result;
}

Lit aig_or_all(Aig *aig, const Lit *lits, size_t count) {
  LitVec negated = {0};
  for (size_t i = 0; i < count; i++) vec_push(&negated, lit_not(lits[i]));
  Lit result = lit_not(aig_and_all(aig, negated.data, count));
  vec_free(&negated);
  return result;
}

bool aig_as_mux(const Aig *aig, uint32_t node, Lit *condition, Lit *then_, Lit *else_) {
  if (!aig_is_and(aig, node)) return false;
  Lit p = aig->nodes[node].left, q = aig->nodes[node].right;
  if (!lit_negated(p) || !lit_negated(q)) return false;
  if (!aig_is_and(aig, lit_node(p)) || !aig_is_and(aig, lit_node(q))) return false;
  const AigNode x = aig->nodes[lit_node(p)], y = aig->nodes[lit_node(q)];
  /* !(c & t) & !(!c & e) is c ? !t : !e */
  const Lit pairs[4][4] = {{x.left, y.left, x.right, y.right},
                           {x.left, y.right, x.right, y.left},
                           {x.right, y.left, x.left, y.right},
                           {x.right, y.right, x.left, y.left}};
  for (int i = 0; i < 4; i++)
    if (opposite(pairs[i][0], pairs[i][1])) {
      *condition = pairs[i][0];
      *then_ = lit_not(pairs[i][2]);
      *else_ = lit_not(pairs[i][3]);
      return true;
    }
  return false;
}
