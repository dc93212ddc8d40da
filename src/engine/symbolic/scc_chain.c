/* The chain algorithm (Larsen, Schmidt, Steensgaard, Jakobsen, van de Pol and Pavlogiannis, TACAS
 * 2023): the component of a pivot is what reaches it among the states that it reaches. In what it
 * reaches beyond, the next pivot is one of those reached last; in the rest, one with a step to the
 * component. So pivots follow a chain backwards, and the forward searches together take a number of
 * images that is linear in the number of states. Nothing but one set is kept for each set to be
 * explored. */
#include "engine/symbolic/scc.h"

static bool split(void *context) {
  SccSearch *search = context;
  BddManager *m = search->relation->model->manager;
  Bdd forward = search->forward->states, component = search->backward->states;
  Bdd before = bdd_minus(m, search->states, forward);
  Bdd near = transitions_preimage(search->relation, component);
  return scc_split(search, &(SccSplit){.component = component,
                                       .before = before,
                                       .before_hint = bdd_and(m, near, before),
                                       .after = bdd_minus(m, forward, component),
                                       .after_hint = bdd_minus(m, vec_last(&search->forward->rings),
                                                               component)});
}

static SymbolicEnd explore(SccSearch *search, Budget *budget) {
  SymbolicEnd end = scc_begin(search, budget);
  if (end == SYMBOLIC_DONE) end = reachable_close(search->forward, true, budget);
  if (end != SYMBOLIC_DONE) return end;
  search->backward->within = search->forward->states;
  end = reachable_close(search->backward, false, budget);
  if (end != SYMBOLIC_DONE) return end;
  return symbolic_do(search->relation->model, split, search, budget);
}

const SccAlgorithm scc_chain = {.name = "chain", .trims = true, .explore = explore};
