/* Random runs of a system from its reset states, 64 at a time: what they visit is reachable, so a
 * predicate that fails in one of their states is no invariant. */
#ifndef RONDO_ENGINE_RUNS_H
#define RONDO_ENGINE_RUNS_H

#include "system/lanes.h"

typedef struct {
  Lanes lanes; /* after a step: what was true in it */
  Random random;
  uint64_t *state; /* by latch: before the next step */
} Runs;

void runs_open(Runs *runs, const System *system); /* in reset states */
void runs_close(Runs *runs);

/* Evaluates every node in the present states, with random inputs, and moves on. A run
 * whose inputs break a constraint begins anew: its latches were those of a reachable state all the
 * same, if there is a run through it at all. */
void runs_step(Runs *runs);

#endif
