/* See random_system.h. */
#include "oracle/random_system.h"

#include <assert.h>

#include "system/trace.h"

/* What gates may be made of. */
static void leaves(const System *system, bool inputs, LitVec *pool) {
  for (size_t i = 0; i < system->latches.size; i++) vec_push(pool, system->latches.data[i].current);
  if (inputs) vec_append(pool, &system->inputs);
}

static Lit pick(const LitVec *pool, Random *random) {
  if (!pool->size) return lit_constant(random_chance(random, 1, 2));
  Lit lit = pool->data[random_below(random, (uint32_t)pool->size)];
  return lit_not_if(lit, random_chance(random, 1, 2));
}

/* A tree of gates over the pool; inner results go back into it, so that gates are shared. */
static Lit soup(Aig *aig, LitVec *pool, Random *random, unsigned gates) {
  Lit lit = pick(pool, random);
  for (unsigned i = 0; i < gates; i++) {
    Lit other = pick(pool, random);
    switch (random_below(random, 5)) {
    case 0:
    case 1: lit = aig_and(aig, lit, other); break;
    case 2: lit = aig_or(aig, lit, other); break;
    case 3: lit = aig_xor(aig, lit, other); break;
    default: lit = aig_mux(aig, other, lit, pick(pool, random)); break;
    }
    vec_push(pool, lit);
  }
  return lit;
}

static Lit cube(Aig *aig, const LitVec *pool, Random *random, unsigned size) {
  Lit lit = LIT_TRUE;
  for (unsigned i = 0; i < size; i++) lit = aig_and(aig, lit, pick(pool, random));
  return lit;
}

Lit random_literal(System *system, Random *random, bool inputs) {
  LitVec pool = {0};
  leaves(system, inputs, &pool);
  Lit lit = random_chance(random, 1, 2)
                ? cube(system->aig, &pool, random, 1 + random_below(random, 3))
                : soup(system->aig, &pool, random, 1 + random_below(random, 5));
  vec_free(&pool);
  return lit;
}

/* The blocks. Each sets the next-state functions of latches first .. first + size - 1. */
typedef struct {
  System *system;
  Random *random;
  LitVec *pool;
  size_t first, size;
} Block;

static Lit latch_of(const Block *b, size_t i) {
  return b->system->latches.data[b->first + i].current;
}

static void set_next(const Block *b, size_t i, Lit next) {
  system_set_next(b->system, latch_of(b, i), next);
}

static void soup_block(const Block *b) {
  for (size_t i = 0; i < b->size; i++)
    set_next(b, i, soup(b->system->aig, b->pool, b->random, random_below(b->random, 7)));
}

/* Counts up where enabled, returns to zero at its limit or on a random literal. */
static void counter_block(const Block *b) {
  Aig *aig = b->system->aig;
  Lit enable = random_chance(b->random, 1, 2) ? LIT_TRUE : pick(b->pool, b->random);
  Lit restart = random_chance(b->random, 1, 3) ? pick(b->pool, b->random) : LIT_FALSE;
  if (random_chance(b->random, 1, 2)) {
    uint32_t limit = random_below(b->random, (uint32_t)1 << b->size);
    Lit at_limit = LIT_TRUE;
    for (size_t i = 0; i < b->size; i++)
      at_limit = aig_and(aig, at_limit, lit_not_if(latch_of(b, i), !(limit >> i & 1)));
    restart = aig_or(aig, restart, at_limit);
  }
  Lit carry = enable;
  for (size_t i = 0; i < b->size; i++) {
    set_next(b, i, aig_and(aig, aig_xor(aig, latch_of(b, i), carry), lit_not(restart)));
    carry = aig_and(aig, carry, latch_of(b, i));
  }
}

/* A shift register that takes in a random function, perhaps only when enabled. */
static void shift_block(const Block *b) {
  Aig *aig = b->system->aig;
  Lit enable = random_chance(b->random, 2, 3) ? LIT_TRUE : pick(b->pool, b->random);
  Lit in = soup(aig, b->pool, b->random, random_below(b->random, 3));
  for (size_t i = 0; i < b->size; i++) {
    set_next(b, i, aig_mux(aig, enable, in, latch_of(b, i)));
    in = latch_of(b, i);
  }
}

