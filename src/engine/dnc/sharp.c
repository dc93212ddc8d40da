/* Figure 7, DETECT-FAIR-CYCLE, mended; the numbers are those of docs/engines/dnc.md.
 *
 * Along a hyperline the states of the system are explored by *sharp images*: of the front only what
 * is nearest to the fair sets by the rings of the approximation is taken, and of that a small
 * subset. What a sharp image leaves out is found when there is nothing new: then the image of all
 * states reached so far is taken (the recovery from dead ends). A state in a fair set is the seed
 * of a search for a fair cycle around it, which ends as soon as it has met all conditions.
 *
 * When all hyperlines are done, whatever is not reached but has a way to a fair set leaves the
 * invariant. That the rest is inductive: steps within the nodes of hyperlines end in reached
 * states, and no step leads from a node without a way to a fair set to one with it. */
#include "engine/dnc/sharp.h"

static SymbolicEnd search(DncEngine *self, Budget *budget);
static SymbolicEnd search_seed(DncEngine *self, Budget *budget);
static SymbolicEnd find_run(DncEngine *self, Budget *budget);

/* ---- hyperlines ---- */

/* Mended (1): all initial states are reached from the beginning. */
static bool begin_line(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  Hyperline line = sharp->hyperlines.data[sharp->at];
  Bdd reach = sharp->at ? sharp->reach : self->model->initial;
  Bdd space = sharp_space(self, sharp, line);
  Bdd from = bdd_and(m, self->model->initial, space), front = bdd_and(m, reach, space);
  if (from == BDD_NONE || front == BDD_NONE) return false;
  sharp->reach = reach;
  sharp->space = space;
  sharp->front = front;
  sharp->rings = reachable_new(sharp->line, from, space);
  return true;
}

static bool shrink_invariant(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  Bdd reach = self->sharp->at ? self->sharp->reach : self->model->initial;
  Bdd lost = bdd_minus(m, sharp_towards_fair(self, self->sharp), reach);
  Bdd invariant = bdd_minus(m, self->invariant, lost);
  if (invariant == BDD_NONE) return false;
  self->invariant = invariant;
  return true;
}

static SymbolicEnd next_line(DncEngine *self, Budget *budget) {
  Sharp *sharp = self->sharp;
  if (sharp->at == sharp->hyperlines.size) {
    SymbolicEnd end = symbolic_do(self->model, shrink_invariant, self, budget);
    if (end != SYMBOLIC_DONE) return end;
    sharp_free(self, sharp);
    self->sharp = NULL;
    return dnc_go_to(self, dnc_pick);
  }
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!sharp->rings) end = symbolic_do(self->model, begin_line, self, budget);
  if (end == SYMBOLIC_DONE) end = reachable_close(sharp->rings, true, budget);
  return end == SYMBOLIC_DONE ? dnc_go_to(self, search) : end;
}

SymbolicEnd dnc_sharp(DncEngine *self, Budget *budget) {
  if (!self->sharp) self->sharp = sharp_new(self);
  self->sharpened = true;
  SymbolicEnd end = sharp_graph(self, self->sharp, budget);
  return end == SYMBOLIC_DONE ? dnc_go_to(self, next_line) : end;
}

/* What is ahead of a seed is reached, too. */
Bdd dnc_sharp_reached(const DncEngine *self) {
  const Sharp *sharp = self->sharp;
  if (!sharp->ahead) return sharp->reach;
  return bdd_or(self->model->manager, sharp->reach, sharp->ahead->states);
}

uint64_t dnc_sharp_steps(const DncEngine *self) {
  return bdd_counts(self->model->manager).steps - self->sharp->began;
}

/* Where all that the system reaches is known, that was looked at while it grew. */
static bool early_due(const DncEngine *self) { return !self->exact && dnc_early_due(self); }

/* ---- sharp images ---- */

/* Of the front, what is in the last ring that it meets, and a subset of that. Mended (2): where it
 * meets none, nothing, and the caller falls back; (3): a subset of a set that is not empty is not
 * empty. */
