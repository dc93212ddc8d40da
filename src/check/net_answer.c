/* How answers about nets leave the house; see net_job.h. */
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/net_job.h"

typedef struct {
  uint64_t states, transitions, bytes_per_state;
} SearchStats;

static const StatField stat_fields[] = {
    {"states", "markings that were found", STAT_COUNT, offsetof(SearchStats, states)},
    {"transitions", "steps between them that were taken", STAT_COUNT,
     offsetof(SearchStats, transitions)},
    {"bytes_per_state", "memory of the store for each", STAT_COUNT,
     offsetof(SearchStats, bytes_per_state)},
};

bool job_is_open(const NetJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (job->questions.data[i].result) return true;
  return false;
}

void job_tell(NetJob *job, const Space *space, const char *what) {
  double now = clock_wall();
  if (!job->settings->progress || now < job->told + 0.2) return;
  Text words = {0};
  double seconds = now - job->start;
  size_t states = space_states(space);
  job->told = now;
  text_format(&words, "%s: %zu markings, %.0f%% expanded, %.0f per second, ", what, states,
              100.0 * (double)space->expanded / (double)states,
              (double)space->expanded / (seconds + 1e-9));
  if (space == job->space) text_format(&words, "depth %u, ", job->depth);
  text_format(&words, "%.0f MB", (double)space_bytes(space) / 1e6);
  job->settings->progress(job->settings->progress_context, "explicit", states, words.data);
  text_free(&words);
}

/* The statistics are those of the search that answered; of several, of all. */
void job_count(Outcome *outcome, size_t states, uint64_t transitions, size_t bytes) {
  SearchStats stats = {states, transitions, states ? bytes / states : 0};
  stats_collect(&outcome->stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &stats);
}

static void count(Outcome *outcome, const Space *space) {
  job_count(outcome, space_states(space), space->transitions, store_bytes(space->store));
}

static void give_out(NetJob *job, NetQuestion *question) {
  Result *result = question->result;
  result->outcome.seconds = clock_wall() - job->start;
  if (!result->outcome.stats.size && job->space) count(&result->outcome, job->space);
  question->result = NULL;
  job->watch->result(job->watch->context, result);
}

void give_out_unknown(NetJob *job, NetQuestion *question, const char *reason) {
  question->result->outcome.reason = mem_string(reason);
  question->result->outcome.verdict = VERDICT_UNKNOWN;
  give_out(job, question);
}

static void give_out_verdict(NetJob *job, NetQuestion *question, const char *engine,
                             EvidenceKind kind, size_t size) {
  Outcome *outcome = &question->result->outcome;
  outcome->engine = engine;
  outcome->verdict = question->verdict;
  outcome->evidence = kind;
  outcome->size = size;
  outcome->checked = true;
  give_out(job, question);
}

void give_out_checked(NetJob *job, NetQuestion *question, const char *engine, EvidenceKind kind,
                      size_t size) {
  Outcome *outcome = &question->result->outcome;
  if (job->smaller) {
    Text text = {0};
    text_add(&text, "that the structural reductions of the net keep the answer");
    if (outcome->trusted) text_format(&text, ", and %s", outcome->trusted);
    mem_free(outcome->trusted);
    outcome->trusted = text_take(&text);
  }
  give_out_verdict(job, question, engine, kind, size);
}

void give_out_error(NetJob *job, NetQuestion *question, const char *engine, const char *why) {
  Text text = {0};
  text_format(&text, "evidence from engine %s did not check: %s", engine, why);
  question->result->internal_error = text_take(&text);
  question->verdict = VERDICT_UNKNOWN;
  give_out_unknown(job, question, "an answer did not check");
}

static const char no_way_back[] = "a run of the reduced net is none of the net";

static void show_run(const NetJob *job, Result *result, const NetRun *run) {
  Trace *trace;
  result->task = task_new(TASK_BAD, net_run_trace(job->original->net, run, &trace));
  result->task->bad = LIT_FALSE;
  result->shown_only = true;
  result->evidence = (Evidence){.kind = run->loop < 0 ? EVIDENCE_TRACE : EVIDENCE_LASSO,
                                .trace = trace,
                                .size = trace->steps.size};
}

