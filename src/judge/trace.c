/* See trace.h. No step has to wait for another: 64 are simulated at once, one in each bit of a
 * word, and the latches of a step are compared with what the step before computes. Of a block of 64
 * the earliest step that fails is told, and blocks go forward in time. */
#include "judge/trace.h"

typedef struct {
  const Run *run;
  const Circuit *model;
  uint64_t *values;
  size_t base, count; /* the first step of the block, and how many there are */
  size_t failed;      /* the earliest step that fails, SIZE_MAX for none ... */
  const char *why;    /* ... and what does there */
} Block64;

/* Whether one of these steps (a mask) fails earlier than what has failed so far. */
static bool fails(Block64 *block, uint64_t mask) {
  if (!mask) return false;
  size_t step = block->base + (size_t)__builtin_ctzll(mask);
  if (step >= block->failed) return false;
  block->failed = step;
  return true;
}

static uint64_t all_steps(const Block64 *block) {
  return block->count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << block->count) - 1;
}

static void load_block(Block64 *block) {
  const Run *run = block->run;
  const Circuit *c = block->model;
  for (size_t i = 0; i < c->inputs.size; i++) {
    uint64_t word = 0;
    for (size_t k = 0; k < block->count; k++)
      word |= (uint64_t)run->input(run->owner, block->base + k, i) << k;
    block->values[variable_of(c->inputs.data[i])] = word;
  }
  for (size_t i = 0; i < c->latch_count; i++) {
    uint64_t word = 0;
    for (size_t k = 0; k < block->count; k++)
      word |= (uint64_t)run->latch(run->owner, block->base + k, i) << k;
    block->values[variable_of(c->latches[i].lit)] = word;
  }
  evaluate(c, block->values);
}

static void check_resets(Block64 *block) {
  const Circuit *c = block->model;
  for (size_t i = 0; i < c->latch_count; i++) {
    Lit reset = c->latches[i].reset;
    unsigned value = block->values[variable_of(c->latches[i].lit)] & 1;
    if (reset <= 1 && value != reset && fails(block, 1))
      block->why = worded(c->judge, "%s is %u, but is reset to %u", name_of(c, c->latches[i].lit),
                          value, reset);
  }
}

static void check_constraints(Block64 *block) {
  const Circuit *c = block->model;
  for (size_t i = 0; i < c->constraints.size; i++) {
    Lit lit = c->constraints.data[i];
    if (fails(block, ~value_of(block->values, lit) & all_steps(block)))
      block->why = worded(c->judge, "constraint %zu (%s) does not hold", i, name_of(c, lit));
  }
}

/* What follows the last step of the block is the first of the next one, or of the loop; or nothing.
 */
static void check_transitions(Block64 *block) {
  const Run *run = block->run;
  const Circuit *c = block->model;
  size_t after = block->base + block->count;
  uint64_t mask = all_steps(block), last = (uint64_t)1 << (block->count - 1);
  bool ends = after == run->steps && run->loop == NO_LOOP;
  if (ends) mask &= ~last;
  if (after == run->steps) after = (size_t)run->loop;
  for (size_t i = 0; i < c->latch_count; i++) {
    const Register *latch = c->latches + i;
    uint64_t next = value_of(block->values, latch->next);
    uint64_t found = block->values[variable_of(latch->lit)] >> 1;
    if (!ends && run->latch(run->owner, after, i)) found |= last;
    if (!fails(block, (next ^ found) & mask)) continue;
    unsigned wanted = next >> (block->failed - block->base) & 1;
    const char *where =
        block->failed + 1 < run->steps
            ? worded(c->judge, "step %zu has", block->failed + 1)
            : worded(c->judge, "the loop goes back to step %lld, which has", run->loop);
    block->why = worded(c->judge, "its successor must have %s = %u, but %s %u",
                        name_of(c, latch->lit), wanted, where, !wanted);
  }
}

static void check_bad(Block64 *block) {
  const Run *run = block->run;
  size_t last = run->steps - 1;
  if (last >= block->base + block->count) return;
  uint64_t bit = (uint64_t)1 << (last - block->base);
  if (fails(block, ~value_of(block->values, run->bad) & bit))
    block->why = worded(block->model->judge, "the bad literal (%s) is not true in this last step",
                        name_of(block->model, run->bad));
}

/* Which conditions are met in the part of the loop that lies in this block. */
static void collect_conditions(const Block64 *block, bool *met) {
  const Run *run = block->run;
  size_t loop = (size_t)run->loop;
  if (loop >= block->base + block->count) return;
  uint64_t mask = all_steps(block);
  if (loop > block->base) mask &= ~(uint64_t)0 << (loop - block->base);
  for (size_t i = 0; i < run->conditions.size; i++)
    met[i] |= (value_of(block->values, run->conditions.data[i]) & mask) != 0;
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
  Block64 block = {.run = run, .model = c, .failed = SIZE_MAX};
  block.values = zeroed(&c->judge->pool, c->count, sizeof *block.values);
  bool *met = zeroed(&c->judge->pool, run->conditions.size, sizeof *met);
  for (; block.base < run->steps; block.base += block.count) {
    size_t left = run->steps - block.base;
    block.count = left < 64 ? left : 64;
    load_block(&block);
    if (!block.base) check_resets(&block);
    check_constraints(&block);
    check_transitions(&block);
    if (run->progress) collect_conditions(&block, met);
    else check_bad(&block);
    if (block.failed < SIZE_MAX) refuse(c->judge, "step %zu: %s", block.failed, block.why);
  }
  for (size_t i = 0; run->progress && i < run->conditions.size; i++)
    if (!met[i])
      refuse(c->judge, "condition %zu (%s) is true in no step of the loop, steps %lld to %zu", i,
             name_of(c, run->conditions.data[i]), run->loop, run->steps - 1);
}
