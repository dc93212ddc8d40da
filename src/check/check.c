/* The way of the data from a property to a checked verdict.
 *
 *   property -> task -> reduced task -> engines -> evidence -> way back -> checker -> result
 *
 * An engine is never believed: its evidence is mapped back to the system as loaded and checked
 * there. Evidence that does not check is an internal error of that engine, and is never a verdict;
 * the other engines go on. */
#include "check/check.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/about_formula.h"
#include "check/product_note.h"
#include "check/task_of_property.h"
#include "evidence/certify.h"
#include "evidence/certify_ctl.h"
#include "evidence/replay.h"
#include "portfolio/choose.h"
#include "portfolio/portfolio.h"

/* For CTL properties that can be asked as LTL, too; but at most half of a time limit. */
#define CTL_SECONDS 5.0

/* ---- which engines ---- */

static void add_engine(const Settings *settings, const Engine *engine, unsigned weight,
                       Check *check) {
  const void *options = settings_engine_options(settings, engine);
  vec_push(&check->entries, ((ScheduleEntry){engine, options}));
  vec_push(&check->weights, weight);
}

static bool none_takes(const Settings *settings, Error *error) {
  return error_set(error,
                   settings->engines.size > 1 ? "none of the engines %s takes this kind of property"
                                              : "engine '%s' does not take this kind of property",
                   settings->engine);
}

/* Of the engines that were named those that take the task; or those that suit it. */
static bool find_engines(const Settings *settings, const Task *task, Check *check, Error *error) {
  vec_clear(&check->entries);
  vec_clear(&check->weights);
  if (!settings->engine) {
    for (const Choice *choice = choose_engines(task); choice->engine; choice++)
      add_engine(settings, engine_find(choice->engine), choice->weight, check);
    return true;
  }
  for (size_t i = 0; i < settings->engines.size; i++) {
    const Engine *engine = settings->engines.data[i];
    if (engine_takes(engine, task->kind)) add_engine(settings, engine, 1, check);
  }
  return check->entries.size || none_takes(settings, error);
}

