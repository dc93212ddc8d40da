/* See progress.h. The flags make one condition of many without an order among them: a round ends as
 * soon as all were met, in whatever order, so no visit is wasted as it would be by a counter that
 * waits for condition 0, then 1, and so on. */
#include "engine/progress/progress.h"

Visits visits_new(const Task *task, const ClauseVec *known, bool walls, Budget *budget) {
  Visits visits = {.round = LIT_TRUE};
  Lit *map;
  System *system = visits.system = system_copy(task->system, &map);
  Aig *aig = system->aig;
  for (size_t i = 0; i < task->conditions.size; i++)
    vec_push(&visits.conditions, aig_map_lit(map, task->conditions.data[i]));
  for (size_t i = 0; i < known->size; i++) {
    LitVec lits = {0};
    for (size_t k = 0; k < known->data[i]->size; k++)
      vec_push(&lits, aig_map_lit(map, known->data[i]->lits[k]));
    vec_push(&visits.known, clause_new(lits.data, lits.size));
    vec_free(&lits);
  }
  Lit reachable = clauses_build(aig, &visits.known);
  visits.stable = walls ? stable_find(system, &visits.conditions, reachable, budget)
                        : stable_none(&visits.conditions);
  visits.arena = stable_arena(&visits.stable, system);
  LitVec met = {0};
  for (size_t i = 0; i < visits.conditions.size; i++) {
    Lit condition = visits.conditions.data[i];
    if (visits.conditions.size > 1) {
      Lit flag = system_latch(system, RESET_0);
      vec_push(&visits.flags, flag);
      condition = aig_or(aig, flag, condition);
    }
    vec_push(&met, condition);
  }
  visits.round = aig_and(aig, visits.arena, aig_and_all(aig, met.data, met.size));
  Lit goes_on = aig_and(aig, visits.arena, lit_not(visits.round));
  for (size_t i = 0; i < visits.flags.size; i++)
    system_set_next(system, visits.flags.data[i], aig_and(aig, goes_on, met.data[i]));
  vec_free(&met);
  mem_free(map);
  return visits;
}

void visits_free(Visits *visits) {
  system_free(visits->system);
  stable_free(&visits->stable);
  clauses_free(&visits->known);
  vec_free(&visits->conditions);
  vec_free(&visits->flags);
}

Trace *visits_lasso(const Task *task, const Trace *run, size_t first, size_t last) {
  Trace *lasso = trace_new();
  for (size_t k = 0; k < last; k++) {
    Step *step = trace_add_step(lasso, task->system);
    for (size_t i = 0; i < task->system->latches.size; i++)
      bits_put(&step->latches, i, bits_get(&run->steps.data[k].latches, i));
    for (size_t i = 0; i < task->system->inputs.size; i++)
      bits_put(&step->inputs, i, bits_get(&run->steps.data[k].inputs, i));
  }
  lasso->loop = (int64_t)first;
  return lasso;
}

static bool same_state(const Trace *run, size_t a, size_t b, size_t latches) {
  for (size_t i = 0; i < latches; i++)
    if (bits_get(&run->steps.data[a].latches, i) != bits_get(&run->steps.data[b].latches, i))
      return false;
  return true;
}

Trace *visits_find_lasso(const Visits *visits, const Task *task, const Trace *run) {
  size_t steps = run->steps.size, latches = task->system->latches.size + visits->flags.size;
  Bits values = bits_new(visits->system->aig->size);
  U32Vec rounds = {0}; /* how many ended before step k */
  uint32_t count = 0;
  for (size_t k = 0; k < steps; k++) {
    vec_push(&rounds, count);
    step_evaluate(visits->system, run->steps.data + k, &values);
    count += values_of(&values, visits->round);
  }
  Trace *lasso = NULL;
  for (size_t last = 1; last < steps && !lasso; last++)
    for (size_t first = last; first-- > 0 && !lasso;)
      if (rounds.data[first] < rounds.data[last] && same_state(run, first, last, latches))
        lasso = visits_lasso(task, run, first, last);
  vec_free(&rounds);
  bits_free(&values);
  return lasso;
}
