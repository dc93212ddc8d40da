/* See process_check.h. */
#include "check/process_check.h"

#include "base/clock.h"
#include "base/memory.h"
#include "check/process_run.h"
#include "check/process_second.h"
#include "check/process_symbolic.h"
#include "engine/explicit/explicit.h"
#include "engine/explicit/program_space.h"
#include "front/promela/promela_model.h"
#include "model/process_formula.h"

typedef struct {
  ProcessDefect defect; /* what violates it */
  size_t property;
  bool of_states; /* a single state or step does */
  bool stuck;     /* engines for circuits gave up; the result has their reason */
  Result *result; /* NULL: it was given out */
} ProcessQuestion;

typedef struct {
  uint64_t states, inner_states, transitions, bytes_per_state;
} ProcessStats;

static const StatField stat_fields[] = {
    {"states", "states that were expanded, as SPIN counts them", STAT_COUNT,
     offsetof(ProcessStats, states)},
    {"inner_states", "those inside atomic sequences, which SPIN does not count", STAT_COUNT,
     offsetof(ProcessStats, inner_states)},
    {"transitions", "steps between them that were taken", STAT_COUNT,
     offsetof(ProcessStats, transitions)},
    {"bytes_per_state", "memory of the store for each", STAT_COUNT,
     offsetof(ProcessStats, bytes_per_state)},
};

typedef struct {
  const Model *model;
  const Settings *settings;
  const CheckWatch *watch;
  double start, told;
  VEC(ProcessQuestion) questions;
  ProgramSpace *space; /* NULL: there is no initial state, or the search is over */
  char *refusal;       /* why the program is no circuit; NULL: it is one */
  size_t expanded;
  ProcessStats stats;
} ProcessJob;

/* ---- giving out ---- */

static void count(ProcessJob *job) {
  if (!job->space) return;
  size_t counted = program_space_counted(job->space);
  job->stats = (ProcessStats){.states = counted,
                              .inner_states = job->expanded - counted,
                              .transitions = program_space_transitions(job->space),
                              .bytes_per_state = program_space_bytes(job->space) /
                                                 program_space_states(job->space)};
}

static void give_out(ProcessJob *job, ProcessQuestion *question) {
  Result *result = question->result;
  count(job);
  result->outcome.seconds = clock_wall() - job->start;
  if (job->stats.states)
    stats_collect(&result->outcome.stats, stat_fields, sizeof stat_fields / sizeof *stat_fields,
                  &job->stats);
  question->result = NULL;
  job->watch->result(job->watch->context, result);
}

static void give_out_unknown(ProcessJob *job, ProcessQuestion *question, const char *reason) {
  question->result->outcome.verdict = VERDICT_UNKNOWN;
  mem_free(question->result->outcome.reason);
  question->result->outcome.reason = mem_string(reason);
  give_out(job, question);
}

static void give_out_error(ProcessJob *job, ProcessQuestion *question, const char *why) {
  Text text = {0};
  text_format(&text, "evidence from engine explicit did not check: %s", why);
  question->result->internal_error = text_take(&text);
  give_out_unknown(job, question, "an answer did not check");
}

static void give_out_checked(ProcessJob *job, ProcessQuestion *question, Verdict verdict,
                             EvidenceKind kind, size_t size) {
  Outcome *outcome = &question->result->outcome;
  outcome->engine = engine_explicit.name;
  mem_free(outcome->reason); /* of engines that gave up */
  outcome->reason = NULL;
  outcome->verdict = verdict;
  outcome->evidence = kind;
  outcome->size = size;
  outcome->checked = true;
  give_out(job, question);
}

static void give_out_run(ProcessJob *job, ProcessQuestion *question, const U32Vec *run) {
  const Processes *program = job->model->processes;
  Result *result = question->result;
  Error error = {0};
  if (process_run_shows(program, run, question->defect, &error)) {
    Trace *trace;
    result->task = task_new(TASK_BAD, process_run_trace(program, run, &trace));
    result->task->bad = LIT_FALSE;
    result->shown_only = true;
    result->evidence =
        (Evidence){.kind = EVIDENCE_TRACE, .trace = trace, .size = trace->steps.size};
    give_out_checked(job, question, VERDICT_VIOLATED, EVIDENCE_TRACE, trace->steps.size);
  } else {
    give_out_error(job, question, error.message);
  }
  error_free(&error);
}

/* ---- the search ---- */

enum { FIRST_TURN = 2 }; /* seconds */

