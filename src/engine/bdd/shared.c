/* A base that is shared with other properties (symbolic/base.h). What it has not yet is made here,
 * in the turn of whoever needs it first. */
#include "engine/bdd/internal.h"

static SymbolicEnd counting(BddEngine *self, SymbolicEnd (*stage)(SymbolicBase *, Budget *),
                            Budget *budget) {
  uint64_t before = bdd_counts(self->model->manager).steps;
  SymbolicEnd end = stage(self->base, budget);
  self->base_steps += bdd_counts(self->model->manager).steps - before;
  return end;
}

SymbolicEnd bdd_take_base(BddEngine *self, Budget *budget) {
  SymbolicEnd end = counting(self, symbolic_base_begin, budget);
  if (end == SYMBOLIC_DONE)
    end =
        symbolic_functions(self->model, self->system, &self->roots, &self->root_functions, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->relation = self->base->relation;
  return bdd_go_to(self, bdd_search);
}

SymbolicEnd bdd_finish_base(BddEngine *self, Budget *budget) {
  SymbolicEnd end = counting(self, symbolic_base_begin, budget);
  if (end == SYMBOLIC_DONE) end = counting(self, symbolic_base_close, budget);
  if (end != SYMBOLIC_DONE) return end;
  return sharing_offer(&self->sharing, self->model, self->base->forward->states, budget);
}
