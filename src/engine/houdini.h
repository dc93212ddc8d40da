/* Houdini: of some candidates the greatest part that cannot be violated while all of the part are
 * assumed. What a candidate is, and when it is violated, the caller has told the solver. */
#ifndef RONDO_ENGINE_HOUDINI_H
#define RONDO_ENGINE_HOUDINI_H

#include "base/bits.h"
#include "logic/sat.h"

/* By candidate: a literal that is true if it is violated, and one that assumes it (`assumed` may be
 * empty: then nothing is). Marks those that are not in the part, in `gone`, where some may be
 * marked before. All that are left are asked about at once, and each answer removes all that it
 * violates. False if the budget is spent. */
bool houdini(Sat *sat, const IntVec *violated, const IntVec *assumed, Bits *gone, Budget *budget);

#endif
