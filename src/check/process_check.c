/* See process_check.h. */
#include "check/process_check.h"

#include "base/clock.h"
#include "base/memory.h"
#include "check/process_aside.h"
#include "check/process_job.h"
#include "check/process_symbolic.h"
#include "front/promela/promela_model.h"
#include "model/process_formula.h"

enum { FIRST_TURN = 2 }; /* seconds */
#define WAIT_SECONDS 0.1

/* What violates a claim. Formulas `[] p` of states need no runs, and get shortest ones. */
static ProcessDefect defect_of_claim(const Processes *program, const ProcessClaim *claim,
                                     ProcessDefect run) {
  if (claim->kind == CLAIM_NEVER)
    run.question = (ProgramRunQuestion){RUNS_OF_NEVER, claim->proctype};
  else if (claim->kind == CLAIM_LTL &&
           process_formula_is_invariant(program, claim->formula, &run.formula))
    run.kind = SHOWS_FALSE;
  else run.question = (ProgramRunQuestion){RUNS_OF_FORMULA, claim->formula};
  return run;
}

static ProcessQuestion question_of(const ProcessJob *job, size_t property) {
  const Processes *program = job->model->processes;
  bool weak = job->options->weak_fairness;
  ProcessDefect run = {.kind = SHOWS_RUN, .weak_fairness = weak};
  ProcessQuestion question = {.property = property, .by_runs = true, .by_circuits = true};
  uint32_t number;
  switch (promela_asks(job->model, property, &number)) {
  case ASKS_ASSERTIONS: question.defect.kind = SHOWS_FAULT; break;
  case ASKS_END_STATES: question.defect.kind = SHOWS_INVALID_END; break;
  case ASKS_ACCEPTANCE:
  case ASKS_PROGRESS:
    question.defect = run;
    question.defect.question.kind = promela_asks(job->model, property, &number) == ASKS_PROGRESS
                                        ? RUNS_WITHOUT_PROGRESS
                                        : RUNS_WITH_ACCEPTANCE;
    question.by_circuits = false;
    break;
  case ASKS_CLAIM: {
    const ProcessClaim *claim = program->claims.data + number;
    question.defect = defect_of_claim(program, claim, run);
    question.of_trees = claim->kind == CLAIM_CTL;
    question.by_runs = !question.of_trees;
    question.by_circuits =
        claim->kind != CLAIM_NEVER && process_formula_is_plain(program, claim->formula);
  }
  }
  if (weak && question.defect.kind == SHOWS_RUN) question.by_circuits = false;
  return question;
}

static void ask(ProcessJob *job, const size_t *properties, size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t number = properties ? properties[i] : i;
    ProcessQuestion question = question_of(job, number);
    question.result = result_new(job->model, number);
    vec_push(&job->questions, question);
  }
}

static bool is_named(const Settings *settings, bool explicit) {
  for (size_t i = 0; i < settings->engines.size; i++)
    if ((settings->engines.data[i] == &engine_explicit) == explicit) return true;
  return !settings->engines.size;
}

/* ---- the explicit search, and the engines for circuits ---- */

typedef struct {
  ProcessJob *job;
  ProcessStates *states; /* NULL: that search is over */
  ProcessSymbolic *symbolic;
  bool explicit, circuits; /* they may be used */
} Turns;

static bool is_open(const ProcessJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (job->questions.data[i].result) return true;
  return false;
}

/* Something is open that those can still decide. */
static bool has_work(const ProcessJob *job, bool explicit) {
  for (size_t i = 0; i < job->questions.size; i++) {
    const ProcessQuestion *question = job->questions.data + i;
    if (question->result && (explicit ? question->by_runs : question->by_circuits)) return true;
  }
  return false;
}

static bool is_about_runs(const ProcessQuestion *question) {
  return question->result && question->by_runs && question->defect.kind == SHOWS_RUN;
}

/* The search over all states is over: what is open then stays so. */
static void give_up_states(ProcessJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (job->questions.data[i].defect.kind != SHOWS_RUN) job->questions.data[i].by_runs = false;
}

static void search_explicitly(Turns *turns, double seconds, Budget *budget) {
  ProcessJob *job = turns->job;
  Budget turn = budget_slice(budget, 0);
  if (turns->circuits) turn.deadline = clock_wall() + seconds;
  if (turns->states && process_states_turn(turns->states, &turn, budget)) {
    process_states_free(turns->states);
    turns->states = NULL;
    give_up_states(job);
  }
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    ProcessQuestion *question = job->questions.data + i;
    if (!is_about_runs(question)) continue;
    turn = budget_slice(budget, 0);
    if (turns->circuits) turn.deadline = clock_wall() + seconds;
    process_answer_runs(job, question, &turn);
    question->by_runs = budget_state(&turn) != BUDGET_LEFT; /* more time may help */
  }
}

/* ---- by turns ---- */

static void ask_circuits(Turns *turns, double seconds, Budget *budget) {
  ProcessJob *job = turns->job;
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    ProcessQuestion *question = job->questions.data + i;
    if (!question->result || !question->by_circuits) continue;
    SymbolicAnswer answer = process_symbolic_try(turns->symbolic, question->property, seconds,
                                                 budget, question->result);
    if (answer == SYMBOLIC_DECIDED) process_give_out(job, question);
    question->by_circuits = answer != SYMBOLIC_STUCK;
  }
}

/* ---- side by side: what the first turns have not decided ---- */

