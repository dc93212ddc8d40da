/* The endgames of Lemma 1. In a weak set every cycle is fair, so it is asked for any infinite path
 * in it: EF EG of the set. All weak sets are asked about at once, since a cycle in a union of
 * SCC-closed sets is in one of them. From a terminal set nothing leads out, so a state of it that
 * is reached is enough, EF of the set, if the set has no dead ends. It has none: whether a state
 * has a successor is a matter of the constraints, which are in every approximation, and in a
 * component with a cycle every state has one there. */
#include "engine/dnc/internal.h"

/* ---- terminal sets ---- */

static bool begin_terminal(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  Bdd all = BDD_FALSE;
  for (size_t i = 0; i < self->terminal.size; i++)
    all = bdd_or(m, all, self->partition->states.data[self->terminal.data[i]]);
  all = bdd_and(m, all, self->invariant);
  if (all == BDD_NONE) return false;
  ExactSystem exact = dnc_exact(self);
  if (all == BDD_FALSE) vec_clear(&self->terminal);
  else self->run = fair_run_new(&exact, all, self->invariant, &self->model->roots);
  return true;
}

/* ---- weak sets ---- */

static bool begin_weak(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  Bdd all = BDD_FALSE;
  for (size_t i = 0; i < self->weak.size; i++)
    all = bdd_or(m, all, self->partition->states.data[self->weak.data[i]]);
  all = bdd_and(m, all, self->invariant);
  if (all == BDD_NONE) return false;
  self->group = all;
  return true;
}

/* What EX removed from the union is, cut with each set, what has to go there one after another. A
 * set may have left the invariant in part: that comes first. */
static bool split_weak_set(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  uint32_t part = vec_last(&self->weak);
  Bdd set = self->partition->states.data[part];
  BddVec sets = {0};
  vec_push(&sets, bdd_minus(m, set, self->group));
  vec_push(&sets, bdd_and(m, set, self->hull->states));
  for (size_t i = self->hull->removed.size; i-- > 0;)
    vec_push(&sets, bdd_and(m, set, self->hull->removed.data[i]));
  bool fine = true;
  for (size_t i = 0; i < sets.size; i++) fine = fine && sets.data[i] != BDD_NONE;
  if (fine) {
    uint32_t first = partition_split(self->partition, part, sets.data, sets.size);
    for (uint32_t i = 2; i < sets.size; i++) partition_still(self->partition, first + i);
    self->weak.size--;
  }
  vec_free(&sets);
  return fine;
}

static SymbolicEnd find_hull(DncEngine *self, Budget *budget) {
  static const BddVec none = {0};
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!self->inside) {
    end = symbolic_do(self->model, begin_weak, self, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (self->group == BDD_FALSE) {
      vec_clear(&self->weak);
      return SYMBOLIC_DONE;
    }
    self->inside = transitions_within(self->relation, self->group);
  }
  if (!self->hull) {
    end = transitions_build(self->inside, budget);
    if (end != SYMBOLIC_DONE) return end;
    self->hull = hull_new(self->inside, self->group, &none, HULL_EL);
  }
  end = hull_run(self->hull, budget);
  while (end == SYMBOLIC_DONE && self->weak.size)
    end = symbolic_do(self->model, split_weak_set, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  ExactSystem exact = dnc_exact(self);
  if (self->hull->states != BDD_FALSE)
    self->run = fair_run_new(&exact, self->hull->states, self->invariant, &self->model->roots);
  hull_free(self->hull);
  transitions_free(self->inside);
  self->hull = NULL;
  self->inside = NULL;
  return SYMBOLIC_DONE;
}

/* ---- runs to them ---- */

static bool exclude(void *context) {
  DncEngine *self = context;
  Bdd left = bdd_minus(self->model->manager, self->invariant, self->run->backward->states);
  if (left == BDD_NONE) return false;
  self->invariant = left;
  return true;
}

static SymbolicEnd run(DncEngine *self, Budget *budget) {
  SymbolicEnd end = fair_run_find(self->run, self->task->system, budget);
  if (end == SYMBOLIC_DONE && self->run->unreachable)
    end = symbolic_do(self->model, exclude, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->trace = self->run->trace;
  self->run->trace = NULL;
  fair_run_free(self->run);
  self->run = NULL;
  Ended how = self->terminal.size ? ENDED_TERMINAL : ENDED_WEAK_CYCLE;
  vec_clear(&self->terminal);
  return self->trace ? dnc_answer(self, VERDICT_VIOLATED, how) : SYMBOLIC_DONE;
}

SymbolicEnd dnc_weak(DncEngine *self, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  if (self->ended == ENDED_ABSTRACTLY) self->ended = ENDED_WEAK;
  if (!self->run && self->terminal.size)
    end = symbolic_do(self->model, begin_terminal, self, budget);
  else if (!self->run && self->weak.size) end = find_hull(self, budget);
  if (end == SYMBOLIC_DONE && self->run) end = run(self, budget);
  if (end != SYMBOLIC_DONE || !self->stage) return end;
  bool more = self->run || self->terminal.size || self->weak.size;
  return more ? SYMBOLIC_DONE : dnc_go_to(self, dnc_pick);
}
