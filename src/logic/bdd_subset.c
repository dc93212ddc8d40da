/* Dense subsets (Ravi and Somenzi 1995). Both are subsets because branches are only ever replaced
 * by false, and not empty because one path to true is always kept. */
#include "logic/bdd_internal.h"

/* Follows the heavier branches until what is left is small enough: the result is the cube of the
 * way and what is left. The number of nodes falls along the way, so its end is found by halving. */
Bdd bdd_subset_heavy(BddManager *m, Bdd f, size_t nodes) {
  if (f == BDD_NONE || bdd_is_constant(f)) return f;
  Map order = {0};
  bdd_walk(m, &f, 1, &order);
  BddCount *shares = bdd_shares(m, &order);
  BddVec way = {0};
  vec_push(&way, f);
  while (!bdd_is_constant(vec_last(&way))) {
    Bdd low = bdd_low(m, vec_last(&way)), high = bdd_high(m, vec_last(&way));
    bool heavy = bdd_count_less(bdd_share(&order, shares, low), bdd_share(&order, shares, high));
    vec_push(&way, heavy ? high : low);
  }
  mem_free(shares);
  map_free(&order);
  size_t small = way.size - 1, large = 0; /* the constant at the end is small enough */
  while (large < small) {
    size_t middle = large + (small - large) / 2;
    if (bdd_size(m, way.data + middle, 1) + middle <= nodes) small = middle;
    else large = middle + 1;
  }
  Bdd result = way.data[small];
  for (size_t i = small; i-- > 0;) {
    bool high = bdd_high(m, way.data[i]) == way.data[i + 1];
    result =
        bdd_make(m, bdd_top(m, way.data[i]), high ? BDD_FALSE : result, high ? result : BDD_FALSE);
  }
  vec_free(&way);
  return result;
}

/* For every edge (twice the position of its node, plus its sign) the length of the shortest path to
 * true that goes through it. */
typedef struct {
  BddManager *m;
  Map order;
  uint32_t *length;
  Bdd *made; /* BDD_NONE: not yet */
  uint32_t longest;
} ShortPaths;

enum { FAR = UINT32_MAX / 4 };

static size_t edge_of(const ShortPaths *self, Bdd f) {
  uint64_t position = 0;
  map_get(&self->order, node_of(f), &position);
  return 2 * (size_t)position + (f & 1);
}

static uint32_t to_true(const ShortPaths *self, const uint32_t *below, Bdd f) {
  if (bdd_is_constant(f)) return f == BDD_TRUE ? 0 : FAR;
  return below[edge_of(self, f)];
}

static void measure(ShortPaths *self, Bdd root) {
  const BddManager *m = self->m;
  size_t edges = 2 * self->order.size;
  uint32_t *below = mem_array(edges, sizeof *below), *above = mem_array(edges, sizeof *above);
  for (size_t e = 0; e < edges; e++) {
    Bdd f = 2 * (Bdd)self->order.entries[e / 2].key + (e & 1);
    below[e] =
        1 + smaller(to_true(self, below, bdd_low(m, f)), to_true(self, below, bdd_high(m, f)));
    above[e] = FAR;
  }
  above[edge_of(self, root)] = 0;
  for (size_t e = edges; e-- > 0;) {
    Bdd f = 2 * (Bdd)self->order.entries[e / 2].key + (e & 1);
    Bdd children[2] = {bdd_low(m, f), bdd_high(m, f)};
    for (int k = 0; k < 2; k++)
      if (!bdd_is_constant(children[k])) {
        uint32_t *child = above + edge_of(self, children[k]);
        *child = smaller(*child, above[e] + 1);
      }
  }
  for (size_t e = 0; e < edges; e++) self->length[e] = smaller(FAR, above[e] + below[e]);
  mem_free(below);
  mem_free(above);
}

/* The greatest length such that the edges on paths up to it are at most `nodes`, but at least that
 * of the shortest path. */
static uint32_t longest_for(const ShortPaths *self, size_t nodes, uint32_t shortest) {
  size_t *edges = mem_array(self->m->variable_count + 2, sizeof *edges);
  for (size_t e = 0; e < 2 * self->order.size; e++)
    if (self->length[e] <= self->m->variable_count) edges[self->length[e]]++;
  uint32_t longest = shortest;
  size_t sum = 0;
  for (uint32_t length = 0; length <= self->m->variable_count; length++) {
    sum += edges[length];
    if (sum > nodes) break;
    if (length > longest) longest = length;
  }
  mem_free(edges);
  return longest;
}

static Bdd keep_short(ShortPaths *self, Bdd f) {
  if (bdd_is_constant(f)) return f;
  size_t edge = edge_of(self, f);
  if (self->length[edge] > self->longest) return BDD_FALSE;
  if (self->made[edge] != BDD_NONE) return self->made[edge];
  Bdd low = keep_short(self, bdd_low(self->m, f));
  if (low == BDD_NONE) return BDD_NONE;
  Bdd high = keep_short(self, bdd_high(self->m, f));
  return self->made[edge] = bdd_make(self->m, bdd_top(self->m, f), low, high);
}

Bdd bdd_subset_short(BddManager *m, Bdd f, size_t nodes) {
  if (f == BDD_NONE || bdd_is_constant(f)) return f;
  ShortPaths self = {.m = m};
  bdd_walk(m, &f, 1, &self.order);
  self.length = mem_array(2 * self.order.size, sizeof *self.length);
  self.made = mem_alloc(2 * self.order.size * sizeof *self.made);
  memset(self.made, 0xff, 2 * self.order.size * sizeof *self.made);
  measure(&self, f);
  self.longest = longest_for(&self, nodes, self.length[edge_of(&self, f)]);
  Bdd result = keep_short(&self, f);
  mem_free(self.length);
  mem_free(self.made);
  map_free(&self.order);
  return result;
}
