/* LTL with past, decided twice in plain ways that share nothing with src/formula's automata.
 *
 * On a word that is a lasso: bottom up, one truth value for each position and subformula. Past
 * operators may tell the rounds of the loop apart, so the loop is first written out often enough.
 *
 * On a system: the product with the tableau of all guesses. A guess gives each temporal subformula
 * a truth value; a step follows a step if the guesses agree with the expansion laws of the
 * operators; what an eventuality promises is a fairness condition. All fair runs must satisfy the
 * formula in their first step; runs are infinite and keep the constraints (see system.h). */
#ifndef RONDO_ORACLE_LTL_ORACLE_H
#define RONDO_ORACLE_LTL_ORACLE_H

#include "formula/formula.h"
#include "oracle/explicit.h"

typedef struct {
  size_t length, loop; /* positions 0 .. length-1, then on with position `loop`, which is smaller */
  Bits *atoms;         /* by index in formulas->atoms: the positions where it is true */
} LassoWord;

/* The word of a lasso trace, for all atoms of the store. The atoms are bound to literals. */
LassoWord lasso_word_of(const System *system, const Formulas *formulas, const Trace *lasso);
void lasso_word_free(LassoWord *word, const Formulas *formulas);

/* Whether the formula is true in the first position. */
bool ltl_oracle_word(const Formulas *formulas, Formula f, const LassoWord *word);

/* A fair run that violates the formula, as a lasso, the caller's; NULL if the formula holds. For
 * small things: 2^(latches + inputs + temporal subformulas) guesses are written out; at most
 * LTL_ORACLE_TEMPORAL temporal operators, and 64 subformulas. */
enum { LTL_ORACLE_TEMPORAL = 12 };
Trace *ltl_oracle_counterexample(const Explicit *e, const Formulas *formulas, Formula f);
bool ltl_oracle_holds(const Explicit *e, const Formulas *formulas, Formula f);

#endif
