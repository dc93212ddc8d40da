/* Fair hulls under strong fairness; see strong_hull.h. */
#include "engine/symbolic/strong_hull.h"

StrongHull *strong_hull_new(Transitions *relation, Bdd inside, const BddVec *fairness,
                            const BddVec *compassion, HullSchedule schedule) {
  BddManager *m = relation->model->manager;
  StrongHull *strong = mem_zalloc(sizeof *strong);
  strong->relation = relation;
  strong->schedule = schedule;
  strong->weak = fairness->size;
  strong->inside = inside;
  strong->kernel = BDD_FALSE;
  strong->states = BDD_NONE;
  vec_append(&strong->conditions, fairness);
  for (size_t i = 0; i < fairness->size; i++) vec_push(&strong->often, BDD_TRUE);
  for (size_t i = 0; i < compassion->size; i += 2) {
    vec_push(&strong->often, compassion->data[i]);
    vec_push(&strong->conditions, compassion->data[i + 1]);
  }
  bdd_watch_all(m, &strong->conditions);
  bdd_watch_all(m, &strong->often);
  bdd_watch(m, &strong->inside);
  bdd_watch(m, &strong->kernel);
  bdd_watch(m, &strong->states);
  return strong;
}

void strong_hull_free(StrongHull *strong) {
  if (!strong) return;
  BddManager *m = strong->relation->model->manager;
  for (size_t i = 0; i < strong->hulls.size; i++) hull_free(strong->hulls.data[i].hull);
  vec_free(&strong->hulls);
  reachable_free(strong->towards);
  bdd_unwatch_all(m, &strong->conditions);
  bdd_unwatch_all(m, &strong->often);
  bdd_unwatch(m, &strong->inside);
  bdd_unwatch(m, &strong->kernel);
  bdd_unwatch(m, &strong->states);
  vec_free(&strong->conditions);
  vec_free(&strong->often);
  mem_free(strong);
}

static void open_hull(StrongHull *strong, Bdd states, uint32_t level) {
  Hull *hull = hull_new(strong->relation, states, &strong->conditions, strong->schedule);
  if (strong->weak < strong->conditions.size) vec_append(&hull->often, &strong->often);
  vec_push(&strong->hulls, ((LevelHull){hull, level}));
}

/* The next removed set of the hull that is done; or its end. */
static bool look_at_removed(void *context) {
  StrongHull *strong = context;
  BddManager *m = strong->relation->model->manager;
  LevelHull done = strong->hulls.data[strong->turn];
  if (strong->removed == done.hull->removed.size) {
    Bdd kernel = bdd_or(m, strong->kernel, done.hull->states);
    if (kernel == BDD_NONE) return false;
    strong->kernel = kernel;
    strong->removed = 0;
    strong->turn++;
    return true;
  }
  uint32_t condition = done.hull->missed.data[strong->removed];
  if (condition != HULL_EX && condition >= strong->weak) {
    Bdd set = done.hull->removed.data[strong->removed];
    Bdd without = bdd_minus(m, set, strong->often.data[condition]);
    if (without == BDD_NONE) return false;
    if (without != BDD_FALSE) open_hull(strong, without, done.level + 1);
  }
  strong->removed++;
  return true;
}

SymbolicEnd strong_hull_run(StrongHull *strong, Budget *budget) {
  SymbolicModel *model = strong->relation->model;
  if (!strong->hulls.size) open_hull(strong, strong->inside, 0);
  while (strong->turn < strong->hulls.size) {
    SymbolicEnd end = hull_run(strong->hulls.data[strong->turn].hull, budget);
    if (end == SYMBOLIC_DONE) end = symbolic_do(model, look_at_removed, strong, budget);
    if (end != SYMBOLIC_DONE) return end;
  }
  SymbolicEnd end = SYMBOLIC_DONE;
  if (strong->weak < strong->conditions.size) {
    if (!strong->towards)
      strong->towards = reachable_new(strong->relation, strong->kernel, strong->inside);
    end = reachable_close(strong->towards, false, budget);
  }
  if (end == SYMBOLIC_DONE)
    strong->states = strong->towards ? strong->towards->states : strong->kernel;
  return end;
}
