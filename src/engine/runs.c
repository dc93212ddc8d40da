/* See runs.h. */
#include "engine/runs.h"

#include "base/memory.h"

static uint64_t reset_word(Runs *runs, Reset reset) {
  if (reset == RESET_FREE) return random_word(&runs->random);
  return reset == RESET_1 ? UINT64_MAX : 0;
}

void runs_open(Runs *runs, const System *system) {
  *runs = (Runs){
      .system = system,
      .words = mem_array(system->aig->size, sizeof *runs->words),
      .state = mem_array(system->latches.size + 1, sizeof *runs->state),
  };
  for (size_t i = 0; i < system->latches.size; i++)
    runs->state[i] = reset_word(runs, system->latches.data[i].reset);
}

void runs_close(Runs *runs) {
  mem_free(runs->words);
  mem_free(runs->state);
}

void runs_step(Runs *runs) {
  const System *system = runs->system;
  for (size_t i = 0; i < system->latches.size; i++)
    runs->words[lit_node(system->latches.data[i].current)] = runs->state[i];
  for (size_t i = 0; i < system->inputs.size; i++)
    runs->words[lit_node(system->inputs.data[i])] = random_word(&runs->random);
  aig_simulate(system->aig, runs->words);
  uint64_t valid = UINT64_MAX;
  for (size_t i = 0; i < system->constraints.size; i++)
    valid &= aig_word(runs->words, system->constraints.data[i]);
  for (size_t i = 0; i < system->latches.size; i++)
    runs->state[i] = (aig_word(runs->words, system->latches.data[i].next) & valid) |
                     (reset_word(runs, system->latches.data[i].reset) & ~valid);
}
