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

/* Partial order keeps the runs up to repetitions of letters: a formula with next, or a claim, which
 * can count, may tell them apart. */
static ProgramRunOptions options_of(const ProcessJob *job, const ProcessQuestion *question) {
  const ProgramRunQuestion *asked = &question->defect.question;
  U32Vec atoms = {0};
  bool stutters = asked->kind == RUNS_WITH_ACCEPTANCE || asked->kind == RUNS_WITHOUT_PROGRESS ||
                  (asked->kind == RUNS_OF_FORMULA &&
                   process_formula_atoms(job->model->processes, asked->number, &atoms));
  vec_free(&atoms);
  return (ProgramRunOptions){.weak_fairness = job->options->weak_fairness,
                             .partial_order = stutters && job->options->partial_order &&
                                              !job->options->exact_states};
}

void process_confirm_runs(ProcessJob *job, ProcessQuestion *question, Budget *budget) {
  Error error = {0};
  ProgramRunOptions options = options_of(job, question);
  options.second = true;
  ProgramClaim *claim = program_claim_new(job->model->processes, question->defect.question,
                                          !options.weak_fairness, &error);
  if (claim) {
    ProgramRunAnswer answer = program_runs_search(claim, options, budget, tell, job);
    if (answer.found == RUN_FOUND)
      process_give_error(job, question, "the second search found a run that violates it");
    if (answer.found == RUN_NONE) {
      char *trusted =
          trust(claim, job->stats.reduced_states || answer.figures.reduced_states, &error);
      if (error.message) process_give_error(job, question, error.message);
      else process_give_holds(job, question, answer.figures.states, trusted);
      mem_free(trusted);
    }
    program_run_free(&answer.run);
  } else {
    process_give_unknown(job, question, error.message);
  }
  program_claim_free(claim);
  error_free(&error);
}

void process_answer_runs(ProcessJob *job, ProcessQuestion *question, Budget *budget) {
  Error error = {0};
  ProgramRunOptions options = options_of(job, question);
  ProgramClaim *claim =
      program_claim_new(job->model->processes, question->defect.question, false, &error);
  if (!claim) {
    process_give_unknown(job, question, error.message);
    error_free(&error);
    return;
  }
  ProgramRunAnswer answer = program_runs_search(claim, options, budget, tell, job);
  program_claim_free(claim);
  count(job, &answer.figures);
  if (answer.reason) give_reason(job, question, answer.reason);
  else if (answer.found == RUN_FOUND)
    process_give_run(job, question, &answer.run.choices, (int64_t)answer.run.loop);
  else if (answer.found == RUN_NONE && job->aside)
    process_give_holds(job, question, answer.figures.states, ""); /* who hears it looks again */
  else if (answer.found == RUN_NONE) process_confirm_runs(job, question, budget);
  program_run_free(&answer.run);
}
