/* Where the effort of a check goes: seconds by engine, and by latch of the task how many literals
 * of lemmas and obligations of IC3 are about it. For people who want to know why it is slow.
 *
 * The counters lie in memory that a process shares with those that it forks, so that what a worker
 * counted is there even if it is killed. They are plain numbers that several may increase at once.
 */
#ifndef RONDO_ENGINE_EFFORT_H
#define RONDO_ENGINE_EFFORT_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t microseconds; /* of turns that ended */
  double since;          /* when the current turn began, clock_wall(); 0: there is none */
} EngineEffort;

typedef struct {
  uint64_t lemmas, obligations; /* literals */
} LatchEffort;

typedef struct Effort {
  size_t latches, bytes;
  EngineEffort *engines; /* by place in the engine table */
  LatchEffort *by_latch;
} Effort;

/* NULL if there is no memory to share. */
Effort *effort_new(size_t latches);
void effort_free(Effort *effort); /* may be NULL */

/* A turn of an engine begins or ends; `effort` may be NULL, and the engine need not be in the
 * table.
 */
struct Engine;
void effort_turn_begin(Effort *effort, const struct Engine *engine);
void effort_turn_end(Effort *effort, const struct Engine *engine);

/* Literals of a lemma or an obligation: the latches of systems that were made from the task's begin
 * with those, and others do not count. */
void effort_note_lemma(Effort *effort, size_t latch);
void effort_note_obligation(Effort *effort, size_t latch);

/* The seconds of an engine so far, its current turn included. */
double effort_seconds(const Effort *effort, size_t engine);

#endif
