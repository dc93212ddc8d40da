/* An invariant, to have don't cares, and the transition relation within it.
 *
 * For CTL the exact one, what can be reached, may be far more work than the sets of the formula: a
 * local property of a large system is decided in a few preimages. So when reachability has taken a
 * while, the formula is tried without it, for a while; then reachability goes on. */
#include "engine/bdd/internal.h"

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

/* ---- CTL without reachability ---- */

static SymbolicEnd find_sets(BddEngine *self, Budget *budget) {
  SymbolicEnd end = transitions_build(self->within, budget);
  return end == SYMBOLIC_DONE ? bdd_ctl(self, budget) : end;
}

/* What lemmas say is an invariant, too. When the sets are known, the next stage is the proof. */
static SymbolicEnd try_without(BddEngine *self, Budget *budget) {
  if (!self->within) {
    bool none = !self->care || self->care->known == BDD_NONE;
    self->invariant = none ? BDD_TRUE : self->care->known;
    self->within = transitions_within(self->relation, self->invariant);
  }
  bool over;
  SymbolicEnd end = limited(self, find_sets, &self->try_left, &over, budget);
  if (!over) return end;
  bdd_ctl_forget(self);
  transitions_free(self->within);
  self->within = NULL;
  self->invariant = BDD_NONE;
  return bdd_go_to(self, bdd_find_invariant);
}

/* ---- the invariant ---- */

static SymbolicEnd run_care(BddEngine *self, Budget *budget) {
  return self->base ? bdd_finish_base(self, budget) : care_run(self->care, budget);
}

SymbolicEnd bdd_find_invariant(BddEngine *self, Budget *budget) {
  const SymbolicChoices *choices = &self->options.symbolic;
  if (!self->begun) {
    self->begun = true;
    if (!self->base)
      self->care = care_new(self->relation, (DontCares)choices->dont_cares,
                            (size_t)choices->machine, &self->sharing);
    bool tries = self->ctl && choices->dont_cares == DONT_CARES_EXACT;
    self->try_after = tries ? (uint64_t)self->options.try_after : 0;
    self->try_left = self->try_after;
  }
  bool over = false;
  SymbolicEnd end = self->try_after ? limited(self, run_care, &self->try_after, &over, budget)
                                    : run_care(self, budget);
  self->tried |= over;
  if (over) return bdd_go_to(self, try_without);
  if (end != SYMBOLIC_DONE) return end;
  self->invariant = self->base ? self->base->forward->states : self->care->states;
  self->within =
      self->base ? self->base->within : transitions_within(self->relation, self->invariant);
  return bdd_go_to(self, build_within);
}
