/* The lower bound of an EG node: that its states are starts of fair paths.
 *
 * A proof may say it of sets S_0, ..., S_(k-1), each of which has a step to the next, and the last
 * one to the first, where every condition is met throughout one of them; then of states that have a
 * step to what is known. So: find a fair cycle in what is left of the hull. Keep of its states only
 * in which position which condition is met (each in one position). All states that can go round in
 * this way, that is the greatest sets
 *
 *   S_i = hull, conditions of position i, and EX S_(i+1),
 *
 * are a cycle of sets, of which the states that were found are elements. Then come the states that
 * lead to them, ring by ring. Each turn takes in at least a component of the hull, so that nothing
 * is left in the end. Without conditions the hull itself is such a cycle, of one set.
 *
 * Under strong fairness the hull is the kernel (strong_hull.h), and rings go back to all states
 * with a way there. Of a pair the second may be out of reach; then so is its first. */
#include "engine/bdd/ctl.h"

void ctl_cycle_clear(BddEngine *self) {
  CycleProof *cycle = &self->ctl->cycle;
  lasso_free(cycle->lasso);
  reachable_free(cycle->before);
  vec_clear(&cycle->needed);
  vec_clear(&cycle->sets);
  ctl_update_free(&cycle->update);
  cycle->lasso = NULL;
  cycle->before = NULL;
  cycle->position = 0;
  cycle->shrunk = cycle->done = false;
  cycle->update = (CtlUpdate){0};
}

static const StrongHull *hull_of(const BddEngine *self) {
  return self->ctl->nodes[self->ctl->node].hull;
}

/* ---- a cycle ---- */

static bool begin_lasso(void *context) {
  BddEngine *self = context;
  BddManager *m = self->model->manager;
  const StrongHull *hull = hull_of(self);
  Bdd left = bdd_minus(m, hull->kernel, self->ctl->known);
  BddVec conditions = {0};
  bool fine = left != BDD_NONE;
  for (size_t i = 0; i < hull->conditions.size && fine; i++) {
    vec_push(&conditions, bdd_and(m, hull->conditions.data[i], hull->kernel));
    fine = vec_last(&conditions) != BDD_NONE;
  }
  if (fine) {
    Lasso *lasso = lasso_new(self->within, hull->kernel, &conditions);
    lasso->needed = hull->weak;
    vec_push(&lasso->states, concrete_pick(self->model, left));
    self->ctl->cycle.lasso = lasso;
  }
  vec_free(&conditions);
  return fine;
}

/* What the positions need: each condition goes to the first one where it is met. Where the second
 * of a pair is not met on the cycle, its first is met nowhere. */
static bool take_positions(void *context) {
  BddEngine *self = context;
  BddManager *m = self->model->manager;
  CycleProof *cycle = &self->ctl->cycle;
  const StrongHull *hull = hull_of(self);
  size_t head = cycle->lasso ? cycle->lasso->head : 0;
  size_t length = cycle->lasso ? cycle->lasso->states.size - head : 1;
  BddVec needed = {0};
  for (size_t k = 0; k < length; k++) vec_push(&needed, hull->kernel);
  for (size_t i = 0; i < hull->conditions.size; i++) {
    Bdd condition = hull->conditions.data[i];
    size_t k = 0;
    while (k < length &&
           !concrete_inside(self->model, condition, cycle->lasso->states.data + head + k))
      k++;
    if (k < length) needed.data[k] = bdd_and(m, needed.data[k], condition);
    else
      for (size_t every = 0; every < length; every++)
        needed.data[every] = bdd_minus(m, needed.data[every], hull->often.data[i]);
  }
  bool fine = true;
  for (size_t k = 0; k < length; k++) fine = fine && needed.data[k] != BDD_NONE;
  if (fine) {
    vec_append(&cycle->needed, &needed);
    vec_append(&cycle->sets, &needed);
    cycle->position = length;
  }
  vec_free(&needed);
  return fine;
}

/* One position, from the end; a round is over at position 0. */
static bool shrink(void *context) {
  BddEngine *self = context;
  CycleProof *cycle = &self->ctl->cycle;
  size_t k = cycle->position - 1, length = cycle->sets.size;
  Bdd before = transitions_preimage(self->within, cycle->sets.data[(k + 1) % length]);
  Bdd set = bdd_and(self->model->manager, cycle->needed.data[k], before);
  if (set == BDD_NONE) return false;
  if (set != cycle->sets.data[k]) cycle->shrunk = true;
  cycle->sets.data[k] = set;
  cycle->position = k;
  if (k) return true;
  cycle->done = !cycle->shrunk;
  cycle->shrunk = false;
  cycle->position = cycle->done ? 0 : length;
  return true;
}

