#include "engine/twins.h"

#include "base/memory.h"

#include <string.h>

enum { TURN_WORK = 1000000 }; /* after the start, of either */

struct Twins {
  const Engine *core;
  const Task *task;
  EngineSetup setup;
  void *second_options;
  void *states[2]; /* the second is opened when its first turn comes */
  bool given_up[2];
  int turn;      /* whose it is, and in the end who has the answer */
  uint64_t left; /* work of this turn */
};

Twins *twins_new(const Engine *core, const Task *task, const EngineSetup *setup,
                 const void *second_options, uint64_t alone) {
  Twins *twins = mem_zalloc(sizeof *twins);
  twins->core = core;
  twins->task = task;
  twins->setup = *setup;
  twins->given_up[1] = !second_options;
  if (second_options) {
    twins->second_options = mem_alloc(core->options_size);
    memcpy(twins->second_options, second_options, core->options_size);
  }
  twins->states[0] = core->open(task, setup);
  twins->left = alone;
  return twins;
}

static void next_turn(Twins *twins) {
  if (!twins->given_up[!twins->turn]) twins->turn = !twins->turn;
  twins->left = TURN_WORK;
  if (twins->states[twins->turn]) return;
  EngineSetup other = twins->setup;
  other.options = twins->second_options;
  twins->states[1] = twins->core->open(twins->task, &other);
}

Verdict twins_run(void *state, Budget *budget) {
  Twins *twins = state;
  while (!twins->given_up[0] || !twins->given_up[1]) {
    if (!twins->left || twins->given_up[twins->turn]) next_turn(twins);
    Budget slice = budget_slice(budget, twins->left);
    Verdict verdict = twins->core->run(twins->states[twins->turn], &slice);
    if (verdict != VERDICT_UNKNOWN) return verdict;
    twins->given_up[twins->turn] = budget_state(&slice) == BUDGET_LEFT;
    twins->left = slice.used < twins->left ? twins->left - slice.used : 0;
    if (budget_spent(budget)) break;
  }
  return VERDICT_UNKNOWN;
}

void twins_result(void *state, EngineResult *result) {
  Twins *twins = state;
  twins->core->result(twins->states[twins->turn], result);
  if (result->verdict != VERDICT_UNKNOWN || !twins->states[1]) return;
  EngineResult other; /* no answer: the bound that the better one reached */
  twins->core->result(twins->states[!twins->turn], &other);
  if (other.bound > result->bound) result->bound = other.bound;
}

void twins_stats(const void *state, Stats *stats) {
  const Twins *twins = state;
  for (int i = 0; i < 2 && twins->states[i]; i++) twins->core->stats(twins->states[i], stats);
}

void twins_close(void *state) {
  Twins *twins = state;
  for (int i = 0; i < 2 && twins->states[i]; i++) twins->core->close(twins->states[i]);
  mem_free(twins->second_options);
  mem_free(twins);
}
