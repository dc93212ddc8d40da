/* See process_check.h. */
#include "check/process_check.h"

#include "base/clock.h"
#include "base/memory.h"
#include "check/process_job.h"
#include "front/promela/promela_model.h"
#include "model/process_formula.h"

/* What violates a property. Formulas `[] p` of states need no runs, and get shortest ones. */
static ProcessDefect defect_of(const ProcessJob *job, size_t property) {
  const Processes *program = job->model->processes;
  ProcessDefect defect = {.kind = SHOWS_RUN, .weak_fairness = job->options->weak_fairness};
  if (property == PROMELA_ASSERTIONS) return (ProcessDefect){.kind = SHOWS_FAULT};
  if (property == PROMELA_END_STATES) return (ProcessDefect){.kind = SHOWS_INVALID_END};
  size_t number = property - PROMELA_CLAIMS;
  if (number < program->claims.size) {
    const ProcessClaim *claim = program->claims.data + number;
    if (claim->kind == CLAIM_NEVER)
      defect.question = (ProgramRunQuestion){RUNS_OF_NEVER, claim->proctype};
    else if (process_formula_is_invariant(program, claim->formula, &defect.formula))
      defect.kind = SHOWS_FALSE;
    else defect.question = (ProgramRunQuestion){RUNS_OF_FORMULA, claim->formula};
  } else {
    bool progress = !strcmp(job->model->properties.data[property].name, PROMELA_PROGRESS);
    defect.question.kind = progress ? RUNS_WITHOUT_PROGRESS : RUNS_WITH_ACCEPTANCE;
  }
  return defect;
}

static void ask(ProcessJob *job, const size_t *properties, size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t number = properties ? properties[i] : i;
    ProcessQuestion question = {.result = result_new(job->model, number)};
    question.defect = defect_of(job, number);
    vec_push(&job->questions, question);
  }
}

bool process_check_takes(const Settings *settings, Error *error) {
  for (size_t i = 0; i < settings->engines.size; i++)
    if (settings->engines.data[i] == &engine_explicit) return true;
  return error_set(error, "engine '%s' does not take Promela programs", settings->engine);
}

void process_check_properties(const Model *model, const size_t *properties, size_t count,
                              const Settings *settings, const CheckWatch *watch) {
  ProcessJob job = {.model = model,
                    .settings = settings,
                    .options = settings_engine_options(settings, &engine_explicit),
                    .watch = watch,
                    .start = clock_wall()};
  ProcessFault fault = PROCESS_FINE;
  Text reason = {0};
  if (watch->begin && count) watch->begin(watch->context, properties ? properties[0] : 0);
  ask(&job, properties, count);
  Budget budget = settings_budget_of_all(settings, count);
  if (job.options->bitstate) process_answer_lossy(&job, &budget, &fault);
  else process_answer_states(&job, &budget, &fault);
  for (size_t i = 0; i < job.questions.size; i++)
    if (job.questions.data[i].defect.kind == SHOWS_RUN && budget_state(&budget) == BUDGET_LEFT)
      process_answer_runs(&job, job.questions.data + i, &budget);
  if (fault != PROCESS_FINE)
    text_format(&reason, "there is no initial state: %s", process_fault_text(fault));
  else if (budget_state(&budget) != BUDGET_LEFT)
    text_add(&reason, budget_reason(budget_state(&budget)));
  else text_add(&reason, "there are more states than can be numbered");
  for (size_t i = 0; i < job.questions.size; i++)
    if (job.questions.data[i].result)
      process_give_unknown(&job, job.questions.data + i, reason.data);
  text_free(&reason);
  vec_free(&job.questions);
  string_vec_free(&job.unreached);
}
