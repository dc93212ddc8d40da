/* A run of a Promela program, step by step from the initial state. */
#ifndef RONDO_CHECK_PROCESS_REPLAY_H
#define RONDO_CHECK_PROCESS_REPLAY_H

#include "engine/explicit/program_runs.h"

typedef struct {
  const Processes *program;
  ProcessMachine *machine;
  uint8_t *state; /* after a fault that ends the run: the last one before */
  size_t size;
  ProcessFault fault; /* of the last step */
  ProcessMove move;   /* which that was */
  uint32_t choice;    /* successors that are still to be passed by */
  bool taken;
} ProcessReplay;

ProcessReplay process_replay_new(const Processes *program);
void process_replay_free(ProcessReplay *replay);

/* Takes the step with this place among the successors; false if there is none. With
 * NOTHING_HAPPENS the state stays, if no step can be followed there. */
bool process_replay_step(ProcessReplay *replay, uint32_t choice);

/* Loads the state, for questions to the machine. */
void process_replay_load(ProcessReplay *replay);

#endif
