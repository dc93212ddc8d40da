/* See runs.h. */
#include "engine/runs.h"

#include "base/memory.h"

static uint64_t reset_word(Runs *runs, Reset reset) {
  if (reset == RESET_FREE) return random_word(&runs->random);
  return reset == RESET_1 ? UINT64_MAX : 0;
}

void runs_open(Runs *runs, const System *system) {
  *runs = (Runs){.state = mem_array(system->latches.size + 1, sizeof *runs->state)};
  lanes_open(&runs->lanes, system);
  for (size_t i = 0; i < system->latches.size; i++)
    runs->state[i] = reset_word(runs, system->latches.data[i].reset);
}

void runs_close(Runs *runs) {
  lanes_close(&runs->lanes);
  mem_free(runs->state);
}

void runs_step(Runs *runs) {
  const LatchVec *latches = &runs->lanes.system->latches;
  lanes_put_latches(&runs->lanes, runs->state);
  lanes_random_inputs(&runs->lanes, UINT64_MAX, &runs->random, 0);
  lanes_evaluate(&runs->lanes, NULL);
  uint64_t valid = lanes_valid(&runs->lanes);
  lanes_next(&runs->lanes, runs->state);
  for (size_t i = 0; i < latches->size; i++)
    runs->state[i] = (runs->state[i] & valid) | (reset_word(runs, latches->data[i].reset) & ~valid);
}
