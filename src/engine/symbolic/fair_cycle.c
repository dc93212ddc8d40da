/* Fair cycles that are reached; see fair_cycle.h. */
#include "engine/symbolic/fair_cycle.h"

FairCycle *fair_cycle_new(const ExactSystem *exact, Transitions *inside, Partition *partition,
                          uint32_t part, const BddVec *conditions, SccMethod method,
                          Bdd invariant) {
  FairCycle *cycle = mem_zalloc(sizeof *cycle);
  cycle->exact = *exact;
  cycle->search = scc_new(inside, partition, part, conditions, method, false);
  cycle->search->whole = partition->states.data[part] == invariant;
  cycle->invariant = invariant;
  bdd_watch(exact->relation->model->manager, &cycle->invariant);
  return cycle;
}

void fair_cycle_free(FairCycle *cycle) {
  if (!cycle) return;
  bdd_unwatch(cycle->exact.relation->model->manager, &cycle->invariant);
  scc_free(cycle->search);
  fair_run_free(cycle->run);
  trace_free(cycle->trace);
  mem_free(cycle);
}

/* A component that was excluded with another one is not asked about again. */
static bool begin_run(void *context) {
  FairCycle *cycle = context;
  const SccSearch *search = cycle->search;
  Bdd states = search->partition->states.data[search->found];
  Bdd inside = bdd_and(cycle->exact.relation->model->manager, states, cycle->invariant);
  if (inside == BDD_NONE) return false;
  cycle->told = false;
  if (inside != BDD_FALSE)
    cycle->run = fair_run_new(&cycle->exact, states, cycle->invariant, &search->conditions);
  return true;
}

/* A set that is known to be apart is closed backwards. */
static bool exclude(void *context) {
  FairCycle *cycle = context;
  const SccSearch *search = cycle->search;
  Bdd behind =
      search->apart ? search->partition->states.data[search->found] : cycle->run->backward->states;
  Bdd left = bdd_minus(cycle->exact.relation->model->manager, cycle->invariant, behind);
  if (left == BDD_NONE) return false;
  cycle->invariant = left;
  cycle->told = false;
  return true;
}

static SymbolicEnd run(FairCycle *cycle, const System *of, Budget *budget) {
  SymbolicEnd end = fair_run_find(cycle->run, of, budget);
  if (end == SYMBOLIC_DONE && cycle->run->unreachable) {
    end = symbolic_do(cycle->exact.relation->model, exclude, cycle, budget);
    if (end == SYMBOLIC_DONE) cycle->unreachable++;
  }
  if (end != SYMBOLIC_DONE) return end;
  cycle->trace = cycle->run->trace;
  cycle->run->trace = NULL;
  fair_run_free(cycle->run);
  cycle->run = NULL;
  return SYMBOLIC_DONE;
}

SymbolicEnd fair_cycle_find(FairCycle *cycle, const System *of, Budget *budget) {
  while (!cycle->trace) {
    SymbolicEnd end = SYMBOLIC_DONE;
    if (!cycle->run && !cycle->told) {
      end = scc_next(cycle->search, budget);
      if (end != SYMBOLIC_DONE) return end;
      if (cycle->search->found == SCC_NONE) return SYMBOLIC_DONE;
      cycle->components++;
      cycle->told = true;
    }
    if (cycle->told)
      end = symbolic_do(cycle->exact.relation->model, cycle->search->apart ? exclude : begin_run,
                        cycle, budget);
    if (end == SYMBOLIC_DONE && cycle->run) end = run(cycle, of, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (!cycle->trace && budget_spent(budget)) return SYMBOLIC_SPENT;
  }
  return SYMBOLIC_DONE;
}
