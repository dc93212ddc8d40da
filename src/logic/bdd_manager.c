/* Managers, their variables, and when an operation has to stop; see bdd.h. */
#include <stdlib.h>

#include "logic/bdd_internal.h"

enum {
  ASK_EVERY = 1 << 12, /* steps between two looks at the budget */
  FIRST_NODES = 1 << 8,
  FIRST_COMPUTED = 1 << 10,
  TIDY_FIRST = 1 << 18,   /* nodes before the first BDD_UNTIDY ... */
  TIDY_EARLY = 1 << 14,   /* ... where it may also reorder */
  REORDER_FIRST = 1 << 13 /* live nodes before the first reordering */
};

BddManager *bdd_manager_new(size_t nodes) {
  BddManager *m = mem_zalloc(sizeof *m);
  m->capacity = FIRST_NODES;
  m->nodes = mem_alloc(m->capacity * sizeof *m->nodes);
  m->nodes[0] = (Node){.variable = NODE_CONSTANT};
  m->size = m->used = 1;
  m->limit = nodes && nodes < BDD_NODES ? nodes : BDD_NODES;
  m->level = mem_array(BDD_VARIABLES + 1, sizeof *m->level);
  m->level[NODE_CONSTANT] = UINT32_MAX;
  m->tidy_at = TIDY_FIRST;
  m->reorder_at = REORDER_FIRST;
  bdd_computed_grow(m, FIRST_COMPUTED);
  return m;
}

void bdd_manager_free(BddManager *m) {
  if (!m) return;
  for (size_t v = 0; v < m->variable_count; v++) mem_free(m->subtables[v].buckets);
  for (size_t i = 0; i < m->renamings.size; i++) mem_free(m->renamings.data[i].partner);
  vec_free(&m->renamings);
  vec_free(&m->places);
  vec_free(&m->vectors);
  mem_free(m->subtables);
  mem_free(m->variable_at);
  mem_free(m->group);
  mem_free(m->level);
  mem_free(m->nodes);
  mem_free(m->computed);
  mem_free(m);
}

/* Charges the steps since the last time; `left` of the fuel is not used. */
static void charge(BddManager *m, uint64_t left) {
  uint64_t done = m->tank - left;
  m->steps += done;
  budget_use(m->budget, done);
  m->tank = m->fuel = 0;
}

void bdd_set_budget(BddManager *m, Budget *budget) {
  charge(m, m->fuel);
  m->budget = budget;
  if (m->end == BDD_SPENT) m->end = BDD_FINE;
}

/* The fuel is used up, and one step more is asked for. A budget that has little work left is given
 * little at a time, so that it stops exactly where it ends. */
bool bdd_refuel(BddManager *m) {
  m->fuel = 0; /* it went below */
  charge(m, 0);
  if (m->end == BDD_SPENT || budget_spent(m->budget)) {
    m->end = BDD_SPENT;
    return false;
  }
  uint64_t left = budget_work_left(m->budget);
  m->tank = left < ASK_EVERY ? left : ASK_EVERY;
  m->fuel = m->tank - 1;
  return true;
}

BddEnd bdd_why(const BddManager *m) { return m->end; }

/* Collections are cheap in a small manager, and so is sifting, which pays best when it comes early.
 */
static size_t tidy_least(const BddManager *m) { return m->reordering ? TIDY_EARLY : TIDY_FIRST; }

void bdd_set_tidying(BddManager *m, bool collect, bool reorder) {
  m->collecting = collect;
  m->reordering = reorder;
  m->tidy_at = tidy_least(m) > 4 * m->used ? tidy_least(m) : 4 * m->used;
}

bool bdd_wants_tidying(const BddManager *m) { return m->collecting && m->used > m->tidy_at / 2; }

/* When to sift next: where it helped, soon again; where the order was good already, diagrams are
 * large by nature, and it costs more than all operations. */
static size_t reorder_next(size_t before, size_t after) {
  size_t factor = after <= before / 2 ? 2 : after <= before - before / 4 ? 3 : 4;
  return factor * after > REORDER_FIRST ? factor * after : REORDER_FIRST;
}

