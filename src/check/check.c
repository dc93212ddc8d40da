/* The way of the data from a property to a checked verdict.
 *
 *   property -> task -> reduced task -> engines -> evidence -> way back -> checker -> result
 *
 * An engine is never believed: its evidence is mapped back to the system as loaded and checked
 * there. Evidence that does not check is an internal error of that engine, and is never a verdict;
 * the other engines go on. */
#include "check/check.h"

#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/task_of_property.h"
#include "evidence/certify.h"
#include "evidence/certify_ctl.h"
#include "evidence/replay.h"
#include "portfolio/choose.h"
#include "portfolio/portfolio.h"

/* For CTL properties that can be asked as LTL, too; but at most half of a time limit. */
#define CTL_SECONDS 5.0

static volatile sig_atomic_t cancelled;

void check_cancel(void) { cancelled = 1; }

/* ---- which engines ---- */

static void add_engine(const Settings *settings, const Engine *engine, unsigned weight,
                       Check *check) {
  size_t place = 0;
  while (engine_table[place] != engine) place++;
  if (check->count == SCHEDULE_MOST) return;
  check->entries[check->count] = (ScheduleEntry){engine, settings->engine_options[place]};
  check->weights[check->count++] = weight;
}

/* The engines named by "a,b,c", or those that suit the task. */
static bool find_engines(const Settings *settings, const Task *task, Check *check, Error *error) {
  if (!settings->engine) {
    for (const Choice *choice = choose_engines(task); choice->engine; choice++)
      add_engine(settings, engine_find(choice->engine), choice->weight, check);
    return true;
  }
  for (const char *name = settings->engine; *name;) {
    size_t length = strcspn(name, ",");
    char *one = mem_string_n(name, length);
    const Engine *engine = engine_find(one);
    if (!engine) error_set(error, "there is no engine '%s'; see 'rondo help engines'", one);
    else if (!engine_takes(engine, task->kind))
      error_set(error, "engine '%s' does not take this kind of property", one);
    else add_engine(settings, engine, 1, check);
    mem_free(one);
    name += length + (name[length] == ',');
  }
  if (!check->count && !error->message) error_set(error, "no engine named");
  return !error->message;
}

/* ---- evidence: the way back, and the check ---- */

static bool map_back(Result *result, const Reduction *reduction, Evidence *reduced, Error *error) {
  Evidence *evidence = &result->evidence;
  evidence->kind = reduced->kind;
  evidence->size = reduced->size;
  if (reduced->trace) {
    evidence->trace = reduction_trace_back(reduction, reduced->trace);
    if (!evidence->trace)
      return error_set(error, "the lasso is too long on the whole model; --no-reduce may help");
    evidence->size = evidence->trace->steps.size;
  }
  if (reduced->ctl) { /* CTL tasks are not reduced: it is about the task as it is */
    evidence->ctl = reduced->ctl;
    reduced->ctl = NULL;
  }
  if (reduced->witness) evidence->witness = reduction_witness_back(reduction, reduced->witness);
  return true;
}

static bool check_evidence(const Result *result, Verdict verdict, Budget *budget, Error *error) {
  const Evidence *evidence = &result->evidence;
  if (result->task->kind == TASK_CTL && evidence->ctl)
    return certify_ctl(result->task, evidence->ctl, verdict, budget, error);
  if (verdict == VERDICT_VIOLATED && evidence->trace)
    return replay(result->task, evidence->trace, error);
  if (verdict == VERDICT_HOLDS && evidence->witness)
    return certify_witness_within(result->task, evidence->witness, budget, error);
  return error_set(error, "the engine gave no evidence");
}

/* ---- judging answers ---- */

static void set_reason(Outcome *outcome, char *reason) {
  mem_free(outcome->reason);
  outcome->reason = reason;
}

