/* The assertions of a design are lemmas for each other: that one register is never full may be easy
 * to show only with what another says of it. So all of them are asked together, before each is
 * asked alone. */
#ifndef RONDO_CHECK_TOGETHER_FIRST_H
#define RONDO_CHECK_TOGETHER_FIRST_H

#include "check/check.h"

/* Asks those of the checks that are about invariants (covers are not) as one question, for a time
 * that grows with their number. If all hold, the certificate is taken for each one and checked for
 * it; if one is violated that is known, and the others are asked again. Checks that are decided
 * hereby are done; others are as they were. */
void together_first(const Model *model, Check *const *checks, size_t count,
                    const Settings *settings);

#endif
