/* Random simulation finds what takes habits: a queue is full only if it is pushed often, and
 * seldom popped and reset; and loops for which inputs have to repeat. */
#include "base/memory.h"
#include "engine/engine.h"
#include "evidence/replay.h"
#include "test.h"

enum { BITS = 5 };

/* The number of elements of a queue that inputs push, pop and reset. */
static Task *queue_task(void) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit push = system_input(system), pop = system_input(system), reset = system_input(system);
  Lit count[BITS], up = aig_and(aig, push, lit_not(pop)), down = aig_and(aig, pop, lit_not(push));
  Lit carry = up, borrow = down, full = LIT_TRUE, empty = LIT_TRUE;
  for (int i = 0; i < BITS; i++) {
    count[i] = system_latch(system, RESET_0);
    full = aig_and(aig, full, count[i]);
    empty = aig_and(aig, empty, lit_not(count[i]));
  }
  for (int i = 0; i < BITS; i++) {
    Lit next = aig_xor(aig, count[i], aig_or(aig, carry, borrow));
    carry = aig_and(aig, carry, count[i]);
    borrow = aig_and(aig, borrow, lit_not(count[i]));
    system_set_next(system, count[i], aig_and(aig, next, lit_not(reset)));
  }
  vec_push(&system->constraints, lit_not(aig_and(aig, pop, empty)));
  Task *task = task_new(TASK_BAD, system);
  task->bad = full;
  return task;
}

/* The last inputs of some lines, of which never all are true; each is to be true again and again.
 * With ever new inputs the state does not come back in any time. */
static Task *memory_task(void) {
  enum { LINES = 8, LENGTH = 24 };
  System *system = system_new();
  Task *task = task_new(TASK_FAIR, system);
  Lit inputs[LINES];
  for (int line = 0; line < LINES; line++) {
    Lit before = inputs[line] = system_input(system);
    for (int i = 0; i < LENGTH; i++) {
      Lit latch = system_latch(system, RESET_0);
      system_set_next(system, latch, before);
      before = latch;
    }
    vec_push(&task->conditions, before);
  }
  vec_push(&system->constraints, lit_not(aig_and_all(system->aig, inputs, LINES)));
  return task;
}

static void check_found(Task *task, uint64_t seed) {
  const Engine *engine = engine_find("sim");
  EngineSetup setup = {.options = engine->option_defaults, .seed = seed};
  void *state = engine_open(engine, task, &setup);
  Budget budget = {0};
  Error report = {0};
  EngineResult result = {0};
  CHECK_EQUAL(engine->run(state, &budget), VERDICT_VIOLATED);
  engine->result(state, &result);
  CHECK(result.evidence.trace && replay(task, result.evidence.trace, &report));
  evidence_free(&result.evidence);
  engine->close(state);
  error_free(&report);
  task_free(task);
}

TEST(simulation_fills_a_queue_that_may_be_popped_and_reset) {
  for (uint64_t seed = 1; seed <= 5; seed++) check_found(queue_task(), seed);
}

TEST(simulation_repeats_inputs_to_come_back) {
  for (uint64_t seed = 1; seed <= 5; seed++) check_found(memory_task(), seed);
}
