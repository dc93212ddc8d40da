/* Balancing: a tree of ANDs whose inner gates have one reader each is a conjunction of its leaves,
 * and is made anew by joining the two of least depth, again and again. Among equals those come
 * first whose AND is there already. See aig_rewrite.h. */
#include "logic/aig_rewrite.h"

typedef struct {
  Aig *to;
  const Aig *from;
  Bits inner;    /* nodes of `from` that are inside the conjunction of their only reader */
  U32Vec levels; /* by node of the copy */
  LitVec leaves; /* of the conjunction at hand, as literals of the copy, the deepest first */
} Balancing;

static void know_new_nodes(Balancing *b) {
  while (b->levels.size < b->to->size) {
    uint32_t node = (uint32_t)b->levels.size, level = 0;
    if (aig_is_and(b->to, node)) {
      uint32_t left = b->levels.data[lit_node(b->to->nodes[node].left)];
      uint32_t right = b->levels.data[lit_node(b->to->nodes[node].right)];
      level = 1 + (left > right ? left : right);
    }
    vec_push(&b->levels, level);
  }
}

static uint32_t level_of(const Balancing *b, Lit lit) { return b->levels.data[lit_node(lit)]; }

/* Keeps the order; those of the same level are in that of their literals. */
static void add_leaf(Balancing *b, Lit leaf) {
  vec_push(&b->leaves, leaf);
  Lit *leaves = b->leaves.data;
  size_t at = b->leaves.size - 1;
  for (; at; at--) {
    Lit before = leaves[at - 1];
    uint32_t x = level_of(b, before), y = level_of(b, leaf);
    if (x > y || (x == y && before >= leaf)) break;
    leaves[at] = before;
  }
  leaves[at] = leaf;
}

enum {
  MOST_LEAVES = 1000, /* of a conjunction, because a place among them is found by counting */
  MOST_LOOKS = 16     /* for a partner, at one level */
};

/* Whether a gate may be inside the conjunction of its reader. */
static bool may_be_inner(const Aig *from, Lit lit, const U32Vec *readers) {
  return !lit_negated(lit) && aig_is_and(from, lit_node(lit)) && readers->data[lit_node(lit)] == 1;
}

/* What is wider than allowed is not inside another. */
static void find_inner(Balancing *b, const U32Vec *readers) {
  U32Vec widths = {0}; /* of all gates, as conjunctions */
  vec_resize(&widths, b->from->size);
  b->inner = bits_new(b->from->size);
  for (uint32_t node = 1; node < b->from->size; node++) {
    if (!readers->data[node] || !aig_is_and(b->from, node)) continue;
    const Lit sides[2] = {b->from->nodes[node].left, b->from->nodes[node].right};
    for (int i = 0; i < 2; i++) {
      uint32_t side = lit_node(sides[i]);
      bool inner = may_be_inner(b->from, sides[i], readers) && widths.data[side] < MOST_LEAVES / 2;
      if (inner) bits_set(&b->inner, side);
      widths.data[node] += inner ? widths.data[side] : 1;
    }
  }
  vec_free(&widths);
}

/* The place of the last leaf's partner: the one before it, or another of the same level that it has
 * a gate with. */
static size_t partner(const Balancing *b) {
  size_t last = b->leaves.size - 1, before = last - 1;
  const Lit *leaves = b->leaves.data;
  for (size_t i = before, looks = 0; looks < MOST_LOOKS; i--, looks++) {
    if (level_of(b, leaves[i]) != level_of(b, leaves[before])) break;
    if (aig_find(b->to, leaves[last], leaves[i]) != LIT_NONE) return i;
    if (!i) break;
  }
  return before;
}

static Lit conjunction(Balancing *b) {
  while (b->leaves.size > 1) {
    size_t i = partner(b);
    Lit last = vec_pop(&b->leaves), other = b->leaves.data[i];
    for (b->leaves.size--; i < b->leaves.size; i++) b->leaves.data[i] = b->leaves.data[i + 1];
    Lit both = aig_and(b->to, last, other);
    know_new_nodes(b);
    add_leaf(b, both);
  }
  return vec_pop(&b->leaves);
}

/* The leaves of a gate's conjunction. */
static void find_leaves(Balancing *b, uint32_t node, U32Vec *stack, const Lit *map) {
  vec_push(stack, node);
  while (stack->size) {
    const AigNode *gate = b->from->nodes + vec_pop(stack);
    const Lit sides[2] = {gate->left, gate->right};
    for (int i = 0; i < 2; i++)
      if (bits_get(&b->inner, lit_node(sides[i]))) vec_push(stack, lit_node(sides[i]));
      else add_leaf(b, aig_map_lit(map, sides[i]));
  }
}

void aig_balance(Aig *to, const Aig *from, const LitVec *roots, Lit *map) {
  Balancing b = {.to = to, .from = from};
  U32Vec readers = aig_readers(from, roots), stack = {0};
  for (size_t i = 0; i < roots->size; i++) /* a root is wanted as it is, not inside another */
    readers.data[lit_node(roots->data[i])]++;
  find_inner(&b, &readers);
  know_new_nodes(&b);
  for (uint32_t node = 1; node < from->size; node++) {
    if (!readers.data[node] || !aig_is_and(from, node) || bits_get(&b.inner, node)) continue;
    find_leaves(&b, node, &stack, map);
    map[node] = conjunction(&b);
  }
  bits_free(&b.inner);
  vec_free(&readers);
  vec_free(&stack);
  vec_free(&b.levels);
  vec_free(&b.leaves);
}