/* ---- its update ---- */

static bool write_position(void *context) {
  BddEngine *self = context;
  BddCtl *ctl = self->ctl;
  BddManager *m = self->model->manager;
  Bdd care = bdd_minus(m, self->invariant, ctl->known);
  Bdd set = bdd_minimize(m, ctl->cycle.sets.data[ctl->cycle.position], care);
  if (set == BDD_NONE) return false;
  ctl_write_cube(self, &ctl->cycle.update, set, &ctl->choice->values);
  return true;
}

static SymbolicEnd write_positions(BddEngine *self, Budget *budget) {
  BddCtl *ctl = self->ctl;
  const BddVec *sets = &ctl->cycle.sets;
  for (; ctl->cycle.position < sets->size; ctl->cycle.position++) {
    size_t k = ctl->cycle.position;
    if (!ctl->choice)
      ctl->choice = choice_new(ctl->open, sets->data[k], sets->data[(k + 1) % sets->size]);
    SymbolicEnd end = choice_run(ctl->choice, budget);
    if (end == SYMBOLIC_DONE) end = symbolic_do(self->model, write_position, self, budget);
    if (end != SYMBOLIC_DONE) return end;
    choice_free(ctl->choice);
    ctl->choice = NULL;
  }
  return SYMBOLIC_DONE;
}

/* The cycle is known now, and what leads to it follows. */
static bool finish_update(void *context) {
  BddEngine *self = context;
  BddCtl *ctl = self->ctl;
  Bdd known = ctl->known;
  for (size_t k = 0; k < ctl->cycle.sets.size; k++)
    known = bdd_or(self->model->manager, known, ctl->cycle.sets.data[k]);
  if (known == BDD_NONE) return false;
  ctl->cycle.update.kind = CTL_CYCLE;
  ctl->cycle.update.node = ctl->node;
  vec_push(&ctl->proof->updates, ctl->cycle.update);
  ctl->cycle.update = (CtlUpdate){0};
  ctl->known = known;
  ctl->cycle.before = reachable_new(self->within, known, hull_of(self)->states);
  ctl->ring = 1;
  return true;
}

/* ---- the whole hull ---- */

static SymbolicEnd find_cycle(BddEngine *self, Budget *budget) {
  CycleProof *cycle = &self->ctl->cycle;
  SymbolicEnd end = SYMBOLIC_DONE;
  if (hull_of(self)->conditions.size) {
    if (!cycle->lasso) end = symbolic_do(self->model, begin_lasso, self, budget);
    if (end == SYMBOLIC_DONE) end = lasso_run(cycle->lasso, budget);
  }
  return end == SYMBOLIC_DONE ? symbolic_do(self->model, take_positions, self, budget) : end;
}

static SymbolicEnd prove_rings(BddEngine *self, Budget *budget) {
  BddCtl *ctl = self->ctl;
  SymbolicEnd end = reachable_close(ctl->cycle.before, false, budget);
  for (; end == SYMBOLIC_DONE && ctl->ring < ctl->cycle.before->rings.size; ctl->ring++) {
    end = ctl_prove_in(self, ctl->cycle.before->rings.data[ctl->ring], ctl->known, budget);
    if (end != SYMBOLIC_DONE) break;
  }
  return end;
}

SymbolicEnd ctl_prove_hull(BddEngine *self, Budget *budget) {
  BddCtl *ctl = self->ctl;
  CycleProof *cycle = &ctl->cycle;
  if (ctl->known == BDD_NONE || !ctl->ring) {
    ctl->known = BDD_FALSE;
    ctl->ring = 1;
  }
  SymbolicEnd end = SYMBOLIC_DONE;
  while (end == SYMBOLIC_DONE && ctl->known != hull_of(self)->states) {
    if (!cycle->sets.size) end = find_cycle(self, budget);
    else if (!cycle->done) end = symbolic_do(self->model, shrink, self, budget);
    else if (cycle->position < cycle->sets.size) end = write_positions(self, budget);
    else if (!cycle->before) end = symbolic_do(self->model, finish_update, self, budget);
    else {
      end = prove_rings(self, budget);
      if (end == SYMBOLIC_DONE) ctl_cycle_clear(self);
    }
    if (end == SYMBOLIC_DONE && budget_spent(budget)) end = SYMBOLIC_SPENT;
  }
  if (end == SYMBOLIC_DONE) ctl_cycle_clear(self);
  return end;
}
