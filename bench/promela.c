/* The plain search of a Promela program, to measure the step function alone: no engine, no
 * reduction, every state stored whole.
 *
 *   bench-promela FILE.pml [LIMIT]
 *
 * Prints the states that SPIN counts, transitions, and states in a second of processor time. SPIN's
 * own rate: spin -a -o1 -o2 -o3, gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM, pan -c0. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/map.h"
#include "front/promela/promela.h"
#include "model/process_step.h"

typedef struct {
  Names states;
  size_t transitions, faults;
} Plain;

static bool add(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                ProcessFault fault) {
  Plain *plain = context;
  (void)move;
  plain->transitions++;
  plain->faults += fault != PROCESS_FINE;
  if (fault <= PROCESS_ASSERTION) names_add_n(&plain->states, (const char *)state, size);
  return true;
}

static Processes *read_program(const char *file) {
  Input input = {0};
  Error error = {0};
  Processes *program = NULL;
  if (input_read(&input, file, &error))
    program = promela_read_processes(file, input.data, input.size, &error);
  if (!program) {
    char *text = error_text(&error);
    fprintf(stderr, "%s\n", text);
    mem_free(text);
  }
  input_free(&input);
  error_free(&error);
  return program;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: bench-promela FILE.pml [LIMIT]\n");
    return 2;
  }
  size_t limit = argc > 2 ? strtoull(argv[2], NULL, 10) : 10000000, counted = 0;
  double start = clock_cpu();
  Processes *program = read_program(argv[1]);
  if (!program) return 1;
  ProcessMachine *machine = process_machine_new(program);
  uint8_t *state = mem_alloc(PROCESS_STATE_LIMIT);
  Plain plain = {0};
  ProcessFault fault;
  size_t size = process_initial(machine, state, &fault);
  names_add_n(&plain.states, (const char *)state, size);
  for (size_t i = 0; i < plain.states.size && plain.states.size < limit; i++) {
    const uint8_t *from = (const uint8_t *)plain.states.text[i];
    counted += process_state_exclusive(from) == PROCESS_NONE;
    process_successors(machine, from, plain.states.length[i], add, &plain);
  }
  double seconds = clock_cpu() - start;
  printf("%zu states, %zu transitions, %zu faults, %.2f s, %.0f states/s%s\n", counted,
         plain.transitions, plain.faults, seconds, (double)counted / (seconds > 0 ? seconds : 1),
         plain.states.size < limit ? "" : " (limit)");
  mem_free(state);
  names_free(&plain.states);
  process_machine_free(machine);
  processes_free(program);
  return 0;
}
