/* One input in one step after the other is given the value that it had in the step before, and the
 * rest of the run is simulated. If that is still a violation, and has fewer changes, it stays. */
#include "check/quiet.h"

#include <string.h>

typedef struct {
  const Task *task;
  Trace *trace;
  Bits values; /* of the nodes in one step */
  uint64_t gates;
} Quiet;

static size_t differences(const Bits *a, const Bits *b) {
  size_t count = 0;
  for (size_t i = 0; i < a->size; i++) count += bits_get(a, i) != bits_get(b, i);
  return count;
}

/* Changes into the steps from `first` on. */
static size_t changes(const Trace *trace, size_t first) {
  size_t count = 0;
  for (size_t i = first ? first : 1; i < trace->steps.size; i++) {
    const Step *before = trace->steps.data + i - 1, *step = trace->steps.data + i;
    count += differences(&before->latches, &step->latches);
    count += differences(&before->inputs, &step->inputs);
  }
  return count;
}

static bool constraints_hold(const Quiet *quiet) {
  const LitVec *constraints = &quiet->task->system->constraints;
  for (size_t i = 0; i < constraints->size; i++)
    if (!values_of(&quiet->values, constraints->data[i])) return false;
  return true;
}

/* Which conditions are met in the step that was evaluated. */
static void collect(const Quiet *quiet, Bits *met) {
  for (size_t i = 0; i < met->size; i++)
    if (values_of(&quiet->values, quiet->task->conditions.data[i])) bits_set(met, i);
}

/* Whether the state after the last step, by the values of that, is the one where the loop begins.
 */
static bool closes(const Quiet *quiet) {
  const System *system = quiet->task->system;
  const Bits *entry = &quiet->trace->steps.data[quiet->trace->loop].latches;
  for (size_t i = 0; i < system->latches.size; i++)
    if (values_of(&quiet->values, system->latches.data[i].next) != bits_get(entry, i)) return false;
  return true;
}

/* Simulates from a step on, and says whether the whole is a violation still. */
static bool follow(Quiet *quiet, size_t from) {
  Trace *trace = quiet->trace;
  const Task *task = quiet->task;
  bool lasso = trace->loop != TRACE_NO_LOOP, good = true;
  size_t first = lasso && (size_t)trace->loop < from ? (size_t)trace->loop : from;
  Bits met = bits_new(task->conditions.size);
  for (size_t k = first; k < trace->steps.size && good; k++) {
    step_evaluate(task->system, trace->steps.data + k, &quiet->values);
    quiet->gates += task->system->aig->size;
    good = constraints_hold(quiet);
    if (lasso && k >= (size_t)trace->loop) collect(quiet, &met);
    if (k + 1 == trace->steps.size) break;
    if (k >= from) trace_advance(trace, task->system, k);
  }
  if (good && lasso) good = closes(quiet) && bits_count(&met) == met.size;
  else if (good) good = values_of(&quiet->values, task->bad);
  bits_free(&met);
  return good;
}

static void take(Bits *to, const Bits *from) {
  if (from->size) memcpy(to->words, from->words, bits_words(from->size) * sizeof *to->words);
}

/* Undoes what was done from a step on. */
static void restore(Trace *trace, const Trace *kept, size_t from) {
  for (size_t k = from; k < trace->steps.size; k++) {
    take(&trace->steps.data[k].latches, &kept->steps.data[k].latches);
    take(&trace->steps.data[k].inputs, &kept->steps.data[k].inputs);
  }
}

Trace *trace_quieter(const Task *task, const Trace *trace, uint64_t gates, Budget *budget) {
  Quiet quiet = {.task = task, .trace = trace_copy(trace)};
  Trace *best = trace_copy(trace);
  bool better = false;
  quiet.values = bits_new(task->system->aig->size);
  for (size_t k = 1; k < best->steps.size && quiet.gates < gates && !budget_spent(budget); k++)
    for (size_t i = 0; i < task->system->inputs.size && quiet.gates < gates; i++) {
      Bits *inputs = &quiet.trace->steps.data[k].inputs;
      bool before = bits_get(&quiet.trace->steps.data[k - 1].inputs, i);
      if (bits_get(inputs, i) == before) continue;
      bits_put(inputs, i, before);
      bool fewer = follow(&quiet, k) && changes(quiet.trace, k) < changes(best, k);
      better |= fewer;
      restore(fewer ? best : quiet.trace, fewer ? quiet.trace : best, k);
    }
  bits_free(&quiet.values);
  trace_free(quiet.trace);
  if (better) return best;
  trace_free(best);
  return NULL;
}
