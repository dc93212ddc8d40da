/* Gentilini, Piazza and Policriti (SODA 2003): as long as a set is explored along the *spine* of an
 * earlier search, a shortest path through its rings, from the end of the path to its beginning, the
 * images of all searches together are linear in the number of states. The first hint of a set is
 * the end of its spine, where the pivot is; the second is the spine. */
#include "engine/symbolic/scc.h"

/* A path from the pivot to a state reached last, walked backwards through the rings. */
static SymbolicEnd find_path(SccSearch *search, Budget *budget) {
  const BddVec *rings = &search->forward->rings;
  if (!search->walking) {
    vec_push(&search->path, concrete_pick(search->relation->model, vec_last(rings)));
    search->walk =
        (RingWalk){search->relation, search->forward, false, rings->size - 1, &search->path};
    search->walking = true;
    search->spine = BDD_NONE;
  }
  return concrete_along_rings(&search->walk, budget);
}

static bool make_spine(void *context) {
  SccSearch *search = context;
  SymbolicModel *model = search->relation->model;
  if (search->spine != BDD_NONE) return true;
  Bdd spine = BDD_FALSE;
  for (size_t i = 0; i < search->path.size && spine != BDD_NONE; i++)
    spine = bdd_or(model->manager, spine, concrete_state(model, search->path.data + i));
  search->spine = spine;
  return spine != BDD_NONE;
}

static bool split(void *context) {
  SccSearch *search = context;
  SymbolicModel *model = search->relation->model;
  BddManager *m = model->manager;
  Bdd forward = search->forward->states, component = search->backward->states;
  Bdd old_spine = bdd_minus(m, search->more_hint, component);
  Bdd touched = bdd_and(m, search->more_hint, component);
  Bdd end = concrete_state(model, search->path.data);
  return scc_split(
      search, &(SccSplit){.component = component,
                          .before = bdd_minus(m, search->states, forward),
                          .before_hint = bdd_and(m, transitions_preimage(search->relation, touched),
                                                 old_spine),
                          .before_more = old_spine,
                          .after = bdd_minus(m, forward, component),
                          .after_hint = bdd_minus(m, end, component),
                          .after_more = bdd_minus(m, search->spine, component)});
}

static SymbolicEnd explore(SccSearch *search, Budget *budget) {
  SymbolicModel *model = search->relation->model;
  SymbolicEnd end = scc_begin(search, budget);
  if (end == SYMBOLIC_DONE) end = reachable_close(search->forward, true, budget);
  if (end == SYMBOLIC_DONE) end = find_path(search, budget);
  if (end == SYMBOLIC_DONE) end = symbolic_do(model, make_spine, search, budget);
  if (end != SYMBOLIC_DONE) return end;
  search->backward->within = search->forward->states;
  end = reachable_close(search->backward, false, budget);
  if (end == SYMBOLIC_DONE) end = symbolic_do(model, split, search, budget);
  if (end == SYMBOLIC_DONE) search->walking = false;
  return end;
}

const SccAlgorithm scc_linear = {.name = "linear", .trims = true, .explore = explore};
