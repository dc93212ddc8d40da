/* Several engines on one task in one process, by turns. Engines are resumable, so each gets a slice
 * of work, and slices grow from round to round: the first answer comes at most a constant factor
 * later than from the best engine alone. Slices are counted in work, so a run repeats exactly.
 * The engines share a board of lemmas: the setup's, or one made here. */
#ifndef RONDO_ENGINE_SCHEDULE_H
#define RONDO_ENGINE_SCHEDULE_H

#include "base/vec.h"
#include "engine/engine.h"

typedef struct {
  const Engine *engine;
  const void *options; /* NULL: its defaults */
  uint64_t seed;       /* added to the setup's */
  uint32_t share;      /* slices of a turn once they are long; 0: one */
} ScheduleEntry;
typedef VEC(ScheduleEntry) ScheduleEntryVec;

typedef struct Schedule Schedule;

/* Opens them on a task, which outlives them, as do the entries' options. `turn`, if not NULL,
 * always has the number of the entry whose turn it is, in the end of the one that answered: should
 * the process die, another that shares this memory sees who did it. */
Schedule *schedule_new(const ScheduleEntry *entries, size_t count, const Task *task,
                       const EngineSetup *setup, volatile uint32_t *turn);
void schedule_free(Schedule *schedule); /* may be NULL */

/* Runs them until one answers, all have given up, or the budget is spent; then it may be run again,
 * and they go on. `answered` is the engine with the answer, NULL if none. */
EngineResult schedule_go(Schedule *schedule, Budget *budget, const Engine **answered);

/* Adds up the statistics of all. */
void schedule_stats(const Schedule *schedule, Stats *stats);

/* All of it at once. */
EngineResult schedule_run(const ScheduleEntry *entries, size_t count, const Task *task,
                          const EngineSetup *setup, Budget *budget, const Engine **answered,
                          Stats *stats, volatile uint32_t *turn);

#endif