static Bdd sharpen(DncEngine *self) {
  const Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  Bdd met = BDD_FALSE;
  for (size_t i = sharp->rings->rings.size; i-- > 0 && met == BDD_FALSE;)
    met = bdd_and(m, sharp->front, sharp->rings->rings.data[i]);
  return met == BDD_NONE ? met : bdd_subset_heavy(m, met, (size_t)self->options.sharp_subset);
}

static bool advance(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  Bdd image = transitions_image(self->relation, sharpen(self));
  Bdd fresh = bdd_minus(m, bdd_and(m, image, sharp->space), sharp->reach);
  if (fresh == BDD_FALSE) {
    image = transitions_image(self->relation, bdd_and(m, sharp->reach, sharp->space));
    fresh = bdd_minus(m, bdd_and(m, image, sharp->space), sharp->reach);
  }
  Bdd reach = bdd_or(m, sharp->reach, fresh);
  if (reach == BDD_NONE) return false;
  sharp->front = fresh;
  sharp->reach = reach;
  self->counts.sharp_images++;
  return true;
}

/* A state of the front and the queue, with as many conditions as can be had one after another.
 * Mended (6): also where there are no conditions at all. */
static bool choose_seed(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  Bdd promising = bdd_and(m, sharp->front, sharp->queue);
  for (size_t i = 0; i < self->conditions.size && promising != BDD_NONE; i++) {
    Bdd more = bdd_and(m, promising, self->model->roots.data[i]);
    if (more != BDD_FALSE) promising = more;
  }
  if (promising == BDD_NONE) return false;
  sharp->seed = BDD_FALSE;
  if (promising == BDD_FALSE) return true;
  Bits state = concrete_pick(self->model, promising);
  Bdd seed = concrete_state(self->model, &state);
  for (size_t i = 0; i < sharp->nodes.size; i++)
    if (concrete_inside(self->model, sharp->nodes.data[i], &state))
      sharp->home = sharp->nodes.data[i];
  bits_free(&state);
  sharp->seed = seed;
  return seed != BDD_NONE;
}

