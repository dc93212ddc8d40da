/* How results about programs are given out; see process_job.h. */
#include "base/clock.h"
#include "base/memory.h"
#include "check/process_aside.h"
#include "check/process_job.h"

static const StatField stat_fields[] = {
    {"states", "states that were expanded, as SPIN counts them", STAT_COUNT,
     offsetof(ProcessStats, states)},
    {"inner_states", "those inside atomic sequences, which SPIN does not count", STAT_COUNT,
     offsetof(ProcessStats, inner_states)},
    {"product_states", "states of the product with the automaton of a claim", STAT_COUNT,
     offsetof(ProcessStats, product_states)},
    {"reduced_states", "states of which partial order left out steps", STAT_COUNT,
     offsetof(ProcessStats, reduced_states)},
    {"transitions", "steps between them that were taken", STAT_COUNT,
     offsetof(ProcessStats, transitions)},
    {"bytes_per_state", "memory of the store for each", STAT_COUNT,
     offsetof(ProcessStats, bytes_per_state)},
    {"unreached", "statements that no run reaches, if all states were seen", STAT_COUNT,
     offsetof(ProcessStats, unreached)},
};

/* In a process that searches beside the others the answer is told, and given out by its parent. */
static bool is_told(ProcessJob *job, ProcessQuestion *question, AsideAnswer answer) {
  if (!job->aside) return false;
  process_aside_tell(job->aside, job, question, answer);
  job->unreached.size = 0;
  question->result = NULL;
  return true;
}

void process_give_out(ProcessJob *job, ProcessQuestion *question) {
  Result *result = question->result;
  result->outcome.seconds = clock_wall() - job->start;
  if (job->stats.states)
    stats_collect(&result->outcome.stats, stat_fields, sizeof stat_fields / sizeof *stat_fields,
                  &job->stats);
  vec_append(&result->notes, &job->unreached);
  job->unreached.size = 0;
  question->result = NULL;
  job->watch->result(job->watch->context, result);
}

void process_give_unknown(ProcessJob *job, ProcessQuestion *question, const char *reason) {
  if (is_told(job, question, (AsideAnswer){.kind = ASIDE_UNKNOWN, .text = reason})) return;
  question->result->outcome.verdict = VERDICT_UNKNOWN;
  mem_free(question->result->outcome.reason); /* of engines that gave up */
  question->result->outcome.reason = mem_string(reason);
  process_give_out(job, question);
}

void process_give_error(ProcessJob *job, ProcessQuestion *question, const char *why) {
  if (is_told(job, question, (AsideAnswer){.kind = ASIDE_ERROR, .text = why})) return;
  Text text = {0};
  text_format(&text, "evidence from engine explicit did not check: %s", why);
  question->result->internal_error = text_take(&text);
  process_give_unknown(job, question, "an answer did not check");
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
  process_give_out(job, question);
}

void process_give_holds(ProcessJob *job, ProcessQuestion *question, size_t states,
                        const char *trusted) {
  AsideAnswer answer = {.kind = ASIDE_HOLDS, .states = states, .text = trusted};
  if (is_told(job, question, answer)) return;
  question->result->outcome.trusted = mem_string(trusted);
  give_out_checked(job, question, VERDICT_HOLDS, EVIDENCE_STATES, states);
}

void process_run_result(const Processes *program, const U32Vec *run, int64_t loop,
                        const ProcessDefect *defect, Result *result) {
  Trace *trace;
  result->task = task_new(TASK_BAD, process_run_trace(program, run, loop, defect, &trace));
  result->task->bad = LIT_FALSE;
  result->shown_only = true;
  result->evidence = (Evidence){.kind = loop < 0 ? EVIDENCE_TRACE : EVIDENCE_LASSO,
                                .trace = trace,
                                .size = trace->steps.size};
}

void process_give_run(ProcessJob *job, ProcessQuestion *question, const U32Vec *run, int64_t loop) {
  if (is_told(job, question, (AsideAnswer){.kind = ASIDE_RUN, .run = run, .loop = loop})) return;
  const Processes *program = job->model->processes;
  Result *result = question->result;
  Error error = {0};
  if (process_run_shows(program, run, loop, question->defect, &error)) {
    process_run_result(program, run, loop, &question->defect, result);
    give_out_checked(job, question, VERDICT_VIOLATED, result->evidence.kind, result->evidence.size);
  } else {
    process_give_error(job, question, error.message);
  }
  error_free(&error);
}

bool process_tells(ProcessJob *job) {
  double now = clock_wall();
  if (!job->settings->progress || now < job->told + 0.2) return false;
  job->told = now;
  return true;
}

void process_tell(ProcessJob *job, uint64_t states, const char *words) {
  job->settings->progress(job->settings->progress_context, engine_explicit.name, states, words);
}
