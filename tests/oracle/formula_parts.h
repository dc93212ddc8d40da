/* What the oracles of LTL and CTL have in common: taking a formula apart, and the connectives. */
#ifndef RONDO_ORACLE_FORMULA_PARTS_H
#define RONDO_ORACLE_FORMULA_PARTS_H

#include "formula/formula.h"

/* The formulas that f consists of, itself included, as f + 1 bits by reference. */
Bits formula_parts(const Formulas *formulas, Formula f);

/* The value of a connective; b does not matter to OP_NOT. */
bool connective_value(Operator op, bool a, bool b);

#endif
