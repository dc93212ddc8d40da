/* The way of the data from a property to a checked verdict.
 *
 *   property -> task -> reduced task -> engines -> evidence -> way back -> checker -> result
 *
 * Here are the task and the rounds; check_parts.h says where the rest is. */
#include "check/check.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/check_parts.h"
#include "check/conversions.h"
#include "check/memory_check.h"
#include "check/net_check.h"
#include "check/process_check.h"
#include "check/product_note.h"
#include "check/shorten.h"
#include "check/task_of_property.h"
#include "portfolio/choose.h"

/* For CTL properties that can be asked as LTL, too; but at most half of a time limit. */
#define CTL_SECONDS 5.0

/* ---- which engines ---- */

static void add_engine(const Settings *settings, const Engine *engine, unsigned weight,
                       uint32_t share, Check *check) {
  const void *options = settings_engine_options(settings, engine);
  vec_push(&check->entries, ((ScheduleEntry){engine, options, 0, share}));
  vec_push(&check->weights, weight);
}

static void drop_spare(Check *check) {
  for (size_t i = 0; i < check->spare.size; i++) mem_free((void *)check->spare.data[i].options);
  vec_free(&check->spare);
}

/* Only where there are more processes than engines. */
static void add_spare(const Settings *settings, const Task *task, Check *check) {
  if (settings->jobs < 0 || (size_t)settings->jobs <= check->entries.size) return;
  for (const Variant *variant = choose_variants(task); variant->engine; variant++) {
    const Engine *engine = engine_find(variant->engine);
    void *options = variant_options(variant, settings_engine_options(settings, engine));
    vec_push(&check->spare, ((ScheduleEntry){engine, options, variant->seed, 0}));
  }
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
  drop_spare(check);
  if (!settings->engine) {
    for (const Choice *choice = choose_engines(task); choice->engine; choice++)
      add_engine(settings, engine_find(choice->engine), choice->weight, choice->share, check);
    add_spare(settings, task, check);
    return true;
  }
  for (size_t i = 0; i < settings->engines.size; i++) {
    const Engine *engine = settings->engines.data[i];
    if (engine_takes_task(engine, task)) add_engine(settings, engine, 1, 1, check);
  }
  return check->entries.size || none_takes(settings, error);
}

bool check_takes(const Model *model, size_t property, const Settings *settings, Error *error) {
  bool there = property < model->properties.size;
  if (!settings->engine || !there || model->properties.data[property].unchecked) return true;
  if (!conversions_lead(model, settings, error)) return false;
  if (model_kind(model) != MODEL_CIRCUIT) return true;
  TaskKinds kinds = task_kinds_of_property(model, property), taken = 0;
  for (size_t i = 0; i < settings->engines.size; i++) taken |= settings->engines.data[i]->takes;
  return (kinds & taken) || none_takes(settings, error);
}

/* ---- the task ---- */

/* Evidence in files is about the product, which has this one property. */
static void name_product(Result *result) {
  result->justice = result->task->kind == TASK_FAIR;
  result->index_in_kind = 0;
}

void check_reason(Outcome *outcome, char *reason) {
  mem_free(outcome->reason);
  outcome->reason = reason;
}

bool check_ask_as_ltl(Check *check, const Settings *settings) {
  Result *result = check->result;
  Error error = {0};
  Task *task = linear_task_of_property(check->model, result->outcome.index, &settings->ltl, &error);
  check->linear = false;
  if (task) check_end_engines(check);
  bool good = task && find_engines(settings, task, check, &error);
  if (good) {
    task_free(result->task);
    reduction_free(check->reduction);
    reduction_free(check->cone);
    check->reduction = check->cone = NULL;
    result->task = task;
    vec_clear(&result->outcome.stats);
    name_product(result);
    check_recall(check, settings);
  } else {
    task_free(task);
    error_free(&error);
    find_engines(settings, result->task, check, &error);
  }
  error_free(&error);
  return good;
}

/* The task of a property and its engines; false and why if there are none. */
static bool prepare(Check *check, const Settings *settings, Error *error) {
  const Model *model = check->model;
  Result *result = check->result;
  size_t number = result->outcome.index;
  const Property *property = model->properties.data + number;
  const char *over = settings_over(settings);
  if (over) return error_set(error, "%s", over);
  if (property->kind == PROPERTY_COMPUTE && !property->unchecked && !model->unchecked) {
    if (!model_is_whole(model, "COMPUTE", error)) return false;
    check->compute = compute_new(model, number);
    return true;
  }
  result->justice = property->kind != PROPERTY_INVARIANT;
  result->index_in_kind = property_index_in_kind(model, number);
  result->words = property_words(model, number);
  result->design = model->format && !strcmp(model->format, "verilog") ? model->relation : NULL;
  result->task = task_of_property(model, number, &settings->ltl, error);
  if (result->task && model->memories) check->asked = task_copy(result->task);
  bool ctl = result->task && result->task->kind == TASK_CTL;
  if (property_is_product(model, number) && result->task && !ctl) name_product(result);
  check->linear = ctl && property_linear(model, number) != FORMULA_NONE;
  bool good = result->task && (find_engines(settings, result->task, check, error) ||
                               (check->linear && check_ask_as_ltl(check, settings)));
  if (good && !check->cone) check_recall(check, settings);
  return good;
}

