/* See compute.h. MIN begins with any path from p to q, and asks for shorter ones. MAX asks first
 * whether the length has a bound, and then for paths that are longer than the bound that is tried,
 * which doubles until there are none; then it lies between two numbers. */
#include "check/compute.h"

#include "base/clock.h"
#include "base/memory.h"
#include "check/check.h"
#include "check/compute_question.h"

typedef enum { COMPUTE_OPEN, COMPUTE_NUMBER, COMPUTE_INFINITY, COMPUTE_UNDEFINED } ComputeEnd;

struct Compute {
  const Model *model;
  size_t property;
  bool greatest;
  ComputeAsk next;
  uint64_t low, high; /* MIN: `high` is the length of a path. MAX: that is at least `low`, and, if
                         `bounded`, at most `high` */
  bool bounded;
  size_t first, last; /* of the path: its steps in the run of `shown` */
  /* The answer that has a run to show, else the last one; with the model that it is about. */
  Result *shown;
  Model *question;
};

Compute *compute_new(const Model *model, size_t property) {
  Compute *compute = mem_zalloc(sizeof *compute);
  compute->model = model;
  compute->property = property;
  compute->greatest = model->properties.data[property].greatest;
  compute->next = compute->greatest ? ASK_NO_START : ASK_NO_PATH;
  return compute;
}

void compute_free(Compute *compute) {
  if (!compute) return;
  result_free(compute->shown);
  model_free(compute->question);
  mem_free(compute);
}

/* ---- paths on a run ---- */

/* The shortest path from p to q on the run, or the longest from p that meets no q: the number of
 * its steps, or states. */
static uint64_t measure(Compute *compute, const Trace *trace) {
  const System *system = compute->model->system;
  const LitVec *ends = &compute->model->properties.data[compute->property].justice;
  Bits values = bits_new(system->aig->size);
  uint64_t best = compute->greatest ? 0 : UINT64_MAX;
  size_t start = SIZE_MAX;
  for (size_t i = 0; i < trace->steps.size; i++) {
    step_evaluate(system, trace->steps.data + i, &values);
    bool from = values_of(&values, ends->data[0]), to = values_of(&values, ends->data[1]);
    if (from && (start == SIZE_MAX || !compute->greatest)) start = i;
    if (compute->greatest && to) start = SIZE_MAX;
    if (start == SIZE_MAX) continue;
    uint64_t length = compute->greatest ? i - start + 1 : i - start;
    bool better = compute->greatest ? length > best : to && length < best;
    if (!better) continue;
    best = length;
    compute->first = start;
    compute->last = i;
  }
  bits_free(&values);
  return best;
}

/* ---- what an answer means ---- */

static ComputeEnd learn_min(Compute *compute, Verdict verdict, const Trace *trace) {
  if (verdict == VERDICT_HOLDS)
    return compute->next == ASK_NO_PATH ? COMPUTE_INFINITY : COMPUTE_NUMBER;
  compute->high = measure(compute, trace);
  compute->next = ASK_SHORTER;
  return compute->high ? COMPUTE_OPEN : COMPUTE_NUMBER;
}

static ComputeEnd learn_bound(Compute *compute, Verdict verdict, const Trace *trace,
                              uint64_t tried) {
  if (verdict == VERDICT_VIOLATED) compute->low = measure(compute, trace);
  else compute->high = tried;
  compute->bounded = compute->bounded || verdict == VERDICT_HOLDS;
  return compute->bounded && compute->low == compute->high ? COMPUTE_NUMBER : COMPUTE_OPEN;
}

static ComputeEnd learn_max(Compute *compute, Verdict verdict, const Trace *trace, uint64_t tried) {
  bool holds = verdict == VERDICT_HOLDS;
  bool fairness = compute->model->system->fairness.size || compute->model->compassion.size;
  switch (compute->next) {
  case ASK_NO_START: compute->next = ASK_NO_END; return holds ? COMPUTE_UNDEFINED : COMPUTE_OPEN;
  case ASK_NO_END: compute->next = ASK_ARRIVES; return holds ? COMPUTE_UNDEFINED : COMPUTE_OPEN;
  case ASK_ARRIVES: /* paths that are not fair may stay for ever, too */
    compute->next = fairness ? ASK_NO_LOOP : ASK_LONGER;
    return holds ? COMPUTE_OPEN : COMPUTE_INFINITY;
  case ASK_NO_LOOP: compute->next = ASK_LONGER; return holds ? COMPUTE_OPEN : COMPUTE_INFINITY;
  default: return learn_bound(compute, verdict, trace, tried);
  }
}

