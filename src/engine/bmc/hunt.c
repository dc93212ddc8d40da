#include "engine/bmc/hunt.h"

#include "base/memory.h"
#include "engine/bmc/few_states.h"

struct Hunt {
  const Task *task;
  SearchPace pace;
  bool by_formula;
  DirectTask direct; /* by the formula; and the lasso of the model, once it is found */
  Trace *lasso;
  Relay *search;
  Search *beside;             /* of the product, beside the lasso */
  FewStates *few;             /* opened by the first hard question */
  FewEnd end;                 /* of it */
  uint64_t searched, counted; /* work of the search, and of going through states */
};

Hunt *hunt_new(const Task *task, SearchPace pace, bool direct) {
  Hunt *hunt = mem_zalloc(sizeof *hunt);
  hunt->task = task;
  hunt->pace = pace;
  hunt->by_formula = direct && task->kind == TASK_FAIR && task_knows_ltl(task);
  if (hunt->by_formula) {
    hunt->direct = direct_task_new(task);
    const Task *bad = hunt->direct.task;
    hunt->search = relay_new_bad(bad->system, bad->bad, pace, RELAY_TURN);
  } else if (task->kind == TASK_BAD) {
    hunt->search = relay_new_bad(task->system, task->bad, pace, RELAY_TURN);
  } else {
    hunt->search = relay_new_lasso(task->system, &task->conditions, pace, RELAY_TURN);
  }
  return hunt;
}

void hunt_free(Hunt *hunt) {
  if (!hunt) return;
  relay_free(hunt->search);
  bmc_search_free(hunt->beside);
  trace_free(hunt->lasso);
  few_states_free(hunt->few);
  if (hunt->by_formula) direct_task_free(&hunt->direct);
  mem_free(hunt);
}

void hunt_know(Hunt *hunt, const ClauseVec *clauses) {
  if (!hunt->by_formula) relay_know(hunt->search, clauses);
}

size_t hunt_refuted(const Hunt *hunt) { return relay_refuted(hunt->search); }
const DirectTask *hunt_direct(const Hunt *hunt) { return hunt->by_formula ? &hunt->direct : NULL; }
size_t hunt_steps_of_model(const Hunt *hunt) { return hunt->lasso ? hunt->lasso->steps.size : 0; }

size_t hunt_states(const Hunt *hunt) { return hunt->few ? few_states_count(hunt->few) : 0; }

Trace *hunt_take_trace(Hunt *hunt) {
  if (hunt->end == FEW_FOUND) return few_states_violation(hunt->few);
  return hunt->beside ? bmc_search_take_trace(hunt->beside) : relay_take_trace(hunt->search);
}

void hunt_statistics(const Hunt *hunt, Stats *stats) {
  relay_statistics(hunt->search, stats);
  if (hunt->beside)
    stats_collect(stats, sat_stat_fields, sat_stat_field_count, bmc_search_sat_stats(hunt->beside));
}

/* The model follows its lasso, so the solver sees the automaton alone; which accepts, in a number
 * of rounds that is not known before. */
static void go_beside(Hunt *hunt) {
  Trace *run = relay_take_trace(hunt->search);
  hunt->lasso = direct_task_lasso(&hunt->direct, run);
  trace_free(run);
  hunt->beside =
      bmc_search_new_lasso(hunt->task->system, &hunt->task->conditions, (SearchPace){.stride = 1});
  bmc_search_follow(hunt->beside, hunt->lasso, &hunt->direct.model.inputs,
                    &hunt->direct.model.latches);
}

/* Where questions become hard there may be few states all the same: going through them has half
 * the work that the search had so far. */
static void go_through_states(Hunt *hunt, Budget *budget) {
  if (!hunt->few) hunt->few = few_states_new(hunt->task);
  uint64_t share = hunt->searched / 2;
  if (hunt->end != FEW_OPEN || hunt->counted > share) return;
  Budget slice = budget_slice(budget, 1 + share - hunt->counted);
  hunt->end = few_states_run(hunt->few, &slice);
  hunt->counted += slice.used;
  relay_skip(hunt->search, few_states_refuted(hunt->few));
}

static SatResult search(Hunt *hunt, size_t limit, Budget *budget) {
  if (!hunt->by_formula && relay_is_hard(hunt->search)) go_through_states(hunt, budget);
  if (hunt->end == FEW_FOUND)
    return relay_refuted(hunt->search) < limit ? SAT_SATISFIABLE : SAT_UNSATISFIABLE;
  Budget slice = budget_slice(budget, 0);
  SatResult result = relay_run(hunt->search, limit, &slice);
  hunt->searched += slice.used;
  return result;
}

SatResult hunt_run(Hunt *hunt, size_t limit, Budget *budget) {
  if (!hunt->beside) {
    SatResult result = search(hunt, limit, budget);
    if (result != SAT_SATISFIABLE || !hunt->by_formula) return result;
    go_beside(hunt);
  }
  SatResult result = SAT_UNSATISFIABLE;
  while (result == SAT_UNSATISFIABLE && !budget_spent(budget))
    result = bmc_search_run(hunt->beside, SIZE_MAX, budget);
  return result == SAT_SATISFIABLE ? result : SAT_UNKNOWN;
}
