/* CTL by enumeration, with fairness and over infinite paths.
 *
 * A state of the structure that the formula speaks about is a pair (s, r): a state s of the system,
 * and values r for the inputs that occur in the gates of the formula's atoms (structurally, in the
 * graph as it is given). All other inputs, also those that constraints or fairness read, only
 * choose among the steps.
 *
 * A path from (s, r) is an infinite sequence of valid steps, each starting in the state that the
 * one before led to, of which the first starts in s and agrees with r; it is fair if each fairness
 * literal of the system is true in infinitely many of its steps, and of each pair of its strong
 * fairness the second in infinitely many, or the first in finitely many. Path quantifiers range
 * over fair paths: a pair without one satisfies every A and no E formula; so E[p U q], EX q count a
 * prefix only if it goes on to a fair path.
 *
 * The system satisfies a formula if all initial pairs do: those whose state agrees with the resets
 * and that have a valid step. Whether a fair path starts there does not matter, as in Hassan,
 * Bradley and Somenzi (2012): an initial state without a path can violate p or EX p. */
#ifndef RONDO_ORACLE_CTL_ORACLE_H
#define RONDO_ORACLE_CTL_ORACLE_H

#include "formula/formula.h"
#include "oracle/explicit.h"

/* The steps whose pair (s, r) satisfies the formula; steps of one pair agree. Valid or not. */
Bits ctl_oracle_steps(const Explicit *e, const Formulas *formulas, Formula f);

bool ctl_oracle_holds(const Explicit *e, const Formulas *formulas, Formula f);

#endif
