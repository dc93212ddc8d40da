/* rondo_check: the way of the data from a property to a checked verdict.
 *
 *   property -> task -> reduced task -> engines -> evidence -> way back -> checker -> result
 *
 * An engine is never believed: its evidence is mapped back to the system as loaded and checked
 * there. Evidence that does not check is an internal error and leaves the verdict unknown. */
#include <string.h>

#include "api/result.h"
#include "api/settings.h"
#include "base/clock.h"
#include "base/memory.h"
#include "engine/schedule.h"
#include "evidence/certify.h"
#include "evidence/certify_ctl.h"
#include "evidence/replay.h"

static volatile sig_atomic_t cancelled;

void rondo_cancel(void) { cancelled = 1; }

/* ---- which engines ---- */

/* What runs where the user names no engine: those of them that take the task. bmc comes first, since
 * its traces are the shortest. */
static const char *const default_engines[] = {"bmc", "sim", "ic3", "fair", "kliveness",
                                              "l2s", "iictl", NULL};

static void add_engine(const RondoSettings *settings, const Engine *engine, ScheduleEntry *entries,
                       size_t *count) {
  size_t place = 0;
  while (engine_table[place] != engine) place++;
  if (*count < SCHEDULE_MOST)
    entries[(*count)++] = (ScheduleEntry){engine, settings->engine_options[place]};
}

/* The engines named by "a,b,c", or the default ones. */
static bool choose_engines(const RondoSettings *settings, TaskKind kind, ScheduleEntry *entries,
                           size_t *count, Error *error) {
  *count = 0;
  if (!settings->engine) {
    for (size_t i = 0; default_engines[i]; i++) {
      const Engine *engine = engine_find(default_engines[i]);
      if (engine && engine_takes(engine, kind)) add_engine(settings, engine, entries, count);
    }
    return true;
  }
  for (const char *name = settings->engine; *name;) {
    size_t length = strcspn(name, ",");
    char *one = mem_string_n(name, length);
    const Engine *engine = engine_find(one);
    if (!engine) error_set(error, "there is no engine '%s'; see 'rondo help engines'", one);
    else if (!engine_takes(engine, kind))
      error_set(error, "engine '%s' does not take this kind of property", one);
    else add_engine(settings, engine, entries, count);
    mem_free(one);
    name += length + (name[length] == ',');
  }
  if (!*count && !error->message) error_set(error, "no engine named");
  return !error->message;
}

/* ---- evidence: the way back, and the check ---- */

static bool map_back(RondoResult *result, const Reduction *reduction, Evidence *reduced,
                     Error *error) {
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

static bool check_evidence(const RondoResult *result, Verdict verdict, Budget *budget,
                           Error *error) {
  const Evidence *evidence = &result->evidence;
  if (result->task->kind == TASK_CTL && evidence->ctl)
    return certify_ctl(result->task, evidence->ctl, verdict, budget, error);
  if (verdict == VERDICT_VIOLATED && evidence->trace)
    return replay(result->task, evidence->trace, error);
  if (verdict == VERDICT_HOLDS && evidence->witness)
    return certify_witness_within(result->task, evidence->witness, budget, error);
  return error_set(error, "the engine gave no evidence");
}

/* ---- the check ---- */

static void set_reason(Outcome *outcome, const char *reason) {
  mem_free(outcome->reason);
  outcome->reason = mem_string(reason);
}

static void run(RondoResult *result, const RondoSettings *settings, const ScheduleEntry *entries,
                size_t count, Budget *budget) {
  Outcome *outcome = &result->outcome;
  ReduceOptions none = {0};
  Reduction *reduction =
      reduce(result->task, settings->no_reduce ? &none : &settings->reduce, budget);
  stats_collect(&outcome->stats, reduce_stat_fields, reduce_stat_field_count,
                reduction_stats(reduction));
  EngineSetup setup = {.seed = (uint64_t)settings->seed,
                       .progress = settings->progress,
                       .progress_context = settings->progress_context};
  const Engine *answered;
  EngineResult answer = schedule_run(entries, count, reduction_task(reduction), &setup, budget,
                                     &answered, &outcome->stats);
  outcome->bound = answer.bound;
  if (answered) {
    Error error = {0};
    outcome->engine = answered->name;
    if (!map_back(result, reduction, &answer.evidence, &error)) {
      set_reason(outcome, error.message);
    } else if (!check_evidence(result, answer.verdict, budget, &error)) {
      bool in_time = !budget_spent(budget);
      if (in_time) result->internal_error = mem_string(error.message);
      set_reason(outcome, in_time ? "the evidence did not check"
                                  : "the limit was reached while the evidence was checked");
    } else {
      outcome->verdict = answer.verdict;
      outcome->evidence = result->evidence.kind;
      outcome->size = result->evidence.size;
      outcome->checked = true;
    }
    error_free(&error);
  } else {
    BudgetState state = budget_state(budget);
    set_reason(outcome, state == BUDGET_LEFT ? "the engines gave up" : budget_reason(state));
  }
  evidence_free(&answer.evidence);
  reduction_free(reduction);
}

RondoResult *rondo_check(const RondoModel *handle, size_t number, const RondoSettings *settings) {
  const Model *model = handle->model;
  const Property *property = model->properties.data + number;
  double start = clock_wall();
  RondoResult *result = mem_zalloc(sizeof *result);
  result->justice = property->kind != PROPERTY_INVARIANT;
  result->smv = model->format && !strncmp(model->format, "smv", 3);
  result->index_in_kind = property_index_in_kind(model, number);
  Outcome *outcome = &result->outcome;
  *outcome = (Outcome){.file = mem_string(model->file),
                       .property = mem_string(property->name),
                       .formula = mem_string(property->text),
                       .index = number,
                       .kind = property->kind,
                       .engine = ""};
  Budget budget = {.cancel = &cancelled, .memory = settings->memory};
  if (settings->timeout > 0) budget.deadline = start + settings->timeout;
  Error error = {0};
  ScheduleEntry entries[SCHEDULE_MOST];
  size_t count;
  result->task = task_of_property(model, number, &settings->ltl, &error);
  if (property->kind == PROPERTY_LTL && result->task) { /* the product has this one property */
    result->justice = result->task->kind == TASK_FAIR;
    result->index_in_kind = 0;
  }
  if (result->task && choose_engines(settings, result->task->kind, entries, &count, &error))
    run(result, settings, entries, count, &budget);
  else set_reason(outcome, error.message);
  error_free(&error);
  outcome->seconds = clock_wall() - start;
  return result;
}
