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
#include "check/conversions.h"
#include "check/keep.h"
#include "check/memory_check.h"
#include "check/net_check.h"
#include "check/process_check.h"
#include "check/product_note.h"
#include "check/shorten.h"
#include "check/task_of_property.h"
#include "evidence/evidence_form.h"
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
    if (engine_takes_task(engine, task)) add_engine(settings, engine, 1, check);
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

/* ---- evidence: the way back, and the check ---- */

/* Evidence that has no way back is about the task as it is, and moves. */
static bool map_back(Evidence *evidence, const Reduction *reduction, Evidence *reduced,
                     Error *error) {
  const EvidenceForm *form = evidence_form(reduced);
  evidence->kind = reduced->kind;
  evidence->size = reduced->size;
  if (!form) return true;
  if (form->back) return form->back(reduction, reduced, evidence, error);
  *evidence = *reduced;
  *reduced = (Evidence){0};
  return true;
}

/* After evidence did not check. It may be judged again. */
static void move_back(Evidence *evidence, Evidence *reduced) {
  const EvidenceForm *form = evidence_form(evidence);
  if (form && !form->back) *reduced = *evidence;
  else evidence_free(evidence);
  *evidence = (Evidence){0};
}

static bool check_evidence(Check *check, Verdict verdict, Budget *budget, Error *error) {
  EvidenceClaim claim = {check->result->task, verdict, budget, &check->scrutiny};
  return evidence_check(&claim, &check->result->evidence, error);
}

static bool is_about_product(const Check *check) {
  const Result *result = check->result;
  return result->task && result->task->kind != TASK_CTL &&
         property_is_product(check->model, result->outcome.index);
}

/* Evidence about a product is evidence about the property that was asked. What cannot be found out
 * passes, and users are told that it is taken on trust. */
static bool check_formula(const Check *check, Verdict verdict, Budget *budget, Error *error) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  size_t number = outcome->index;
  mem_free(outcome->trusted);
  outcome->trusted = NULL;
  if (!is_about_product(check)) return true;
  Error why = {0};
  Finding finding = verdict == VERDICT_VIOLATED
                        ? violation_of_property(check->model, number, result->evidence.trace, &why)
                        : product_of_property(check->model, number, &check->ltl,
                                              check->asked ? check->asked : result->task,
                                              ABOUT_WORK_SMALL, budget, &why);
  if (finding == FINDING_REFUTED) error_set(error, "%s", why.message);
  if (finding == FINDING_OPEN) outcome->trusted = trusted_of_formula(verdict, why.message);
  /* The checker has asked its own questions about an encoding that it shares with the engine. */
  const BmcProof *bmc = result->evidence.bmc;
  if (finding == FINDING_SHOWN && bmc && bmc->method == BMC_DIRECT)
    outcome->trusted = mem_string("that the encoding of the formula finds every violation");
  AboutStats stats = {finding == FINDING_SHOWN, finding == FINDING_OPEN};
  stats_collect(&outcome->stats, about_stat_fields, about_stat_field_count, &stats);
  error_free(&why);
  return finding != FINDING_REFUTED;
}

/* ---- judging answers ---- */

static void set_reason(Outcome *outcome, char *reason) {
  mem_free(outcome->reason);
  outcome->reason = reason;
}

/* Of several the first is told. */
static void set_internal_error(Result *result, const Engine *engine, const char *why) {
  if (result->internal_error) return;
  Text text = {0};
  text_format(&text, "evidence from engine %s did not check: %s", engine->name, why);
  result->internal_error = text_take(&text);
}

/* Whether the evidence of the result shows the answer; if so it is one. */
static bool accept(Check *check, const Engine *engine, Verdict verdict, Budget *budget,
                   Error *error) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  scrutiny_begin(&check->scrutiny, outcome->file, outcome->property, budget);
  bool shown =
      check_evidence(check, verdict, budget, error) && check_formula(check, verdict, budget, error);
  scrutiny_end(&check->scrutiny, &outcome->stats);
  if (!shown) return false;
  outcome->engine = engine->name;
  outcome->verdict = verdict;
  outcome->evidence = result->evidence.kind;
  outcome->size = result->evidence.size;
  outcome->checked = true;
  return true;
}

