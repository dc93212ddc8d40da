#include "engine/symbolic/reachable_lemmas.h"

#include "engine/symbolic/reachable.h"
#include "engine/symbolic/sharing.h"

enum { MOST_LATCHES = 40, MOST_WORK = 3000000, MOST_NODES = 1000000 };

static void offer(const Task *task, LemmaBoard *board, Reachable *reachable, Budget *budget) {
  Sharing sharing;
  sharing_open(&sharing, board, task, task->system, NULL);
  sharing_offer(&sharing, reachable->relation->model, reachable->states, budget);
  sharing_close(&sharing);
}

/* The slice is the caller's whole budget but for its work: what is found must not depend on where
 * a slice of the caller ends. */
void reachable_lemmas_offer(const Task *task, LemmaBoard *board, Budget *budget) {
  if (task->system->latches.size > MOST_LATCHES || !symbolic_fits(task->system)) return;
  const LitVec none = {0};
  SymbolicOptions options = SYMBOLIC_DEFAULTS;
  options.nodes = MOST_NODES;
  Budget own = budget_without_work(budget);
  own.work = MOST_WORK;
  SymbolicModel *model = symbolic_new(task->system, &none, &options);
  Transitions *relation = NULL;
  Reachable *reachable = NULL;
  bool built = symbolic_build(model, &own) == SYMBOLIC_DONE;
  if (built) relation = transitions_new(model, NULL);
  if (built && transitions_build(relation, &own) == SYMBOLIC_DONE)
    reachable = reachable_new(relation, model->initial, BDD_TRUE);
  if (reachable && reachable_close(reachable, true, &own) == SYMBOLIC_DONE)
    offer(task, board, reachable, &own);
  reachable_free(reachable);
  transitions_free(relation);
  symbolic_free(model);
  budget_use(budget, own.used);
}
