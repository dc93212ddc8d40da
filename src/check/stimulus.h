/* A stimulus: what is to happen in each step of a simulation, one step on each line. Either the
 * inputs in their order, a character for each,
 *
 *   01x1           0, 1 or x (random)
 *
 * or values of signals by their names, inputs or others; what is not named is random. A line
 * without any is a step about which nothing is said.
 *
 *   go = 1, mode = idle
 *   count=3 go=0
 *
 * A line that begins with # is a comment, one that begins with a dot ends the stimulus. */
#ifndef RONDO_CHECK_STIMULUS_H
#define RONDO_CHECK_STIMULUS_H

#include "report/claimed_run.h"

/* False with the place of the first error. */
bool stimulus_read(const char *file, const System *system, ClaimedRun *run, Error *error);

#endif
