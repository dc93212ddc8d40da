/* What a CTL formula says in a state from which no fair path starts: every A formula holds there
 * and no E formula, so that the path quantifiers often decide it whatever the atoms are.
 *
 * It matters where a language asks only the initial states that have a fair path, as SMV does: a
 * formula that is true without paths means the same there as where all initial states are asked. */
#ifndef RONDO_FORMULA_CTL_PATHLESS_H
#define RONDO_FORMULA_CTL_PATHLESS_H

#include "formula/formula.h"

/* Answers by formula of one store, kept so that many questions cost one pass; zeroed at first. */
typedef VEC(uint8_t) PathlessVec;

/* Whether the formula is true in every state without a fair path, as the quantifiers show. */
bool ctl_true_without_paths(const Formulas *formulas, Formula root, PathlessVec *known);

#endif
