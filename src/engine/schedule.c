#include "engine/schedule.h"

#include "base/memory.h"
#include "engine/effort.h"
#include "engine/lemmas.h"

/* Work units of the first slice; every round doubles it. */
enum { FIRST_SLICE = 20000 };

typedef struct {
  const Engine *engine;
  void *state;
  bool given_up;
} Player;

static Verdict turn(Player *player, bool alone, uint64_t work, Effort *effort, Budget *budget) {
  Budget slice = budget_slice(budget, alone ? 0 : work);
  effort_turn_begin(effort, player->engine);
  Verdict verdict = player->engine->run(player->state, &slice);
  effort_turn_end(effort, player->engine);
  player->given_up = verdict == VERDICT_UNKNOWN && budget_state(&slice) == BUDGET_LEFT;
  return verdict;
}

EngineResult schedule_run(const ScheduleEntry *entries, size_t count, const Task *task,
                          const EngineSetup *setup, Budget *budget, const Engine **answered,
                          Stats *stats, volatile uint32_t *turn_out) {
  Player *players = mem_array(count, sizeof *players);
  size_t left = count; /* who have not given up */
  EngineResult result = {.verdict = VERDICT_UNKNOWN};
  *answered = NULL;
  LemmaBoard *board = setup->lemmas || count == 1 ? NULL : lemma_board_new();
  for (size_t i = 0; i < count; i++) {
    EngineSetup own = *setup;
    if (board) own.lemmas = board;
    own.options = entries[i].options;
    if (turn_out) *turn_out = (uint32_t)i;
    players[i].engine = entries[i].engine;
    players[i].state = engine_open(entries[i].engine, task, &own);
  }
  for (uint64_t work = FIRST_SLICE; left && !*answered && !budget_spent(budget); work *= 2)
    for (size_t i = 0; i < count && !*answered && !budget_spent(budget); i++) {
      Player *player = players + i;
      if (player->given_up) continue;
      if (turn_out) *turn_out = (uint32_t)i;
      if (turn(player, left == 1, work, setup->effort, budget) != VERDICT_UNKNOWN)
        *answered = player->engine;
      else if (player->given_up) left--;
      if (*answered) player->engine->result(player->state, &result);
    }
  for (size_t i = 0; i < count; i++) {
    const Engine *engine = players[i].engine;
    if (!*answered && !result.bound && engine->refutes) {
      EngineResult partial; /* the bound that was reached is worth reporting */
      engine->result(players[i].state, &partial);
      result.bound = partial.bound;
    }
    if (stats) engine->stats(players[i].state, stats);
    engine->close(players[i].state);
  }
  lemma_board_free(board);
  mem_free(players);
  return result;
}
