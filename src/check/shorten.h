/* Short traces. The engine that answers first need not find a short violation: simulation walks
 * far, and FAIR joins what it reaches. So after a violation was found, a bounded part of the time
 * is spent on a better one: bounded model checking below the length found, which finds a shortest;
 * and then fewer changes from step to step (quiet.h). What comes of it is judged as every trace is,
 * and where it is not better or not good the first one stays. */
#ifndef RONDO_CHECK_SHORTEN_H
#define RONDO_CHECK_SHORTEN_H

#include "check/check.h"

/* Of a check that is done. With settings->shortest until a shortest violation is known, or a limit
 * of the user's is reached; where engines were named, only then. */
void shorten(Check *check, const Settings *settings);

#endif
