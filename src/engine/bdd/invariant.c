/* An invariant, to have don't cares, and the transition relation within it.
 *
 * For CTL the exact one, what can be reached, may be far more work than the sets of the formula: a
 * local property of a large system is decided in a few preimages, of sets that read few latches. So
 * the formula is tried without it, with a relation that grows by what the sets read: for a little
 * while at first, and again when reachability has taken long; then reachability goes on. */
#include "engine/bdd/internal.h"

enum {
  FIRST_TRY = 4,    /* the first try may take so small a part of --bdd-try-after */
  MANY_GATES = 2000 /* with fewer all functions are soon made, and there is no first try */
};

/* A stage with at most `left` units of work in all its turns; `over` if they are used up. */
static SymbolicEnd limited(BddEngine *self, Stage stage, uint64_t *left, bool *over,
                           Budget *budget) {
  Budget limit = budget_slice(budget, *left);
  SymbolicEnd end = stage(self, &limit);
  *left = limit.used < *left ? *left - limit.used : 0;
  *over = end == SYMBOLIC_SPENT && !*left;
  return end;
}

static SymbolicEnd build_within(BddEngine *self, Budget *budget) {
  SymbolicEnd end = transitions_build(self->within, budget);
  if (end != SYMBOLIC_DONE) return end;
  return bdd_go_to(self, self->task->kind == TASK_FAIR ? bdd_fair : bdd_ctl);
}

/* The functions of what is asked about. A base has those of another question. */
static SymbolicEnd make_roots(BddEngine *self, Budget *budget) {
  if (self->root_functions.size) return SYMBOLIC_DONE;
  return symbolic_functions(self->model, self->system, &self->roots, &self->root_functions, budget);
}

/* ---- CTL without reachability ---- */

static SymbolicEnd find_sets(BddEngine *self, Budget *budget) {
  Bits none = bits_new(self->model->system->latches.size);
  SymbolicEnd end = symbolic_build_some(self->model, &none, budget);
  bits_free(&none);
  if (end == SYMBOLIC_DONE) end = make_roots(self, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!self->within) {
    self->invariant = BDD_TRUE;
    self->within = transitions_new_growing(self->model, false);
  }
  return bdd_ctl(self, budget);
}

static void drop_try(BddEngine *self) {
  bdd_ctl_forget(self);
  transitions_free(self->within);
  self->within = NULL;
  self->invariant = BDD_NONE;
}

/* When the sets are known, the next stage is the proof. */
static SymbolicEnd try_without(BddEngine *self, Budget *budget) {
  bool over;
  SymbolicEnd end = limited(self, find_sets, &self->try_left, &over, budget);
  if (!over) return end;
  if (!self->try_after) drop_try(self);
  return bdd_go_to(self, bdd_find_invariant);
}

static SymbolicEnd begin_try(BddEngine *self) {
  self->tries++;
  return bdd_go_to(self, try_without);
}

/* ---- the invariant ---- */

static SymbolicEnd run_care(BddEngine *self, Budget *budget) {
  const SymbolicChoices *choices = &self->options.symbolic;
  if (self->base) return bdd_finish_base(self, budget);
  SymbolicEnd end = symbolic_build(self->model, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!self->relation) self->relation = transitions_new(self->model, NULL);
  end = transitions_build(self->relation, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!self->care)
    self->care = care_new(self->relation, (DontCares)choices->dont_cares, (size_t)choices->machine,
                          &self->sharing);
  return care_run(self->care, budget);
}

/* Another property may have found out what can be reached. */
static bool knows_reachable(const BddEngine *self) {
  return self->base && self->base->forward && self->base->forward->closed;
}

SymbolicEnd bdd_find_invariant(BddEngine *self, Budget *budget) {
  if (!self->begun) {
    self->begun = true;
    bool tries = self->ctl && self->options.symbolic.dont_cares == DONT_CARES_EXACT &&
                 !knows_reachable(self);
    self->try_after = tries ? (uint64_t)self->options.try_after : 0;
    bool large = self->system->aig->size > MANY_GATES;
    self->try_left = large ? self->try_after / FIRST_TRY : 0;
    if (self->try_left) return begin_try(self);
  }
  bool over = false;
  SymbolicEnd end = self->try_after ? limited(self, run_care, &self->try_after, &over, budget)
                                    : run_care(self, budget);
  if (over) {
    self->try_left = (uint64_t)self->options.try_after;
    return begin_try(self);
  }
  if (end == SYMBOLIC_DONE) end = make_roots(self, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (self->within) drop_try(self);
  self->invariant = self->base ? self->base->forward->states : self->care->states;
  self->within =
      self->base ? self->base->within : transitions_within(self->relation, self->invariant);
  return bdd_go_to(self, build_within);
}