/* Evidence about the reduced task as evidence about the cone, if there is one, and then about the
 * task. What it is about the cone stays in `cone`, unless it moved on. */
static bool map_to_task(const Check *check, Evidence *reduced, Evidence *cone, Error *error) {
  Evidence *evidence = &check->result->evidence;
  if (!check->cone) return map_back(evidence, check->reduction, reduced, error);
  return map_back(cone, check->reduction, reduced, error) &&
         map_back(evidence, check->cone, cone, error);
}

/* Keeps an answer that was accepted. Evidence about the cone that moved on is that of the result.
 */
static void keep(const Check *check, const Engine *engine, Verdict verdict, const Evidence *cone) {
  const Result *result = check->result;
  const EvidenceForm *form = evidence_form(&result->evidence);
  KeptAnswer kept = {verdict, engine, form && !form->back ? result->evidence : *cone};
  keep_answer(check->keep, check->model, result->outcome.index, reduction_task(check->cone), &kept);
}

/* What goes with evidence stays with the answer, whatever becomes of the evidence itself. */
static void take_sets(Evidence *to, Evidence *from) {
  if (!from->sets.size) return;
  vec_free(&to->sets);
  to->sets = from->sets;
  memset(&from->sets, 0, sizeof from->sets);
}

/* The judge of the portfolio. Fills in the result if the evidence checks. */
static Judgement judge(void *context, const Engine *engine, EngineResult *answer, Budget *budget,
                       Error *error) {
  Check *check = context;
  Result *result = check->result;
  Evidence cone = {0};
  bool mapped = map_to_task(check, &answer->evidence, &cone, error);
  bool shown = mapped && accept(check, engine, answer->verdict, budget, error);
  if (shown && check->cone) keep(check, engine, answer->verdict, &cone);
  if (shown) {
    take_sets(&result->evidence, &answer->evidence);
    evidence_free(&cone);
    return JUDGED_GOOD;
  }
  if (check->cone) move_back(&result->evidence, &cone);
  move_back(check->cone ? &cone : &result->evidence, &answer->evidence);
  if (mapped && budget_spent(budget)) {
    error_free(error);
    return JUDGED_LIMIT;
  }
  if (mapped) set_internal_error(result, engine, error->message);
  return JUDGED_BAD;
}

bool check_improve(Check *check, Evidence *better, size_t most, const Reduction *reduction,
                   Budget *budget) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  Evidence kept = result->evidence;
  Stats stats = outcome->stats; /* those of the check do not count this one */
  char *trusted = outcome->trusted;
  Error error = {0};
  result->evidence = (Evidence){0};
  outcome->stats = (Stats){0};
  outcome->trusted = NULL;
  bool good = true;
  if (reduction) {
    good = map_back(&result->evidence, reduction, better, &error);
  } else {
    result->evidence = *better;
    *better = (Evidence){0};
  }
  scrutiny_begin(&check->scrutiny, outcome->file, outcome->property, budget);
  good = good && result->evidence.size <= most &&
         check_evidence(check, outcome->verdict, budget, &error) &&
         check_formula(check, outcome->verdict, budget, &error);
  scrutiny_end(&check->scrutiny, &outcome->stats);
  vec_free(&outcome->stats);
  outcome->stats = stats;
  if (good) take_sets(&result->evidence, &kept);
  Evidence gone = good ? kept : result->evidence;
  mem_free(good ? trusted : outcome->trusted);
  if (!good) result->evidence = kept;
  if (!good) outcome->trusted = trusted;
  evidence_free(&gone);
  error_free(&error);
  outcome->evidence = result->evidence.kind;
  outcome->size = result->evidence.size;
  return good;
}

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
                         .judge = judge,
                         .judge_context = check,
                         .lemmas = learned ? &lemmas : NULL};
  PortfolioReport report;
  bool started = portfolio_run(&portfolio, budget, &report);
  if (started && learned) learned_take(learned, check->reduction, check->cone, &lemmas);
  clauses_free(&lemmas);
  if (!started) return run_here(check, settings, budget);
  if (report.unread) set_internal_error(result, report.unread, report.unread_because);
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