static SymbolicEnd search(DncEngine *self, Budget *budget) {
  Sharp *sharp = self->sharp;
  SymbolicEnd end = symbolic_do(self->model, choose_seed, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (sharp->seed != BDD_FALSE) return dnc_go_to(self, search_seed);
  end = symbolic_do(self->model, advance, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (sharp->front != BDD_FALSE) return early_due(self) ? dnc_early(self, search) : end;
  reachable_free(sharp->rings);
  sharp->rings = NULL;
  sharp->at++;
  return dnc_go_to(self, next_line);
}

/* ---- around a seed ---- */

/* Mended (5): what is ahead and what is behind begin one step away from the seed. */
static bool begin_seed(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  Bdd ahead = bdd_and(m, transitions_image(self->relation, sharp->seed), sharp->home);
  Bdd back = bdd_and(m, transitions_preimage(self->relation, sharp->seed), sharp->home);
  if (ahead == BDD_NONE || back == BDD_NONE) return false;
  sharp->ahead = reachable_new(self->relation, ahead, sharp->home);
  sharp->back = reachable_new(self->relation, back, sharp->home);
  return true;
}

/* Early termination: states both ahead and behind are in the seed's component. */
static bool look_for_conditions(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  Bdd both = bdd_and(m, sharp->ahead->states, sharp->back->states), apart = BDD_FALSE;
  for (size_t i = 0; i < self->conditions.size && apart == BDD_FALSE; i++)
    apart = bdd_disjoint(m, both, self->model->roots.data[i]);
  if (both == BDD_NONE || apart == BDD_NONE) return false;
  sharp->fair_cycle = both != BDD_FALSE && apart == BDD_FALSE;
  return true;
}

/* Mended (4): the component leaves the queue, and the front. Its successors are found by the
 * fallback image. */
static bool merge_component(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  Bdd both = bdd_and(m, sharp->ahead->states, sharp->back->states);
  Bdd component = bdd_or(m, both, sharp->seed);
  Bdd queue = bdd_minus(m, sharp->queue, component);
  Bdd front = bdd_minus(m, sharp->front, component);
  Bdd reach = bdd_or(m, sharp->reach, component);
  if (queue == BDD_NONE || front == BDD_NONE || reach == BDD_NONE) return false;
  sharp->queue = queue;
  sharp->front = front;
  sharp->reach = reach;
  return true;
}

static void forget_seed(Sharp *sharp) {
  reachable_free(sharp->ahead);
  reachable_free(sharp->back);
  sharp->ahead = sharp->back = NULL;
  sharp->narrowed = false;
}

/* What is behind is looked for in what is ahead, which has the component: among all states
 * preimages may grow out of hand, where images stay in what is reached. */
static bool narrow(void *context) {
  Sharp *sharp = ((DncEngine *)context)->sharp;
  Reachable *ahead = sharp->ahead;
  Bdd back = bdd_and(ahead->relation->model->manager, sharp->back->states, ahead->states);
  if (back == BDD_NONE) return false;
  reachable_free(sharp->back);
  sharp->back = reachable_new(ahead->relation, back, ahead->states);
  sharp->narrowed = true;
  return true;
}

static SymbolicEnd grow_around(DncEngine *self, Budget *budget) {
  Sharp *sharp = self->sharp;
  if (!sharp->ahead->closed) return reachable_forward(sharp->ahead, budget);
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!sharp->narrowed) end = symbolic_do(self->model, narrow, self, budget);
  return end == SYMBOLIC_DONE ? reachable_backward(sharp->back, budget) : end;
}

static SymbolicEnd search_seed(DncEngine *self, Budget *budget) {
  Sharp *sharp = self->sharp;
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!sharp->ahead) end = symbolic_do(self->model, begin_seed, self, budget);
  while (end == SYMBOLIC_DONE) {
    end = symbolic_do(self->model, look_for_conditions, self, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (sharp->fair_cycle) return dnc_go_to(self, find_run);
    if (sharp->ahead->closed && sharp->back->closed) break;
    end = grow_around(self, budget);
    if (end == SYMBOLIC_DONE && early_due(self)) return dnc_early(self, search_seed);
    if (end == SYMBOLIC_DONE && budget_spent(budget)) end = SYMBOLIC_SPENT;
  }
  if (end == SYMBOLIC_DONE) end = symbolic_do(self->model, merge_component, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  forget_seed(sharp);
  return dnc_go_to(self, search);
}

/* ---- the run ---- */

/* The cycle through the seed and the conditions is among what is ahead or behind. The way to the
 * seed is in what is reached: looked for among all states it may take longer than all before. */
static bool begin_hull(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  Bdd around = bdd_or(m, sharp->seed, bdd_or(m, sharp->ahead->states, sharp->back->states));
  BddVec conditions = {0};
  bool fine = around != BDD_NONE;
  for (size_t i = 0; i < self->conditions.size && fine; i++) {
    vec_push(&conditions, bdd_and(m, self->model->roots.data[i], around));
    fine = vec_last(&conditions) != BDD_NONE;
  }
  if (fine) sharp->hull = hull_new(self->relation, around, &conditions, HULL_EL);
  vec_free(&conditions);
  return fine;
}

static SymbolicEnd find_run(DncEngine *self, Budget *budget) {
  Sharp *sharp = self->sharp;
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!sharp->hull) end = symbolic_do(self->model, begin_hull, self, budget);
  if (end == SYMBOLIC_DONE) end = hull_run(sharp->hull, budget);
  if (end != SYMBOLIC_DONE) return end;
  ExactSystem exact = dnc_exact(self);
  if (!sharp->run) {
    sharp->run = fair_run_new(&exact, sharp->hull->states, sharp->reach, &self->model->roots);
    sharp->run->goal = sharp->seed;
  }
  end = fair_run_find(sharp->run, self->task->system, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->trace = sharp->run->trace;
  sharp->run->trace = NULL;
  return dnc_answer(self, VERDICT_VIOLATED, ENDED_SHARP_CYCLE);
}
