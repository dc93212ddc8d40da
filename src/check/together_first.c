#include "check/together_first.h"

#include "base/clock.h"
#include "base/memory.h"
#include "check/shorten.h"
#include "check/together.h"
#include "evidence/evidence_form.h"

#define SECONDS_EACH 0.5
#define SECONDS_LEAST 2.0
#define SECONDS_MOST 20.0

typedef VEC(size_t) NumberVec;

static bool is_asked(const Model *model, const Check *check) {
  const Property *property = model->properties.data + check->result->outcome.index;
  return !check->done && property->kind == PROPERTY_INVARIANT && !property->cover;
}

/* At most half of what each may take: if it does not help, there is time to ask it alone. */
static double seconds_for(const Settings *settings, size_t count) {
  double seconds = SECONDS_EACH * (double)count;
  if (seconds < SECONDS_LEAST) seconds = SECONDS_LEAST;
  if (seconds > SECONDS_MOST) seconds = SECONDS_MOST;
  if (settings->timeout > 0 && settings->timeout / 2 < seconds) seconds = settings->timeout / 2;
  double left = settings_seconds_left(settings) / 2;
  return left < seconds ? left : seconds;
}

/* Their names may belong to the other result, which ends before this one. */
static void take_stats(Result *result, const Stats *stats) {
  for (size_t i = 0; i < stats->size; i++) {
    Stat stat = stats->data[i];
    char *name = mem_string(stat.name), *meaning = mem_string(stat.meaning);
    stat.name = name;
    stat.meaning = meaning;
    vec_push(&result->names, name);
    vec_push(&result->names, meaning);
    vec_push(&result->outcome.stats, stat);
  }
}

static void decide(Check *check, const Result *from, Verdict verdict) {
  Outcome *outcome = &check->result->outcome;
  outcome->verdict = verdict;
  outcome->engine = from->outcome.engine;
  outcome->evidence = check->result->evidence.kind;
  outcome->size = check->result->evidence.size;
  outcome->checked = true;
  take_stats(check->result, &from->outcome.stats);
  check->seconds += from->outcome.seconds;
  check->done = true;
}

/* No state is bad for any of them: the proof of that is one of each, if the checker says so. It
 * speaks of the same inputs and latches, since the question has the model's. */
static void adopt_proof(Check *check, const Result *all, const Settings *settings) {
  Result *result = check->result;
  Budget budget = settings_budget(settings, settings->timeout);
  Error error = {0};
  scrutiny_begin(&check->scrutiny, result->outcome.file, result->outcome.property, &budget);
  EvidenceClaim claim = {result->task, VERDICT_HOLDS, &budget, &check->scrutiny};
  if (evidence_check(&claim, &all->evidence, &error)) {
    result->evidence = evidence_copy_of_proof(&all->evidence);
    decide(check, all, VERDICT_HOLDS);
  }
  scrutiny_end(&check->scrutiny, &result->outcome.stats);
  error_free(&error);
}

/* The trace was replayed for the property that it is said to violate. */
static void adopt_trace(Check *check, Result *found) {
  check->result->evidence = found->evidence;
  found->evidence = (Evidence){0};
  decide(check, found, VERDICT_VIOLATED);
}

/* One question about those that are open; false if it settles nothing more. */
static bool ask(const Model *model, Check *const *checks, size_t count, Settings *settings,
                const Settings *given) {
  NumberVec numbers = {0};
  for (size_t i = 0; i < count; i++)
    if (is_asked(model, checks[i])) vec_push(&numbers, checks[i]->result->outcome.index);
  bool worth = numbers.size > 1;
  Result *result = worth ? check_together(model, numbers.data, numbers.size, settings) : NULL;
  bool violated = result && result->outcome.verdict == VERDICT_VIOLATED;
  for (size_t i = 0; result && i < count; i++) {
    if (!is_asked(model, checks[i])) continue;
    if (result->outcome.verdict == VERDICT_HOLDS) adopt_proof(checks[i], result, given);
    if (violated && checks[i]->result->outcome.index == result->outcome.index) {
      adopt_trace(checks[i], result);
      shorten(checks[i], given);
      break;
    }
  }
  if (result) result_free(result);
  vec_free(&numbers);
  return violated;
}

void together_first(const Model *model, Check *const *checks, size_t count, const Settings *given) {
  Settings settings = *given; /* with a shorter time limit; nothing in it is changed or freed */
  double end = clock_wall() + seconds_for(given, count);
  do settings.timeout = end - clock_wall();
  while (settings.timeout > 0 && ask(model, checks, count, &settings, given));
}