/* ---- what an earlier run has kept ---- */

/* Evidence about the cone, which may be any: it counts if it shows the answer on the task. If it is
 * about the cone as it was before the model changed, it is now kept for this one, too. */
static bool adopt(Check *check, KeptAnswer *kept, bool anew, Budget *budget) {
  Result *result = check->result;
  Error error = {0};
  bool good = map_back(&result->evidence, check->cone, &kept->evidence, &error) &&
              accept(check, kept->engine, kept->verdict, budget, &error);
  if (good && anew) keep(check, kept->engine, kept->verdict, &kept->evidence);
  if (!good) move_back(&result->evidence, &kept->evidence);
  evidence_free(&kept->evidence);
  error_free(&error);
  result->outcome.kept = good;
  return good;
}

/* Makes the cone, and looks whether its answer is known; then the check is done. Models with
 * memories have tasks that change on the way: of them nothing is kept. */
static void recall(Check *check, const Settings *settings) {
  bool cones = !settings->no_reduce && settings->reduce.cone;
  if (!settings->keep || check->model->memories || !cones) return;
  const ReduceOptions cone = {.cone = true};
  Budget budget = settings_budget(settings, settings->timeout);
  check->keep = settings->keep;
  check->cone = reduce(check->result->task, &cone, &budget);
  const Task *task = reduction_task(check->cone);
  uint64_t hash = keep_hash(task), last;
  KeptAnswer kept;
  if (keep_find(check->keep, hash, task, &kept)) check->done = adopt(check, &kept, false, &budget);
  if (check->done || !keep_last(check->keep, check->model, check->result->outcome.index, &last) ||
      last == hash || !keep_find(check->keep, last, task, &kept))
    return;
  check->done = adopt(check, &kept, true, &budget);
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
    reduction_free(check->cone);
    check->reduction = check->cone = NULL;
    result->task = task;
    vec_clear(&result->outcome.stats);
    name_product(result);
    recall(check, settings);
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
                               (check->linear && ask_as_ltl(check, settings)));
  if (good && !check->cone) recall(check, settings);
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
  if (!good) set_reason(&check->result->outcome, mem_string(error.message));
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

static void make_reduction(Check *check, const Settings *settings, const ReduceOptions *options,
                           Budget *budget) {
  const Task *task = check->cone ? reduction_task(check->cone) : check->result->task;
  check->reduction = reduce(task, options, budget);
  explain_free(check->explain); /* of another task */
  check->explain = settings->explain_effort
                       ? explain_new(check->reduction, check->cone, settings->progress,
                                     settings->progress_context)
                       : NULL;
  stats_collect(&check->result->outcome.stats, reduce_stat_fields, reduce_stat_field_count,
                reduction_stats(check->reduction));
}

/* In a large model it takes many times longer to find all that is equal than to read it, and a
 * shallow violation does not need it: so there bmc has a look first, as far as some twenty frames
 * take. Whether it decided. */
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
  BudgetState state = BUDGET_LEFT;
  if (check->reduction || !look_first(check, settings, &budget)) {
    const ReduceOptions none = {0};
    bool apart = settings->jobs && (!settings->engine || check->entries.size > 1);
    if (!check->reduction)
      make_reduction(check, settings, settings->no_reduce ? &none : &settings->reduce, &budget);
    say_what(check, settings, apart);
    state =
        apart ? run_apart(check, settings, learned, &budget) : run_here(check, settings, &budget);
  }
  check->seconds += clock_wall() - start;
  check->done = last || state != BUDGET_TIME || outcome->verdict != VERDICT_UNKNOWN;
  if (outcome->verdict == VERDICT_UNKNOWN)
    set_reason(outcome, reason_text(result, settings, state));
  else set_reason(outcome, NULL);
}

