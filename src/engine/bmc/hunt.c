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
  Search *beside;  /* of the product, beside the lasso */
  bool enumerated; /* few_states.h was asked; what it found */
  Trace *shortest;
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
  trace_free(hunt->shortest);
  if (hunt->by_formula) direct_task_free(&hunt->direct);
  mem_free(hunt);
}

void hunt_know(Hunt *hunt, const ClauseVec *clauses) {
  if (!hunt->by_formula) relay_know(hunt->search, clauses);
}

size_t hunt_refuted(const Hunt *hunt) { return relay_refuted(hunt->search); }
const DirectTask *hunt_direct(const Hunt *hunt) { return hunt->by_formula ? &hunt->direct : NULL; }
size_t hunt_steps_of_model(const Hunt *hunt) { return hunt->lasso ? hunt->lasso->steps.size : 0; }

Trace *hunt_take_trace(Hunt *hunt) {
  if (hunt->shortest) {
    Trace *trace = hunt->shortest;
    hunt->shortest = NULL;
    return trace;
  }
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

/* Where questions become hard, there may be few states all the same. */
static void enumerate(Hunt *hunt, Budget *budget) {
  hunt->enumerated = true;
  relay_skip(hunt->search, few_states_search(hunt->task, &hunt->shortest, budget));
}

SatResult hunt_run(Hunt *hunt, size_t limit, Budget *budget) {
  if (!hunt->by_formula && !hunt->enumerated && relay_is_hard(hunt->search))
    enumerate(hunt, budget);
  if (hunt->shortest)
    return hunt->shortest->steps.size <= limit ? SAT_SATISFIABLE : SAT_UNSATISFIABLE;
  if (!hunt->beside) {
    SatResult result = relay_run(hunt->search, limit, budget);
    if (result != SAT_SATISFIABLE || !hunt->by_formula) return result;
    go_beside(hunt);
  }
  SatResult result = SAT_UNSATISFIABLE;
  while (result == SAT_UNSATISFIABLE && !budget_spent(budget))
    result = bmc_search_run(hunt->beside, SIZE_MAX, budget);
  return result == SAT_SATISFIABLE ? result : SAT_UNKNOWN;
}
