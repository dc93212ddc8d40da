/* A run of a system with inputs that are random, or as a stimulus says. */
#ifndef RONDO_CHECK_RANDOM_RUN_H
#define RONDO_CHECK_RANDOM_RUN_H

#include "base/error.h"
#include "system/trace.h"

/* Reads a stimulus: one line of 0, 1 or x (random) for each step, one character for each input; a
 * line that begins with a dot ends it. False with the place of the first error. */
bool stimulus_read(const char *file, size_t inputs, StringVec *lines, Error *error);

/* Adds so many steps to an empty trace, or one for each line of the stimulus, which may be NULL.
 * False if no values were found, within some tries, that satisfy the constraints in some step; the
 * trace has the steps before it. The same seed gives the same run. */
bool random_run(const System *system, size_t steps, const StringVec *stimulus, uint64_t seed,
                Trace *trace);

#endif
