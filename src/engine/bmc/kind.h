/* The proofs that k-induction gives, for the files of this engine only; kind.c tells the story. */
#ifndef RONDO_ENGINE_BMC_KIND_H
#define RONDO_ENGINE_BMC_KIND_H

#include "base/budget.h"
#include "engine/reach/clause.h"
#include "system/evidence.h"
#include "task/task.h"

/* Both witnesses take an invariant, clauses over latches of the task, that the proof may use. */

/* The history witness, for a proof with `length` steps: nothing bad in the first `length` steps of
 * any run, nor after `length` steps without anything bad; with `no_stutter`, after such steps none
 * of which leaves the state as it is. */
Witness *history_witness(const Task *task, const ClauseVec *known, size_t length, bool no_stutter);

/* The set of all states of the invariant from which something bad is at most `depth` transitions
 * away, collected cube by cube. If it turns out that no state is further away, what the invariant
 * has beside it is an invariant. `known` must outlive it. */
typedef struct Backward Backward;
Backward *backward_new(const Task *task, const ClauseVec *known, size_t depth);
void backward_free(Backward *backward);
bool backward_run(Backward *backward, Budget *budget); /* whether it is complete; resumable */
size_t backward_cubes(const Backward *backward);
Witness *backward_witness(const Backward *backward); /* once it is complete */

#endif
