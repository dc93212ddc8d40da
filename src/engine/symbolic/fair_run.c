/* Runs into fair sets; see fair_run.h. */
#include "engine/symbolic/fair_run.h"

FairRun *fair_run_new(const ExactSystem *exact, Bdd hull, Bdd invariant, const BddVec *conditions) {
  BddManager *m = exact->relation->model->manager;
  FairRun *run = mem_zalloc(sizeof *run);
  run->exact = *exact;
  run->hull = hull;
  run->invariant = invariant;
  run->meeting = run->goal = BDD_NONE;
  vec_append(&run->conditions, conditions);
  bdd_watch(m, &run->hull);
  bdd_watch(m, &run->invariant);
  bdd_watch(m, &run->meeting);
  bdd_watch(m, &run->goal);
  bdd_watch_all(m, &run->conditions);
  return run;
}

void fair_run_free(FairRun *run) {
  if (!run) return;
  BddManager *m = run->exact.relation->model->manager;
  bdd_unwatch(m, &run->hull);
  bdd_unwatch(m, &run->invariant);
  bdd_unwatch(m, &run->meeting);
  bdd_unwatch(m, &run->goal);
  bdd_unwatch_all(m, &run->conditions);
  vec_free(&run->conditions);
  reachable_free(run->backward);
  lasso_free(run->lasso);
  concrete_free(&run->states);
  trace_free(run->trace);
  mem_free(run);
}

/* States of the hull that no state of it leads to are on no cycle, and no way inside it leads
 * through them: without them the lasso begins near a component. A chain of them may be long, and
 * then it is left: the lasso finds its way. */
static bool trim(void *context) {
  enum { MOST = 16 };
  FairRun *run = context;
  BddManager *m = run->exact.relation->model->manager;
  Bdd kept = bdd_and(m, run->hull, transitions_image(run->exact.within, run->hull));
  if (kept == BDD_NONE) return false;
  run->trimmed = kept == run->hull || ++run->trims == MOST;
  run->hull = kept;
  return true;
}

/* ---- from the initial states to the hull ---- */

/* The first ring that meets the hull. */
static bool meet_rings(void *context) {
  FairRun *run = context;
  Bdd met = BDD_FALSE;
  for (size_t i = 0; met == BDD_FALSE; i++) {
    assert(i < run->exact.forward->rings.size);
    met =
        bdd_and(run->exact.relation->model->manager, run->exact.forward->rings.data[i], run->hull);
  }
  if (met == BDD_NONE) return false;
  run->meeting = met;
  run->met = true;
  return true;
}

static bool meet_initial(void *context) {
  FairRun *run = context;
  SymbolicModel *model = run->exact.relation->model;
  Bdd met = bdd_and(model->manager, model->initial, vec_last(&run->backward->rings));
  if (met == BDD_NONE) return false;
  run->meeting = met;
  run->met = met != BDD_FALSE;
  return true;
}

static SymbolicEnd search_backwards(FairRun *run, Budget *budget) {
  SymbolicModel *model = run->exact.relation->model;
  Bdd goal = run->goal == BDD_NONE ? run->hull : run->goal;
  if (!run->backward) run->backward = reachable_new(run->exact.within, goal, run->invariant);
  for (;;) {
    SymbolicEnd end = symbolic_do(model, meet_initial, run, budget);
    if (end != SYMBOLIC_DONE || run->met) return end;
    if (run->backward->closed) {
      run->unreachable = true;
      return SYMBOLIC_DONE;
    }
    if (budget_spent(budget)) return SYMBOLIC_SPENT;
    end = reachable_backward(run->backward, budget);
    if (end != SYMBOLIC_DONE) return end;
  }
}

static SymbolicEnd walk(FairRun *run, Budget *budget) {
  Reachable *rings = run->exact.forward ? run->exact.forward : run->backward;
  if (!run->walking) {
    vec_push(&run->states, concrete_pick(run->exact.relation->model, run->meeting));
    size_t ring = concrete_ring(run->exact.relation->model, rings, &vec_last(&run->states));
    run->walk = (RingWalk){run->exact.relation, rings, !run->exact.forward, ring, &run->states};
    run->walking = true;
  }
  SymbolicEnd end = concrete_along_rings(&run->walk, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (run->exact.forward) concrete_reverse(&run->states);
  run->walked = true;
  return SYMBOLIC_DONE;
}

/* ---- in the hull ---- */

static bool begin_lasso(void *context) {
  FairRun *run = context;
  BddVec conditions = {0};
  bool fine = true;
  for (size_t i = 0; fine && i < run->conditions.size; i++) {
    vec_push(&conditions,
             bdd_and(run->exact.relation->model->manager, run->conditions.data[i], run->hull));
    fine = vec_last(&conditions) != BDD_NONE;
  }
  if (fine) {
    run->lasso = lasso_new(run->exact.relation, run->hull, &conditions);
    run->lasso->states = run->states;
    run->states = (StateVec){0};
  }
  vec_free(&conditions);
  return fine;
}

/* Where most of the hull may be states that are not reached, its image may take longer than all
 * else: then one attempt is enough. */
static SymbolicEnd trim_all(FairRun *run, Budget *budget) {
  while (!run->trimmed) {
    Budget attempt = budget_slice(budget, 1);
    SymbolicEnd end = symbolic_do(run->exact.relation->model, trim, run, &attempt);
    if (end == SYMBOLIC_FULL) return end;
    if (budget_spent(budget)) return SYMBOLIC_SPENT;
    if (end == SYMBOLIC_SPENT && !run->exact.forward) run->trimmed = true;
  }
  return SYMBOLIC_DONE;
}

SymbolicEnd fair_run_find(FairRun *run, const System *of, Budget *budget) {
  SymbolicModel *model = run->exact.relation->model;
  SymbolicEnd end = trim_all(run, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!run->met && !run->unreachable)
    end = run->exact.forward ? symbolic_do(model, meet_rings, run, budget)
                             : search_backwards(run, budget);
  if (end != SYMBOLIC_DONE || run->unreachable) return end;
  if (!run->walked) end = walk(run, budget);
  if (end == SYMBOLIC_DONE && !run->lasso) end = symbolic_do(model, begin_lasso, run, budget);
  if (end == SYMBOLIC_DONE) end = lasso_run(run->lasso, budget);
  if (end != SYMBOLIC_DONE) return end;
  run->trace = concrete_trace(model, &run->lasso->states, (int64_t)run->lasso->head, BDD_TRUE, of,
                              budget, &end);
  return end;
}
