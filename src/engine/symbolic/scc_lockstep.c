/* Lockstep (Bloem, Gabow and Somenzi, FMCAD 2000): the states that a pivot reaches and those that
 * reach it are searched for side by side, and the search that ends first says where the component
 * is. What it found is closed in its direction, so the other one need only be finished inside. Each
 * state is in the smaller rest at most log n times, so n log n images will do. */
#include "engine/symbolic/scc.h"

static bool split(void *context) {
  SccSearch *search = context;
  BddManager *m = search->relation->model->manager;
  Bdd forward = search->forward->states, backward = search->backward->states;
  Bdd component = bdd_and(m, forward, backward);
  /* the one that ended first is `within` of the other */
  bool ahead = search->backward->within == forward;
  Bdd inside = bdd_minus(m, ahead ? forward : backward, component);
  Bdd outside = bdd_minus(m, search->states, ahead ? forward : backward);
  return scc_split(search, &(SccSplit){.component = component,
                                       .before = ahead ? outside : inside,
                                       .after = ahead ? inside : outside});
}

static SymbolicEnd explore(SccSearch *search, Budget *budget) {
  SymbolicEnd end = scc_begin(search, budget);
  Reachable *forward = search->forward, *backward = search->backward;
  while (end == SYMBOLIC_DONE && !forward->closed && !backward->closed) {
    end = forward->rings.size <= backward->rings.size ? reachable_forward(forward, budget)
                                                      : reachable_backward(backward, budget);
    if (end == SYMBOLIC_DONE && budget_spent(budget)) end = SYMBOLIC_SPENT;
  }
  if (end != SYMBOLIC_DONE) return end;
  /* A path of the other search that has left the closed set does not come back to it. */
  if (forward->closed && forward->within == search->states) {
    backward->within = forward->states;
    end = reachable_close(backward, false, budget);
  } else {
    forward->within = backward->states;
    end = reachable_close(forward, true, budget);
  }
  if (end != SYMBOLIC_DONE) return end;
  return symbolic_do(search->relation->model, split, search, budget);
}

const SccAlgorithm scc_lockstep = {.name = "lockstep", .trims = true, .explore = explore};
