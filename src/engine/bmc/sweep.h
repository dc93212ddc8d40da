/* Sweeping of a graph that grows frame by frame (Kuehlmann and Krohm, DAC 1997; Mishchenko,
 * Chatterjee, Jiang, Brayton: fraigs, 2005): a new gate that is always equal to an older one, or to
 * a constant, is not built upon, and the older one takes its place. Structural hashing finds those
 * that look the same; here candidates have the same values in random simulations, and a solver of
 * its own proves that they are equal, whatever the inputs are.
 *
 * Where too few gates are equal to others for the work it takes, it is over for good, and frames
 * cost what they cost without it; what was found by then stays true. */
#ifndef RONDO_ENGINE_BMC_SWEEP_H
#define RONDO_ENGINE_BMC_SWEEP_H

#include "logic/cnf.h"

typedef struct Sweep Sweep;

/* `kinds`: gates are told apart by a number below this, the same in each frame. The graph must
 * outlive it. */
Sweep *sweep_new(const Aig *aig, size_t kinds);
void sweep_free(Sweep *sweep); /* may be NULL */

/* From now on work is noted in this budget, and none is begun where it is spent; NULL: no limit. */
void sweep_within(Sweep *sweep, Budget *budget);

/* What should be used for a gate that is new perhaps: a literal that is always equal. */
Lit sweep_place(Sweep *sweep, Lit gate, size_t kind);

typedef struct {
  uint64_t gates, equal, questions; /* looked at, replaced by others, asked of the solver */
} SweepStats;
const SweepStats *sweep_stats(const Sweep *sweep);

#endif
