/* Proofs by bounded model checking as witness circuits, which other tools can check: where they are
 * small. */
#ifndef RONDO_ENGINE_BMC_CIRCUIT_H
#define RONDO_ENGINE_BMC_CIRCUIT_H

#include "engine/bmc/path.h"
#include "system/evidence.h"
#include "task/task.h"

/* The circuit of a proof that is found, with the invariant that it used: clauses over latches of
 * the task. Of bad steps `need` says what no path of `length` transitions into one needed
 * (NEED_UNKNOWN: there is no such proof). EVIDENCE_NONE if the circuit would be large, or takes
 * long to find. */
Evidence circuit_of_proof(const Task *task, const ClauseVec *known, size_t length, PathNeed need,
                          Budget *budget);

#endif
