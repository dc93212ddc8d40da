/* The check of properties of Promela programs by explicit search, from a model to results whose
 * evidence was checked.
 *
 * All properties share one search over the states, breadth first, so that violations come with a
 * shortest run. Evidence: a run, replayed by the step function (process_run.h), or the set of all
 * states, searched twice (process_second.h). */
#ifndef RONDO_CHECK_PROCESS_CHECK_H
#define RONDO_CHECK_PROCESS_CHECK_H

#include "check/check.h"

/* As check_takes: whether one of the engines that were named takes programs. */
bool process_check_takes(const Settings *settings, Error *error);

/* As check_properties, for a model that is a program. */
void process_check_properties(const Model *model, const size_t *properties, size_t count,
                              const Settings *settings, const CheckWatch *watch);

#endif
