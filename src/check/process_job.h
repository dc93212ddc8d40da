/* The parts of the check of Promela programs: what they share. */
#ifndef RONDO_CHECK_PROCESS_JOB_H
#define RONDO_CHECK_PROCESS_JOB_H

#include "check/check.h"
#include "check/process_run.h"
#include "engine/explicit/explicit.h"

typedef struct {
  size_t property;
  ProcessDefect defect; /* what violates it */
  bool of_trees;        /* CTL: no run shows a violation */
  bool by_runs;         /* the explicit search can decide it */
  bool by_circuits;     /* the engines for circuits can, as far as is known */
  Result *result;       /* NULL: it was given out */
} ProcessQuestion;

typedef struct {
  uint64_t states, inner_states, product_states, reduced_states, transitions, bytes_per_state;
  uint64_t unreached;
} ProcessStats;

typedef struct {
  const Model *model;
  const Settings *settings;
  const ExplicitOptions *options;
  const CheckWatch *watch;
  double start, told;
  VEC(ProcessQuestion) questions;
  ProcessStats stats;  /* of the last search */
  StringVec unreached; /* statements that a complete search has not seen; told with one result */
  struct ProcessAside *aside; /* NULL, but in the process that searches beside the others */
} ProcessJob;

/* ---- giving out: the watcher gets the result of a question, which is then done ---- */

/* The result is filled in, but for the time. */
void process_give_out(ProcessJob *job, ProcessQuestion *question);

void process_give_unknown(ProcessJob *job, ProcessQuestion *question, const char *reason);

/* An answer that did not check. */
void process_give_error(ProcessJob *job, ProcessQuestion *question, const char *why);

/* It holds: the second search, over so many states, has seen nothing else; what is not shown. */
void process_give_holds(ProcessJob *job, ProcessQuestion *question, size_t states,
                        const char *trusted);

/* The run is judged, and if it is good the question is violated. */
void process_give_run(ProcessJob *job, ProcessQuestion *question, const U32Vec *run, int64_t loop);

/* A run that was judged becomes the evidence of a result, to be shown; see process_run.h. */
void process_run_result(const Processes *program, const U32Vec *run, int64_t loop,
                        const ProcessDefect *defect, Result *result);

/* Whether it is time to tell progress again. */
bool process_tells(ProcessJob *job);
void process_tell(ProcessJob *job, uint64_t states, const char *words);

/* What is not shown where two searches found nothing. */
#define PROCESS_TRUST                                                                              \
  "that a step does what the program says; both machines share what a command does"
#define PROCESS_TRUST_REDUCED                                                                      \
  "that the interleavings which partial order left out do not matter; " PROCESS_TRUST
#define PROCESS_TRUST_DEAD "that dead variables do not matter; " PROCESS_TRUST
#define PROCESS_TRUST_FORGETFUL                                                                    \
  "that the interleavings which partial order left out, and dead variables, do not "               \
  "matter; " PROCESS_TRUST

/* ---- the parts ---- */

/* One search that answers all questions about states, by turns. The fault is that of a program that
 * has no initial state. */
typedef struct ProcessStates ProcessStates;
ProcessStates *process_states_new(ProcessJob *job, ProcessFault *fault);
void process_states_free(ProcessStates *search);

/* Goes on; what all states show is checked with the whole budget. Whether there is nothing more to
 * be done. */
bool process_states_turn(ProcessStates *search, Budget *turn, Budget *whole);

/* The same by a bitstate search, which can only refute. */
void process_answer_lossy(ProcessJob *job, Budget *budget, ProcessFault *fault);

/* That search step by step, depth first: it finds runs that are too long for others. `found` is
 * told one run for each question. It may be freed whatever the fault of the initial state. */
typedef struct ProcessDive ProcessDive;
typedef void (*ProcessDiveFound)(void *context, size_t question, const U32Vec *run);
ProcessDive *process_dive_new(const ProcessJob *job, ProcessDiveFound found, void *context,
                              ProcessFault *fault);
void process_dive_free(ProcessDive *dive); /* NULL is fine */
bool process_dive_step(ProcessDive *dive); /* false: nothing is left to be done */

/* The same of a question about runs. */
void process_answer_runs(ProcessJob *job, ProcessQuestion *question, Budget *budget);

/* What a first search in another process says to hold is searched here once more, and given out if
 * that is so: all open questions about states, of which there are so many, or one about runs. */
void process_confirm_states(ProcessJob *job, size_t states, const char *trusted, Budget *budget);
void process_confirm_runs(ProcessJob *job, ProcessQuestion *question, Budget *budget);

#endif