/* ---- memories ---- */

/* What a round found out about a task that is replaced by another. */
static void forget_answer(Check *check) {
  Outcome *outcome = &check->result->outcome;
  evidence_free(&check->result->evidence);
  check->result->evidence = (Evidence){0};
  outcome->verdict = VERDICT_UNKNOWN;
  outcome->engine = "";
  outcome->evidence = EVIDENCE_NONE;
  outcome->size = 0;
  outcome->checked = false;
  vec_clear(&outcome->stats);
  reduction_free(check->reduction);
  check->reduction = NULL;
}

/* The task with the addresses that are tracked now. */
static bool remake_task(Check *check, const Settings *settings, Error *error) {
  Result *result = check->result;
  Task *task = memory_task(check->model, result->outcome.index, &settings->ltl, &result->tracked,
                           &result->tracked_words, error);
  if (!task) return false;
  task_free(result->task);
  result->task = task;
  return true;
}

/* The violation on the task that has all that it reads, judged again. */
static bool show_on_memories(Check *check, const Settings *settings, MemoryRun *run,
                             const U32Vec *steps, int64_t loop, Error *error) {
  Result *result = check->result;
  Budget budget = settings_budget(settings, 0);
  if (!remake_task(check, settings, error)) return false;
  Trace *trace = memory_trace(check->model, check->asked, result->task, result->evidence.trace,
                              &result->tracked, &result->tracked_words, run, steps, loop);
  trace_free(result->evidence.trace);
  result->evidence.trace = trace;
  result->evidence.size = result->outcome.size = trace->steps.size;
  return check_evidence(check, VERDICT_VIOLATED, &budget, error);
}

/* After a violation of a model with memories; whether to begin again, with a sharper task. */
static bool refine_memories(Check *check, const Settings *settings) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  if (!check->model->memories || outcome->verdict != VERDICT_VIOLATED) return false;
  Error error = {0};
  MemoryRun run = {0};
  U32Vec steps = {0};
  int64_t loop = TRACE_NO_LOOP;
  MemoryFinding finding = memory_follow(check->model, check->asked, result->evidence.trace,
                                        &result->tracked, &run, &steps, &loop, &error);
  if (finding == MEMORY_REAL && !show_on_memories(check, settings, &run, &steps, loop, &error))
    finding = MEMORY_OPEN;
  memory_run_free(&run);
  vec_free(&steps);
  if (finding != MEMORY_REAL) forget_answer(check);
  bool again = finding == MEMORY_SPURIOUS && remake_task(check, settings, &error);
  if (again) check->done = false;
  else if (finding != MEMORY_REAL) set_reason(outcome, mem_string(error.message));
  error_free(&error);
  if (again && log_enabled(LOG_VERBOSE))
    log_say(LOG_VERBOSE, "%s: the trace reads what was not written; %zu addresses are tracked",
            outcome->property, result->tracked.size);
  return again;
}

/* Rounds until an answer is one of the model; of each new task with what is left of the time. What
 * engines learn of one task is not about the latches of another. */
static void run_rounds(Check *check, const Settings *settings, double seconds, Learned *learned) {
  double end = check->seconds + seconds;
  do
    run_round(check, settings, seconds > 0 ? end - check->seconds : 0,
              check->model->memories ? NULL : learned);
  while (refine_memories(check, settings) && (seconds <= 0 || check->seconds < end));
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
    set_reason(&check->result->outcome, mem_string(over));
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
    ask_as_ltl(check, settings);
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
  if (is_about_product(check)) result->note = product_note(&check->ltl, result->outcome.formula);
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
