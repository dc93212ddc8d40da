/* What is asked of runs of programs: formulas, never claims, cycles; see process_job.h.
 *
 * One search by components; where it finds nothing, a second one with other hash values and in
 * another order: nested, or under fairness by components again. */
#include "base/clock.h"
#include "base/memory.h"
#include "check/about_formula.h"
#include "check/process_job.h"
#include "model/process_formula.h"

static void tell(void *context, const ProgramRunFigures *figures) {
  ProcessJob *job = context;
  if (!process_tells(job)) return;
  Text words = {0};
  text_format(
      &words, "%llu states of runs, %.0f per second, %.0f MB", (unsigned long long)figures->states,
      (double)figures->states / (clock_wall() - job->start + 1e-9), (double)figures->bytes / 1e6);
  process_tell(job, figures->states, words.data);
  text_free(&words);
}

static void count(ProcessJob *job, const ProgramRunFigures *figures) {
  uint64_t all = figures->states + figures->inner_states;
  job->stats = (ProcessStats){.states = figures->states,
                              .inner_states = figures->inner_states,
                              .product_states = figures->pairs,
                              .reduced_states = figures->reduced_states,
                              .transitions = figures->transitions,
                              .bytes_per_state = all ? figures->bytes / all : 0};
}

static void give_reason(ProcessJob *job, ProcessQuestion *question, const char *reason) {
  Text text = {0};
  text_format(&text, "the runs cannot all be judged: %s", reason);
  process_give_unknown(job, question, text.data);
  text_free(&text);
}

/* What is taken on trust where nothing was found; NULL and an error if the automaton misses a
 * violation. */
static char *trust(const ProgramClaim *claim, bool reduced, Error *missed) {
  Text text = {0};
  text_add(&text, reduced ? PROCESS_TRUST_REDUCED : PROCESS_TRUST);
  if (claim->formula != FORMULA_NONE) {
    RunDoubt doubt = {0};
    run_doubt(claim->formulas, claim->formula, claim->automaton, &doubt);
    if (doubt.trusted) text_format(&text, "; %s", doubt.trusted);
    if (doubt.missed.message) error_set(missed, "%s", doubt.missed.message);
    run_doubt_free(&doubt);
  }
  return text_take(&text);
}

/* Whether partial order may be used for the question: it keeps the runs up to repetitions of
 * letters, which a formula with next could tell apart. A never claim could, too, as long as it is
 * not made to accept all of them (`stutters`). */
static bool is_reduced(const ProcessJob *job, const ProcessQuestion *question, bool stutters) {
  const ProgramRunQuestion *asked = &question->defect.question;
  U32Vec atoms = {0};
  bool may = asked->kind == RUNS_OF_FORMULA
                 ? process_formula_atoms(job->model->processes, asked->number, &atoms)
                 : asked->kind != RUNS_OF_NEVER || stutters;
  vec_free(&atoms);
  return may && job->options->partial_order && !job->options->exact_states;
}

static ProgramRunOptions options_of(const ProcessJob *job, const ProcessQuestion *question,
                                    bool stutters) {
  return (ProgramRunOptions){.weak_fairness = job->options->weak_fairness,
                             .partial_order = is_reduced(job, question, stutters)};
}

/* Whether a never claim is made to stutter at first. */
static bool is_closed_first(const ProcessJob *job, const ProcessQuestion *question) {
  return question->defect.question.kind == RUNS_OF_NEVER && !job->options->weak_fairness &&
         is_reduced(job, question, true);
}

/* Whether the claim itself accepts the run, and not its closure alone. */
static bool is_shown(const ProcessJob *job, const ProcessQuestion *question,
                     const ProgramRun *run) {
  Error error = {0};
  bool shown = process_run_shows(job->model->processes, &run->choices, (int64_t)run->loop,
                                 question->defect, &error);
  error_free(&error);
  return shown;
}

/* NULL: there is none; that is given out, unless the claim as it is may be used instead. */
static ProgramClaim *make_claim(ProcessJob *job, ProcessQuestion *question,
                                ProgramClaimOptions how) {
  Error error = {0};
  ProgramClaim *claim =
      program_claim_new(job->model->processes, question->defect.question, how, &error);
  if (!claim && !how.stutters) process_give_unknown(job, question, error.message);
  error_free(&error);
  return claim;
}

/* Where nothing was found: the second search. False: that decides nothing, as below. */
static bool confirm(ProcessJob *job, ProcessQuestion *question, bool stutters, Budget *budget) {
  Error error = {0};
  ProgramRunOptions options = options_of(job, question, stutters);
  options.second = true;
  ProgramClaimOptions how = {.state_based = !options.weak_fairness, .stutters = stutters};
  ProgramClaim *claim = make_claim(job, question, how);
  if (!claim) return !stutters;
  ProgramRunAnswer answer = program_runs_search(claim, options, budget, tell, job);
  bool good = answer.found != RUN_FOUND || !stutters || is_shown(job, question, &answer.run);
  if (answer.found == RUN_FOUND && good)
    process_give_error(job, question, "the second search found a run that violates it");
  if (answer.found == RUN_NONE) {
    char *trusted =
        trust(claim, job->stats.reduced_states || answer.figures.reduced_states, &error);
    if (error.message) process_give_error(job, question, error.message);
    else process_give_holds(job, question, answer.figures.states, trusted);
    mem_free(trusted);
  }
  program_run_free(&answer.run);
  program_claim_free(claim);
  error_free(&error);
  return good;
}

void process_confirm_runs(ProcessJob *job, ProcessQuestion *question, Budget *budget) {
  if (is_closed_first(job, question) && confirm(job, question, true, budget)) return;
  confirm(job, question, false, budget);
}

/* With the claim as it is, or closed: then false if that decides nothing, since it cannot be closed
 * or accepts a run that the claim does not. */
static bool answer_runs(ProcessJob *job, ProcessQuestion *question, bool stutters, Budget *budget) {
  ProgramRunOptions options = options_of(job, question, stutters);
  ProgramClaimOptions how = {.stutters = stutters};
  ProgramClaim *claim = make_claim(job, question, how);
  if (!claim) return !stutters;
  ProgramRunAnswer answer = program_runs_search(claim, options, budget, tell, job);
  program_claim_free(claim);
  count(job, &answer.figures);
  bool good = true;
  if (answer.reason) give_reason(job, question, answer.reason);
  else if (answer.found == RUN_FOUND) {
    good = !stutters || is_shown(job, question, &answer.run);
    if (good) process_give_run(job, question, &answer.run.choices, (int64_t)answer.run.loop);
  } else if (answer.found == RUN_NONE && job->aside) {
    process_give_holds(job, question, answer.figures.states, ""); /* who hears it looks again */
  } else if (answer.found == RUN_NONE) {
    good = confirm(job, question, stutters, budget);
  }
  program_run_free(&answer.run);
  return good;
}

void process_answer_runs(ProcessJob *job, ProcessQuestion *question, Budget *budget) {
  if (is_closed_first(job, question) && answer_runs(job, question, true, budget)) return;
  answer_runs(job, question, false, budget);
}
