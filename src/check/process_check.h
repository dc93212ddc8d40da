/* The check of properties of Promela programs, from a model to results whose evidence was checked:
 * by turns, explicit searches of the program (process_job.h) and the engines for circuits
 * (process_symbolic.h).
 *
 * All properties of states share one search, breadth first. Evidence: a run, replayed by the step
 * function (process_run.h), the set of all states, searched twice (process_second.h), or a proof
 * about the circuit. */
#ifndef RONDO_CHECK_PROCESS_CHECK_H
#define RONDO_CHECK_PROCESS_CHECK_H

#include "check/check.h"

/* As check_properties, for a model that is a program. */
void process_check_properties(const Model *model, const size_t *properties, size_t count,
                              const Settings *settings, const CheckWatch *watch);

#endif
