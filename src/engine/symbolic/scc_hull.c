/* Fair hulls as searches for components: Emerson and Lei, EL2, GSH (hull.h). The hull of a set is
 * SCC-closed, and what was removed on the way to it is in order: the set removed last comes right
 * after the hull. */
#include "engine/symbolic/scc.h"

static bool begin(SccSearch *search, HullSchedule schedule) {
  BddManager *m = search->relation->model->manager;
  BddVec conditions = {0};
  bool fine = true;
  for (size_t i = 0; fine && i < search->conditions.size; i++) {
    vec_push(&conditions, bdd_and(m, search->conditions.data[i], search->states));
    fine = vec_last(&conditions) != BDD_NONE;
  }
  if (fine) search->hull = hull_new(search->relation, search->states, &conditions, schedule);
  vec_free(&conditions);
  return fine;
}

static bool begin_el(void *context) { return begin(context, HULL_EL); }
static bool begin_el2(void *context) { return begin(context, HULL_EL2); }

/* Early termination (Somenzi, Ravi and Bloem, section 5): no step leads from what was removed back
 * into Z. So when Z has lost all initial states, no run gets there. */
static bool begin_gsh(void *context) {
  SccSearch *search = context;
  SymbolicModel *model = search->relation->model;
  if (!begin(search, (HullSchedule)(HULL_GSH + model->options.gsh))) return false;
  if (search->whole) search->hull->initial = model->initial;
  return true;
}

static void split(SccSearch *search) {
  const Hull *hull = search->hull;
  BddVec sets = {0};
  vec_push(&sets, hull->states);
  for (size_t i = hull->removed.size; i-- > 0;) vec_push(&sets, hull->removed.data[i]);
  uint32_t first = partition_split(search->partition, search->part, sets.data, sets.size);
  vec_free(&sets);
  for (size_t i = 0; i < hull->removed.size; i++) {
    uint32_t part = first + (uint32_t)(hull->removed.size - i);
    if (hull->missed.data[i] == HULL_EX) partition_still(search->partition, part);
    else partition_misses(search->partition, part, hull->missed.data[i]);
  }
  if (hull->states == BDD_FALSE) partition_still(search->partition, first);
  else search->found = first;
  search->apart = bits_count(&hull->idle) < hull->idle.size;
  hull_free(search->hull);
  search->hull = NULL;
  search->busy = false;
}

static SymbolicEnd explore(SccSearch *search, SymbolicStep begin_hull, Budget *budget) {
  assert(!search->all);
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!search->hull) end = symbolic_do(search->relation->model, begin_hull, search, budget);
  if (end == SYMBOLIC_DONE) end = hull_run(search->hull, budget);
  if (end == SYMBOLIC_DONE) split(search);
  return end;
}

static SymbolicEnd explore_el(SccSearch *search, Budget *budget) {
  return explore(search, begin_el, budget);
}
static SymbolicEnd explore_el2(SccSearch *search, Budget *budget) {
  return explore(search, begin_el2, budget);
}
static SymbolicEnd explore_gsh(SccSearch *search, Budget *budget) {
  return explore(search, begin_gsh, budget);
}

const SccAlgorithm scc_el = {.name = "el", .explore = explore_el};
const SccAlgorithm scc_el2 = {.name = "el2", .explore = explore_el2};
const SccAlgorithm scc_gsh = {.name = "gsh", .explore = explore_gsh};
