/* The trace gives the values of all latches and inputs in all steps, so that no step has to wait
 * for another: 64 steps are simulated at once, one in each bit of a word, and the latches of a step
 * are compared with what the step before computes. Within a block of 64 the earliest step that
 * fails is reported, and blocks go forward in time, so the report names the first of all. */
#include "evidence/replay.h"

#include "evidence/names.h"

typedef struct {
  const Task *task;
  const System *system;
  const Trace *trace;
  uint64_t *words; /* by node: bit k is the value in step `base + k` */
  size_t base;     /* the first step of the block */
  size_t count;    /* its number of steps, at most 64 */
  size_t failed;   /* the earliest step that fails, SIZE_MAX for none */
  Text why;        /* ... and what fails there */
} Replay;

/* Notes that some steps of the block (a mask) fail; true if that is the earliest failure so far,
 * so that the caller tells why. */
static bool fails(Replay *replay, uint64_t mask) {
  if (!mask) return false;
  size_t step = replay->base + (size_t)__builtin_ctzll(mask);
  if (step >= replay->failed) return false;
  replay->failed = step;
  text_clear(&replay->why);
  return true;
}

static uint64_t block_mask(const Replay *replay) {
  return replay->count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << replay->count) - 1;
}

static void load_block(Replay *replay) {
  const System *system = replay->system;
  const Step *steps = replay->trace->steps.data + replay->base;
  for (size_t i = 0; i < system->inputs.size; i++) {
    uint64_t word = 0;
    for (size_t k = 0; k < replay->count; k++) word |= (uint64_t)bits_get(&steps[k].inputs, i) << k;
    replay->words[lit_node(system->inputs.data[i])] = word;
  }
  for (size_t i = 0; i < system->latches.size; i++) {
    uint64_t word = 0;
    for (size_t k = 0; k < replay->count; k++)
      word |= (uint64_t)bits_get(&steps[k].latches, i) << k;
    replay->words[lit_node(system->latches.data[i].current)] = word;
  }
  aig_simulate(system->aig, replay->words);
}

static void check_resets(Replay *replay) {
  const System *system = replay->system;
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    bool value = bits_get(&replay->trace->steps.data[0].latches, i);
    if (latch->reset == RESET_FREE || value == (latch->reset == RESET_1)) continue;
    if (!fails(replay, 1)) return;
    name_literal(system, latch->current, &replay->why);
    text_format(&replay->why, " is %d, but is reset to %d", value, !value);
  }
}

static void check_constraints(Replay *replay) {
  const System *system = replay->system;
  for (size_t i = 0; i < system->constraints.size; i++) {
    Lit lit = system->constraints.data[i];
    if (!fails(replay, ~aig_word(replay->words, lit) & block_mask(replay))) continue;
    text_format(&replay->why, "constraint %zu (", i);
    name_literal(system, lit, &replay->why);
    text_add(&replay->why, ") does not hold");
  }
}

/* Each state against the step before. The successor of the block's last step is the first step of
 * the next block, or the loop's first; of a finite trace the last step has none. */
static void check_transitions(Replay *replay) {
  const System *system = replay->system;
  const Trace *trace = replay->trace;
  size_t after = replay->base + replay->count;
  const Step *successor = after < trace->steps.size      ? trace->steps.data + after
                          : trace->loop != TRACE_NO_LOOP ? trace->steps.data + trace->loop
                                                         : NULL;
  assert(replay->count);
  uint64_t mask = block_mask(replay), last = (uint64_t)1 << (replay->count - 1);
  if (!successor) mask &= ~last;
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    uint64_t next = aig_word(replay->words, latch->next);
    uint64_t found = replay->words[lit_node(latch->current)] >> 1;
    if (successor && bits_get(&successor->latches, i)) found |= last;
    if (!fails(replay, (next ^ found) & mask)) continue;
    bool wanted = next >> (replay->failed - replay->base) & 1;
    text_add(&replay->why, "its successor must have ");
    name_literal(system, latch->current, &replay->why);
    text_format(&replay->why, " = %d, but ", wanted);
    if (replay->failed + 1 < trace->steps.size)
      text_format(&replay->why, "step %zu has %d", replay->failed + 1, !wanted);
    else
      text_format(&replay->why, "the loop goes back to step %zu, which has %d", (size_t)trace->loop,
                  !wanted);
  }
}

