/* Two ways of one engine, by turns. Where neither of two settings always wins, the plain one has a
 * start that decides what is easy; then a second instance of the engine with the other settings is
 * opened beside it, and both get turns of the same work. So what the first would decide comes at
 * most twice as late, and what only the second decides comes at all. */
#ifndef RONDO_ENGINE_TWINS_H
#define RONDO_ENGINE_TWINS_H

#include "engine/engine.h"

typedef struct Twins Twins;

/* Of `core` are used open, run, result, stats, close and the size of its options. The second
 * options, which are copied, are used after so much work of the first; NULL: never. */
Twins *twins_new(const Engine *core, const Task *task, const EngineSetup *setup,
                 const void *second_options, uint64_t alone);
Verdict twins_run(void *twins, Budget *budget);
void twins_result(void *twins, EngineResult *result);
void twins_stats(const void *twins, Stats *stats);
void twins_close(void *twins);

#endif
