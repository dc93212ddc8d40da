/* Care sets; see care.h. */
#include "engine/symbolic/care.h"

CareSet *care_new(Transitions *relation, DontCares dont_cares, size_t machine, Sharing *sharing) {
  CareSet *care = mem_zalloc(sizeof *care);
  *care = (CareSet){
      .relation = relation, .dont_cares = dont_cares, .machine = machine, .sharing = sharing};
  care->states = BDD_NONE;
  care->known = sharing ? BDD_NONE : BDD_TRUE;
  bdd_watch(relation->model->manager, &care->states);
  bdd_watch(relation->model->manager, &care->known);
  return care;
}

void care_free(CareSet *care) {
  if (!care) return;
  bdd_unwatch(care->relation->model->manager, &care->states);
  bdd_unwatch(care->relation->model->manager, &care->known);
  approximate_free(care->approximate);
  reachable_free(care->forward);
  transitions_free(care->within);
  mem_free(care);
}

/* Both are inductive, and so is what is in both. */
static bool take_approximation(void *context) {
  CareSet *care = context;
  BddManager *m = care->relation->model->manager;
  care->states = bdd_and(m, approximate_states(care->approximate), care->known);
  return care->states != BDD_NONE;
}

static SymbolicEnd run_approximate(CareSet *care, Budget *budget) {
  SymbolicModel *model = care->relation->model;
  if (!care->approximate) care->approximate = approximate_new(model, care->machine);
  SymbolicEnd end = approximate_run(care->approximate, budget);
  if (end == SYMBOLIC_DONE && care->sharing)
    end = sharing_offer_machines(care->sharing, care->approximate, budget);
  if (end == SYMBOLIC_DONE) end = symbolic_do(model, take_approximation, care, budget);
  if (end != SYMBOLIC_DONE) return end;
  approximate_free(care->approximate);
  care->approximate = NULL;
  return SYMBOLIC_DONE;
}

static SymbolicEnd close_forward(CareSet *care, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  while (end == SYMBOLIC_DONE && !care->forward->closed) {
    end = reachable_forward(care->forward, budget);
    if (end == SYMBOLIC_DONE && care->sharing)
      end = sharing_offer_rings(care->sharing, care->forward, budget);
    if (end != SYMBOLIC_DONE || care->forward->closed) break;
    if (care->pauses) break;
    if (budget_spent(budget)) end = SYMBOLIC_SPENT;
  }
  return end;
}

/* The initial states are among what is known, and so is what they reach: images within that are
 * the images. */
static SymbolicEnd run_exact(CareSet *care, Budget *budget) {
  SymbolicModel *model = care->relation->model;
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!care->within && care->known != BDD_TRUE)
    care->within = transitions_within(care->relation, care->known);
  if (care->within) end = transitions_build(care->within, budget);
  if (end != SYMBOLIC_DONE) return end;
  Transitions *relation = care->within ? care->within : care->relation;
  if (!care->forward) care->forward = reachable_new(relation, model->initial, BDD_TRUE);
  end = close_forward(care, budget);
  if (end != SYMBOLIC_DONE || !care->forward->closed) return end;
  if (care->sharing) end = sharing_offer(care->sharing, model, care->forward->states, budget);
  if (end == SYMBOLIC_DONE) care->states = care->forward->states;
  return end;
}

static SymbolicEnd run(CareSet *care, Budget *budget) {
  switch (care->dont_cares) {
  case DONT_CARES_EXACT: return run_exact(care, budget);
  case DONT_CARES_APPROXIMATE: return run_approximate(care, budget);
  case DONT_CARES_NONE: care->states = care->known; break;
  }
  return SYMBOLIC_DONE;
}

SymbolicEnd care_run(CareSet *care, Budget *budget) {
  if (care->states != BDD_NONE) return SYMBOLIC_DONE;
  SymbolicModel *model = care->relation->model;
  SymbolicEnd end = SYMBOLIC_DONE;
  uint64_t before = bdd_counts(model->manager).steps;
  if (care->known == BDD_NONE) end = sharing_know(care->sharing, model, &care->known, budget);
  if (end == SYMBOLIC_DONE) end = run(care, budget);
  care->steps += bdd_counts(model->manager).steps - before;
  return end;
}
