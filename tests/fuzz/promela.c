/* Whatever the bytes are: the Promela front end gives an error with a sentence, or a program whose
 * first states can be computed, by both machines alike. */
#include <stdint.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/log.h"
#include "front/promela/promela.h"
#include "model/process_step.h"
#include "oracle/two_machines.h"

enum { STEPS = 40 };

typedef struct {
  uint8_t *state;
  size_t size;
  bool found;
} Walk;

static bool follow(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                   ProcessFault fault) {
  Walk *walk = context;
  (void)move;
  if (size > PROCESS_STATE_LIMIT) abort();
  if (fault > PROCESS_ASSERTION) return true;
  memcpy(walk->state, state, size);
  walk->size = size;
  walk->found = true;
  return true;
}

static void walk_program(const Processes *program) {
  ProcessMachine *machine = process_machine_new(program);
  ProcessMachine *fast = process_machine_new_fast(program);
  uint8_t *state = mem_alloc(PROCESS_STATE_LIMIT);
  Walk walk = {.state = mem_alloc(PROCESS_STATE_LIMIT)};
  ProcessFault fault;
  size_t size = process_initial(machine, state, &fault);
  for (int i = 0; i < STEPS && fault == PROCESS_FINE; i++) {
    walk.found = false;
    if (!two_machines_agree(machine, fast, state, size)) abort();
    process_successors(machine, state, size, follow, &walk);
    if (!walk.found) break;
    memcpy(state, walk.state, walk.size);
    size = walk.size;
  }
  mem_free(state);
  mem_free(walk.state);
  process_machine_free(machine);
  process_machine_free(fast);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  log_set_level(LOG_QUIET);
  Error error = {0};
  Processes *program = promela_read_processes("fuzz", (const char *)data, size, &error);
  if (!program != (error.message != NULL)) abort();
  if (program) walk_program(program);
  else if (!*error.message) abort();
  processes_free(program);
  error_free(&error);
  return 0;
}
