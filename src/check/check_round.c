/* A round of a check: engines on the reduced task for some time, by turns in this process or side
 * by side in others, and what became of it. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/check_parts.h"
#include "portfolio/portfolio.h"

/* ---- what engines say on their way ---- */

static EngineProgress progress_of(const Check *check, const Settings *settings) {
  return check->explain ? explain_progress : settings->progress;
}

static void *progress_context(const Check *check, const Settings *settings) {
  return check->explain ? (void *)check->explain : settings->progress_context;
}

/* ---- engines in this process, by turns ---- */

/* One whose evidence does not check is left out, and the others begin again. */
static BudgetState run_here(Check *check, const Settings *settings, Budget *budget) {
  Outcome *outcome = &check->result->outcome;
  EngineSetup setup = {.seed = (uint64_t)settings->seed,
                       .progress = progress_of(check, settings),
                       .progress_context = progress_context(check, settings),
                       .effort = check->explain ? explain_effort(check->explain) : NULL};
  ScheduleEntryVec entries = {0};
  U32Vec order = {0};
  vec_resize(&order, check->entries.size);
  portfolio_turns(check->entries.data, order.size, order.data);
  for (size_t i = 0; i < order.size; i++) vec_push(&entries, check->entries.data[order.data[i]]);
  vec_free(&order);
  Judgement judgement = JUDGED_BAD;
  while (entries.size && judgement == JUDGED_BAD && !budget_spent(budget)) {
    const Engine *answered;
    uint32_t turn = 0;
    Error error = {0};
    EngineResult answer = schedule_run(entries.data, entries.size, reduction_task(check->reduction),
                                       &setup, budget, &answered, &outcome->stats, &turn);
    if (answer.bound > outcome->bound) outcome->bound = answer.bound;
    judgement = answered ? check_judge(check, answered, &answer, budget, &error) : JUDGED_LIMIT;
    if (judgement == JUDGED_BAD) {
      vec_push(&check->result->notes, mem_string(error.message));
      ScheduleEntry *liar = entries.data + turn;
      memmove(liar, liar + 1, (--entries.size - turn) * sizeof *liar);
    }
    error_free(&error);
    evidence_free(&answer.evidence);
  }
  vec_free(&entries);
  return budget_state(budget);
}

/* ---- engines in processes of their own ---- */

/* `news` becomes true if the run ended because of what `beside` (may be NULL) has to say. */
static BudgetState run_apart(Check *check, const Settings *settings, Learned *learned,
                             Beside *beside, bool *news, Budget *budget) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  ClauseVec lemmas = {0};
  if (learned) lemmas = learned_give(learned, check->reduction, check->cone);
  Portfolio portfolio = {.task = reduction_task(check->reduction),
                         .entries = check->entries.data,
                         .weights = check->weights.data,
                         .count = check->entries.size,
                         .jobs = (size_t)settings->jobs,
                         .memory = settings->memory,
                         .seed = (uint64_t)settings->seed,
                         .progress = progress_of(check, settings),
                         .progress_context = progress_context(check, settings),
                         .effort = check->explain ? explain_effort(check->explain) : NULL,
                         .judge = check_judge,
                         .judge_context = check,
                         .lemmas = learned ? &lemmas : NULL,
                         .beside = beside};
  PortfolioReport report;
  bool started = portfolio_run(&portfolio, budget, &report);
  *news = report.news;
  if (started && learned) learned_take(learned, check->reduction, check->cone, &lemmas);
  clauses_free(&lemmas);
  if (!started) return run_here(check, settings, budget);
  if (report.unread) check_internal_error(result, report.unread, report.unread_because);
  if (report.bound > outcome->bound) outcome->bound = report.bound;
  stats_add(&outcome->stats, &report.stats);
  vec_append(&result->names, &report.names);
  vec_clear(&report.names);
  vec_append(&result->notes, &report.incidents);
  vec_clear(&report.incidents);
  portfolio_report_free(&report);
  BudgetState state = budget_state(budget);
  if (state == BUDGET_LEFT && budget_seconds_left(budget) <= 0) state = BUDGET_TIME;
  return state == BUDGET_LEFT && report.memory ? BUDGET_MEMORY : state;
}

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
  if (apart) text_format(&text, ", at most %lld at a time", (long long)settings->jobs);
  log_say(LOG_VERBOSE, "%s", text.data);
  text_free(&text);
}

/* After the reduced task is another. */
static void tell_reduction(Check *check, const Settings *settings) {
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
  BudgetState state = run_apart(check, settings, learned, beside, &news, budget);
  if (news) {
    const Text *said = beside_said(beside);
    if (reduction_take(check->reduction, &settings->reduce, said->data, said->size))
      tell_reduction(check, settings);
    say_what(check, settings, true);
    state = run_apart(check, settings, learned, NULL, &news, budget);
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
  options.equivalences = false;
  if (worth) {
    make_reduction(check, settings, &options, budget);
    size_t gates = reduction_task(check->reduction)->system->aig->size;
    Budget slice = budget_slice(budget, LOOK_WORK_PER_GATE * gates);
    check->entries = looking;
    if (gates > LOOK_GATES) { /* what the question depends on is large, too */
      say_what(check, settings, false);
      run_here(check, settings, &slice);
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

void check_round(Check *check, const Settings *settings, double seconds, Learned *learned) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  double start = clock_wall();
  double left = settings_seconds_left(settings);
  if (settings->timeout > 0 && settings->timeout - check->seconds < left)
    left = settings->timeout - check->seconds;
  bool last = seconds <= 0 || seconds >= left;
  Budget budget = settings_budget(settings, 0);
  if (!last) budget.deadline = start + seconds;
  else if (isfinite(left)) budget.deadline = start + left;
  BudgetState state = BUDGET_LEFT;
  bool apart = settings->jobs && (!settings->engine || check->entries.size > 1);
  bool beside = apart && !settings->memory; /* whose shares are those of engines */
  if (check->reduction || beside || !look_first(check, settings, &budget)) {
    const ReduceOptions none = {0};
    ReduceOptions options = settings->no_reduce ? none : settings->reduce;
    if (beside) options.work = FIRST_EQUIVALENCES;
    if (!check->reduction) make_reduction(check, settings, &options, &budget);
    say_what(check, settings, apart);
    state =
        apart ? run_beside(check, settings, learned, &budget) : run_here(check, settings, &budget);
  }
  check->seconds += clock_wall() - start;
  check->done = last || state != BUDGET_TIME || outcome->verdict != VERDICT_UNKNOWN;
  if (outcome->verdict == VERDICT_UNKNOWN)
    check_reason(outcome, reason_text(result, settings, state));
  else check_reason(outcome, NULL);
}
