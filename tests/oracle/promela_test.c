/* Random Promela programs: what the front end and the machine make of them is what the interpreter
 * of their trees says. */
#include "test.h"

#include <stdio.h>

#include "check/process_run.h"
#include "engine/explicit/program_space.h"
#include "front/promela/promela.h"
#include "oracle/process_space.h"
#include "oracle/random_promela.h"

enum { LIMIT = 20000 };

/* What can be seen in the states of a space: the same bytes as the interpreter's. */
static void collect(ProcessSpace *space, Names *seen) {
  for (uint32_t i = 0; i < space->states.size; i++) {
    const uint8_t *state = (const uint8_t *)space->states.text[i];
    if (process_state_exclusive(state) != PROCESS_NONE) continue;
    process_load(space->machine, state, space->states.length[i]);
    uint8_t visible[TREE_GLOBALS + 1 + TREE_SLOTS] = {0};
    for (uint32_t k = 0; k < TREE_GLOBALS; k++)
      visible[k] =
          (uint8_t)process_read(space->machine, PROCESS_NONE, &space->program->globals.data[k], 0);
    uint32_t length = process_channel_length(space->machine, 0);
    visible[TREE_GLOBALS] = (uint8_t)length;
    for (uint32_t k = 0; k < length; k++)
      visible[TREE_GLOBALS + 1 + k] = (uint8_t)process_channel_field(space->machine, 0, k, 0);
    names_add_n(seen, (const char *)visible, sizeof visible);
  }
}

static bool is_subset(const Names *a, const Names *b) {
  for (size_t i = 0; i < a->size; i++)
    if (names_find_n(b, a->text[i], a->length[i]) == NAMES_NONE) return false;
  return true;
}

/* The engine's search finds the states and steps of the plain one, and has a run to every state
 * that is faulty or an invalid end. */
static void compare_search(const Processes *program, const ProcessSpace *plain, uint64_t seed) {
  ProcessFault fault;
  ProgramSpace *space = program_space_new(program, (ProgramSpaceOptions){0}, &fault);
  CHECK(space);
  ProgramExpansion expansion;
  Error error = {0};
  size_t ends = 0;
  bool faulty = false, shown = true;
  for (uint32_t state = 0; state < program_space_states(space); state++) {
    program_space_expand(space, state, &expansion);
    U32Vec run = {0};
    ends += expansion.invalid_end;
    faulty |= expansion.fault != PROCESS_FINE;
    program_space_run(space, state, &run);
    if (expansion.invalid_end)
      shown = shown && process_run_shows(program, &run, PROCESS_NO_LOOP,
                                         (ProcessDefect){.kind = SHOWS_INVALID_END}, &error);
    for (size_t i = 0; i < expansion.fault_run.size; i++)
      vec_push(&run, expansion.fault_run.data[i]);
    if (expansion.fault != PROCESS_FINE)
      shown = shown && process_run_shows(program, &run, PROCESS_NO_LOOP,
                                         (ProcessDefect){.kind = SHOWS_FAULT}, &error);
    vec_free(&run);
  }
  size_t faults = 0;
  for (int i = PROCESS_FINE + 1; i < PROCESS_FAULTS; i++) faults += plain->faults[i];
  if (!shown || program_space_states(space) != plain->states.size ||
      program_space_counted(space) != plain->counted || ends != plain->deadlocks ||
      faulty != (faults > 0))
    test_fail(__FILE__, __LINE__, "seed %llu: %zu and %zu states, %zu and %zu invalid ends; %s",
              (unsigned long long)seed, program_space_states(space), plain->states.size, ends,
              plain->deadlocks, shown ? "all runs are good" : error.message);
  program_space_free(space);
}

static bool compare(uint64_t seed) {
  Random random = {seed};
  TreeProgram *tree = tree_program_random(&random);
  Text text = {0};
  tree_program_print(tree, &text);
  Error error = {0};
  Processes *program = promela_read_processes("random.pml", text.data, text.size, &error);
  if (!program)
    test_fail(__FILE__, __LINE__, "seed %llu: %s\n%s", (unsigned long long)seed, error.message,
              text.data);
  ProcessSpace space;
  TreeResult result = tree_program_run(tree, LIMIT);
  bool small = result.complete && process_space_build(&space, program, 4 * LIMIT);
  if (small) {
    Names seen = {0};
    collect(&space, &seen);
    if (!is_subset(&seen, &result.seen) || !is_subset(&result.seen, &seen) ||
        (space.deadlocks > 0) != result.deadlock ||
        (space.faults[PROCESS_ASSERTION] > 0) != result.failure)
      test_fail(__FILE__, __LINE__,
                "seed %llu: %zu and %zu seen, deadlocks %zu and %d, assertions %zu and %d\n%s",
                (unsigned long long)seed, seen.size, result.seen.size, space.deadlocks,
                result.deadlock, space.faults[PROCESS_ASSERTION], result.failure, text.data);
    names_free(&seen);
    compare_search(program, &space, seed);
    process_space_free(&space);
  }
  tree_result_free(&result);
  processes_free(program);
  tree_program_free(tree);
  text_free(&text);
  return small;
}

TEST(random_promela_programs_do_what_their_trees_say) {
  const char *only = getenv("RONDO_TEST_SEED");
  if (only) {
    compare(strtoull(only, NULL, 10));
    return;
  }
  unsigned small = 0, cases = test_cases(400);
  for (uint64_t seed = 1; seed <= cases; seed++) small += compare(seed);
  CHECK_COVERAGE(small > cases / 2);
}
