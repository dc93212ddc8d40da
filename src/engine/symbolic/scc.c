/* What the searches for fair components share; see scc.h. */
#include "engine/symbolic/scc.h"

static const SccAlgorithm *const algorithms[] = {
    [SCC_EL] = &scc_el,         [SCC_EL2] = &scc_el2,
    [SCC_GSH] = &scc_gsh,       [SCC_LOCKSTEP] = &scc_lockstep,
    [SCC_LINEAR] = &scc_linear, [SCC_CHAIN] = &scc_chain,
};

static void push(SccSearch *search, uint32_t part, Bdd hint, Bdd more) {
  vec_push(&search->open, part);
  vec_push(&search->hints, hint);
  vec_push(&search->more_hints, more);
}

SccSearch *scc_new(Transitions *relation, Partition *partition, uint32_t part,
                   const BddVec *conditions, SccMethod method, bool all) {
  BddManager *m = relation->model->manager;
  SccSearch *search = mem_zalloc(sizeof *search);
  search->relation = relation;
  search->algorithm = algorithms[method];
  search->partition = partition;
  vec_append(&search->conditions, conditions);
  search->all = all;
  search->found = SCC_NONE;
  push(search, part, BDD_FALSE, BDD_FALSE);
  bdd_watch_all(m, &search->conditions);
  bdd_watch_all(m, &search->hints);
  bdd_watch_all(m, &search->more_hints);
  Bdd *places[] = {&search->states, &search->hint, &search->more_hint, &search->spine,
                   &search->seed};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) bdd_watch(m, places[i]);
  return search;
}

static void forget_around(SccSearch *search) {
  reachable_free(search->ahead);
  reachable_free(search->behind);
  search->ahead = search->behind = NULL;
}

static void forget_searches(SccSearch *search) {
  forget_around(search);
  search->seed = BDD_FALSE;
  search->widened = 0;
  reachable_free(search->forward);
  reachable_free(search->backward);
  hull_free(search->hull);
  search->forward = search->backward = NULL;
  search->hull = NULL;
  concrete_free(&search->path);
}

void scc_free(SccSearch *search) {
  if (!search) return;
  BddManager *m = search->relation->model->manager;
  forget_searches(search);
  bdd_unwatch_all(m, &search->conditions);
  bdd_unwatch_all(m, &search->hints);
  bdd_unwatch_all(m, &search->more_hints);
  Bdd *places[] = {&search->states, &search->hint, &search->more_hint, &search->spine,
                   &search->seed};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) bdd_unwatch(m, places[i]);
  vec_free(&search->conditions);
  vec_free(&search->open);
  vec_free(&search->hints);
  vec_free(&search->more_hints);
  mem_free(search);
}

/* ---- sets that need no exploration ---- */

/* The first condition that no state of the set meets (seed 003, Observation 1): BDD_TRUE, and its
 * number. */
static Bdd find_missed(SccSearch *search, Bdd states, uint32_t *condition) {
  Bdd missed = BDD_FALSE;
  for (size_t i = 0; i < search->conditions.size && missed == BDD_FALSE; i++) {
    missed = bdd_disjoint(search->relation->model->manager, states, search->conditions.data[i]);
    *condition = (uint32_t)i;
  }
  return missed;
}

static void leave(SccSearch *search) {
  forget_searches(search);
  search->busy = false;
}

/* Empty sets and those that miss a condition are done. */
static bool look(void *context) {
  SccSearch *search = context;
  uint32_t condition = 0;
  Bdd missed = search->all ? BDD_FALSE : find_missed(search, search->states, &condition);
  if (missed == BDD_NONE) return false;
  if (search->states == BDD_FALSE) partition_still(search->partition, search->part);
  else if (missed == BDD_TRUE) partition_misses(search->partition, search->part, condition);
  else return true;
  leave(search);
  return true;
}

/* Takes away the states without successors in the set, as long as there are any, then those without
 * predecessors. Nothing that is left loses its successors by the latter. */
static bool trim(void *context) {
  SccSearch *search = context;
  BddManager *m = search->relation->model->manager;
  bool ends = !search->ends_trimmed;
  Bdd near = ends ? transitions_preimage(search->relation, search->states)
                  : transitions_image(search->relation, search->states);
  Bdd kept = bdd_and(m, search->states, near), gone = bdd_minus(m, search->states, near);
  if (kept == BDD_NONE || gone == BDD_NONE) return false;
  if (gone == BDD_FALSE) {
    if (ends) search->ends_trimmed = true;
    else search->trimmed = true;
    return true;
  }
  const Bdd sets[] = {ends ? kept : gone, ends ? gone : kept};
  uint32_t first = partition_split(search->partition, search->part, sets, 2);
  partition_still(search->partition, ends ? first + 1 : first);
  search->part = ends ? first : first + 1;
  search->states = kept;
  return true;
}