bool net_bound_is_met(const NetJob *job, const NetQuestion *question, const Tokens *marking) {
  return question->bounded && net_sum_of(job->model, question, marking) == question->most;
}

/* The run as one of the original; false if there is no way back. */
static bool to_original(const NetJob *job, const NetRun *run, NetRun *own) {
  if (job->smaller) return net_smaller_run_back(job->smaller, run, own);
  own->loop = run->loop;
  vec_append(&own->fired, &run->fired);
  return true;
}

void give_out_bound(NetJob *job, NetQuestion *question, const NetRun *run) {
  Error error = {0};
  NetRun own = {0};
  Result *result = question->result;
  Tokens *end = to_original(job, run, &own) ? net_run_end(job->original->net, &own, &error) : NULL;
  if (end && question->bounded && net_sum_of(job->original, question, end) == question->most) {
    vec_push(&result->outcome.values, ((OutcomeValue){"value", (uint64_t)question->most, NULL}));
    show_run(job, result, &own);
    question->verdict = VERDICT_HOLDS;
    give_out_verdict(job, question, "equation", result->evidence.kind, result->evidence.size);
  } else {
    give_out_error(job, question, "equation",
                   end             ? "the run does not reach the bound"
                   : error.message ? error.message
                                   : no_way_back);
  }
  net_run_free(&own);
  mem_free(end);
  error_free(&error);
}

void give_out_reached(NetJob *job, NetQuestion *question, Result *above) {
  Error error = {0};
  NetRun run = {.fired = question->reaching, .loop = -1}, own = {0};
  Tokens *end = to_original(job, &run, &own) ? net_run_end(job->original->net, &own, &error) : NULL;
  if (end && net_sum_of(job->original, question, end) == question->reached) {
    result_free(question->result);
    question->result = above;
    question->verdict = above->outcome.verdict = VERDICT_HOLDS;
    vec_push(&above->outcome.values, ((OutcomeValue){"value", (uint64_t)question->reached, NULL}));
    give_out(job, question);
  } else {
    result_free(above);
    give_out_error(job, question, "explicit", error.message ? error.message : no_way_back);
  }
  net_run_free(&own);
  mem_free(end);
  error_free(&error);
}

void give_out_run(NetJob *job, NetQuestion *question, const NetQuestion *shown, const NetRun *run,
                  const Space *space, const char *engine) {
  Result *result = question->result;
  Error error = {0};
  NetRun own = {0};
  bool back = to_original(job, run, &own) || error_set(&error, "%s", no_way_back);
  if (back && net_run_shows(job->original, shown, &own, &error) && job->found) {
    vec_append(&job->found->fired, &run->fired);
    result_free(result);
    question->result = NULL;
  } else if (back && !error.message) {
    show_run(job, result, &own);
    if (space) count(&result->outcome, space);
    give_out_verdict(job, question, engine, result->evidence.kind, result->evidence.size);
  } else {
    give_out_error(job, question, engine, error.message);
  }
  net_run_free(&own);
  error_free(&error);
}

bool net_run_of_states(const Net *net, const Space *space, const U32Vec *states, int64_t loop,
                       NetRun *run) {
  Tokens **markings = mem_array(states->size, sizeof *markings);
  Cursor cursor = cursor_new(space->store);
  for (size_t i = 0; i < states->size; i++) {
    store_get(space->store, states->data[i], &cursor);
    markings[i] = mem_array(net->places.size + 1, sizeof **markings);
    memcpy(markings[i], cursor.state, net->places.size * sizeof **markings);
  }
  cursor_free(&cursor);
  bool good = net_run_between(net, markings, states->size, loop, run);
  for (size_t i = 0; i < states->size; i++) mem_free(markings[i]);
  mem_free(markings);
  return good;
}

void give_out_states(NetJob *job, NetQuestion *question, const NetQuestion *shown,
                     const Space *space, const U32Vec *states, int64_t loop) {
  NetRun run = {0};
  bool good = net_run_of_states(job->model->net, space, states, loop, &run);
  if (good && question->ask == ASK_BOUND) give_out_bound(job, question, &run);
  else if (good) give_out_run(job, question, shown, &run, space, "explicit");
  else give_out_error(job, question, "explicit", "no transition leads from a marking to the next");
  net_run_free(&run);
}
