#include "engine/schedule.h"

#include "engine/lemmas.h"

/* Work units of the first slice; every round doubles it. */
enum { FIRST_SLICE = 20000 };

typedef struct {
  void *states[SCHEDULE_MOST];
  bool given_up[SCHEDULE_MOST];
  size_t left; /* how many have not */
} Turns;

static Verdict turn(const ScheduleEntry *entry, void *state, bool alone, uint64_t work,
                    Budget *budget, bool *given_up) {
  Budget slice = budget_slice(budget, alone ? 0 : work);
  Verdict verdict = entry->engine->run(state, &slice);
  *given_up = verdict == VERDICT_UNKNOWN && budget_state(&slice) == BUDGET_LEFT;
  return verdict;
}

EngineResult schedule_run(const ScheduleEntry *entries, size_t count, const Task *task,
                          const EngineSetup *setup, Budget *budget, const Engine **answered,
                          Stats *stats, volatile uint32_t *turn_out) {
  Turns turns = {.left = count};
  EngineResult result = {.verdict = VERDICT_UNKNOWN};
  assert(count <= SCHEDULE_MOST);
  *answered = NULL;
  LemmaBoard *board = setup->lemmas || count == 1 ? NULL : lemma_board_new();
  for (size_t i = 0; i < count; i++) {
    EngineSetup own = *setup;
    if (board) own.lemmas = board;
    own.options = entries[i].options;
    if (turn_out) *turn_out = (uint32_t)i;
    turns.states[i] = engine_open(entries[i].engine, task, &own);
  }
  for (uint64_t work = FIRST_SLICE; turns.left && !*answered && !budget_spent(budget); work *= 2)
    for (size_t i = 0; i < count && !*answered && !budget_spent(budget); i++) {
      if (turns.given_up[i]) continue;
      if (turn_out) *turn_out = (uint32_t)i;
      if (turn(entries + i, turns.states[i], turns.left == 1, work, budget, turns.given_up + i) !=
          VERDICT_UNKNOWN)
        *answered = entries[i].engine;
      else if (turns.given_up[i]) turns.left--;
      if (*answered) entries[i].engine->result(turns.states[i], &result);
    }
  for (size_t i = 0; i < count; i++) {
    if (!*answered && !result.bound && entries[i].engine->refutes) {
      EngineResult partial; /* the bound that was reached is worth reporting */
      entries[i].engine->result(turns.states[i], &partial);
      result.bound = partial.bound;
    }
    if (stats) entries[i].engine->stats(turns.states[i], stats);
    entries[i].engine->close(turns.states[i]);
  }
  lemma_board_free(board);
  return result;
}