Check *check_open(const Model *model, size_t number, const Settings *settings) {
  bool there = number < model->properties.size;
  Check *check = mem_zalloc(sizeof *check);
  double start = clock_wall();
  Error error = {0};
  check->model = model;
  check->scrutiny = settings->scrutiny;
  check->ltl = settings->ltl;
  check->result = result_new(model, number);
  if (!there) error_set(&error, "%s has no property %zu", model->file, number);
  bool good = there && prepare(check, settings, &error);
  if (!good) check->done = true;
  if (!good) check_reason(&check->result->outcome, mem_string(error.message));
  error_free(&error);
  check->seconds = clock_wall() - start;
  return check;
}

/* ---- rounds ---- */

/* Rounds until an answer is one of the model; of each new task with what is left of the time. What
 * engines learn of one task is not about the latches of another. */
static void run_rounds(Check *check, const Settings *settings, double seconds, Learned *learned) {
  double end = check->seconds + seconds;
  do
    check_round(check, settings, seconds > 0 ? end - check->seconds : 0,
                check->model->memories ? NULL : learned);
  while (check_refine_memories(check, settings) && (seconds <= 0 || check->seconds < end));
}

static void run_compute(Check *check, const Settings *settings, double seconds) {
  double start = clock_wall(), left = settings->timeout - check->seconds;
  bool last = seconds <= 0 || (settings->timeout > 0 && left < seconds);
  if (settings->timeout > 0 && last) seconds = left > 0.001 ? left : 0.001;
  check->done = compute_run(check->compute, settings, seconds, check->result) || last;
  check->seconds += clock_wall() - start;
}

/* What CTL and LTL can both say is asked as CTL first, for some seconds: that is the quicker way
 * for much, and gives reasons for every part of the formula. */
static void run(Check *check, const Settings *settings, double seconds, Learned *learned) {
  const char *over = check->done ? NULL : settings_over(settings);
  if (over) {
    check->done = true;
    check_reason(&check->result->outcome, mem_string(over));
    return;
  }
  if (!check->done && check->compute) {
    run_compute(check, settings, seconds);
    return;
  }
  if (!check->done && check->linear && !settings->engine) {
    bool short_limit = settings->timeout > 0 && settings->timeout < 2 * CTL_SECONDS;
    double left = (short_limit ? settings->timeout / 2 : CTL_SECONDS) - check->seconds;
    bool within = seconds > 0 && seconds < left;
    if (left > 0) run_rounds(check, settings, within ? seconds : left, learned);
    if (check->done || within) return;
    check_ask_as_ltl(check, settings);
  }
  if (!check->done) run_rounds(check, settings, seconds, learned);
}

void check_run(Check *check, const Settings *settings, double seconds, Learned *learned) {
  bool open = !check->done;
  run(check, settings, seconds, learned);
  if (open && check->done) shorten(check, settings);
}

/* Lines for files of evidence. */
static void add_notes(const Check *check) {
  Result *result = check->result;
  if (check_is_about_product(check))
    result->note = product_note(&check->ltl, result->outcome.formula);
  if (!result->tracked.size) return;
  char *memory = memory_note(&result->tracked);
  Text text = {0};
  text_format(&text, "%s%s%s", result->note ? result->note : "", result->note ? "\n" : "", memory);
  mem_free(memory);
  mem_free(result->note);
  result->note = text_take(&text);
}

Result *check_close(Check *check) {
  Result *result = check->result;
  check_end_engines(check);
  result->outcome.seconds = check->seconds;
  if (check->explain)
    result->outcome.effort =
        explain_report(check->explain, result->task, result->outcome.verdict != VERDICT_UNKNOWN);
  explain_free(check->explain);
  add_notes(check);
  task_free(check->asked);
  compute_free(check->compute);
  reduction_free(check->reduction);
  reduction_free(check->cone);
  vec_free(&check->entries);
  vec_free(&check->weights);
  drop_spare(check);
  mem_free(check);
  return result;
}

/* Where the ways of nets and programs give their one result. */
static void keep_result(void *context, Result *result) { *(Result **)context = result; }

Result *check_property(const Model *model, size_t property, const Settings *settings) {
  if ((model->net || model->processes) && property < model->properties.size) {
    Result *result = NULL;
    CheckWatch watch = {.result = keep_result, .context = &result};
    check_properties(model, &property, 1, settings, &watch);
    return result;
  }
  Check *check = check_open(model, property, settings);
  check_run(check, settings, 0, NULL);
  return check_close(check);
}
