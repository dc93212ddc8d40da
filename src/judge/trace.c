/* See trace.h. Step by step: the values of all gates, and what they must be like. */
#include "judge/trace.h"

void evaluate_step(const Run *run, size_t step, uint64_t *values) {
  const Circuit *c = run->model;
  for (size_t i = 0; i < c->inputs.size; i++)
    values[variable_of(c->inputs.data[i])] = run->input(run->owner, step, i);
  for (size_t i = 0; i < c->latches.size; i++)
    values[variable_of(c->latches.data[i].lit)] = run->latch(run->owner, step, i);
  evaluate(c, values);
}

static void check_resets(const Run *run, const uint64_t *values) {
  const Circuit *c = run->model;
  for (size_t i = 0; i < c->latches.size; i++) {
    Lit lit = c->latches.data[i].lit, reset = c->latches.data[i].reset;
    if (reset <= 1 && is_true(values, lit) != reset)
      refuse(c->judge, "step 0: %s is %u, but is reset to %u", name_of(c, lit), !reset, reset);
  }
}

static void check_constraints(const Run *run, size_t step, const uint64_t *values) {
  const Circuit *c = run->model;
  for (size_t i = 0; i < c->constraints.size; i++)
    if (!is_true(values, c->constraints.data[i]))
      refuse(c->judge, "step %zu: constraint %zu (%s) does not hold", step, i,
             name_of(c, c->constraints.data[i]));
}

/* What follows the last step is the first of the loop, or nothing. */
static void check_transition(const Run *run, size_t step, const uint64_t *values) {
  const Circuit *c = run->model;
  bool last = step + 1 == run->steps;
  size_t after = last ? (size_t)run->loop : step + 1;
  for (size_t i = 0; i < c->latches.size && !(last && run->loop == NO_LOOP); i++) {
    bool wanted = is_true(values, c->latches.data[i].next);
    if (run->latch(run->owner, after, i) == wanted) continue;
    refuse(c->judge, "step %zu: its successor must have %s = %d, but %s %zu%s has %d", step,
           name_of(c, c->latches.data[i].lit), wanted, last ? "the loop goes back to step" : "step",
           after, last ? ", which" : "", !wanted);
  }
}

static void check_shape(const Run *run) {
  Judge *judge = run->model->judge;
  if (!run->steps) refuse(judge, "the trace has no steps");
  if (!run->progress && run->loop != NO_LOOP)
    refuse(judge, "the trace has a loop, but violates an invariant");
  if (run->progress && run->loop == NO_LOOP)
    refuse(judge, "the trace has no loop, but must show an infinite run");
  if (run->loop != NO_LOOP && (run->loop < 0 || (unsigned long long)run->loop >= run->steps))
    refuse(judge, "the loop goes back to step %lld, but the trace has %zu steps", run->loop,
           run->steps);
}

void check_trace(const Run *run) {
  const Circuit *c = run->model;
  check_shape(run);
  uint64_t *values = zeroed(&c->judge->pool, c->count, sizeof *values);
  bool *met = zeroed(&c->judge->pool, run->conditions.size, sizeof *met);
  for (size_t step = 0; step < run->steps; step++) {
    evaluate_step(run, step, values);
    if (!step) check_resets(run, values);
    check_constraints(run, step, values);
    check_transition(run, step, values);
    for (size_t i = 0; i < run->conditions.size && (long long)step >= run->loop; i++)
      met[i] |= is_true(values, run->conditions.data[i]);
  }
  if (!run->progress && !is_true(values, run->bad))
    refuse(c->judge, "step %zu: the bad literal (%s) is not true in this last step", run->steps - 1,
           name_of(c, run->bad));
  for (size_t i = 0; run->progress && i < run->conditions.size; i++)
    if (!met[i])
      refuse(c->judge, "condition %zu (%s) is true in no step of the loop, steps %lld to %zu", i,
             name_of(c, run->conditions.data[i]), run->loop, run->steps - 1);
}
