/* LTL with past, twice: the truth of a formula on a run that is known, and a circuit whose fair
 * runs are the violations. A run is infinite; a formula is about its first step. */
#ifndef JUDGE_LINEAR_H
#define JUDGE_LINEAR_H

#include "judge/formula.h"

/* In this order: AND is the least, OR the greatest, NOT the difference from TRUTH_TRUE. */
typedef enum { TRUTH_FALSE, TRUTH_UNKNOWN, TRUTH_TRUE } Truth;

/* Steps that repeat from `loop` on; NO_LOOP (trace.h): they may go on in any way, and what depends
 * on that is unknown, in Kleene's logic. */
typedef struct {
  size_t steps;
  long long loop;
  const bool *atoms; /* of part p, if it is an atom, in step k: atoms[p * steps + k] */
} Word;

Truth truth_of(Judge *judge, const Parts *formula, const Word *word);

/* Adds the tableau of Clarke, Grumberg and Hamaguchi (1997) for the negated formula to a circuit.
 * For each part of the future an input guesses whether it (of X its operand) is true in the next
 * step; a latch remembers the guess, and a constraint compares it with the truth there. For each
 * part of the past a latch has its value (of Y and Z the operand's) in the step before. In the
 * first step, in which one more latch is true, a constraint demands that the formula is false.
 * Then:
 *
 *   a run of the model on which the formula is false is one of the product that is true infinitely
 *   often in each literal that is given back, with the truth of each part for its guess;
 *
 *   on any such run of the product each part has its true value. By induction on the parts: Boolean
 *   parts, X and the past are forced. For the others the expansion law is, which leaves two
 *   solutions at most: one waits for ever, and there the part's literal is false from some step on.
 *
 * So the formula holds just if the product has no run that meets these literals and the fairness of
 * the model. New inputs, and new latches, are in the order of the parts; the last one is that of
 * the first step. */
Lits add_violations(Circuit *circuit, const Parts *formula);

#endif
