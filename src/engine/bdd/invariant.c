/* An invariant, to have don't cares, and the transition relation within it. */
#include "engine/bdd/internal.h"

static SymbolicEnd build_within(BddEngine *self, Budget *budget) {
  SymbolicEnd end = transitions_build(self->within, budget);
  if (end != SYMBOLIC_DONE) return end;
  return bdd_go_to(self, self->task->kind == TASK_FAIR ? bdd_fair : bdd_ctl);
}

SymbolicEnd bdd_find_invariant(BddEngine *self, Budget *budget) {
  const SymbolicChoices *choices = &self->options.symbolic;
  if (!self->care)
    self->care = care_new(self->relation, (DontCares)choices->dont_cares, (size_t)choices->machine,
                          &self->sharing);
  SymbolicEnd end = care_run(self->care, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->invariant = self->care->states;
  self->within = transitions_within(self->relation, self->invariant);
  return bdd_go_to(self, build_within);
}
