/* Violations of a model with memories that are abstracted: each is followed on the memories
 * themselves, and is one of the model, or tells which addresses are to be tracked. */
#include "base/log.h"
#include "base/memory.h"
#include "check/check_parts.h"
#include "check/memory_check.h"

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
  check_end_engines(check);
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

bool check_refine_memories(Check *check, const Settings *settings) {
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
  else if (finding != MEMORY_REAL) check_reason(outcome, mem_string(error.message));
  error_free(&error);
  if (again && log_enabled(LOG_VERBOSE))
    log_say(LOG_VERBOSE, "%s: the trace reads what was not written; %zu addresses are tracked",
            outcome->property, result->tracked.size);
  return again;
}
