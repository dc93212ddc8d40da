/* Fair cycles inside the invariant. If there are none, what the search has made of the invariant is
 * an ordered partition that proves it (symbolic/partition.h). If there is one but none that can be
 * reached, the invariant has become one without it. */
#include "engine/bdd/internal.h"

static SymbolicEnd prove(BddEngine *self, Budget *budget) {
  if (!self->ranking) self->ranking = ranking_new(self->model, self->cycle->invariant);
  SymbolicEnd end = ranking_make(self->ranking, self->partition, budget);
  if (end != SYMBOLIC_DONE) return end;
  return bdd_answer(self, VERDICT_HOLDS, self->cycle->components ? ENDED_NOT_TO_IT : ENDED_NO_HULL);
}

/* Conditions read no inputs, so they are sets of states as they are. */
SymbolicEnd bdd_fair(BddEngine *self, Budget *budget) {
  if (!self->partition) self->partition = partition_new(self->model, self->invariant);
  if (!self->cycle) {
    ExactSystem exact = {self->relation, self->within, self->care->forward};
    SccMethod method = (SccMethod)self->options.symbolic.fair_cycle;
    self->cycle = fair_cycle_new(&exact, self->within, self->partition, 0, &self->root_functions,
                                 method, self->invariant);
  }
  SymbolicEnd end = fair_cycle_find(self->cycle, self->task->system, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!self->cycle->trace) return bdd_go_to(self, prove);
  self->trace = self->cycle->trace;
  self->cycle->trace = NULL;
  return bdd_answer(self, VERDICT_VIOLATED, ENDED_CYCLE);
}
