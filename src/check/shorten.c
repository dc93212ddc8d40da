#include "check/shorten.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/quiet.h"
#include "check/task_of_property.h"

/* What may be spent where nobody insists: on the search in seconds, of the time that the violation
 * took and besides, and in work; on quiet inputs in gates that are evaluated. */
#define SHARE 0.25
#define SECONDS_LEAST 0.02
enum { SEARCH_WORK = 1000000, QUIET_GATES = 1000000, QUIET_GATES_INSISTING = 300000000 };

/* In the statistics of a check. */
typedef struct {
  uint64_t found, shortened, quieted;
} ShortenStats;
static const StatField stat_fields[] = {
    {"trace_found", "steps of the trace that was found first", STAT_COUNT,
     offsetof(ShortenStats, found)},
    {"trace_shortened", "steps less after a search for shorter ones", STAT_COUNT,
     offsetof(ShortenStats, shortened)},
    {"trace_quieted", "traces that were made quieter", STAT_COUNT, offsetof(ShortenStats, quieted)},
};

/* ---- the search below a length ---- */

/* The usual options of bmc, but without proofs and no further than so many steps. */
static void *search_options(const Engine *bmc, size_t limit) {
  void *options = mem_alloc(bmc->options_size);
  memcpy(options, bmc->option_defaults, bmc->options_size);
  OptionGroup group = {bmc->title, bmc->options, bmc->option_count, options, NULL};
  OptionGroupVec groups = {.data = &group, .size = 1};
  Text bound = {0};
  text_format(&bound, "%zu", limit);
  options_set(&groups, "bmc-bound", bound.data, NULL);
  options_set(&groups, "no-bmc-prove", NULL, NULL);
  text_free(&bound);
  return options;
}

/* A shortest violation of the task that has at most `limit` steps, or none. Whether it is known now
 * that there is no shorter one. */
static bool search(const Task *task, const Settings *settings, size_t limit, Budget *budget,
                   EngineResult *answer) {
  const Engine *bmc = engine_find("bmc");
  void *options = search_options(bmc, limit);
  EngineSetup setup = {.seed = (uint64_t)settings->seed, .options = options};
  void *state = bmc->open(task, &setup);
  Verdict verdict = bmc->run(state, budget);
  bmc->result(state, answer);
  bmc->close(state);
  mem_free(options);
  return verdict == VERDICT_VIOLATED || answer->bound >= limit;
}

static size_t steps(const Check *check) { return check->result->evidence.trace->steps.size; }

/* No violation of the reduced task is shorter: the engine that answered looks for shortest ones, or
 * another has come so far. What was kept was found on a model that may have been another one. */
static bool is_shortest(const Check *check) {
  const Outcome *outcome = &check->result->outcome;
  const Engine *engine = engine_find(outcome->engine);
  if (outcome->kept) return steps(check) < 2;
  return (engine && engine->shortest) || outcome->bound + 1 >= steps(check) || steps(check) < 2;
}

/* Searches on a reduced task, or on the task as it is (NULL). A run of the task is one of the
 * reduced task; but a lasso of that may have to go round again before what was left out is where it
 * was, and then the task itself must be asked. */
static bool search_below(Check *check, const Reduction *reduction, const Settings *settings,
                         Budget *budget) {
  const Task *task = reduction ? reduction_task(reduction) : check->result->task;
  EngineResult answer = {0};
  bool known = search(task, settings, steps(check) - 1, budget, &answer);
  size_t least = answer.evidence.size;
  if (answer.verdict == VERDICT_VIOLATED)
    known = check_improve(check, &answer.evidence, steps(check) - 1, reduction, budget) &&
            steps(check) == least;
  evidence_free(&answer.evidence);
  return known;
}

static bool search_task(Check *check, const Reduction *reduction, bool shortest,
                        const Settings *settings, Budget *budget) {
  bool lasso = check->result->task->kind == TASK_FAIR;
  bool known = shortest || search_below(check, reduction, settings, budget);
  if (steps(check) > 1 && lasso && (shortest || !known) && !budget_spent(budget))
    known = search_below(check, NULL, settings, budget);
  return known;
}

/* The lassos of the product with the tight automaton are those of the model, where the formula has
 * no past, but for one step more where they return to the first: so it is asked, too. */
static void search_tight(Check *check, const Settings *settings, Budget *budget) {
  Result *result = check->result;
  LtlOptions options = check->ltl, before = check->ltl;
  Error error = {0};
  options.automaton = AUTOMATON_TIGHT;
  Task *task = linear_task_of_property(check->model, result->outcome.index, &options, &error);
  error_free(&error);
  if (!task || task->kind != result->task->kind || options.automaton == before.automaton ||
      check->model->properties.data[result->outcome.index].automaton) {
    task_free(task);
    return;
  }
  Task *small = result->task;
  size_t found = steps(check);
  Reduction *reduction = reduce(task, &settings->reduce, budget);
  result->task = task;
  check->ltl = options;
  search_task(check, reduction, false, settings, budget);
  bool improved = steps(check) < found;
  if (!improved) {
    result->task = small;
    check->ltl = before;
  }
  reduction_free(reduction);
  task_free(improved ? small : task);
}

/* ---- all ---- */

static void make_quieter(Check *check, const Settings *settings, Budget *budget,
                         ShortenStats *stats) {
  Result *result = check->result;
  uint64_t gates = settings->shortest ? QUIET_GATES_INSISTING : QUIET_GATES;
  Trace *quiet = trace_quieter(result->task, result->evidence.trace, gates, budget);
  if (!quiet) return;
  Evidence evidence = {.kind = result->evidence.kind, .size = quiet->steps.size, .trace = quiet};
  stats->quieted = check_improve(check, &evidence, quiet->steps.size, NULL, budget);
  evidence_free(&evidence);
}

static Budget budget_of(const Check *check, const Settings *settings) {
  if (!settings->shortest) {
    Budget budget = settings_budget(settings, SECONDS_LEAST + SHARE * check->seconds);
    budget.work = SEARCH_WORK;
    return budget;
  }
  double left = settings->timeout > 0 ? settings->timeout - check->seconds : 0;
  return settings_budget(settings,
                         settings->timeout > 0 && left < SECONDS_LEAST ? SECONDS_LEAST : left);
}

static bool may_be_shortened(const Check *check, const Settings *settings) {
  const Result *result = check->result;
  return result->outcome.verdict == VERDICT_VIOLATED && result->evidence.trace &&
         !check->model->memories && result->task->kind != TASK_CTL &&
         (settings->shortest || (settings->shorten && !settings->engine));
}

void shorten(Check *check, const Settings *settings) {
  if (!may_be_shortened(check, settings)) return;
  Outcome *outcome = &check->result->outcome;
  double start = clock_wall();
  Budget budget = budget_of(check, settings);
  ShortenStats stats = {.found = steps(check)};
  if (!check->reduction && !check->cone)
    check->reduction = reduce(check->result->task, &settings->reduce, &budget);
  /* With a cone that is kept the reduction is one of that, and the task is asked as it is. */
  const Reduction *reduction = check->cone ? NULL : check->reduction;
  outcome->shortest = search_task(check, reduction, is_shortest(check), settings, &budget);
  if (property_is_product(check->model, outcome->index)) {
    if (settings->shortest && steps(check) > 1) search_tight(check, settings, &budget);
    outcome->shortest &= steps(check) == 1; /* else that of the product need not be the model's */
  }
  stats.shortened = stats.found - steps(check);
  make_quieter(check, settings, &budget, &stats);
  stats_collect(&outcome->stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &stats);
  check->seconds += clock_wall() - start;
}
