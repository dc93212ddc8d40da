/* A round of a check: engines on the reduced task for some time (check_engines.c), and what became
 * of it. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/check_parts.h"
#include "portfolio/choose.h"

/* ---- the round ---- */

/* Why there is no answer, and what befell engines on the way. */
static char *reason_text(const Result *result, const Settings *settings, BudgetState state) {
  Text text = {0};
  const char *over = state == BUDGET_TIME ? settings_over(settings) : NULL;
  text_add(&text, over                   ? over
                  : state == BUDGET_LEFT ? "the engines gave up"
                                         : budget_reason(state));
  for (size_t i = 0; i < result->notes.size; i++) text_format(&text, "; %s", result->notes.data[i]);
  return text_take(&text);
}

/* The variants that have a process from the beginning. */
static void say_spare(const Check *check, const Settings *settings, Text *text) {
  const Variant *variants = choose_variants(reduction_task(check->reduction));
  size_t busy = check->entries.size;
  for (size_t i = 0; i < check->spare.size && busy + i < (size_t)settings->jobs; i++) {
    text_add(text, i ? "; " : "; beside them ");
    variant_say(variants + i, text);
  }
}

static void say_what(const Check *check, const Settings *settings, bool apart) {
  if (!log_enabled(LOG_VERBOSE)) return;
  const Task *task = reduction_task(check->reduction);
  const System *system = task->system;
  Text text = {0};
  text_format(&text, "%s: reduced to %zu latches, %zu inputs, %zu gates",
              check->result->outcome.property, system->latches.size, system->inputs.size,
              system->aig->size - 1 - system->aig->variables);
  if (task->kind == TASK_FAIR) text_format(&text, ", %zu conditions", task->conditions.size);
  text_add(&text, "; engines");
  for (size_t i = 0; i < check->entries.size; i++)
    text_format(&text, " %s", check->entries.data[i].engine->name);
  if (apart) say_spare(check, settings, &text);
  if (apart) text_format(&text, ", at most %lld at a time", (long long)settings->jobs);
  log_say(LOG_VERBOSE, "%s", text.data);
  text_free(&text);
}

/* After the reduced task is another. */
static void tell_reduction(Check *check, const Settings *settings) {
  check_end_engines(check);
  explain_free(check->explain);
  check->explain = settings->explain_effort
                       ? explain_new(check->reduction, check->cone, settings->progress,
                                     settings->progress_context)
                       : NULL;
  vec_clear(&check->result->outcome.stats);
  stats_collect(&check->result->outcome.stats, reduce_stat_fields, reduce_stat_field_count,
                reduction_stats(check->reduction));
}

/* Of a time limit a part, so that engines have most of it. */
static void make_reduction(Check *check, const Settings *settings, const ReduceOptions *options,
                           Budget *budget) {
  enum { PART = 4 };
  const Task *task = check->cone ? reduction_task(check->cone) : check->result->task;
  double left = budget_seconds_left(budget);
  Budget part = budget_slice(budget, 0);
  if (left < 1e17) part.deadline = clock_wall() + left / PART;
  check->reduction = reduce(task, options, &part);
  tell_reduction(check, settings);
}

/* ---- engines beside the search for what is equal ---- */

/* What that may take before engines begin: some tenths of a second. */
enum { FIRST_EQUIVALENCES = 2000000 };

/* A shorter round is over before it would help. */
#define BESIDE_SECONDS 2.0

typedef struct {
  Check *check;
  const Settings *settings;
  Budget *budget;
} Rest;

static void find_rest(void *context, Text *bytes) {
  const Rest *rest = context;
  Budget budget = budget_slice(rest->budget, 0);
  reduction_finish(rest->check->reduction, &rest->settings->reduce, &budget, bytes);
}

/* Engines on the task as it is so far; beside them a process goes on making it smaller. When that
 * is done, and worth it, they begin again on the smaller task, with the lemmas they had. */
static BudgetState run_beside(Check *check, const Settings *settings, Learned *learned,
                              Budget *budget) {
  Rest rest = {check, settings, budget};
  bool worth =
      reduction_is_unfinished(check->reduction) && budget_seconds_left(budget) >= BESIDE_SECONDS;
  Beside *beside = worth ? beside_start(find_rest, &rest) : NULL;
  bool news = false;
  BudgetState state = check_run_apart(check, settings, learned, beside, &news, budget);
  if (news) {
    const Text *said = beside_said(beside);
    if (reduction_take(check->reduction, &settings->reduce, said->data, said->size))
      tell_reduction(check, settings);
    say_what(check, settings, true);
    state = check_run_apart(check, settings, learned, NULL, &news, budget);
  }
  beside_end(beside);
  return state;
}

/* In a large model it takes many times longer to find all that is equal than to read it, and a
 * shallow violation does not need it: so there, if engines have to wait for that, bmc has a look
 * first, as far as some twenty frames take. Whether it decided. */