static void check_bad(Replay *replay) {
  size_t last = replay->trace->steps.size - 1;
  if (last >= replay->base + replay->count) return;
  uint64_t bit = (uint64_t)1 << (last - replay->base);
  if (!fails(replay, ~aig_word(replay->words, replay->task->bad) & bit)) return;
  text_add(&replay->why, "the bad literal (");
  name_literal(replay->system, replay->task->bad, &replay->why);
  text_add(&replay->why, ") is not true in this last step");
}

/* Which conditions are met in the part of the loop that lies in this block. */
static void collect_conditions(const Replay *replay, Bits *met) {
  size_t loop = (size_t)replay->trace->loop;
  if (loop >= replay->base + replay->count) return;
  uint64_t mask = block_mask(replay);
  if (loop > replay->base) mask &= ~(uint64_t)0 << (loop - replay->base);
  for (size_t i = 0; i < replay->task->conditions.size; i++)
    if (aig_word(replay->words, replay->task->conditions.data[i]) & mask) bits_set(met, i);
}

static bool check_shape(const Task *task, const Trace *trace, Error *report) {
  if (task->kind != TASK_BAD && task->kind != TASK_FAIR)
    return error_set(report, "a trace is evidence for invariants and progress properties only");
  if (!trace->steps.size) return error_set(report, "the trace has no steps");
  if (task->kind == TASK_BAD && trace->loop != TRACE_NO_LOOP)
    return error_set(report, "the trace has a loop, but violates an invariant");
  if (task->kind == TASK_FAIR && trace->loop == TRACE_NO_LOOP)
    return error_set(report, "the trace has no loop, but must show an infinite run");
  if (trace->loop != TRACE_NO_LOOP &&
      (trace->loop < 0 || (uint64_t)trace->loop >= trace->steps.size))
    return error_set(report, "the loop goes back to step %lld, but the trace has %zu steps",
                     (long long)trace->loop, trace->steps.size);
  for (size_t k = 0; k < trace->steps.size; k++) {
    const Step *step = trace->steps.data + k;
    if (step->latches.size != task->system->latches.size ||
        step->inputs.size != task->system->inputs.size)
      return error_set(report,
                       "step %zu has values for %zu latches and %zu inputs, but the system has %zu "
                       "latches and %zu inputs",
                       k, step->latches.size, step->inputs.size, task->system->latches.size,
                       task->system->inputs.size);
  }
  return true;
}

static bool check_conditions(const Task *task, const Bits *met, const Trace *trace, Error *report) {
  for (size_t i = 0; i < task->conditions.size; i++) {
    if (bits_get(met, i)) continue;
    Text name = {0};
    name_literal(task->system, task->conditions.data[i], &name);
    error_set(report, "condition %zu (%s) is true in no step of the loop, steps %zu to %zu", i,
              name.data, (size_t)trace->loop, trace->steps.size - 1);
    text_free(&name);
    return false;
  }
  return true;
}

bool replay(const Task *task, const Trace *trace, Error *report) {
  if (!check_shape(task, trace, report)) return false;
  Replay state = {.task = task, .system = task->system, .trace = trace, .failed = SIZE_MAX};
  state.words = mem_array(task->system->aig->size, sizeof *state.words);
  Bits met = bits_new(task->conditions.size);
  while (state.base < trace->steps.size && state.failed == SIZE_MAX) {
    size_t left = trace->steps.size - state.base;
    state.count = left < 64 ? left : 64;
    load_block(&state);
    if (!state.base) check_resets(&state);
    check_constraints(&state);
    check_transitions(&state);
    if (task->kind == TASK_BAD) check_bad(&state);
    else collect_conditions(&state, &met);
    state.base += state.count;
  }
  bool good = state.failed == SIZE_MAX;
  if (!good) error_set(report, "step %zu: %s", state.failed, state.why.data);
  else if (task->kind == TASK_FAIR) good = check_conditions(task, &met, trace, report);
  bits_free(&met);
  mem_free(state.words);
  text_free(&state.why);
  return good;
}
