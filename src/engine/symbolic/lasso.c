/* Fair cycles; see lasso.h. */
#include "engine/symbolic/lasso.h"

Lasso *lasso_new(Transitions *relation, Bdd hull, const BddVec *conditions) {
  BddManager *m = relation->model->manager;
  Lasso *lasso = mem_zalloc(sizeof *lasso);
  lasso->relation = relation;
  lasso->hull = hull;
  bdd_watch(m, &lasso->hull);
  for (size_t i = 0; i < conditions->size; i++)
    vec_push(&lasso->towards, reachable_new(relation, conditions->data[i], hull));
  lasso->needed = conditions->size;
  return lasso;
}

void lasso_free(Lasso *lasso) {
  if (!lasso) return;
  bdd_unwatch(lasso->relation->model->manager, &lasso->hull);
  for (size_t i = 0; i < lasso->towards.size; i++) reachable_free(lasso->towards.data[i]);
  vec_free(&lasso->towards);
  reachable_free(lasso->around);
  concrete_free(&lasso->states);
  concrete_free(&lasso->back);
  mem_free(lasso);
}

/* Whether the last state has a way to a condition, as far as its rings go. */
static bool has_way(const Lasso *lasso, const Reachable *rings) {
  return concrete_inside(lasso->relation->model, rings->states, &vec_last(&lasso->states));
}

/* Rings backwards from a condition until they have the last state, if it has a way there. */
static SymbolicEnd reach_back(Lasso *lasso, Reachable *rings, Budget *budget) {
  while (!has_way(lasso, rings) && !rings->closed) {
    SymbolicEnd end = reachable_backward(rings, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (budget_spent(budget)) return SYMBOLIC_SPENT;
  }
  return SYMBOLIC_DONE;
}

/* Walks on from the last state to the next condition that is not visited. */
static SymbolicEnd visit(Lasso *lasso, Budget *budget) {
  Reachable *rings = lasso->towards.data[lasso->visited];
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!lasso->walking) {
    end = reach_back(lasso, rings, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (!has_way(lasso, rings)) {
      assert(lasso->visited >= lasso->needed);
      lasso->visited++;
      return SYMBOLIC_DONE;
    }
    size_t ring = concrete_ring(lasso->relation->model, rings, &vec_last(&lasso->states));
    lasso->walk = (RingWalk){lasso->relation, rings, true, ring, &lasso->states};
    lasso->walking = true;
  }
  end = concrete_along_rings(&lasso->walk, budget);
  if (end != SYMBOLIC_DONE) return end;
  lasso->walking = false;
  lasso->visited++;
  return SYMBOLIC_DONE;
}

/* The successors of the last state in the hull: a cycle has at least one step. */
static bool begin_around(void *context) {
  Lasso *lasso = context;
  SymbolicModel *model = lasso->relation->model;
  Bdd last = concrete_state(model, &vec_last(&lasso->states));
  Bdd near = bdd_and(model->manager, transitions_image(lasso->relation, last), lasso->hull);
  if (near == BDD_NONE) return false;
  lasso->around = reachable_new(lasso->relation, near, lasso->hull);
  return true;
}

/* From `back`, which has one state in `around`, on to the successors of the end; then the way there
 * is appended, without that state. */
static SymbolicEnd walk_around(Lasso *lasso, Budget *budget) {
  if (!lasso->walking) {
    size_t ring = concrete_ring(lasso->relation->model, lasso->around, lasso->back.data);
    lasso->walk = (RingWalk){lasso->relation, lasso->around, false, ring, &lasso->back};
    lasso->walking = true;
  }
  SymbolicEnd end = concrete_along_rings(&lasso->walk, budget);
  if (end != SYMBOLIC_DONE) return end;
  for (size_t i = lasso->back.size; i-- > 1;)
    vec_push(&lasso->states, bits_copy(lasso->back.data + i));
  lasso->walking = false;
  return SYMBOLIC_DONE;
}

static SymbolicEnd close_cycle(Lasso *lasso, Budget *budget) {
  if (!lasso->back.size) vec_push(&lasso->back, bits_copy(lasso->states.data + lasso->head));
  SymbolicEnd end = walk_around(lasso, budget);
  lasso->closed = end == SYMBOLIC_DONE;
  return end;
}

/* The head cannot be reached again: the cycle is looked for from a state that is as far from here
 * as there is one, and so is soon in a component that nothing leaves. It is not the head again, and
 * does not reach it: so this comes to an end. */
static SymbolicEnd go_below(Lasso *lasso, Budget *budget) {
  SymbolicModel *model = lasso->relation->model;
  if (!lasso->back.size)
    vec_push(&lasso->back, concrete_pick(model, vec_last(&lasso->around->rings)));
  SymbolicEnd end = walk_around(lasso, budget);
  if (end != SYMBOLIC_DONE) return end;
  vec_push(&lasso->states, bits_copy(lasso->back.data));
  concrete_free(&lasso->back);
  lasso->head = lasso->states.size - 1;
  lasso->visited = 0;
  reachable_free(lasso->around);
  lasso->around = NULL;
  return SYMBOLIC_DONE;
}

SymbolicEnd lasso_run(Lasso *lasso, Budget *budget) {
  SymbolicModel *model = lasso->relation->model;
  if (!lasso->begun) lasso->head = lasso->states.size - 1;
  lasso->begun = true;
  while (!lasso->closed) {
    SymbolicEnd end = SYMBOLIC_DONE;
    if (lasso->visited < lasso->towards.size) end = visit(lasso, budget);
    else if (!lasso->around) end = symbolic_do(model, begin_around, lasso, budget);
    else if (concrete_inside(model, lasso->around->states, lasso->states.data + lasso->head))
      end = close_cycle(lasso, budget);
    else if (!lasso->around->closed) end = reachable_forward(lasso->around, budget);
    else end = go_below(lasso, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (!lasso->closed && budget_spent(budget)) return SYMBOLIC_SPENT;
  }
  return SYMBOLIC_DONE;
}
