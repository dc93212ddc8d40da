/* The plain and the fast machine of process_step.h, step for step. */
#ifndef RONDO_TESTS_ORACLE_TWO_MACHINES_H
#define RONDO_TESTS_ORACLE_TWO_MACHINES_H

#include "model/process_step.h"

/* Whether both have the same successors of a state, with the same moves and faults, in the same
 * order, and the words that the fast one calls changed are all that are. */
bool two_machines_agree(ProcessMachine *plain, ProcessMachine *fast, const uint8_t *state,
                        size_t size);

#endif
