/* Fair hulls; see hull.h. */
#include "engine/symbolic/hull.h"

Hull *hull_new(Transitions *relation, Bdd states, const BddVec *conditions, HullSchedule schedule) {
  BddManager *m = relation->model->manager;
  Hull *hull = mem_zalloc(sizeof *hull);
  hull->relation = relation;
  hull->schedule = schedule;
  hull->states = states;
  vec_append(&hull->conditions, conditions);
  hull->idle = bits_new(conditions->size + 1);
  hull->initial = BDD_NONE;
  if (!conditions->size) hull->turn = HULL_EX;
  bdd_watch(m, &hull->states);
  bdd_watch(m, &hull->initial);
  bdd_watch_all(m, &hull->conditions);
  bdd_watch_all(m, &hull->often);
  bdd_watch_all(m, &hull->removed);
  return hull;
}

void hull_free(Hull *hull) {
  if (!hull) return;
  BddManager *m = hull->relation->model->manager;
  reachable_free(hull->until);
  bdd_unwatch(m, &hull->states);
  bdd_unwatch(m, &hull->initial);
  bdd_unwatch_all(m, &hull->conditions);
  bdd_unwatch_all(m, &hull->often);
  bdd_unwatch_all(m, &hull->removed);
  vec_free(&hull->conditions);
  vec_free(&hull->often);
  vec_free(&hull->removed);
  vec_free(&hull->missed);
  bits_free(&hull->idle);
  mem_free(hull);
}

/* ---- which operator comes next ---- */

static uint32_t after(const Hull *hull, uint32_t condition) {
  return (condition + 1) % (uint32_t)hull->conditions.size;
}

/* One of the operators that may remove something. */
static uint32_t draw(Hull *hull) {
  size_t count = hull->idle.size - bits_count(&hull->idle), left = 0;
  if (count) left = random_below(&hull->random, (uint32_t)count);
  for (uint32_t i = 0; i < hull->conditions.size; i++)
    if (!bits_get(&hull->idle, i) && left-- == 0) return i;
  return HULL_EX;
}

/* The operator `turn` was applied. */
static void choose_next(Hull *hull) {
  if (!hull->conditions.size) return; /* there is only EX */
  bool was_ex = hull->turn == HULL_EX;
  if (!was_ex) hull->pending = after(hull, hull->turn);
  bool again = was_ex && hull->removing; /* EX to its fixpoint */
  bool ex = false;
  switch (hull->schedule) {
  case HULL_EL: ex = !was_ex; break;
  case HULL_EL2: ex = again || (!was_ex && hull->pending == 0); break;
  case HULL_GSH: ex = again || !was_ex; break;
  case HULL_BUDGET: ex = !was_ex || (again && hull->budget-- > 1); break;
  case HULL_RANDOM: hull->turn = draw(hull); return;
  }
  hull->turn = ex ? HULL_EX : hull->pending;
}

/* The operator left Z ∩ kept. */
static bool apply(Hull *hull, Bdd kept) {
  BddManager *m = hull->relation->model->manager;
  Bdd states = bdd_and(m, hull->states, kept), gone = bdd_minus(m, hull->states, kept);
  Bdd lost = hull->initial == BDD_NONE ? BDD_FALSE : bdd_disjoint(m, states, hull->initial);
  if (states == BDD_NONE || gone == BDD_NONE || lost == BDD_NONE) return false;
  bool ex = hull->turn == HULL_EX;
  hull->removing = gone != BDD_FALSE;
  if (hull->removing) {
    vec_push(&hull->removed, gone);
    vec_push(&hull->missed, hull->turn);
    hull->states = states;
    bits_fill(&hull->idle, false);
  }
  /* EU, even if it removed something: it would not remove anything more */
  if (!ex || !hull->removing) bits_set(&hull->idle, ex ? hull->conditions.size : hull->turn);
  if (!ex) hull->budget = hull->until->rings.size;
  hull->done =
      hull->states == BDD_FALSE || lost == BDD_TRUE || bits_count(&hull->idle) == hull->idle.size;
  choose_next(hull);
  return true;
}

/* ---- the operators ---- */

static bool apply_ex(void *context) {
  Hull *hull = context;
  return apply(hull, hull->forward ? transitions_image(hull->relation, hull->states)
                                   : transitions_preimage(hull->relation, hull->states));
}

static bool apply_eu(void *context) {
  Hull *hull = context;
  BddManager *m = hull->relation->model->manager;
  Bdd kept = hull->until->states;
  if (hull->often.size) {
    Bdd gone = bdd_minus(m, hull->states, kept);
    Bdd in_vain = bdd_disjoint(m, gone, hull->often.data[hull->turn]);
    if (in_vain == BDD_NONE) return false;
    if (in_vain == BDD_TRUE) kept = BDD_TRUE;
  }
  return apply(hull, kept);
}

static bool begin_eu(void *context) {
  Hull *hull = context;
  BddManager *m = hull->relation->model->manager;
  Bdd goal = bdd_and(m, hull->states, hull->conditions.data[hull->turn]);
  if (goal == BDD_NONE) return false;
  hull->until = reachable_new(hull->relation, goal, hull->states);
  return true;
}

static SymbolicEnd run_eu(Hull *hull, Budget *budget) {
  SymbolicModel *model = hull->relation->model;
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!hull->until) end = symbolic_do(model, begin_eu, hull, budget);
  if (end == SYMBOLIC_DONE) end = reachable_close(hull->until, hull->forward, budget);
  if (end == SYMBOLIC_DONE) end = symbolic_do(model, apply_eu, hull, budget);
  if (end != SYMBOLIC_DONE) return end;
  reachable_free(hull->until);
  hull->until = NULL;
  return end;
}

SymbolicEnd hull_run(Hull *hull, Budget *budget) {
  if (hull->states == BDD_FALSE) hull->done = true;
  while (!hull->done) {
    SymbolicEnd end = hull->turn == HULL_EX
                          ? symbolic_do(hull->relation->model, apply_ex, hull, budget)
                          : run_eu(hull, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (!hull->done && budget_spent(budget)) return SYMBOLIC_SPENT;
  }
  return SYMBOLIC_DONE;
}