static void tell(ProcessJob *job) {
  double now = clock_wall();
  if (!job->settings->progress || now < job->told + 0.2) return;
  size_t states = program_space_states(job->space);
  Text words = {0};
  job->told = now;
  text_format(&words, "%zu states, %.0f%% expanded, %.0f per second, %.0f MB", states,
              100.0 * (double)job->expanded / (double)states,
              (double)job->expanded / (now - job->start + 1e-9),
              (double)program_space_bytes(job->space) / 1e6);
  job->settings->progress(job->settings->progress_context, engine_explicit.name, states,
                          words.data);
  text_free(&words);
}

static bool is_open(const ProcessJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (job->questions.data[i].result) return true;
  return false;
}

/* Something is open that the explicit search can decide. */
static bool has_states_open(const ProcessJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (job->questions.data[i].result && job->questions.data[i].of_states) return true;
  return false;
}

/* Whether the state that was expanded has the defect. A formula that cannot be evaluated there is
 * given out as unknown. */
static bool has_defect(ProcessJob *job, ProcessQuestion *question,
                       const ProgramExpansion *expansion) {
  if (question->defect.kind == SHOWS_FAULT) return expansion->fault != PROCESS_FINE;
  if (question->defect.kind == SHOWS_INVALID_END) return expansion->invalid_end;
  ProcessMachine *machine = program_space_look(job->space);
  ProcessFault fault = PROCESS_FINE;
  if (!machine) return false;
  bool holds =
      process_formula_holds(machine, job->model->processes, question->defect.formula, &fault);
  if (fault == PROCESS_FINE) return !holds;
  Text reason = {0};
  text_format(&reason, "the formula cannot be evaluated in every state: %s",
              process_fault_text(fault));
  give_out_unknown(job, question, reason.data);
  text_free(&reason);
  return false;
}

/* Gives out what the state that was expanded violates: first all is asked of it, since making runs
 * opens other states. */
static void look_at(ProcessJob *job, uint32_t state, const ProgramExpansion *expansion) {
  U32Vec violated = {0};
  for (uint32_t i = 0; i < job->questions.size; i++) {
    ProcessQuestion *question = job->questions.data + i;
    if (question->result && question->of_states && has_defect(job, question, expansion))
      vec_push(&violated, i);
  }
  for (size_t i = 0; i < violated.size; i++) {
    ProcessQuestion *question = job->questions.data + violated.data[i];
    U32Vec run = {0};
    program_space_run(job->space, state, &run);
    if (question->defect.kind == SHOWS_FAULT) vec_push(&run, expansion->faulty);
    give_out_run(job, question, &run);
    vec_free(&run);
  }
  vec_free(&violated);
}

/* Whether all states were expanded. */
static bool explore(ProcessJob *job, Budget *budget) {
  uint32_t state;
  ProgramExpansion expansion;
  while (has_states_open(job) && !budget_spent(budget) && !program_space_full(job->space)) {
    if (!program_space_expand(job->space, &state, &expansion)) return true;
    job->expanded++;
    look_at(job, state, &expansion);
    if (job->expanded % 64 == 0) tell(job);
  }
  return false;
}

/* What no state violates holds, if the second search has seen the same states and nothing that
 * violates it. The first one gives its memory back before. */
static void confirm(ProcessJob *job, Budget *budget) {
  ProcessFigures figures;
  count(job);
  size_t states = program_space_states(job->space);
  program_space_free(job->space);
  job->space = NULL;
  U32Vec formulas = {0};
  for (size_t i = 0; i < job->questions.size; i++) {
    const ProcessQuestion *question = job->questions.data + i;
    if (question->result && question->of_states && question->defect.kind == SHOWS_FALSE)
      vec_push(&formulas, question->defect.formula);
  }
  bool all = process_second_search(job->model->processes, &formulas, budget, &figures);
  vec_free(&formulas);
  if (!all) return;
  bool same = figures.states == states && figures.counted == job->stats.states &&
              figures.transitions == job->stats.transitions;
  for (size_t i = 0; i < job->questions.size; i++) {
    ProcessQuestion *question = job->questions.data + i;
    if (!question->result || !question->of_states) continue;
    bool seen = question->defect.kind == SHOWS_FAULT         ? figures.faulty
                : question->defect.kind == SHOWS_INVALID_END ? figures.invalid_end
                                                             : !figures.formulas_hold;
    if (same && !seen) {
      question->result->outcome.trusted = mem_string(
          "that a step does what the program says; both searches have one step function");
      give_out_checked(job, question, VERDICT_HOLDS, EVIDENCE_STATES, figures.counted);
    } else {
      give_out_error(job, question, "the second search over all states saw something else");
    }
  }
}