bool check_takes(const Model *model, size_t property, const Settings *settings, Error *error) {
  bool there = property < model->properties.size;
  if (!settings->engine || !there || model->properties.data[property].unchecked) return true;
  PropertyKind kind = model->properties.data[property].kind;
  bool linear = kind == PROPERTY_LTL || property_linear(model, property) != FORMULA_NONE;
  bool takes = false;
  for (size_t i = 0; i < settings->engines.size && !takes; i++) {
    const Engine *engine = settings->engines.data[i];
    takes = (engine->bad && (linear || kind == PROPERTY_INVARIANT)) ||
            (engine->fair && (linear || kind == PROPERTY_JUSTICE)) ||
            (engine->ctl && kind == PROPERTY_CTL);
  }
  return takes || none_takes(settings, error);
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

/* What kind of evidence an answer needs: users are told which it was. */
static EvidenceKind evidence_wanted(TaskKind kind, Verdict verdict) {
  static const EvidenceKind wanted[][2] = {
      [TASK_BAD] = {EVIDENCE_TRACE, EVIDENCE_INVARIANT},
      [TASK_FAIR] = {EVIDENCE_LASSO, EVIDENCE_RANKING},
      [TASK_CTL] = {EVIDENCE_CTL, EVIDENCE_CTL},
  };
  return wanted[kind][verdict == VERDICT_HOLDS];
}

static bool check_evidence(Check *check, Verdict verdict, Budget *budget, Error *error) {
  const Result *result = check->result;
  const Evidence *evidence = &result->evidence;
  if (evidence->kind == EVIDENCE_NONE) return error_set(error, "the engine gave no evidence");
  if (evidence->kind != evidence_wanted(result->task->kind, verdict))
    return error_set(error, "evidence of kind %s does not fit the answer",
                     evidence_kind_name(evidence->kind));
  if (result->task->kind == TASK_CTL && evidence->ctl)
    return certify_ctl_under(result->task, evidence->ctl, verdict, budget, &check->scrutiny, error);
  if (verdict == VERDICT_VIOLATED && evidence->trace)
    return replay(result->task, evidence->trace, error);
  if (verdict == VERDICT_HOLDS && evidence->witness)
    return certify_witness_under(result->task, evidence->witness, budget, &check->scrutiny, error);
  return error_set(error, "the evidence is empty");
}

static bool is_about_product(const Check *check) {
  const Result *result = check->result;
  return result->task && result->task->kind != TASK_CTL &&
         property_is_product(check->model, result->outcome.index);
}

/* Evidence about a product is evidence about the property that was asked; what is too large to be
 * found out passes, and 'rondo certify' says so. */
static bool check_formula(const Check *check, Verdict verdict, Budget *budget, Error *error) {
  const Result *result = check->result;
  size_t number = result->outcome.index;
  if (!is_about_product(check)) return true;
  Error why = {0};
  Finding finding = verdict == VERDICT_VIOLATED
                        ? violation_of_property(check->model, number, result->evidence.trace, &why)
                        : product_of_property(check->model, number, &check->ltl, result->task,
                                              ABOUT_WORK_SMALL, budget, &why);
  if (finding == FINDING_REFUTED) error_set(error, "%s", why.message);
  error_free(&why);
  return finding != FINDING_REFUTED;
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
  scrutiny_begin(&check->scrutiny, outcome->file, outcome->property, budget);
  bool shown = mapped && check_evidence(check, answer->verdict, budget, error) &&
               check_formula(check, answer->verdict, budget, error);
  scrutiny_end(&check->scrutiny, &outcome->stats);
  if (shown) {
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
    judgement = answered ? judge(check, answered, &answer, budget, &error) : JUDGED_LIMIT;
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

static BudgetState run_apart(Check *check, const Settings *settings, Learned *learned,
                             Budget *budget) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  ClauseVec lemmas = {0};
  if (learned) lemmas = learned_give(learned, check->reduction);
  Portfolio portfolio = {.task = reduction_task(check->reduction),
                         .entries = check->entries.data,
                         .weights = check->weights.data,
                         .count = check->entries.size,
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
static char *reason_text(const Result *result, const Settings *settings, BudgetState state) {
  Text text = {0};
  const char *over = state == BUDGET_TIME ? settings_over(settings) : NULL;
  text_add(&text, over                   ? over
                  : state == BUDGET_LEFT ? "the engines gave up"
                                         : budget_reason(state));
  for (size_t i = 0; i < result->notes.size; i++) text_format(&text, "; %s", result->notes.data[i]);
  return text_take(&text);
}

/* From here on a CTL property is asked as LTL. False, and it stays as it is, if it cannot. */
static bool ask_as_ltl(Check *check, const Settings *settings) {
  Result *result = check->result;
  Error error = {0};
  Task *task = linear_task_of_property(check->model, result->outcome.index, &settings->ltl, &error);
  check->linear = false;
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
    error_free(&error);
    find_engines(settings, result->task, check, &error);
  }
  error_free(&error);
  return good;
}

/* What is known before anything is tried. */
static Result *new_result(const Model *model, size_t number, const Property *property) {
  Result *result = mem_zalloc(sizeof *result);
  result->form = trace_form_of(model);
  result->outcome = (Outcome){.file = mem_string(model->file),
                              .property = mem_string(property->name),
                              .formula = mem_string(property->text),
                              .index = number,
                              .kind = property->kind,
                              .engine = ""};
  return result;
}

/* The task of a property and its engines; false and why if there are none. */
static bool prepare(Check *check, const Settings *settings, Error *error) {
  const Model *model = check->model;
  Result *result = check->result;
  size_t number = result->outcome.index;
  const Property *property = model->properties.data + number;
  const char *over = settings_over(settings);
  if (over) return error_set(error, "%s", over);
  result->justice = property->kind != PROPERTY_INVARIANT;
  result->index_in_kind = property_index_in_kind(model, number);
  result->task = task_of_property(model, number, &settings->ltl, error);
  bool ctl = result->task && result->task->kind == TASK_CTL;
  if (property_is_product(model, number) && result->task && !ctl) name_product(result);
  check->linear = ctl && property_linear(model, number) != FORMULA_NONE;
  return result->task && (find_engines(settings, result->task, check, error) ||
                          (check->linear && ask_as_ltl(check, settings)));
}

Check *check_open(const Model *model, size_t number, const Settings *settings) {
  static const Property none = {.name = ""};
  bool there = number < model->properties.size;
  Check *check = mem_zalloc(sizeof *check);
  double start = clock_wall();
  Error error = {0};
  check->model = model;
  check->scrutiny = settings->scrutiny;
  check->ltl = settings->ltl;
  check->result = new_result(model, number, there ? model->properties.data + number : &none);
  if (!there) error_set(&error, "%s has no property %zu", model->file, number);
  check->done = !there || !prepare(check, settings, &error);
  if (check->done) set_reason(&check->result->outcome, mem_string(error.message));
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
  for (size_t i = 0; i < check->entries.size; i++)
    text_format(&text, " %s", check->entries.data[i].engine->name);
  if (apart) text_format(&text, ", at most %lld at a time", (long long)settings->jobs);
  log_say(LOG_VERBOSE, "%s", text.data);
  text_free(&text);
}

static void run_round(Check *check, const Settings *settings, double seconds, Learned *learned) {
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
  if (!check->reduction) {
    ReduceOptions none = {0};
    check->reduction =
        reduce(result->task, settings->no_reduce ? &none : &settings->reduce, &budget);
    stats_collect(&outcome->stats, reduce_stat_fields, reduce_stat_field_count,
                  reduction_stats(check->reduction));
  }
  bool apart = settings->jobs && (!settings->engine || check->entries.size > 1);
  say_what(check, settings, apart);
  BudgetState state =
      apart ? run_apart(check, settings, learned, &budget) : run_here(check, settings, &budget);
  check->seconds += clock_wall() - start;
  check->done = last || state != BUDGET_TIME || outcome->verdict != VERDICT_UNKNOWN;
  if (outcome->verdict == VERDICT_UNKNOWN)
    set_reason(outcome, reason_text(result, settings, state));
  else set_reason(outcome, NULL);
}

/* What CTL and LTL can both say is asked as CTL first, for some seconds: that is the quicker way
 * for much, and gives reasons for every part of the formula. */
void check_run(Check *check, const Settings *settings, double seconds, Learned *learned) {
  const char *over = check->done ? NULL : settings_over(settings);
  if (over) {
    check->done = true;
    set_reason(&check->result->outcome, mem_string(over));
    return;
  }
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
  if (is_about_product(check)) result->note = product_note(&check->ltl, result->outcome.formula);
  reduction_free(check->reduction);
  vec_free(&check->entries);
  vec_free(&check->weights);
  mem_free(check);
  return result;
}

Result *check_property(const Model *model, size_t property, const Settings *settings) {
  Check *check = check_open(model, property, settings);
  check_run(check, settings, 0, NULL);
  return check_close(check);
}
