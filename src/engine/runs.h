/* Random runs of a system from its reset states, 64 at a time: what they visit is reachable, so a
 * predicate that fails in one of their states is no invariant. */
#ifndef RONDO_ENGINE_RUNS_H
#define RONDO_ENGINE_RUNS_H

#include "base/random.h"
#include "system/system.h"

typedef struct {
  const System *system;
  Random random;
  uint64_t *words; /* by node, after a step: bit i of all words belongs to run i */
  uint64_t *state; /* by latch: before the next step */
} Runs;

void runs_open(Runs *runs, const System *system); /* in reset states */
void runs_close(Runs *runs);

/* Evaluates every node in the present states, with random inputs, into `words`, and moves on. A run
 * whose inputs break a constraint begins anew: its latches were those of a reachable state all the
 * same, if there is a run through it at all. */
void runs_step(Runs *runs);

#endif