/* Once true always true, and the next one needs the one before: a chain of components. */
static void sticky_block(const Block *b) {
  Aig *aig = b->system->aig;
  for (size_t i = 0; i < b->size; i++) {
    Lit cause = soup(aig, b->pool, b->random, random_below(b->random, 3));
    if (i) cause = aig_and(aig, cause, latch_of(b, i - 1));
    set_next(b, i, aig_or(aig, latch_of(b, i), cause));
  }
}

/* A token that moves round when the one who has it lets go. */
static void arbiter_block(const Block *b) {
  Aig *aig = b->system->aig;
  LitVec stays = {0}, goes = {0};
  for (size_t i = 0; i < b->size; i++) {
    Lit keep = pick(b->pool, b->random);
    vec_push(&stays, aig_and(aig, latch_of(b, i), keep));
    vec_push(&goes, aig_and(aig, latch_of(b, i), lit_not(keep)));
    b->system->latches.data[b->first + i].reset = i ? RESET_0 : RESET_1;
  }
  for (size_t i = 0; i < b->size; i++)
    set_next(b, i, aig_or(aig, stays.data[i], goes.data[(i + b->size - 1) % b->size]));
  vec_free(&stays);
  vec_free(&goes);
}

static void (*const block_makers[])(const Block *) = {
    soup_block, soup_block, counter_block, counter_block, shift_block, sticky_block, arbiter_block,
};
enum { BLOCK_MAKERS = sizeof block_makers / sizeof *block_makers };

static unsigned at_most(unsigned value, unsigned limit) { return value < limit ? value : limit; }

/* Mostly 2 to 6 latches, now and then none, one, or up to 12; 0 to 4 inputs. */
static void make_variables(System *system, Random *random, unsigned bits) {
  unsigned latches = random_chance(random, 1, 12)   ? 7 + random_below(random, 6)
                     : random_chance(random, 1, 16) ? random_below(random, 2)
                                                    : 2 + random_below(random, 5);
  latches = at_most(latches, bits);
  unsigned inputs = at_most(random_below(random, 5), bits - latches);
  static const uint32_t free_of_16[] = {0, 0, 2, 8};
  uint32_t free_share = free_of_16[random_below(random, 4)];
  for (unsigned i = 0; i < latches; i++) {
    Reset reset = random_chance(random, free_share, 16) ? RESET_FREE
                  : random_chance(random, 1, 4)         ? RESET_1
                                                        : RESET_0;
    system_latch(system, reset);
  }
  for (unsigned i = 0; i < inputs; i++) system_input(system);
}

static void make_blocks(System *system, Random *random) {
  LitVec pool = {0};
  leaves(system, true, &pool);
  for (size_t first = 0, size; first < system->latches.size; first += size) {
    unsigned rest = (unsigned)(system->latches.size - first);
    size = random_chance(random, 1, 3) ? rest : at_most(1 + random_below(random, 4), rest);
    Block block = {system, random, &pool, first, size};
    block_makers[random_below(random, BLOCK_MAKERS)](&block);
  }
  vec_free(&pool);
}

/* Most constraints are weak, clauses of two or three literals: they cut a few steps away. A soup
 * may contradict the resets, or leave states without a step. */
static void make_constraints(System *system, Random *random) {
  if (!random_chance(random, 2, 5)) return;
  LitVec pool = {0};
  leaves(system, true, &pool);
  for (unsigned i = 0, count = 1 + random_below(random, 2); i < count; i++) {
    Lit clause = lit_not(cube(system->aig, &pool, random, 2 + random_below(random, 2)));
    Lit other = random_chance(random, 1, 8)
                    ? soup(system->aig, &pool, random, 1 + random_below(random, 4))
                    : LIT_TRUE;
    vec_push(&system->constraints, aig_and(system->aig, clause, other));
  }
  vec_free(&pool);
}

static bool seen_before(const Trace *trace, size_t step) {
  for (size_t i = 0; i < step; i++)
    if (bits_equal(&trace->steps.data[i].latches, &trace->steps.data[step].latches)) return true;
  return false;
}

/* The last new state of a random walk that heeds no constraint, as a cube of most of its latches.
 * Such a target is seldom near, and is unreachable only because of constraints. */
