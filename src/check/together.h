/* Several invariants as one question: is a state reachable that is bad for any of them? That is
 * what the certificate of a file with several bad literals must deny. */
#ifndef RONDO_CHECK_TOGETHER_H
#define RONDO_CHECK_TOGETHER_H

#include "check/check.h"

/* The result of a proof is said to be that of the first property; of a violation it is that of one
 * which the trace violates, and was replayed for that one. Unknown, with the reason, if there is no
 * property, one of them is no invariant, or all hold but for one that cannot be checked. */
Result *check_together(const Model *model, const size_t *properties, size_t count,
                       const Settings *settings);

#endif
