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
 * by one, since one that has a cycle is the end of it (refine.c).
 *
 * Where what is reached is known, the hull is taken forwards and backwards by turns that double,
 * each within what the other one has left: images are often far cheaper there than preimages, but
 * where a set loses little by each there may be a thousand times as many of them. */
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
 * set may have left the invariant in part: that comes first. Then comes the hull, and behind it
 * what was removed, the last first; or, forwards, what was removed in its order, and the hull. */
static bool split_set(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  const Hull *hull = self->hull;
  uint32_t removed = (uint32_t)hull->removed.size, part = grouped(self)->data[self->split];
  Bdd set = self->partition->states.data[part];
  BddVec sets = {0};
  vec_push(&sets, bdd_minus(m, set, self->group));
  if (!hull->forward) vec_push(&sets, bdd_and(m, set, hull->states));
  for (uint32_t i = 0; i < removed; i++)
    vec_push(&sets, bdd_and(m, set, hull->removed.data[hull->forward ? i : removed - 1 - i]));
  if (hull->forward) vec_push(&sets, bdd_and(m, set, hull->states));
  bool fine = true;
  for (size_t i = 0; i < sets.size; i++) fine = fine && sets.data[i] != BDD_NONE;
  if (fine) {
    uint32_t first = partition_split(self->partition, part, sets.data, sets.size);
    uint32_t last = first + removed + 1;
    for (uint32_t i = 0; i < removed; i++) {
      uint32_t missed = hull->missed.data[i], gone = hull->forward ? first + 1 + i : last - i;
      if (missed == HULL_EX) partition_still(self->partition, gone);
      else partition_misses(self->partition, gone, missed);
    }
    grouped(self)->data[self->split++] = hull->forward ? last : first + 1;
  }
  vec_free(&sets);
  return fine;
}

typedef struct {
  DncEngine *self;
  bool weak;
} HullOf;

/* Of a weak set all states meet all conditions. */
static bool begin_hull(void *context) {
  const HullOf *of = context;
  DncEngine *self = of->self;
  BddVec conditions = {0};
  bool fine = true;
  for (size_t i = 0; i < self->conditions.size && !of->weak && fine; i++) {
    vec_push(&conditions, bdd_and(self->model->manager, self->model->roots.data[i], self->group));
    fine = vec_last(&conditions) != BDD_NONE;
  }
  if (fine) {
    Transitions *relation = self->inside ? self->inside : self->relation;
    self->hull = hull_new(relation, self->group, &conditions, HULL_EL);
    self->hull->forward = !self->backward;
  }
  vec_free(&conditions);
  return fine;
}

/* Forwards the relation is taken as it is: to minimize it to the set may take more than all images.
 */
static SymbolicEnd advance(DncEngine *self, bool weak, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!self->hull) {
    if (self->backward && !self->inside)
      self->inside = transitions_within(self->relation, self->group);
    if (self->inside) end = transitions_build(self->inside, budget);
    if (end == SYMBOLIC_DONE)
      end = symbolic_do(self->model, begin_hull, &(HullOf){self, weak}, budget);
  }
  return end == SYMBOLIC_DONE ? hull_run(self->hull, budget) : end;
}

/* One image after another, so that it ends at the same point however a run is sliced. */
SymbolicEnd dnc_run_hull(DncEngine *self, bool weak, uint64_t most, Budget *budget) {
  while (self->taken < most) {
    uint64_t before = bdd_counts(self->model->manager).steps;
    Budget image = budget_slice(budget, 1);
    SymbolicEnd end = advance(self, weak, &image);
    self->taken += bdd_counts(self->model->manager).steps - before;
    if (end != SYMBOLIC_SPENT) return end;
    if (self->taken < most && budget_spent(budget)) return end;
  }
  return SYMBOLIC_DONE;
}

bool dnc_close_hull(DncEngine *self) {
  bool done = self->hull && self->hull->done;
  if (self->hull) self->group = self->hull->states;
  hull_free(self->hull);
  transitions_free(self->inside);
  self->hull = NULL;
  self->inside = NULL;
  self->taken = 0;
  return done;
}

/* Without reachable states images are no better. */
static bool open_group(void *context) {
  DncEngine *self = context;
  self->backward = self->weak.size || !self->exact;
  self->settled = !self->exact;
  self->turn = (uint64_t)self->options.turn;
  return begin_group(self);
}

static void end_group(DncEngine *self) {
  vec_clear(grouped(self));
  self->group = BDD_NONE;
}

static SymbolicEnd find_hull(DncEngine *self, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  bool weak = self->weak.size;
  if (self->group == BDD_NONE) end = symbolic_do(self->model, open_group, self, budget);
  if (end == SYMBOLIC_DONE && self->group != BDD_FALSE)
    end = dnc_run_hull(self, weak, self->settled ? UINT64_MAX : self->turn, budget);
  while (end == SYMBOLIC_DONE && self->hull && self->split < grouped(self)->size)
    end = symbolic_do(self->model, split_set, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->split = 0;
  bool done = dnc_close_hull(self);
  if (done && self->backward && self->group != BDD_FALSE) {
    ExactSystem exact = dnc_exact(self);
    self->run = fair_run_new(&exact, self->group, self->invariant, &self->model->roots);
    self->run_ends = weak ? ENDED_WEAK_CYCLE : ENDED_CYCLE;
  }
  if (self->run || self->group == BDD_FALSE) end_group(self);
  else {
    self->settled = done;
    self->backward = !self->backward;
    self->turn *= 2;
  }
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
