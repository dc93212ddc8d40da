/* Operators with bounds, written out with steps: EF[a,b] p says that p is true somewhere from a to
 * b steps ahead on some path, AG[a,b] p that it is true everywhere there on all, E [p U[a,b] q]
 * that q comes after a to b steps and p is true before. */
#ifndef RONDO_FORMULA_BOUNDED_H
#define RONDO_FORMULA_BOUNDED_H

#include <stddef.h>

#include "formula/formula.h"

typedef struct {
  bool given;
  int64_t low, high;
} StepBounds;

enum { MOST_BOUND = 10000 }; /* the largest that is read: each step is a part of the formula */

/* Reads `[a,b]` or `[a..b]` at text[*i], perhaps after blanks, and moves *i behind it. False, with
 * a message, if there is something like it with bounds in the wrong order or too large; true, with
 * nothing given, if there is none. */
bool bounds_read(const char *text, size_t length, size_t *i, StepBounds *bounds,
                 const char **message);

/* step^low (p op step (p op ... )), with high - low steps inside. */
Formula formula_within(Formulas *formulas, Operator op, Operator step, Formula p, int64_t low,
                       int64_t high);
/* p until q, which comes after low to high steps. */
Formula formula_until_within(Formulas *formulas, Operator step, Formula p, Formula q, int64_t low,
                             int64_t high);

/* The same by the operator of CTL; q is only read by those with two operands. FORMULA_NONE for one
 * that has no bounds. */
Formula formula_bounded(Formulas *formulas, Operator op, Formula p, Formula q,
                        const StepBounds *bounds);

#endif