/* After a collection an operation gets three times as much room as there are live nodes. If it
 * comes back and nothing else has changed, it needs more, and gets twice as much; or there is no
 * more. So a client that tries again comes to an end. */
bool bdd_tidy(BddManager *m) {
  BddEnd asked = m->end;
  charge(m, m->fuel);
  m->end = BDD_FINE;
  bdd_collect(m);
  bool again = m->used == m->tidied;
  if (m->reordering && m->used > m->reorder_at) {
    size_t before = m->used;
    bdd_reorder(m);
    m->reorder_at = reorder_next(before, m->used);
  }
  size_t least = tidy_least(m) > 4 * m->used ? tidy_least(m) : 4 * m->used;
  if (asked == BDD_UNTIDY && again) m->room = 2 * (m->room > m->tidy_at ? m->room : m->tidy_at);
  m->tidy_at = least;
  m->tidied = m->used;
  if (budget_spent(m->budget)) m->end = BDD_SPENT;
  else if (m->used >= m->limit || (asked == BDD_FULL && again)) m->end = BDD_FULL;
  return m->end == BDD_FINE;
}

BddCounts bdd_counts(const BddManager *m) {
  BddCounts counts = m->counts;
  counts.nodes = m->used;
  if (!counts.collections) counts.peak = m->used;
  counts.steps = m->steps + (m->tank - m->fuel);
  return counts;
}

static void *take_out(void **data, size_t *size, const void *place) {
  /* the latest is usually the first to go */
  for (size_t i = *size; i-- > 0;)
    if (data[i] == place) return data[i] = data[--*size];
  assert(!"not watched");
  return NULL;
}

void bdd_watch(BddManager *m, Bdd *place) { vec_push(&m->places, place); }
void bdd_unwatch(BddManager *m, Bdd *place) {
  take_out((void **)m->places.data, &m->places.size, place);
}
void bdd_watch_all(BddManager *m, BddVec *places) { vec_push(&m->vectors, places); }
void bdd_unwatch_all(BddManager *m, BddVec *places) {
  take_out((void **)m->vectors.data, &m->vectors.size, places);
}

uint32_t bdd_add_variables(BddManager *m, size_t count) {
  assert(m->variable_count + count <= BDD_VARIABLES);
  uint32_t first = (uint32_t)m->variable_count;
  size_t need = m->variable_count + count;
  if (need > m->variable_capacity) {
    m->variable_capacity = vec_capacity_for(m->variable_capacity, need);
    m->subtables = mem_resize(m->subtables, m->variable_capacity * sizeof *m->subtables);
    m->variable_at = mem_resize(m->variable_at, m->variable_capacity * sizeof *m->variable_at);
    m->group = mem_resize(m->group, m->variable_capacity * sizeof *m->group);
  }
  for (; m->variable_count < need; m->variable_count++) {
    uint32_t v = (uint32_t)m->variable_count;
    m->subtables[v] = (Subtable){0};
    m->level[v] = m->variable_at[v] = v;
    m->group[v] = m->groups;
    bdd_subtable_grow(m, v);
  }
  m->groups++;
  return first;
}

size_t bdd_variable_count(const BddManager *m) { return m->variable_count; }
uint32_t bdd_level(const BddManager *m, uint32_t variable) { return m->level[variable]; }
uint32_t bdd_variable_at(const BddManager *m, uint32_t level) { return m->variable_at[level]; }

Bdd bdd_variable(BddManager *m, uint32_t variable) {
  assert(variable < m->variable_count);
  return bdd_make(m, variable, BDD_FALSE, BDD_TRUE);
}

static int lowest_first(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? 1 : x > y ? -1 : 0;
}

Bdd bdd_cube(BddManager *m, const uint32_t *variables, size_t count) {
  uint32_t *levels = mem_array(count, sizeof *levels);
  for (size_t i = 0; i < count; i++) levels[i] = m->level[variables[i]];
  qsort(levels, count, sizeof *levels, lowest_first);
  Bdd cube = BDD_TRUE;
  for (size_t i = 0; i < count; i++) cube = bdd_make(m, m->variable_at[levels[i]], BDD_FALSE, cube);
  mem_free(levels);
  return cube;
}
