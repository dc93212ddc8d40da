/* Rings; see reachable.h. */
#include "engine/symbolic/reachable.h"

Reachable *reachable_new(Transitions *relation, Bdd from, Bdd within) {
  Reachable *reachable = mem_zalloc(sizeof *reachable);
  reachable->relation = relation;
  reachable->states = from;
  reachable->within = within;
  vec_push(&reachable->rings, from);
  bdd_watch(relation->model->manager, &reachable->states);
  bdd_watch(relation->model->manager, &reachable->within);
  bdd_watch_all(relation->model->manager, &reachable->rings);
  return reachable;
}

void reachable_free(Reachable *reachable) {
  if (!reachable) return;
  bdd_unwatch(reachable->relation->model->manager, &reachable->states);
  bdd_unwatch(reachable->relation->model->manager, &reachable->within);
  bdd_unwatch_all(reachable->relation->model->manager, &reachable->rings);
  vec_free(&reachable->rings);
  mem_free(reachable);
}

/* The image of any set between the last ring and all states so far gives the same new ones: the
 * smaller of the two is taken, or what minimization finds between them. */
static bool grow(Reachable *reachable, bool forward) {
  BddManager *m = reachable->relation->model->manager;
  if (reachable->closed) return true;
  Bdd ring = vec_last(&reachable->rings), states = reachable->states;
  Bdd old = bdd_minus(m, states, ring);
  Bdd front = bdd_minimize(m, ring, bdd_not(old));
  Bdd found = forward ? transitions_image(reachable->relation, front)
                      : transitions_preimage(reachable->relation, front);
  Bdd fresh = bdd_minus(m, bdd_and(m, found, reachable->within), states),
      all = bdd_or(m, states, fresh);
  if (all == BDD_NONE) return false;
  if (fresh == BDD_FALSE) reachable->closed = true;
  else {
    vec_push(&reachable->rings, fresh);
    reachable->states = all;
  }
  return true;
}

static bool grow_forward(void *context) { return grow(context, true); }
static bool grow_backward(void *context) { return grow(context, false); }

SymbolicEnd reachable_forward(Reachable *reachable, Budget *budget) {
  return symbolic_do(reachable->relation->model, grow_forward, reachable, budget);
}
SymbolicEnd reachable_backward(Reachable *reachable, Budget *budget) {
  return symbolic_do(reachable->relation->model, grow_backward, reachable, budget);
}

SymbolicEnd reachable_close(Reachable *reachable, bool forward, Budget *budget) {
  while (!reachable->closed) {
    SymbolicEnd end =
        forward ? reachable_forward(reachable, budget) : reachable_backward(reachable, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (!reachable->closed && budget_spent(budget)) return SYMBOLIC_SPENT;
  }
  return SYMBOLIC_DONE;
}
