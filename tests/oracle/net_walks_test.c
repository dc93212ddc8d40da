/* Walks with a goal, and bounds asked as what can be reached, against enumeration. */
#include "test.h"

#include "base/clock.h"
#include "check/net_job.h"
#include "check/net_walk.h"
#include "front/net/net_language.h"
#include "oracle/random_net.h"

TEST(a_walk_knows_what_is_enabled) {
  for (unsigned seed = 1; seed <= test_cases(200); seed++) {
    Random random = {seed};
    Model *model = random_net_model(&random);
    const Net *net = model->net;
    NetWalk *walk = net_walk_new(net);
    for (int step = 0; step < 60; step++) {
      for (uint32_t t = 0; t < net->transitions.size; t++) {
        uint32_t at = walk->where.data[t];
        bool there = at < walk->enabled.size && walk->enabled.data[at] == t;
        CHECK(there == net_enabled(net, t, walk->marking));
      }
      if (!walk->enabled.size || step == 40) {
        net_walk_restart(walk);
        continue;
      }
      uint32_t t = walk->enabled.data[random_below(&random, (uint32_t)walk->enabled.size)];
      Tokens after[NET_PLACES], looked[NET_PLACES];
      size_t bytes = net->places.size * sizeof *after;
      memcpy(after, walk->marking, bytes);
      CHECK(net_fire(net, t, after) && net_walk_look(walk, t));
      memcpy(looked, walk->marking, bytes);
      net_walk_look_back(walk, t);
      CHECK(net_walk_fire(walk, t));
      CHECK(!memcmp(after, walk->marking, bytes) && !memcmp(after, looked, bytes));
    }
    net_walk_free(walk);
    model_free(model);
  }
}

typedef struct {
  Result *result;
} GivenOut;

static void keep(void *context, Result *result) { ((GivenOut *)context)->result = result; }

static NetJob job_of(const Model *model, Settings *settings, const CheckWatch *watch) {
  return (NetJob){.model = model,
                  .original = model,
                  .settings = settings,
                  .watch = watch,
                  .start = clock_wall(),
                  .partial_order = true};
}

/* Nothing but one way is tried, for a while; then what it says must be true. */
typedef struct {
  unsigned met, unmet, bounds, bounds_by_search;
} Tally;

static bool is_reachable(const Model *model, const NetMarkings *all, Formula f) {
  for (size_t s = 0; s < all->count; s++)
    if (net_formula_holds(model, f, all->markings[s])) return true;
  return false;
}

static int64_t largest_sum(const Model *model, const NetMarkings *all, const NetQuestion *bound) {
  int64_t largest = INT64_MIN;
  for (size_t s = 0; s < all->count; s++) {
    int64_t sum = net_sum_of(model, bound, all->markings[s]);
    if (sum > largest) largest = sum;
  }
  return largest;
}

static void try_one(Model *model, const NetMarkings *all, size_t property, Settings *settings,
                    unsigned seed, Tally *tally) {
  GivenOut given = {0};
  CheckWatch watch = {.result = keep, .context = &given};
  NetJob job = job_of(model, settings, &watch);
  NetQuestion question;
  CHECK(net_question(model, property, &question, NULL));
  question.result = result_new(model, property);
  vec_push(&job.questions, question);
  net_job_begin(&job);
  job.too_large = true; /* as if there were too many markings */
  NetQuestion *own = job.questions.data;
  Budget budget = {.deadline = clock_wall() + (own->ask == ASK_REACH ? 0.05 : 5)};
  bool bound = own->ask == ASK_BOUND;
  if (bound) net_try_above(&job, own, 5, &budget);
  else net_try_guided(&job, own, &budget);
  if (given.result) {
    const Outcome *outcome = &given.result->outcome;
    CHECK(outcome->checked && !given.result->internal_error);
    if (bound) {
      int64_t value = (int64_t)outcome->values.data[0].value;
      if (value != largest_sum(model, all, &question))
        test_fail(__FILE__, __LINE__, "seed %u: a bound is not %lld", seed, (long long)value);
      tally->bounds++;
      tally->bounds_by_search += outcome->evidence == EVIDENCE_STATES;
    } else {
      CHECK(is_reachable(model, all, question.formula));
      tally->met++;
    }
    result_free(given.result);
  } else {
    tally->unmet += !bound && is_reachable(model, all, question.formula);
    result_free(own->result);
  }
  net_job_end(&job);
}

TEST(walks_with_a_goal_and_bounds_as_goals_say_what_enumeration_says) {
  Tally tally = {0};
  unsigned unanswered = 0;
  for (unsigned seed = 1; seed <= test_cases(120); seed++) {
    Random random = {seed + 4000000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    if (all.count) {
      Settings *settings = settings_new();
      CHECK(settings_set(settings, "engine", "explicit", NULL));
      for (size_t a = 0; a < model->net_atoms.size; a++)
        if (model->net_atoms.data[a].kind == NET_ATOM_AT_MOST)
          net_ask(model, PROPERTY_INVARIANT,
                  formula_atom(model->formulas, model->formulas->atoms.data[a].text));
      for (int i = 0; i < 3; i++) {
        NetAtom sum = {.kind = NET_ATOM_AT_MOST};
        for (int k = 0; k <= i; k++)
          net_terms_add(&sum.terms, random_below(&random, (uint32_t)model->net->places.size), 1);
        net_ask(model, PROPERTY_BOUND, net_model_atom(model, &sum));
      }
      unsigned bounds = 0, before = tally.bounds;
      for (size_t k = 0; k < model->properties.size; k++) {
        bounds += model->properties.data[k].kind == PROPERTY_BOUND;
        try_one(model, &all, k, settings, seed, &tally);
      }
      unanswered += bounds - (tally.bounds - before);
      settings_free(settings);
    }
    model_free(model);
  }
  CHECK_COVERAGE(tally.met > 50 && tally.unmet * 10 < tally.met);
  CHECK_COVERAGE(tally.bounds > 50 && tally.bounds_by_search > 1);
  CHECK(!unanswered);
}
