/* CTL with few operators: true, false, atoms, !, &, | and EX, EU, EG, over maximal paths, where a
 * path that reaches a state without successors ends there. Constants are gone but at the top. */
#ifndef RONDO_FORMULA_CTL_BASIS_H
#define RONDO_FORMULA_CTL_BASIS_H

#include "formula/formula.h"

/* The formula in that form, in the same store. `is`, if not NULL, says of formulas without path
 * operators whether they are known to be true or false in all reachable states (FORMULA_TRUE or
 * FORMULA_FALSE); it gives the formula back where that is not known. It is asked of the largest
 * such formulas, brought to the form before. */
typedef Formula (*CtlKnown)(void *context, Formula f);
Formula ctl_basis(Formulas *formulas, Formula f, CtlKnown is, void *context);

#endif