/* The number that the next question is about. */
static uint64_t to_try(const Compute *compute) {
  if (!compute->greatest) return compute->high;
  return compute->bounded ? (compute->low + compute->high) / 2 : 2 * compute->low;
}

/* ---- the answer ---- */

static void give_out(Compute *compute, ComputeEnd end, Result *result) {
  Outcome *outcome = &result->outcome, *found = &compute->shown->outcome;
  static const char *const words[] = {
      [COMPUTE_INFINITY] = "infinity", [COMPUTE_UNDEFINED] = "undefined"};
  bool number = end == COMPUTE_NUMBER;
  uint64_t value = compute->greatest ? compute->low : compute->high;
  vec_push(&outcome->values,
           ((OutcomeValue){"value", number ? value : 0, number ? NULL : words[end]}));
  if (number && compute->shown->evidence.trace) {
    vec_push(&outcome->values, ((OutcomeValue){"from", compute->first, NULL}));
    vec_push(&outcome->values, ((OutcomeValue){"to", compute->last, NULL}));
  }
  outcome->verdict = VERDICT_HOLDS;
  outcome->engine = found->engine;
  outcome->evidence = found->evidence;
  outcome->size = found->size;
  outcome->checked = true;
  outcome_add_trusted(outcome, "that the latches which measure paths do so");
  result->circuit = compute->question;
  result->task = compute->shown->task;
  result->evidence = compute->shown->evidence;
  result->shown_only = true;
  compute->question = NULL;
  compute->shown->task = NULL;
  compute->shown->evidence = (Evidence){0};
}

static void give_up(const Result *found, Result *result) {
  if (found->outcome.reason) result->outcome.reason = mem_string(found->outcome.reason);
  if (found->internal_error) result->internal_error = mem_string(found->internal_error);
}

/* Whether the answer is one to show: a run does until there is a better one, also beside the proof
 * that ends the search; but not one that only has p, or q, on it. */
static bool is_to_show(const Compute *compute, ComputeAsk asked, const Result *found) {
  bool has_run = compute->shown && compute->shown->evidence.trace;
  if (found->evidence.trace) return asked != ASK_NO_START && asked != ASK_NO_END;
  return found->outcome.verdict == VERDICT_HOLDS && !has_run;
}

/* One question. */
static ComputeEnd ask(Compute *compute, const Settings *settings, Result *result) {
  uint64_t tried = to_try(compute);
  ComputeAsk asked = compute->next;
  Model *question = compute_question(compute->model, compute->property, asked, tried);
  Result *found = check_property(question, 0, settings);
  Verdict verdict = found->outcome.verdict;
  ComputeEnd end = COMPUTE_OPEN;
  stats_add(&result->outcome.stats, &found->outcome.stats);
  vec_append(&result->names, &found->names);
  vec_clear(&found->names);
  if (verdict == VERDICT_UNKNOWN) give_up(found, result);
  else
    end = compute->greatest ? learn_max(compute, verdict, found->evidence.trace, tried)
                            : learn_min(compute, verdict, found->evidence.trace);
  if (found->outcome.trusted) outcome_add_trusted(&result->outcome, found->outcome.trusted);
  if (is_to_show(compute, asked, found)) {
    result_free(compute->shown);
    model_free(compute->question);
    compute->shown = found;
    compute->question = question;
  } else {
    result_free(found);
    model_free(question);
  }
  return end;
}

bool compute_run(Compute *compute, const Settings *settings, double seconds, Result *result) {
  double end = clock_wall() + seconds;
  ComputeEnd found = COMPUTE_OPEN;
  while (found == COMPUTE_OPEN) {
    Settings own = *settings;
    double left = seconds > 0 ? end - clock_wall() : 0;
    if (seconds > 0) {
      if (left <= 0) return false;
      own.timeout = left;
    }
    mem_free(result->outcome.reason);
    result->outcome.reason = NULL;
    found = ask(compute, &own, result);
    if (result->internal_error) return true;
    if (result->outcome.reason) return seconds <= 0 || clock_wall() < end;
  }
  give_out(compute, found, result);
  return true;
}
