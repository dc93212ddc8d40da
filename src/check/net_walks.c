/* Walks through the markings of a net that look for what can be reached; see net_job.h.
 *
 * Random walks find what is deep and easy to hit, for all questions at once. Guided ones are for
 * one question. Some take the step after which fewest tokens are short of its goal. Others fire as
 * often as a solution of the state equation for the goal says (net/refute.h): a solution need not
 * be a run, but where it is one all that is left is to find an order; where a walk is stuck it asks
 * for a solution from there. (The idea of such walks is that of Y. Thierry-Mieg, "Structural
 * reductions revisited", PETRI NETS 2020, Section 5; the code is ours.) */
#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "check/net_distance.h"
#include "check/net_job.h"
#include "check/net_walk.h"
#include "net/refute.h"

enum { WALK_FIRST = 64, WALK_MOST = 1 << 14 };

/* ---- what a walk finds ---- */

bool net_is_met(const NetJob *job, const NetQuestion *question, const Tokens *marking) {
  if (question->ask == ASK_BOUND) return net_bound_is_met(job, question, marking);
  if (question->ask == ASK_LIVENESS)
    return job->graph->actions && net_marking_is_dead(job->model->net, marking);
  return question->ask == ASK_REACH && net_formula_holds(job->model, question->formula, marking);
}

static void look(NetJob *job, NetQuestion *question, const NetWalk *walk) {
  if (question->ask == ASK_BOUND) {
    int64_t value = net_sum_of(job->model, question, walk->marking);
    if (question->is_reached && value <= question->reached) return;
    net_note_reached(question, value, &walk->fired);
  }
  if (!net_is_met(job, question, walk->marking)) return;
  NetRun run = {.loop = -1};
  vec_append(&run.fired, &walk->fired);
  question->verdict = net_reach_verdict(question, true);
  if (question->ask == ASK_BOUND) give_out_bound(job, question, &run);
  else give_out_run(job, question, question, &run, NULL, "explicit");
  net_run_free(&run);
}

/* ---- random walks ---- */

static bool some_can_be_reached(const NetJob *job) {
  for (size_t i = 0; i < job->questions.size; i++) {
    const NetQuestion *question = job->questions.data + i;
    if (question->result && (question->ask == ASK_REACH || question->ask == ASK_BOUND)) return true;
  }
  return net_asks_about_the_whole(job);
}

void net_try_walks(NetJob *job, Budget *budget) {
  Random random = {(uint64_t)job->settings->seed + job->next};
  NetWalk *walk = net_walk_new(job->model->net);
  bool whole = net_asks_about_the_whole(job);
  for (size_t length = WALK_FIRST; some_can_be_reached(job) && !budget_spent(budget);) {
    net_walk_restart(walk);
    while (walk->fired.size < length) {
      if (whole) net_show_enabled(job, walk->enabled.data, walk->enabled.size, &walk->fired);
      if (!walk->enabled.size) break;
      uint32_t chosen = random_below(&random, (uint32_t)walk->enabled.size);
      if (!net_walk_fire(walk, walk->enabled.data[chosen])) break;
      for (size_t i = 0; i < job->questions.size; i++)
        if (job->questions.data[i].result) look(job, job->questions.data + i, walk);
      if (budget_spent(budget)) break;
    }
    length = length < WALK_MOST ? length + length / 8 : WALK_FIRST;
  }
  net_walk_free(walk);
}

/* ---- guided walks ---- */

enum {
  TRIED_STEPS = 12, /* so many steps are looked at before one is taken */
  GREEDY_STEPS = 4096,
  COUNTED_STEPS = 1 << 18,
  BORROWED = 16,  /* steps beyond the solution before another one is asked for */
  SOLUTIONS = 12, /* of one walk */
  SPLITS = 60,    /* cases that a solution may take */
};

typedef struct {
  NetJob *job;
  NetQuestion *question;
  NetWalk *walk;
  Random random;
  Budget *budget;
  U32Vec left;   /* by transition: how often it is to be fired; nothing: no solution is there */
  uint64_t more; /* their sum */
} Guide;

/* How far the marking of the walk seems from the goal. */
static uint64_t distance(const Guide *guide) {
  const NetQuestion *question = guide->question;
  const Tokens *marking = guide->walk->marking;
  if (question->ask == ASK_REACH)
    return net_distance(guide->job->model, question->formula, marking);
  int64_t most = question->bounded ? question->most : INT32_MAX;
  return (uint64_t)(most - net_sum_of(guide->job->model, question, marking));
}

static bool is_over(const Guide *guide) {
  return !guide->question->result || budget_spent(guide->budget);
}

/* The step after which least seems to be missing, of some; now and then any. */
static uint32_t nearest(Guide *guide, const U32Vec *steps, uint32_t any_in) {
  NetWalk *walk = guide->walk;
  uint32_t count = (uint32_t)steps->size, first = random_below(&guide->random, count);
  uint32_t best = steps->data[first];
  if (random_chance(&guide->random, 1, any_in)) return best;
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < count && i < TRIED_STEPS; i++) {
    uint32_t step = steps->data[(first + i) % count];
    if (!net_walk_look(walk, step)) continue;
    uint64_t missing = distance(guide);
    net_walk_look_back(walk, step);
    if (missing >= least) continue;
    least = missing;
    best = step;
  }
  return best;
}