/* The judge of the portfolio. Fills in the result if the evidence checks. */
static Judgement judge(void *context, const Engine *engine, EngineResult *answer, Budget *budget,
                       Error *error) {
  Check *check = context;
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  bool mapped = map_back(result, check->reduction, &answer->evidence, error);
  if (mapped && check_evidence(result, answer->verdict, budget, error)) {
    outcome->engine = engine->name;
    outcome->verdict = answer->verdict;
    outcome->evidence = result->evidence.kind;
    outcome->size = result->evidence.size;
    outcome->checked = true;
    return JUDGED_GOOD;
  }
  if (result->evidence.ctl) { /* it was moved, not copied */
    answer->evidence.ctl = result->evidence.ctl;
    result->evidence.ctl = NULL;
  }
  evidence_free(&result->evidence);
  if (mapped && budget_spent(budget)) {
    error_free(error);
    return JUDGED_LIMIT;
  }
  if (mapped && !result->internal_error) {
    Text text = {0};
    text_format(&text, "evidence from engine %s did not check: %s", engine->name, error->message);
    result->internal_error = text_take(&text);
  }
  return JUDGED_BAD;
}

/* ---- engines in this process, by turns ---- */

/* One whose evidence does not check is left out, and the others begin again. */
static BudgetState run_here(Check *check, const Settings *settings, Budget *budget) {
  Outcome *outcome = &check->result->outcome;
  EngineSetup setup = {.seed = (uint64_t)settings->seed,
                       .progress = settings->progress,
                       .progress_context = settings->progress_context};
  ScheduleEntry entries[SCHEDULE_MOST];
  uint32_t order[SCHEDULE_MOST];
  size_t count = check->count;
  portfolio_turns(check->entries, count, order);
  for (size_t i = 0; i < count; i++) entries[i] = check->entries[order[i]];
  Judgement judgement = JUDGED_BAD;
  while (count && judgement == JUDGED_BAD && !budget_spent(budget)) {
    const Engine *answered;
    uint32_t turn = 0;
    Error error = {0};
    EngineResult answer = schedule_run(entries, count, reduction_task(check->reduction), &setup,
                                       budget, &answered, &outcome->stats, &turn);
    if (answer.bound > outcome->bound) outcome->bound = answer.bound;
    judgement = answered ? judge(check, answered, &answer, budget, &error) : JUDGED_LIMIT;
    if (judgement == JUDGED_BAD) {
      vec_push(&check->result->notes, mem_string(error.message));
      memmove(entries + turn, entries + turn + 1, (--count - turn) * sizeof *entries);
    }
    error_free(&error);
    evidence_free(&answer.evidence);
  }
  return budget_state(budget);
}

/* ---- engines in processes of their own ---- */

static BudgetState run_apart(Check *check, const Settings *settings, Learned *learned,
                             Budget *budget) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  ClauseVec lemmas = {0};
  if (learned) lemmas = learned_give(learned, check->reduction);
  Portfolio portfolio = {.task = reduction_task(check->reduction),
                         .entries = check->entries,
                         .weights = check->weights,
                         .count = check->count,
                         .jobs = (size_t)settings->jobs,
                         .memory = settings->memory,
                         .seed = (uint64_t)settings->seed,
                         .progress = settings->progress,
                         .progress_context = settings->progress_context,
                         .judge = judge,
                         .judge_context = check,
                         .lemmas = learned ? &lemmas : NULL};
  PortfolioReport report;
  bool started = portfolio_run(&portfolio, budget, &report);
  if (started && learned) learned_take(learned, check->reduction, &lemmas);
  clauses_free(&lemmas);
  if (!started) return run_here(check, settings, budget);
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

/* ---- the check ---- */

/* Evidence in files is about the product, which has this one property. */
static void name_product(Result *result) {
  result->justice = result->task->kind == TASK_FAIR;
  result->index_in_kind = 0;
}

/* Why there is no answer, and what befell engines on the way. */
static char *reason_text(const Result *result, BudgetState state) {
  Text text = {0};
  text_add(&text, state == BUDGET_LEFT ? "the engines gave up" : budget_reason(state));
  for (size_t i = 0; i < result->notes.size; i++) text_format(&text, "; %s", result->notes.data[i]);
  return text_take(&text);
}

/* From here on a CTL property is asked as LTL. False, and it stays as it is, if it cannot. */
static bool ask_as_ltl(Check *check, const Settings *settings) {
  Result *result = check->result;
  Error error = {0};
  Task *task = linear_task_of_property(check->model, result->outcome.index, &settings->ltl, &error);
  check->linear = false;
  check->count = 0;
  bool good = task && find_engines(settings, task, check, &error);
  if (good) {
    task_free(result->task);
    reduction_free(check->reduction);
    check->reduction = NULL;
    result->task = task;
    vec_clear(&result->outcome.stats);
    name_product(result);
  } else {
    task_free(task);
    check->count = 0;
    error_free(&error);
    find_engines(settings, result->task, check, &error);
  }
  error_free(&error);
  return good;
}

