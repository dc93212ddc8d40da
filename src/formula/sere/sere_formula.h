/* What a sequence says of a position, in LTL. Let D(q) be "from here on, in state q, there is a
 * match, and f holds in its last position". Then
 *
 *   D(q) = some move (q, b, p): b & (f, if p accepts | X D(p))
 *
 * and where the only way back to q is a move (q, b, q), the least solution is
 *
 *   D(q) = b U (the rest, and b & f if q accepts).
 *
 * A match must be complete for that. A sequence that is weak asks only that nothing is in its way:
 * the greatest solution, with W in place of U. */
#ifndef RONDO_FORMULA_SERE_SERE_FORMULA_H
#define RONDO_FORMULA_SERE_SERE_FORMULA_H

#include "base/error.h"
#include "formula/sere/sere.h"

/* A match begins here and in its last position f holds: {r}! is that with TRUE. The dual, r |-> f,
 * is its negation with the negation of f. FORMULA_NONE with an error where LTL cannot say it, or it
 * is too large. */
Formula sere_exists(Seres *seres, Sere sere, Formula f, Error *error);
Formula sere_implies(Seres *seres, Sere sere, Formula f, Error *error);

/* {r}: a match begins here, or all of what follows is the beginning of one. */
Formula sere_weak(Seres *seres, Sere sere, Error *error);

#endif
