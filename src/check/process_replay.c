#include "check/process_replay.h"

#include <string.h>

#include "base/memory.h"

ProcessReplay process_replay_new(const Processes *program) {
  ProcessReplay replay = {.program = program,
                          .machine = process_machine_new(program),
                          .state = mem_alloc(PROCESS_STATE_LIMIT)};
  replay.size = process_initial(replay.machine, replay.state, &replay.fault);
  return replay;
}

void process_replay_free(ProcessReplay *replay) {
  process_machine_free(replay->machine);
  mem_free(replay->state);
}

static bool take(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                 ProcessFault fault) {
  ProcessReplay *replay = context;
  if (replay->choice--) return true;
  replay->taken = true;
  replay->fault = fault;
  replay->move = *move;
  if (fault > PROCESS_ASSERTION) return false;
  memcpy(replay->state, state, size);
  replay->size = size;
  return false;
}

static bool is_followed(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                        ProcessFault fault) {
  (void)move;
  (void)state;
  (void)size;
  *(bool *)context |= fault <= PROCESS_ASSERTION;
  return true;
}

static bool stay(ProcessReplay *replay) {
  bool moves = false;
  process_successors(replay->machine, replay->state, replay->size, is_followed, &moves);
  replay->fault = PROCESS_FINE;
  replay->move = (ProcessMove){PROCESS_NONE, PROCESS_NONE, PROCESS_NONE, PROCESS_NONE};
  return !moves;
}

bool process_replay_step(ProcessReplay *replay, uint32_t choice) {
  if (choice == NOTHING_HAPPENS) return stay(replay);
  /* the old state is read while the new one is written */
  uint8_t *from = mem_alloc(replay->size);
  size_t size = replay->size;
  memcpy(from, replay->state, size);
  replay->choice = choice;
  replay->taken = false;
  process_successors(replay->machine, from, size, take, replay);
  mem_free(from);
  return replay->taken;
}

void process_replay_load(ProcessReplay *replay) {
  process_load(replay->machine, replay->state, replay->size);
}
