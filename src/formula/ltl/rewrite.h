/* Rewriting of LTL formulas: negation normal form, and equivalences that make automata smaller.
 *
 * A Rewriter keeps what it learned about the formulas of one store: their negations, which are
 * purely eventual or universal, which imply which. Past operators are left as they are. */
#ifndef RONDO_FORMULA_REWRITE_H
#define RONDO_FORMULA_REWRITE_H

#include "base/map.h"
#include "formula/automaton/label_bdd.h"
#include "formula/nnf.h"

typedef enum {
  TRAIT_BOOLEAN = 1,   /* no temporal operator */
  TRAIT_EVENTUAL = 2,  /* if it holds of a word, then of that word with anything put before it */
  TRAIT_UNIVERSAL = 4, /* if it holds of a word, then of every suffix of it */
} Trait;

typedef struct Rewriter {
  Formulas *formulas;
  VEC(uint8_t) traits; /* by formula */
  Map negation;
  Map implication; /* pairs of formulas to 0 or 1 */
  Map boolean;     /* Boolean formulas to labels over atom numbers */
  Labels *labels;
  int depth;     /* of rules applied inside one another */
  bool dual;     /* what is being made will be negated */
  uint64_t work; /* nodes visited so far: beyond a limit rules are no longer tried */
} Rewriter;

Rewriter *rewriter_new(Formulas *formulas);
void rewriter_free(Rewriter *rewriter);

/* An equivalent formula in negation normal form, simplified. */
Formula rewriter_simplify(Rewriter *rewriter, Formula f, bool negate);

/* Another form of a simplified formula, better for some automata. Disjunctions of formulas under F
 * come under one F, so that a run waits for all of them in one state; and what is always the same
 * moves under temporal operators beside it, so that it is looked at as late as possible. In a
 * disjunction F f with a universal f is either of the two: `finally` chooses the second. */
Formula rewriter_gather(Rewriter *rewriter, Formula f, bool finally);

/* ---- for the rules ---- */

/* The negation of a formula in negation normal form, in the same form. */
Formula rewriter_negate(Rewriter *rewriter, Formula f);
uint8_t rewriter_traits(Rewriter *rewriter, Formula f);
/* Whether f is known to imply g: by their form, and exactly for Boolean formulas. */
bool rewriter_implies(Rewriter *rewriter, Formula f, Formula g);
Label rewriter_label(Rewriter *rewriter, Formula boolean);

#endif
