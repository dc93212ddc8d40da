/* The endgames of sets that are decided together: those of Lemma 1, and what many strong sets have
 * left for the system. In a weak set every cycle is fair, so it is asked for any infinite path
 * in it: EF EG of the set. All weak sets are asked about at once, since a cycle in a union of
 * SCC-closed sets is in one of them. From a terminal set nothing leads out, so a state of it that
 * is reached is enough, EF of the set, if the set has no dead ends. It has none: whether a state
 * has a successor is a matter of the constraints, which are in every approximation, and in a
 * component with a cycle every state has one there.
 *
 * The hull of a union of strong sets, which are SCC-closed, is not empty if that of one of them is
 * not, and takes as many steps as the longest of them, not as all of them. Sets are first asked one
 * by one, since one that has a cycle is the end of it (refine.c). */
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
  else {
    self->run = fair_run_new(&exact, all, self->invariant, &self->model->roots);
    self->run_ends = ENDED_TERMINAL;
  }
  return true;
}

/* ---- weak and strong sets ---- */

/* Strong ones come after all weak ones. */
static U32Vec *grouped(DncEngine *self) { return self->weak.size ? &self->weak : &self->together; }

static bool begin_group(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  const U32Vec *parts = grouped(self);
  Bdd all = BDD_FALSE;
  for (size_t i = 0; i < parts->size; i++)
    all = bdd_or(m, all, self->partition->states.data[parts->data[i]]);
  all = bdd_and(m, all, self->invariant);
  if (all == BDD_NONE) return false;
  self->group = all;
  return true;
}

/* What was removed from the union is, cut with each set, what has to go there one after another. A
 * set may have left the invariant in part: that comes first. */
static bool split_set(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  U32Vec *parts = grouped(self);
  const Hull *hull = self->hull;
  Bdd set = self->partition->states.data[vec_last(parts)];
  BddVec sets = {0};
  vec_push(&sets, bdd_minus(m, set, self->group));
  vec_push(&sets, bdd_and(m, set, hull->states));
  for (size_t i = hull->removed.size; i-- > 0;)
    vec_push(&sets, bdd_and(m, set, hull->removed.data[i]));
  bool fine = true;
  for (size_t i = 0; i < sets.size; i++) fine = fine && sets.data[i] != BDD_NONE;
  if (fine) {
    uint32_t last = (uint32_t)sets.size - 1;
    last += partition_split(self->partition, vec_last(parts), sets.data, sets.size);
    for (uint32_t i = 0; i < hull->removed.size; i++) {
      uint32_t missed = hull->missed.data[i];
      if (missed == HULL_EX) partition_still(self->partition, last - i);
      else partition_misses(self->partition, last - i, missed);
    }
    parts->size--;
  }
  vec_free(&sets);
  return fine;
}

/* Of a weak set all states meet all conditions. */
static bool begin_hull(void *context) {
  DncEngine *self = context;
  BddVec conditions = {0};
  bool fine = true;
  for (size_t i = 0; i < self->conditions.size && !self->weak.size && fine; i++) {
    vec_push(&conditions, bdd_and(self->model->manager, self->model->roots.data[i], self->group));
    fine = vec_last(&conditions) != BDD_NONE;
  }
  if (fine) self->hull = hull_new(self->inside, self->group, &conditions, HULL_EL);
  vec_free(&conditions);
  return fine;
}

static SymbolicEnd find_hull(DncEngine *self, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  U32Vec *parts = grouped(self);
  if (!self->inside) {
    end = symbolic_do(self->model, begin_group, self, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (self->group == BDD_FALSE) {
      vec_clear(parts);
      return SYMBOLIC_DONE;
    }
    self->inside = transitions_within(self->relation, self->group);
  }
  if (!self->hull) {
    end = transitions_build(self->inside, budget);
    if (end == SYMBOLIC_DONE) end = symbolic_do(self->model, begin_hull, self, budget);
    if (end != SYMBOLIC_DONE) return end;
  }
  bool weak = self->weak.size;
  end = hull_run(self->hull, budget);
  while (end == SYMBOLIC_DONE && parts->size)
    end = symbolic_do(self->model, split_set, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  ExactSystem exact = dnc_exact(self);
  if (self->hull->states != BDD_FALSE) {
    self->run = fair_run_new(&exact, self->hull->states, self->invariant, &self->model->roots);
    self->run_ends = weak ? ENDED_WEAK_CYCLE : ENDED_CYCLE;
  }
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
  vec_clear(&self->terminal);
  return self->trace ? dnc_answer(self, VERDICT_VIOLATED, self->run_ends) : SYMBOLIC_DONE;
}

SymbolicEnd dnc_decide_together(DncEngine *self, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  if (self->together.size) self->ended = ENDED_EXACTLY;
  else if (self->ended == ENDED_ABSTRACTLY) self->ended = ENDED_WEAK;
  if (!self->run && self->terminal.size)
    end = symbolic_do(self->model, begin_terminal, self, budget);
  else if (!self->run && grouped(self)->size) end = find_hull(self, budget);
  if (end == SYMBOLIC_DONE && self->run) end = run(self, budget);
  if (end != SYMBOLIC_DONE || !self->stage) return end;
  bool more = self->run || self->terminal.size || grouped(self)->size;
  return more ? SYMBOLIC_DONE : dnc_go_to(self, dnc_pick);
}
