/* COMPUTE MIN [p, q] and MAX [p, q] of SMV, as NuSMV 2.6 means them: among the states that can be
 * reached and from which a fair path starts,
 *
 * - MIN is the least number of steps of a path from p to q; infinity if there is none;
 * - MAX is the greatest number of steps that a path from p may take until it meets q; infinity if
 *   some infinite path from p never does; undefined if no such state satisfies p, or none q.
 *
 * The number is found by questions about the model (compute_question.h), whose answers are checked
 * as all are: a run that is as long, on which p and q are looked at once more; and a proof that
 * there is none that is shorter, or longer. */
#ifndef RONDO_CHECK_COMPUTE_H
#define RONDO_CHECK_COMPUTE_H

#include "check/result.h"
#include "check/settings.h"

typedef struct Compute Compute;

Compute *compute_new(const Model *model, size_t property);
void compute_free(Compute *compute);

/* Asks on for some seconds (0: without limit). True if it is done: the answer, or that and why
 * there is none, is in the result. */
bool compute_run(Compute *compute, const Settings *settings, double seconds, Result *result);

#endif
