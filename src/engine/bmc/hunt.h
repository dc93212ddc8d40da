/* The hunt for a violation of a task: in its own system, or, of LTL, by the formula itself
 * (task/direct_task.h) and then beside what was found in the product with the automaton, since that
 * is what evidence is about. Either way no violation of the model with fewer steps is missed, so
 * both serve the numbers of attempts: a lasso of the product is one of the model. Where a question
 * is hard and the system is small, all its states are gone through once (few_states.h). */
#ifndef RONDO_ENGINE_BMC_HUNT_H
#define RONDO_ENGINE_BMC_HUNT_H

#include "engine/bmc/relay.h"
#include "task/direct_task.h"

typedef struct Hunt Hunt;

/* `direct`: by the formula, where the task is one about lassos and knows it. */
Hunt *hunt_new(const Task *task, SearchPace pace, bool direct);
void hunt_free(Hunt *hunt); /* may be NULL */

/* Clauses over latches of the task that hold in all reachable states. The search by the formula is
 * in another system and goes without. */
void hunt_know(Hunt *hunt, const ClauseVec *clauses);

/* As bmc_search_run and bmc_search_refuted. */
SatResult hunt_run(Hunt *hunt, size_t limit, Budget *budget);
size_t hunt_refuted(const Hunt *hunt);
Trace *hunt_take_trace(Hunt *hunt);

/* Of a hunt by the formula: its task, else NULL; and the steps of the lasso of the model that was
 * found, 0 for none. That of the product may be longer: its automaton may need several rounds. */
const DirectTask *hunt_direct(const Hunt *hunt);
size_t hunt_steps_of_model(const Hunt *hunt);

/* States that were gone through one by one, see few_states.h. */
size_t hunt_states(const Hunt *hunt);

void hunt_statistics(const Hunt *hunt, Stats *stats); /* of its solvers */

#endif