/* Asks the engines for circuits about a question while it is searched aside. */
static void ask_beside(Turns *turns, ProcessAside *aside, ProcessQuestion *question, double seconds,
                       Budget *budget) {
  ProcessJob *job = turns->job;
  const Settings *settings = job->settings;
  Budget within = process_aside_budget(aside, question);
  process_aside_hear(aside, 0);
  if (!question->result) return;
  Result *own = result_new(job->model, question->property);
  process_symbolic_limit(turns->symbolic, &within, settings->jobs - 1, settings->memory / 4);
  SymbolicAnswer answer =
      process_symbolic_try(turns->symbolic, question->property, seconds, budget, own);
  process_aside_hear(aside, 0);
  if (!question->result) {
    result_free(own);
    return;
  }
  result_free(question->result);
  question->result = own;
  question->by_circuits = answer != SYMBOLIC_STUCK;
  if (answer != SYMBOLIC_DECIDED) return;
  process_give_out(job, question);
  process_aside_done(aside, question);
}

/* Whether they were: the explicit search in a process of its own, the engines for circuits here,
 * with workers in theirs. */
static bool take_both(Turns *turns, Budget *budget) {
  ProcessJob *job = turns->job;
  Budget there = *budget;
  if (there.memory) there.memory -= there.memory / 4;
  ProcessAside *aside = process_aside_start(job, turns->states, &there, budget);
  if (!aside) return false;
  if (turns->states) process_states_free(turns->states);
  turns->states = NULL;
  bool heard = true;
  for (double seconds = FIRST_TURN; is_open(job) && !budget_spent_now(budget);) {
    turns->circuits &= has_work(job, false) && !process_symbolic_refusal(turns->symbolic);
    if (!turns->circuits && !heard) break;
    for (size_t i = 0; i < job->questions.size && turns->circuits && !budget_spent(budget); i++) {
      ProcessQuestion *question = job->questions.data + i;
      if (question->result && question->by_circuits)
        ask_beside(turns, aside, question, seconds, budget);
    }
    seconds *= 2;
    heard = process_aside_hear(aside, turns->circuits ? 0 : WAIT_SECONDS);
  }
  process_aside_end(aside);
  return true;
}

/* Turns get longer. */
static void take_turns(Turns *turns, Budget *budget) {
  ProcessJob *job = turns->job;
  for (double seconds = FIRST_TURN; is_open(job) && !budget_spent(budget); seconds *= 2) {
    bool left = false; /* something for the explicit search */
    if (turns->explicit && has_work(job, true)) {
      search_explicitly(turns, seconds, budget);
      left = has_work(job, true);
    }
    bool beside = left && turns->circuits && has_work(job, false) && job->settings->jobs > 1;
    if (beside && take_both(turns, budget)) return;
    turns->circuits &= has_work(job, false) && !process_symbolic_refusal(turns->symbolic);
    if (turns->circuits) ask_circuits(turns, left ? seconds : 4 * seconds, budget);
    if (!turns->circuits && !(turns->explicit && left)) return;
  }
}

/* Why what is still open is open. */
static char *reason_of(const Turns *turns, const ProcessQuestion *question, ProcessFault fault,
                       const Budget *budget) {
  const char *refusal = process_symbolic_refusal(turns->symbolic);
  Text reason = {0};
  if (fault != PROCESS_FINE)
    text_format(&reason, "there is no initial state: %s", process_fault_text(fault));
  else if (budget_state(budget) != BUDGET_LEFT)
    text_add(&reason, budget_reason(budget_state(budget)));
  else if (question->result->outcome.reason) text_add(&reason, question->result->outcome.reason);
  else if (refusal) text_format(&reason, "the program is no circuit: %s", refusal);
  else if (question->of_trees || !turns->explicit)
    text_add(&reason, "none of the engines takes this kind of property of programs");
  else text_add(&reason, "there are more states than can be numbered");
  return text_take(&reason);
}

void process_check_properties(const Model *model, const size_t *properties, size_t count,
                              const Settings *settings, const CheckWatch *watch) {
  ProcessJob job = {.model = model,
                    .settings = settings,
                    .options = settings_engine_options(settings, &engine_explicit),
                    .watch = watch,
                    .start = clock_wall()};
  ProcessFault fault = PROCESS_FINE;
  if (watch->begin && count) watch->begin(watch->context, properties ? properties[0] : 0);
  ask(&job, properties, count);
  Budget budget = settings_budget_of_all(settings, count);
  Turns turns = {.job = &job,
                 .symbolic = process_symbolic_new(model, settings),
                 .explicit = is_named(settings, true),
                 .circuits = is_named(settings, false)};
  if (job.options->bitstate && turns.explicit) {
    process_answer_lossy(&job, &budget, &fault);
    give_up_states(&job);
  } else {
    turns.states = process_states_new(&job, &fault);
  }
  if (fault == PROCESS_FINE) take_turns(&turns, &budget);
  for (size_t i = 0; i < job.questions.size; i++) {
    if (!job.questions.data[i].result) continue;
    char *reason = reason_of(&turns, job.questions.data + i, fault, &budget);
    process_give_unknown(&job, job.questions.data + i, reason);
    mem_free(reason);
  }
  if (turns.states) process_states_free(turns.states);
  process_symbolic_free(turns.symbolic);
  vec_free(&job.questions);
  string_vec_free(&job.unreached);
}