Check *check_open(const Model *model, size_t number, const Settings *settings) {
  const Property *property = model->properties.data + number;
  Check *check = mem_zalloc(sizeof *check);
  Result *result = check->result = mem_zalloc(sizeof *result);
  double start = clock_wall();
  result->justice = property->kind != PROPERTY_INVARIANT;
  result->form = trace_form_of(model);
  result->index_in_kind = property_index_in_kind(model, number);
  result->outcome = (Outcome){.file = mem_string(model->file),
                              .property = mem_string(property->name),
                              .formula = mem_string(property->text),
                              .index = number,
                              .kind = property->kind,
                              .engine = ""};
  Error error = {0};
  result->task = task_of_property(model, number, &settings->ltl, &error);
  if (property_is_product(model, number) && result->task && result->task->kind != TASK_CTL)
    name_product(result);
  check->model = model;
  check->linear = result->task && result->task->kind == TASK_CTL &&
                  property_linear(model, number) != FORMULA_NONE;
  check->done = !result->task || (!find_engines(settings, result->task, check, &error) &&
                                  !(check->linear && ask_as_ltl(check, settings)));
  if (check->done) set_reason(&result->outcome, mem_string(error.message));
  error_free(&error);
  check->seconds = clock_wall() - start;
  return check;
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
  for (size_t i = 0; i < check->count; i++)
    text_format(&text, " %s", check->entries[i].engine->name);
  if (apart) text_format(&text, ", at most %lld at a time", (long long)settings->jobs);
  log_say(LOG_VERBOSE, "%s", text.data);
  text_free(&text);
}

static void run_round(Check *check, const Settings *settings, double seconds, Learned *learned) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  double start = clock_wall();
  Budget budget = {.cancel = &cancelled, .memory = settings->memory};
  double left = settings->timeout > 0 ? settings->timeout - check->seconds : 0;
  bool last = seconds <= 0 || (settings->timeout > 0 && seconds >= left);
  if (!last || settings->timeout > 0) budget.deadline = start + (last ? left : seconds);
  if (!check->reduction) {
    ReduceOptions none = {0};
    check->reduction =
        reduce(result->task, settings->no_reduce ? &none : &settings->reduce, &budget);
    stats_collect(&outcome->stats, reduce_stat_fields, reduce_stat_field_count,
                  reduction_stats(check->reduction));
  }
  bool apart = settings->jobs && (!settings->engine || check->count > 1);
  say_what(check, settings, apart);
  BudgetState state =
      apart ? run_apart(check, settings, learned, &budget) : run_here(check, settings, &budget);
  check->seconds += clock_wall() - start;
  check->done = last || state != BUDGET_TIME || outcome->verdict != VERDICT_UNKNOWN;
  if (outcome->verdict == VERDICT_UNKNOWN) set_reason(outcome, reason_text(result, state));
  else set_reason(outcome, NULL);
}

/* What CTL and LTL can both say is asked as CTL first, for some seconds: that is the quicker way
 * for much, and gives reasons for every part of the formula. */
void check_run(Check *check, const Settings *settings, double seconds, Learned *learned) {
  if (!check->done && check->linear && !settings->engine) {
    bool short_limit = settings->timeout > 0 && settings->timeout < 2 * CTL_SECONDS;
    double left = (short_limit ? settings->timeout / 2 : CTL_SECONDS) - check->seconds;
    bool within = seconds > 0 && seconds < left;
    if (left > 0) run_round(check, settings, within ? seconds : left, learned);
    if (check->done || within) return;
    ask_as_ltl(check, settings);
  }
  if (!check->done) run_round(check, settings, seconds, learned);
}

Result *check_close(Check *check) {
  Result *result = check->result;
  result->outcome.seconds = check->seconds;
  reduction_free(check->reduction);
  mem_free(check);
  return result;
}

Result *check_property(const Model *model, size_t property, const Settings *settings) {
  Check *check = check_open(model, property, settings);
  check_run(check, settings, 0, NULL);
  return check_close(check);
}
