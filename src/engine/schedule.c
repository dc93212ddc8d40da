#include "engine/schedule.h"

#include "base/memory.h"
#include "engine/effort.h"
#include "engine/lemmas.h"

/* Work units of the first slice; every round doubles it. */
enum { FIRST_SLICE = 20000 };

/* From slices of this size on turns have several, where that was asked for: before, what is easy
 * for any engine is decided. */
enum { LONG_SLICE = 32 * FIRST_SLICE };

typedef struct {
  const Engine *engine;
  void *state;
  uint64_t share; /* slices of a turn */
  bool given_up;
} Player;

struct Schedule {
  Player *players;
  size_t count, left; /* who have not given up */
  uint64_t work;      /* of a slice in this round */
  size_t next;        /* whose turn it is */
  Effort *effort;
  LemmaBoard *board; /* NULL: the setup's, or none is needed */
  volatile uint32_t *turn;
};

static Verdict turn(Player *player, bool alone, uint64_t work, Effort *effort, Budget *budget) {
  if (work >= LONG_SLICE) work *= player->share;
  Budget slice = budget_slice(budget, alone ? 0 : work);
  effort_turn_begin(effort, player->engine);
  Verdict verdict = player->engine->run(player->state, &slice);
  effort_turn_end(effort, player->engine);
  player->given_up = verdict == VERDICT_UNKNOWN && budget_state(&slice) == BUDGET_LEFT;
  return verdict;
}

Schedule *schedule_new(const ScheduleEntry *entries, size_t count, const Task *task,
                       const EngineSetup *setup, volatile uint32_t *turn_out) {
  Schedule *schedule = mem_zalloc(sizeof *schedule);
  schedule->players = mem_array(count, sizeof *schedule->players);
  schedule->count = schedule->left = count;
  schedule->work = FIRST_SLICE;
  schedule->effort = setup->effort;
  schedule->board = setup->lemmas || count == 1 ? NULL : lemma_board_new();
  schedule->turn = turn_out;
  for (size_t i = 0; i < count; i++) {
    EngineSetup own = *setup;
    if (schedule->board) own.lemmas = schedule->board;
    own.options = entries[i].options;
    own.seed += entries[i].seed;
    if (turn_out) *turn_out = (uint32_t)i;
    schedule->players[i].engine = entries[i].engine;
    schedule->players[i].share = entries[i].share ? entries[i].share : 1;
    schedule->players[i].state = engine_open(entries[i].engine, task, &own);
  }
  return schedule;
}

void schedule_free(Schedule *schedule) {
  if (!schedule) return;
  for (size_t i = 0; i < schedule->count; i++)
    schedule->players[i].engine->close(schedule->players[i].state);
  lemma_board_free(schedule->board);
  mem_free(schedule->players);
  mem_free(schedule);
}

/* The bound that was reached is worth reporting. */
static uint64_t bound_of(const Schedule *schedule) {
  uint64_t bound = 0;
  for (size_t i = 0; i < schedule->count && !bound; i++) {
    EngineResult partial = {0};
    if (schedule->players[i].engine->refutes)
      schedule->players[i].engine->result(schedule->players[i].state, &partial);
    bound = partial.bound;
  }
  return bound;
}

EngineResult schedule_go(Schedule *schedule, Budget *budget, const Engine **answered) {
  EngineResult result = {.verdict = VERDICT_UNKNOWN};
  *answered = NULL;
  while (schedule->left && !*answered && !budget_spent(budget)) {
    Player *player = schedule->players + schedule->next;
    if (!player->given_up) {
      if (schedule->turn) *schedule->turn = (uint32_t)schedule->next;
      Verdict verdict = turn(player, schedule->left == 1, schedule->work, schedule->effort, budget);
      if (verdict != VERDICT_UNKNOWN) *answered = player->engine;
      else if (player->given_up) schedule->left--;
      if (*answered) player->engine->result(player->state, &result);
    }
    if (++schedule->next < schedule->count) continue;
    schedule->next = 0;
    schedule->work *= 2;
  }
  if (!*answered) result.bound = bound_of(schedule);
  return result;
}

void schedule_stats(const Schedule *schedule, Stats *stats) {
  for (size_t i = 0; i < schedule->count; i++)
    schedule->players[i].engine->stats(schedule->players[i].state, stats);
}

EngineResult schedule_run(const ScheduleEntry *entries, size_t count, const Task *task,
                          const EngineSetup *setup, Budget *budget, const Engine **answered,
                          Stats *stats, volatile uint32_t *turn_out) {
  Schedule *schedule = schedule_new(entries, count, task, setup, turn_out);
  EngineResult result = schedule_go(schedule, budget, answered);
  if (stats) schedule_stats(schedule, stats);
  schedule_free(schedule);
  return result;
}
