/* The first search over the markings of a net, which all questions share; see net_job.h.
 *
 * Breadth first, by one thread or by several (engine/explicit/workers.h). What each of them sees is
 * noted on its own and taken notice of when all have come to the end of a part, within one level:
 * so what is reached comes with a shortest run, whoever met it. */
#include "base/memory.h"
#include "check/net_job.h"
#include "engine/explicit/workers.h"

/* So many markings are expanded between two looks at the budget, if several threads do it; where
 * there are fewer one thread is enough. */
enum { PART = 1 << 14, WORTH_SHARING = 256 };

/* What a worker saw of a question. */
typedef struct {
  uint32_t met;        /* a state that answers it, plus one; 0: none */
  uint32_t largest_in; /* of a bound: the first state with ... */
  int64_t value;       /* ... the largest value */
  bool valued;
} Seen;

typedef struct {
  Seen *seen;        /* by question */
  U32Vec enabled_in; /* by transition: a state in which it is enabled, plus one */
  bool fresh;        /* something was seen that was not known */
  NetFigures figures;
} Sight;

typedef struct {
  NetJob *job;
  Sight *sights; /* by worker */
  size_t count;
} Sights;

static Sights sights_new(NetJob *job) {
  Sights sights = {job, NULL, job->workers > 1 ? job->workers : 1};
  sights.sights = mem_array(sights.count, sizeof *sights.sights);
  for (size_t i = 0; i < sights.count; i++) {
    sights.sights[i].seen = mem_array(job->questions.size + 1, sizeof *sights.sights[i].seen);
    vec_resize(&sights.sights[i].enabled_in, job->enabled_in.size);
  }
  return sights;
}

static void sights_free(Sights *sights) {
  for (size_t i = 0; i < sights->count; i++) {
    mem_free(sights->sights[i].seen);
    vec_free(&sights->sights[i].enabled_in);
  }
  mem_free(sights->sights);
}

/* Looks at a state; only what the worker owns changes. */
static void look_at(void *context, const OpenedState *opened) {
  Sights *sights = context;
  const NetJob *job = sights->job;
  Sight *sight = sights->sights + opened->worker;
  const Tokens *marking = opened->state;
  for (size_t i = 0; i < job->questions.size; i++) {
    const NetQuestion *question = job->questions.data + i;
    Seen *seen = sight->seen + i;
    if (!question->result || seen->met) continue;
    bool met =
        (question->ask == ASK_REACH && net_formula_holds(job->model, question->formula, marking)) ||
        (question->ask == ASK_LIVENESS && !opened->enabled.size && job->graph->actions) ||
        (question->ask == ASK_BOUND && net_bound_is_met(job, question, marking));
    if (met) {
      seen->met = opened->number + 1;
      sight->fresh = true;
    } else if (question->ask == ASK_BOUND) {
      int64_t value = net_sum_of(job->model, question, marking);
      if (seen->valued && value <= seen->value) continue;
      *seen = (Seen){.value = value, .largest_in = opened->number, .valued = true};
      sight->fresh = true;
    }
  }
  for (size_t i = 0; i < opened->enabled.size; i++) {
    uint32_t *in = sight->enabled_in.data + opened->enabled.data[i];
    if (*in) continue;
    *in = opened->number + 1;
    sight->fresh = true;
  }
  if (!opened->enabled.size && !sight->figures.deadlock)
    sight->figures.deadlock = sight->fresh = true;
  if (job->counts_tokens) net_figures_tokens(&sight->figures, job->model->net, marking);
}

static void found(NetJob *job, NetQuestion *question, uint32_t state) {
  U32Vec path = {0};
  question->verdict = net_reach_verdict(question, true);
  space_path(job->space, state, &path);
  give_out_states(job, question, question, job->space, &path, -1);
  vec_free(&path);
}

/* The largest value, first that of the initial marking. */
static void take_value(NetQuestion *question, const Seen *seen) {
  if (!seen->valued) return;
  if (!seen->largest_in || seen->value > question->value) {
    question->value = seen->value;
    question->largest_in = seen->largest_in;
  }
}

static void take_notice(NetJob *job, Sight *sight) {
  if (!sight->fresh) return;
  sight->fresh = false;
  for (size_t i = 0; i < job->questions.size; i++) {
    NetQuestion *question = job->questions.data + i;
    if (!question->result) continue;
    take_value(question, sight->seen + i);
    if (sight->seen[i].met) found(job, question, sight->seen[i].met - 1);
  }
  for (uint32_t t = 0; t < job->graph->actions; t++) {
    if (!sight->enabled_in.data[t] || job->enabled_in.data[t]) continue;
    job->enabled_in.data[t] = sight->enabled_in.data[t];
    bits_set(&job->figures.fired, t);
  }
  job->figures.deadlock |= sight->figures.deadlock;
}

/* At the end: how many tokens there were. */
static void take_tokens(NetFigures *all, const NetFigures *seen) {
  if (seen->most_in_place > all->most_in_place) all->most_in_place = seen->most_in_place;
  if (seen->most_in_marking > all->most_in_marking) all->most_in_marking = seen->most_in_marking;
}

void net_take_largest(NetJob *job, NetQuestion *question) {
  if (job->next && question->value == question->most) found(job, question, question->largest_in);
}

/* The next state by this thread. */
static bool expand_one(Sights *sights) {
  NetJob *job = sights->job;
  Space *space = job->space;
  space_open(space, job->next);
  OpenedState opened = {0, job->next, space->cursor.state, {space->actions, space->action_count}};
  look_at(sights, &opened);
  take_notice(job, sights->sights);
  space_expand_opened(space);
  job->next++;
  return !space->overflow && !store_full(space->store);
}

/* A part of the level by all threads. */
static bool expand_part(Sights *sights, Workers *workers) {
  NetJob *job = sights->job;
  uint32_t end = job->level_end - job->next > PART ? job->next + PART : job->level_end;
  bool good = workers_expand(workers, job->next, end);
  for (size_t i = 0; i < sights->count; i++) take_notice(job, sights->sights + i);
  if (good) job->next = end;
  return good;
}

bool net_explore(NetJob *job, Budget *budget) {
  Space *space = job->space;
  Sights sights = sights_new(job);
  Workers *workers = job->workers > 1 ? workers_new(space, job->workers, look_at, &sights) : NULL;
  bool good = true;
  while (good && job->next < space_states(space) && job_is_open(job)) {
    if (job->next >= job->level_end) {
      job->depth += job->level_end > 0;
      job->level_end = (uint32_t)space_states(space);
    }
    bool share = workers && job->level_end - job->next >= WORTH_SHARING;
    good = share ? expand_part(&sights, workers) : expand_one(&sights);
    if (good && (share || job->next % 64 == 0)) job_tell(job, space, "all");
    good = good && !(share ? budget_spent_now(budget) : budget_spent(budget));
  }
  for (size_t i = 0; i < sights.count; i++) take_tokens(&job->figures, &sights.sights[i].figures);
  job->figures.states = space_states(space);
  job->figures.transitions = space->transitions;
  workers_free(workers);
  sights_free(&sights);
  return good;
}
