/* Fair cycles among the states reached so far. Where the parts have left sets, and what the system
 * reaches is not known yet, there often is a fair cycle near the initial states, long before the
 * last ring. So while rings grow, or the targeted search does, the sets that are left, cut with
 * what is reached, are asked for a fair hull now and then. One that is not empty has a fair cycle,
 * since all steps are the system's; and all its states are reached. An empty one says nothing, and
 * is forgotten.
 *
 * The hull is taken forwards, since images of what is reached are cheap. What a look took has to be
 * a share at most of what the rings take until the next one; and one that takes more than that
 * share of all rings so far, and some steps for a start, is given up. */
#include "engine/dnc/internal.h"

static SymbolicEnd look(DncEngine *self, Budget *budget);

/* Steps that reaching took. */
static uint64_t taken_by_reaching(const DncEngine *self) {
  return self->exact ? self->exact->steps : dnc_sharp_steps(self) - self->looked;
}

bool dnc_early_due(const DncEngine *self) {
  return self->options.early && taken_by_reaching(self) >= self->early;
}

SymbolicEnd dnc_early(DncEngine *self, Stage from) {
  self->looked_from = from;
  return dnc_go_to(self, look);
}

/* The first time: the sets that are left. */
static bool gather(DncEngine *self) {
  BddManager *m = self->model->manager;
  const BddVec *states = &self->partition->states;
  Bdd left = BDD_FALSE;
  for (size_t i = self->work_next; i < self->work.size; i++)
    left = bdd_or(m, left, states->data[self->work.data[i].part]);
  for (size_t i = 0; i < self->weak.size; i++)
    left = bdd_or(m, left, states->data[self->weak.data[i]]);
  for (size_t i = 0; i < self->terminal.size; i++)
    left = bdd_or(m, left, states->data[self->terminal.data[i]]);
  self->left = left;
  return left != BDD_NONE;
}

/* There is nothing to look at where no state, or none of some condition, is reached. */
static bool begin(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  if (self->left == BDD_NONE && !gather(self)) return false;
  Bdd reached = self->exact ? self->exact->forward->states : dnc_sharp_reached(self);
  Bdd group = bdd_and(m, self->left, reached), missed = BDD_FALSE;
  for (size_t i = 0; i < self->conditions.size && missed == BDD_FALSE; i++)
    missed = bdd_disjoint(m, group, self->model->roots.data[i]);
  if (group == BDD_NONE || missed == BDD_NONE) return false;
  self->reached = reached;
  self->group = missed == BDD_TRUE ? BDD_FALSE : group;
  return true;
}

static SymbolicEnd find_run(DncEngine *self, Budget *budget) {
  SymbolicEnd end = fair_run_find(self->run, self->task->system, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->trace = self->run->trace;
  self->run->trace = NULL;
  return dnc_answer(self, VERDICT_VIOLATED, ENDED_EARLY);
}

static SymbolicEnd end_look(DncEngine *self, uint64_t taken) {
  self->looked += taken;
  self->early = taken_by_reaching(self) + taken * 100 / (uint64_t)self->options.early;
  self->group = BDD_NONE;
  return dnc_go_to(self, self->looked_from);
}

static SymbolicEnd look(DncEngine *self, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  uint64_t share = taken_by_reaching(self) / 100 * (uint64_t)self->options.early;
  uint64_t most = (uint64_t)self->options.turn + share;
  if (self->group == BDD_NONE) {
    self->backward = false;
    end = symbolic_do(self->model, begin, self, budget);
  }
  if (end == SYMBOLIC_DONE && self->group != BDD_FALSE)
    end = dnc_run_hull(self, false, self->backward ? UINT64_MAX : most, budget);
  if (end != SYMBOLIC_DONE) return end;
  uint64_t taken = self->taken;
  bool done = dnc_close_hull(self);
  if (!done || self->group == BDD_FALSE) return end_look(self, taken);
  if (!self->backward) {
    self->backward = true;
    return SYMBOLIC_DONE;
  }
  ExactSystem exact = dnc_exact(self);
  Bdd around = self->exact ? self->invariant : self->reached;
  self->run = fair_run_new(&exact, self->group, around, &self->model->roots);
  return dnc_go_to(self, find_run);
}
