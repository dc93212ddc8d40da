/* The first search over the markings of a net, which all questions share; see net_job.h. */
#include "base/memory.h"
#include "check/net_job.h"

static void found(NetJob *job, NetQuestion *question, Space *space, uint32_t state) {
  U32Vec path = {0};
  question->verdict = net_reach_verdict(question, true);
  space_path(space, state, &path);
  give_out_states(job, question, question, space, &path, -1);
  vec_free(&path);
}

/* Looks at the opened state. */
static void look_at(NetJob *job, uint32_t state) {
  const Space *space = job->space;
  const Tokens *marking = space->cursor.state;
  for (size_t i = 0; i < job->questions.size; i++) {
    NetQuestion *question = job->questions.data + i;
    if (!question->result) continue;
    bool met =
        (question->ask == ASK_REACH && net_formula_holds(job->model, question->formula, marking)) ||
        (question->ask == ASK_LIVENESS && !space->action_count && space->graph->actions);
    if (met) found(job, question, job->space, state);
    if (question->ask == ASK_BOUND && net_bound_is_met(job, question, marking)) {
      found(job, question, job->space, state);
      continue;
    }
    if (question->ask == ASK_BOUND) {
      int64_t value = net_sum_of(job->model, question, marking);
      if (!state || value > question->value) {
        question->value = value;
        question->largest_in = state;
      }
    }
  }
  for (size_t i = 0; i < space->action_count; i++) {
    uint32_t t = space->actions[i];
    if (job->enabled_in.data[t]) continue;
    job->enabled_in.data[t] = state + 1;
    bits_set(&job->figures.fired, t);
  }
  job->figures.deadlock |= !space->action_count;
  if (job->counts_tokens) net_figures_tokens(&job->figures, job->model->net, marking);
}

void net_take_largest(NetJob *job, NetQuestion *question) {
  if (job->next && question->value == question->most)
    found(job, question, job->space, question->largest_in);
}

bool net_explore(NetJob *job, Budget *budget) {
  Space *space = job->space;
  while (job->next < space_states(space) && job_is_open(job)) {
    space_open(space, job->next);
    look_at(job, job->next);
    space_expand_opened(space);
    job->next++;
    if (space->overflow || store_full(space->store)) return false;
    if (job->next % 64 == 0) job_tell(job, space, "all");
    if (budget_spent(budget)) return false;
  }
  job->figures.states = space_states(space);
  job->figures.transitions = space->transitions;
  return true;
}