static Lit walk_cube(System *system, Random *random) {
  Trace *trace = trace_new();
  trace_add_step(trace, system);
  for (size_t k = 0; k < system->latches.size; k++) {
    Reset reset = system->latches.data[k].reset;
    bool value = reset == RESET_FREE ? random_chance(random, 1, 2) : reset == RESET_1;
    bits_put(&trace->steps.data[0].latches, k, value);
  }
  size_t last_new = 0;
  for (size_t i = 0, steps = 1 + random_below(random, 32); i < steps; i++) {
    for (size_t k = 0; k < system->inputs.size; k++)
      bits_put(&trace->steps.data[i].inputs, k, random_chance(random, 1, 2));
    trace_add_step(trace, system);
    trace_advance(trace, system, i);
    if (!seen_before(trace, i + 1)) last_new = i + 1;
  }
  Lit target = LIT_TRUE;
  for (size_t k = 0; k < system->latches.size; k++) {
    bool value = bits_get(&trace->steps.data[last_new].latches, k);
    if (random_chance(random, 15, 16))
      target = aig_and(system->aig, target, lit_not_if(system->latches.data[k].current, !value));
  }
  trace_free(trace);
  return target;
}

/* Bad literals: states of a walk, random cubes (mostly unreachable), random functions. */
static Lit make_bad(System *system, Random *random) {
  LitVec pool = {0};
  Lit bad;
  leaves(system, random_chance(random, 1, 4), &pool);
  if (random_chance(random, 1, 2)) {
    bad = walk_cube(system, random);
    if (random_chance(random, 1, 8)) bad = aig_and(system->aig, bad, pick(&pool, random));
  } else if (random_chance(random, 3, 4)) {
    bad = cube(system->aig, &pool, random, 2 + random_below(random, (uint32_t)pool.size + 1));
  } else {
    bad = soup(system->aig, &pool, random, 4);
    bad = aig_and(system->aig, bad, pick(&pool, random));
  }
  vec_free(&pool);
  return bad;
}

RandomModel *random_model(uint64_t seed, unsigned bits) {
  assert(bits >= 2);
  Random random = {seed};
  RandomModel *model = mem_zalloc(sizeof *model);
  System *system = model->system = system_new();
  make_variables(system, &random, bits);
  make_blocks(system, &random);
  make_constraints(system, &random);
  if (random_chance(&random, 1, 4))
    for (unsigned i = 0, count = 1 + random_below(&random, 2); i < count; i++)
      vec_push(&system->fairness, random_literal(system, &random, random_chance(&random, 1, 4)));
  for (unsigned i = 0, count = 1 + random_below(&random, 3); i < count; i++)
    vec_push(&model->bad, make_bad(system, &random));
  static const unsigned char sizes[] = {0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6};
  for (unsigned i = 0, count = 1 + random_below(&random, 3); i < count; i++) {
    LitVec set = {0};
    for (unsigned k = sizes[random_below(&random, sizeof sizes)]; k; k--)
      vec_push(&set, random_literal(system, &random, random_chance(&random, 1, 4)));
    vec_push(&model->justice, set);
  }
  return model;
}

void random_model_free(RandomModel *model) {
  system_free(model->system);
  vec_free(&model->bad);
  for (size_t i = 0; i < model->justice.size; i++) vec_free(model->justice.data + i);
  vec_free(&model->justice);
  mem_free(model);
}

Task *random_model_bad_task(const RandomModel *model, size_t index) {
  Lit *map;
  Task *task = task_new(TASK_BAD, system_copy(model->system, &map));
  task->bad = aig_map_lit(map, model->bad.data[index]);
  mem_free(map);
  return task;
}

Task *random_model_fair_task(const RandomModel *model, size_t index) {
  Lit *map;
  Task *task = task_new(TASK_FAIR, system_copy(model->system, &map));
  const LitVec *parts[] = {model->justice.data + index, &model->system->fairness};
  for (size_t p = 0; p < 2; p++)
    for (size_t i = 0; i < parts[p]->size; i++)
      vec_push(&task->conditions, aig_map_lit(map, parts[p]->data[i]));
  task_ask_for_a_run(task);
  mem_free(map);
  return task;
}

Task *random_bad_task(uint64_t seed) {
  RandomModel *model = random_model(seed, 16);
  Task *task = random_model_bad_task(model, 0);
  random_model_free(model);
  return task;
}

Task *random_fair_task(uint64_t seed) {
  RandomModel *model = random_model(seed, 16);
  Task *task = random_model_fair_task(model, 0);
  random_model_free(model);
  return task;
}

void random_compassion(System *system, Random *random) {
  size_t pairs = random_below(random, 4);
  for (size_t i = 0; i < 2 * pairs; i++)
    vec_push(&system->compassion, random_literal(system, random, random_chance(random, 1, 4)));
}
