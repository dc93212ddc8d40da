/* Walks over formulas, and their negation normal form. */
#ifndef RONDO_FORMULA_NNF_H
#define RONDO_FORMULA_NNF_H

#include "formula/formula.h"

typedef VEC(Formula) FormulaVec;

/* The operands of a chain of the same binary operator, left to right; f itself if it is no such. */
void formula_operands(const Formulas *formulas, Operator op, Formula f, FormulaVec *operands);

/* The same formula in another store; atoms keep their text and literal. */
Formula formula_copy(Formulas *to, const Formulas *from, Formula f);

/* The nodes that f consists of, children first. */
void formula_cone(const Formulas *formulas, Formula f, FormulaVec *cone);

/* Whether the formula has an operator of this sort, and a temporal one. */
bool formula_has(const Formulas *formulas, Formula f, bool (*is)(Operator op));
bool formula_is_temporal(const Formulas *formulas, Formula f);

/* The operator that takes the place of op when a negation moves inwards; none for -> and such. */
Operator operator_dual(Operator op);

/* Negation normal form of f, or of its negation: only atoms are negated, and of the Boolean
 * operators only & and | remain. */
Formula formula_nnf(Formulas *formulas, Formula f, bool negate);

#endif
