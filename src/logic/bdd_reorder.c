/* Sifting (Rudell 1993) with groups of variables that stay together (Panda and Somenzi 1995): the
 * largest groups first, each is moved through the whole order and left where it was best. A
 * direction is given up where what lies ahead cannot make the diagrams smaller than they were at
 * best (Drechsler, Günther and Somenzi, Using lower bounds during dynamic BDD minimization, 2001).
 */
#include <stdlib.h>

#include "logic/bdd_internal.h"

/* A group, as long as variables are sifted. */
typedef struct {
  uint32_t first; /* a variable of it */
  size_t nodes;   /* of its variables, before */
} Group;

typedef struct {
  BddManager *m;
  uint32_t *size; /* number of variables, by group */
} Sifting;

/* A group is given up in a direction when the diagrams have grown by a fifth. */
static bool too_large(const BddManager *m, size_t best) { return m->used > best + best / 5 + 16; }

static bool may_swap(const BddManager *m, uint32_t level) {
  return m->used + 2 * (size_t)m->subtables[m->variable_at[level]].count < BDD_NODES;
}

/* The level of the first variable of the group that owns a level. */
static uint32_t top_of(const Sifting *self, uint32_t level) {
  const BddManager *m = self->m;
  while (level && m->group[m->variable_at[level - 1]] == m->group[m->variable_at[level]]) level--;
  return level;
}

static uint32_t size_at(const Sifting *self, uint32_t level) {
  return self->size[self->m->group[self->m->variable_at[level]]];
}

/* Swaps the group at `level` with the one below it. False, with nothing done, if there is no room:
 * a swap that was begun is finished. */
static bool swap_groups(Sifting *self, uint32_t level) {
  BddManager *m = self->m;
  uint32_t upper = size_at(self, level), lower = size_at(self, level + upper);
  if (!may_swap(m, level + upper - 1)) return false;
  for (uint32_t i = 0; i < lower; i++)
    for (uint32_t k = upper; k-- > 0;) {
      uint32_t at = level + i + k;
      budget_use(m->budget, m->subtables[m->variable_at[at]].count / 4 + 1);
      bdd_swap(m, at);
    }
  return true;
}

/* The nodes at some levels whose variables interact with one of the group at `level`. */
static size_t nodes_with(const Sifting *self, uint32_t level, uint32_t from, uint32_t to) {
  const BddManager *m = self->m;
  size_t nodes = 0;
  for (uint32_t at = from; at < to; at++) {
    bool interacts = false;
    for (uint32_t i = 0; i < size_at(self, level) && !interacts; i++)
      interacts = bdd_interacts(m, m->variable_at[level + i], m->variable_at[at]);
    if (interacts) nodes += m->subtables[m->variable_at[at]].count;
  }
  return nodes;
}

/* The nodes of a group itself that a move may do without. Down, those of its first variable are
 * needed: each is the root of a function that is different from the others, wherever it is. */
static size_t nodes_own(const Sifting *self, uint32_t level, bool down) {
  const BddManager *m = self->m;
  size_t nodes = 0;
  for (uint32_t i = down ? 1 : 0; i < size_at(self, level); i++)
    nodes += m->subtables[m->variable_at[level + i]].count;
  return nodes;
}

/* Moves the group at `level` step by step down or up while that is promising, and notes the best
 * place. Returns where it is. Levels behind it do not change by its further way, and those ahead
 * have not changed yet; so what can be gained is at most what is there and its own. */
static uint32_t travel(Sifting *self, uint32_t level, bool down, size_t *best, uint32_t *place) {
  BddManager *m = self->m;
  uint32_t size = size_at(self, level), end = (uint32_t)m->variable_count;
  size_t ahead = nodes_with(self, level, down ? level + size : 0, down ? end : level);
  while (down ? level + size < end : level > 0) {
    if (m->used >= *best + ahead + nodes_own(self, level, down)) break;
    uint32_t other = down ? size_at(self, level + size) : 0;
    uint32_t above = down ? level : top_of(self, level - 1);
    ahead -=
        nodes_with(self, level, down ? level + size : above, down ? level + size + other : level);
    if (budget_spent(m->budget) || !swap_groups(self, above)) break;
    level = down ? level + other : above;
    if (m->used < *best) *best = m->used, *place = level;
    if (too_large(m, *best)) break;
  }
  return level;
}

static void sift(Sifting *self, uint32_t variable) {
  BddManager *m = self->m;
  uint32_t level = top_of(self, m->level[variable]), place = level;
  size_t best = m->used;
  /* first to the nearer end, since the way is made twice */
  bool down = level > m->variable_count / 2;
  level = travel(self, level, down, &best, &place);
  level = travel(self, level, !down, &best, &place);
  /* back to the best place: the sizes on the way are known, so there is no look at the budget */
  while (level != place) {
    uint32_t above = level < place ? level : top_of(self, level - 1);
    uint32_t other = level < place ? size_at(self, level + size_at(self, level)) : 0;
    if (!swap_groups(self, above)) return;
    level = level < place ? level + other : above;
  }
}

static void count_references(BddManager *m) {
  m->references_size = m->capacity;
  m->references = mem_array(m->references_size, sizeof *m->references);
  for (size_t i = 0; i < m->places.size; i++)
    if (*m->places.data[i] != BDD_NONE) m->references[node_of(*m->places.data[i])]++;
  for (size_t i = 0; i < m->vectors.size; i++)
    for (size_t k = 0; k < m->vectors.data[i]->size; k++)
      if (m->vectors.data[i]->data[k] != BDD_NONE)
        m->references[node_of(m->vectors.data[i]->data[k])]++;
  for (size_t v = 0; v < m->variable_count; v++)
    for (size_t i = 0; i <= m->subtables[v].mask; i++)
      for (uint32_t n = m->subtables[v].buckets[i]; n; n = m->nodes[n].next) {
        m->references[node_of(m->nodes[n].low)]++;
        m->references[node_of(m->nodes[n].high)]++;
      }
}

static int larger_first(const void *a, const void *b) {
  const Group *x = a, *y = b;
  if (x->nodes != y->nodes) return x->nodes < y->nodes ? 1 : -1;
  return x->first < y->first ? -1 : 1;
}

void bdd_reorder(BddManager *m) {
  bdd_collect(m);
  count_references(m);
  bdd_interact(m);
  Sifting self = {m, mem_array(m->groups + 1, sizeof *self.size)};
  Group *groups = mem_array(m->groups + 1, sizeof *groups);
  for (uint32_t v = (uint32_t)m->variable_count; v-- > 0;) {
    Group *group = groups + m->group[v];
    group->first = v;
    group->nodes += m->subtables[v].count;
    self.size[m->group[v]]++;
  }
  qsort(groups, m->groups, sizeof *groups, larger_first);
  for (size_t i = 0; i < m->groups && groups[i].nodes; i++) {
    if (budget_spent(m->budget)) break;
    sift(&self, groups[i].first);
  }
  mem_free(groups);
  mem_free(self.size);
  mem_free(m->references);
  m->references = NULL;
  bdd_interact_free(m);
  bdd_computed_clear(m);
  m->counts.reorderings++;
}