static void walk_greedily(Guide *guide, uint32_t any_in) {
  NetWalk *walk = guide->walk;
  net_walk_restart(walk);
  look(guide->job, guide->question, walk);
  while (!is_over(guide) && walk->enabled.size && walk->fired.size < GREEDY_STEPS) {
    if (!net_walk_fire(walk, nearest(guide, &walk->enabled, any_in))) return;
    look(guide->job, guide->question, walk);
  }
}

/* ---- by solutions of the state equation ---- */

/* The parts of disjunctions in another order: which solution is found depends on it. */
static void shuffle(NetCondition *condition, Random *random) {
  for (size_t i = condition->parts.size; i-- > 0;) {
    NetCondition **parts = condition->parts.data;
    size_t other = random_below(random, (uint32_t)i + 1);
    NetCondition *part = parts[i];
    parts[i] = parts[other];
    parts[other] = part;
    shuffle(parts[i], random);
  }
}

/* The goal as a condition: of a bound, that it is reached, or at least more than what is known. */
static NetCondition *goal_of(const NetJob *job, const NetQuestion *question) {
  if (question->ask == ASK_REACH) return net_condition_of(job->model, question->formula, false);
  uint32_t number = formula_node(job->model->formulas, question->formula)->left;
  const NetAtom *atom = job->model->net_atoms.data + number;
  NetTermVec terms = {0};
  for (size_t i = 0; i < atom->terms.size; i++)
    vec_push(&terms, ((NetTerm){atom->terms.data[i].place, atom->terms.data[i].weight}));
  int64_t least = question->bounded ? question->most : question->reached + 1;
  NetCondition *goal = net_condition_at_least(terms.data, terms.size, least);
  vec_free(&terms);
  return goal;
}

/* A solution from the marking of the walk on; false if there is none. */
static bool solve(Guide *guide) {
  NetCondition *goal = goal_of(guide->job, guide->question);
  if (!goal) return false;
  Net *from_here = net_copy(guide->job->model->net);
  for (size_t p = 0; p < from_here->places.size; p++)
    from_here->places.data[p].initial = guide->walk->marking[p];
  shuffle(goal, &guide->random);
  NetAnswer answer =
      net_refute(from_here, goal, &(NetRefuteOptions){.splits = SPLITS}, guide->budget);
  vec_free(&guide->left);
  guide->left = answer.firings;
  answer.firings = (U32Vec){0};
  guide->more = 0;
  for (size_t t = 0; t < guide->left.size; t++) guide->more += guide->left.data[t];
  net_answer_free(&answer);
  net_free(from_here);
  net_condition_free(goal);
  return guide->left.size && guide->more;
}

/* Takes a step of the solution, if one is enabled. */
static bool take_counted_step(Guide *guide, U32Vec *steps, bool near) {
  NetWalk *walk = guide->walk;
  vec_clear(steps);
  for (size_t i = 0; i < walk->enabled.size; i++)
    if (guide->left.data[walk->enabled.data[i]]) vec_push(steps, walk->enabled.data[i]);
  if (!steps->size) return false;
  uint32_t step = near ? nearest(guide, steps, 4)
                       : steps->data[random_below(&guide->random, (uint32_t)steps->size)];
  if (!net_walk_fire(walk, step)) return false;
  guide->left.data[step]--;
  guide->more--;
  return true;
}

static void walk_by_solutions(Guide *guide, bool near) {
  NetWalk *walk = guide->walk;
  U32Vec steps = {0};
  net_walk_restart(walk);
  look(guide->job, guide->question, walk);
  for (int solutions = 0; solutions < SOLUTIONS && !is_over(guide) && solve(guide); solutions++) {
    unsigned borrowed = 0;
    while (!is_over(guide) && guide->more && walk->fired.size < COUNTED_STEPS) {
      if (!take_counted_step(guide, &steps, near)) {
        if (borrowed++ == BORROWED || !walk->enabled.size) break;
        uint32_t any = random_below(&guide->random, (uint32_t)walk->enabled.size);
        if (!net_walk_fire(walk, walk->enabled.data[any])) break;
      }
      look(guide->job, guide->question, walk);
    }
  }
  vec_free(&steps);
}

void net_try_guided(NetJob *job, NetQuestion *question, Budget *budget) {
  if (question->ask != ASK_REACH && question->ask != ASK_BOUND) return;
  Guide guide = {.job = job,
                 .question = question,
                 .walk = net_walk_new(job->model->net),
                 .random = {(uint64_t)job->settings->seed + question->walked++},
                 .budget = budget};
  for (unsigned i = 0; !is_over(&guide); i++) {
    walk_by_solutions(&guide, i % 2);
    if (!is_over(&guide)) walk_greedily(&guide, i % 3 ? 2u << i % 5 : UINT32_MAX);
  }
  vec_free(&guide.left);
  net_walk_free(guide.walk);
}