static ProcessQuestion question_of(const Model *model, size_t property) {
  ProcessQuestion question = {.property = property, .of_states = true};
  uint32_t number;
  ProcessAsked asked = promela_asks(model, property, &number);
  if (asked == ASKS_ASSERTIONS) question.defect.kind = SHOWS_FAULT;
  if (asked == ASKS_END_STATES) question.defect.kind = SHOWS_INVALID_END;
  if (asked != ASKS_CLAIM) return question;
  const ProcessClaim *claim = model->processes->claims.data + number;
  question.defect.kind = SHOWS_FALSE;
  question.of_states =
      claim->kind == CLAIM_LTL &&
      process_formula_is_invariant(model->processes, claim->formula, &question.defect.formula);
  return question;
}

static void ask(ProcessJob *job, const size_t *properties, size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t number = properties ? properties[i] : i;
    ProcessQuestion question = question_of(job->model, number);
    question.result = result_new(job->model, number);
    vec_push(&job->questions, question);
    const char *unchecked = job->model->properties.data[number].unchecked;
    if (unchecked) give_out_unknown(job, &vec_last(&job->questions), unchecked);
  }
}

static bool is_named(const Settings *settings, bool explicit) {
  for (size_t i = 0; i < settings->engines.size; i++)
    if ((settings->engines.data[i] == &engine_explicit) == explicit) return true;
  return !settings->engines.size;
}

bool process_check_takes(const Settings *settings, Error *error) {
  (void)settings; /* explicit takes the program, all others its circuit */
  (void)error;
  return true;
}

/* ---- engines for circuits ---- */

/* Lets them work on what is open. */
static void try_symbolic(ProcessJob *job, ProcessSymbolic *symbolic, double seconds,
                         Budget *budget) {
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    ProcessQuestion *question = job->questions.data + i;
    if (!question->result || question->stuck) continue;
    SymbolicAnswer answer =
        process_symbolic_try(symbolic, question->property, seconds, budget, question->result);
    if (answer == SYMBOLIC_DECIDED) give_out(job, question);
    question->stuck = answer == SYMBOLIC_STUCK;
  }
}

static bool all_are_stuck(const ProcessJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (job->questions.data[i].result && !job->questions.data[i].stuck) return false;
  return true;
}

/* By turns that get longer: the explicit search, and the engines for circuits. */
static void take_turns(ProcessJob *job, Budget *budget) {
  ProcessSymbolic *symbolic = process_symbolic_new(job->model, job->settings);
  bool explicit = is_named(job->settings, true), circuits = is_named(job->settings, false);
  double seconds = circuits ? FIRST_TURN : budget_seconds_left(budget);
  while (is_open(job) && !budget_spent(budget) && (explicit || circuits)) {
    if (explicit && has_states_open(job)) {
      Budget turn = budget_slice(budget, 0);
      turn.deadline = clock_wall() + seconds;
      bool all = explore(job, circuits ? &turn : budget);
      if (all) confirm(job, budget);
      explicit = !all && !program_space_full(job->space);
    } else {
      explicit = false;
    }
    if (!circuits) break;
    try_symbolic(job, symbolic, explicit ? seconds : 4 * seconds, budget);
    circuits = !process_symbolic_refusal(symbolic) && !all_are_stuck(job);
    seconds *= 2;
  }
  const char *refusal = process_symbolic_refusal(symbolic);
  if (refusal) job->refusal = mem_string(refusal);
  process_symbolic_free(symbolic);
}

void process_check_properties(const Model *model, const size_t *properties, size_t count,
                              const Settings *settings, const CheckWatch *watch) {
  ProcessJob job = {.model = model, .settings = settings, .watch = watch, .start = clock_wall()};
  ProcessFault fault = PROCESS_FINE;
  Text reason = {0};
  if (watch->begin && count) watch->begin(watch->context, properties ? properties[0] : 0);
  ask(&job, properties, count);
  Budget budget = settings_budget_of_all(settings, count);
  if (is_open(&job)) job.space = program_space_new(model->processes, &fault);
  if (job.space) take_turns(&job, &budget);
  if (fault != PROCESS_FINE)
    text_format(&reason, "there is no initial state: %s", process_fault_text(fault));
  else if (budget_state(&budget) != BUDGET_LEFT)
    text_add(&reason, budget_reason(budget_state(&budget)));
  else if (job.refusal) text_format(&reason, "the program is no circuit: %s", job.refusal);
  else text_add(&reason, "there are more states than can be numbered");
  for (size_t i = 0; i < job.questions.size; i++)
    if (job.questions.data[i].stuck && job.questions.data[i].result)
      give_out(&job, job.questions.data + i);
    else if (job.questions.data[i].result)
      give_out_unknown(&job, job.questions.data + i, reason.data);
  text_free(&reason);
  mem_free(job.refusal);
  program_space_free(job.space);
  vec_free(&job.questions);
}
