/* The truth of every part of an LTL formula in every step of a run that is known: for reports that
 * show why a formula fails, and for the check that it does (check/about_formula.h). So nothing is
 * shared with the translation: the formula is taken as it is written, without normal form.
 *
 * On a lasso everything is true or false. Past operators may tell the rounds of the loop apart;
 * what is given is the truth in the first two. On a finite run, which may go on in any way, what
 * depends on the steps to come is unknown (Kleene's three values). Operators of CTL are unknown. */
#ifndef RONDO_FORMULA_LTL_EVALUATE_H
#define RONDO_FORMULA_LTL_EVALUATE_H

#include "base/bits.h"
#include "formula/formula.h"
#include "formula/nnf.h"

/* In this order, so that AND is the minimum and OR the maximum. */
typedef enum { TRUTH_FALSE, TRUTH_UNKNOWN, TRUTH_TRUE } Truth;

typedef struct {
  FormulaVec parts; /* children first; the formula itself is last */
  size_t length;    /* steps of the run, and of a lasso the second round of its loop */
  uint8_t *truth;   /* of part p in step k: truth[p * length + k], a Truth */
} LtlValues;

/* `atoms` says, by index of an atom in the store, in which steps it is true; those that the formula
 * does not have are not looked at. `loop` is the step after the last one, or -1. At least one
 * step. */
LtlValues ltl_evaluate(const Formulas *formulas, Formula f, size_t length, int64_t loop,
                       const Bits *atoms);
void ltl_values_free(LtlValues *values);

#endif