static SymbolicEnd trim_all(SccSearch *search, Budget *budget) {
  while (search->states != BDD_FALSE && !search->trimmed) {
    SymbolicEnd end = symbolic_do(search->relation->model, trim, search, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (budget_spent(budget)) return SYMBOLIC_SPENT;
  }
  return SYMBOLIC_DONE;
}

/* ---- for the algorithms ---- */

static bool pick_pivot(void *context) {
  SccSearch *search = context;
  SymbolicModel *model = search->relation->model;
  Bdd from = bdd_and(model->manager, search->hint, search->states);
  if (from == BDD_NONE) return false;
  Bits pivot = concrete_pick(model, from == BDD_FALSE ? search->states : from);
  Bdd state = concrete_state(model, &pivot);
  bits_free(&pivot);
  if (state == BDD_NONE) return false;
  search->seed = state;
  return true;
}

/* All states of the seed are in one component; so are those that it reaches and that reach it under
 * fewer steps. */
static SymbolicEnd widen(SccSearch *search, Budget *budget) {
  Transitions *under = search->under[search->widened];
  if (!search->ahead) search->ahead = reachable_new(under, search->seed, search->states);
  SymbolicEnd end = reachable_close(search->ahead, true, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!search->behind) search->behind = reachable_new(under, search->seed, search->ahead->states);
  end = reachable_close(search->behind, false, budget);
  if (end != SYMBOLIC_DONE) return end;
  search->seed = search->behind->states;
  forget_around(search);
  search->widened++;
  return SYMBOLIC_DONE;
}

SymbolicEnd scc_begin(SccSearch *search, Budget *budget) {
  enum { MOST = sizeof search->under / sizeof *search->under };
  SymbolicEnd end = SYMBOLIC_DONE;
  if (search->forward) return end;
  if (search->seed == BDD_FALSE)
    end = symbolic_do(search->relation->model, pick_pivot, search, budget);
  while (end == SYMBOLIC_DONE && search->widened < MOST && search->under[search->widened])
    end = widen(search, budget);
  if (end != SYMBOLIC_DONE) return end;
  search->forward = reachable_new(search->relation, search->seed, search->states);
  search->backward = reachable_new(search->relation, search->seed, search->states);
  return SYMBOLIC_DONE;
}

bool scc_split(SccSearch *search, const SccSplit *split) {
  BddManager *m = search->relation->model->manager;
  const Bdd needed[] = {split->component,   split->before,     split->after,     split->before_hint,
                        split->before_more, split->after_hint, split->after_more};
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    if (needed[i] == BDD_NONE) return false;
  Bdd around =
      bdd_disjoint(m, transitions_image(search->relation, split->component), split->component);
  uint32_t condition = 0;
  Bdd missed = find_missed(search, split->component, &condition);
  if (around == BDD_NONE || missed == BDD_NONE) return false;
  const Bdd sets[] = {split->before, split->component, split->after};
  uint32_t first = partition_split(search->partition, search->part, sets, 3);
  push(search, first, split->before_hint, split->before_more);
  push(search, first + 2, split->after_hint, split->after_more);
  bool cycle = around == BDD_FALSE;
  if (!cycle) partition_still(search->partition, first + 1);
  else if (missed == BDD_TRUE) partition_misses(search->partition, first + 1, condition);
  if (cycle && (search->all || missed == BDD_FALSE)) search->found = first + 1;
  leave(search);
  return true;
}

/* ---- the search ---- */

static void take_next(SccSearch *search) {
  search->part = vec_pop(&search->open);
  search->hint = vec_pop(&search->hints);
  search->more_hint = vec_pop(&search->more_hints);
  search->states = search->partition->states.data[search->part];
  search->ends_trimmed = search->trimmed = !search->algorithm->trims;
  search->busy = true;
}

static SymbolicEnd explore(SccSearch *search, Budget *budget) {
  SymbolicModel *model = search->relation->model;
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!search->forward && !search->hull) {
    end = trim_all(search, budget);
    if (end == SYMBOLIC_DONE) end = symbolic_do(model, look, search, budget);
  }
  return end == SYMBOLIC_DONE && search->busy ? search->algorithm->explore(search, budget) : end;
}

SymbolicEnd scc_next(SccSearch *search, Budget *budget) {
  search->found = SCC_NONE;
  while (search->found == SCC_NONE && (search->busy || search->open.size)) {
    if (!search->busy) take_next(search);
    SymbolicEnd end = explore(search, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (search->found == SCC_NONE && budget_spent(budget)) return SYMBOLIC_SPENT;
  }
  return SYMBOLIC_DONE;
}