static bool look_first(Check *check, const Settings *settings, Budget *budget) {
  enum { LOOK_GATES = 20000, LOOK_WORK_PER_GATE = 5 };
  ReduceOptions options = settings->reduce;
  ScheduleEntryVec all = check->entries, looking = {0};
  for (size_t i = 0; i < all.size; i++)
    if (!strcmp(all.data[i].engine->name, "bmc")) vec_push(&looking, all.data[i]);
  bool large = check->result->task->system->aig->size > LOOK_GATES;
  bool worth = looking.size && large && options.equivalences && !settings->no_reduce;
  options.equivalences = options.choices = options.rewrite = false;
  if (worth) {
    make_reduction(check, settings, &options, budget);
    size_t gates = reduction_task(check->reduction)->system->aig->size;
    Budget slice = budget_slice(budget, LOOK_WORK_PER_GATE * gates);
    check->entries = looking;
    if (gates > LOOK_GATES) { /* what the question depends on is large, too */
      say_what(check, settings, false);
      check_run_here(check, settings, NULL, 0, &slice);
    }
    check->entries = all;
  }
  bool decided = worth && check->result->outcome.verdict != VERDICT_UNKNOWN;
  if (worth && !decided) {
    reduction_free(check->reduction);
    check->reduction = NULL;
    vec_clear(&check->result->outcome.stats);
  }
  vec_free(&looking);
  return decided;
}

/* ---- a look with diagrams that properties share ---- */

/* Engines side by side are processes, and what they make of a model is gone with them. So where a
 * property was not decided at once, and diagrams are among the engines, the others are first looked
 * at with diagrams in this process, which has them for all. Once for each, and as long as it helps.
 * Whether it decided. */
enum { LOOK_WORK = 5000000, MOST_VAIN = 3 };
#define LOOK_SECONDS 5.0 /* where the machine is slow; or a quarter of what is left */

static bool look_with_diagrams(Check *check, const Settings *settings, Learned *learned,
                               const ScheduleEntry *diagrams, double left) {
  bool worth = learned->shelf && learned->hard && !check->looked && learned->vain < MOST_VAIN &&
               !settings->memory;
  if (!worth) return false;
  ScheduleEntryVec all = check->entries;
  bool waits = check->waits;
  Budget budget = settings_budget(settings, 0);
  budget.deadline = clock_wall() + (left / 4 < LOOK_SECONDS ? left / 4 : LOOK_SECONDS);
  check->looked = true;
  check_end_engines(check);
  check->entries = (ScheduleEntryVec){0};
  vec_push(&check->entries, *diagrams);
  check->waits = false;
  check_run_here(check, settings, learned, LOOK_WORK, &budget);
  vec_free(&check->entries);
  check->entries = all;
  check->waits = waits;
  bool decided = check->result->outcome.verdict != VERDICT_UNKNOWN;
  learned->vain = decided ? 0 : learned->vain + 1;
  return decided;
}

/* Engines side by side; with diagrams before, if they are among them. */
static BudgetState run_side_by_side(Check *check, const Settings *settings, Learned *learned,
                                    double left, Budget *budget) {
  const ScheduleEntry *diagrams = NULL;
  for (size_t i = 0; learned && i < check->entries.size; i++)
    if (check->entries.data[i].engine == engine_find("bdd")) diagrams = check->entries.data + i;
  if (diagrams && look_with_diagrams(check, settings, learned, diagrams, left)) return BUDGET_LEFT;
  BudgetState state = run_beside(check, settings, learned, budget);
  if (diagrams && check->result->outcome.verdict == VERDICT_UNKNOWN) learned->hard = true;
  return state;
}

/* In this process a turn is counted in work, so that what engines find out does not depend on the
 * clock, and an answer is judged in the turn that found it. The deadline of such a turn is for
 * engines whose work is slow. */
#define WORK_PER_SECOND 5e6
#define SLOWEST 10

void check_round(Check *check, const Settings *settings, double seconds, Learned *learned) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  double start = clock_wall();
  double left = settings_seconds_left(settings);
  if (settings->timeout > 0 && settings->timeout - check->seconds < left)
    left = settings->timeout - check->seconds;
  bool last = seconds <= 0 || seconds >= left;
  Budget budget = settings_budget(settings, 0);
  bool apart = settings->jobs && (!settings->engine || check->entries.size > 1);
  uint64_t work = !apart && !last && !isfinite(left) ? (uint64_t)(seconds * WORK_PER_SECOND) : 0;
  if (!last) budget.deadline = start + (work ? SLOWEST * seconds : seconds);
  else if (isfinite(left)) budget.deadline = start + left;
  BudgetState state = BUDGET_LEFT;
  /* a run that may be over before the next turn wants to know how far this one got */
  bool endless = !isfinite(settings_seconds_left(settings));
  check->waits = check->lasting && !last && !settings->memory && endless;
  bool beside = apart && !settings->memory; /* whose shares are those of engines */
  if (check->reduction || beside || !look_first(check, settings, &budget)) {
    const ReduceOptions none = {0};
    ReduceOptions options = settings->no_reduce ? none : settings->reduce;
    if (beside) options.work = FIRST_EQUIVALENCES;
    if (!check->reduction) make_reduction(check, settings, &options, &budget);
    say_what(check, settings, apart);
    /* under a limit of time a look is part of the turn */
    double looking = isfinite(left) ? budget_seconds_left(&budget) : left;
    state = apart ? run_side_by_side(check, settings, learned, looking, &budget)
                  : check_run_here(check, settings, learned, work, &budget);
  }
  check->seconds += clock_wall() - start;
  check->done = last || state != BUDGET_TIME || outcome->verdict != VERDICT_UNKNOWN;
  if (outcome->verdict == VERDICT_UNKNOWN)
    check_reason(outcome, reason_text(result, settings, state));
  else check_reason(outcome, NULL);
}
