/* CTL formulas that LTL can say: then the engines for invariants and progress may answer, too.
 *
 * The fragment is that of Maidl (2000, "The common fragment of CTL and LTL"), with universal path
 * quantifiers only: propositional formulas, conjunctions, AX, AG, and choices between a
 * propositional formula and its opposite, as in A[f U q], A[p R f] and p | f with p and q
 * propositional. There, leaving the quantifiers out gives the LTL formula that says the same. What
 * is said in other words, such as !EF p, is brought to that form first. */
#ifndef RONDO_FORMULA_CTL_LINEAR_H
#define RONDO_FORMULA_CTL_LINEAR_H

#include "formula/formula.h"
#include "system/system.h"

/* The LTL formula that holds of the system if and only if the CTL formula does; FORMULA_NONE if it
 * is not easily seen that there is one. */
Formula ctl_linear(Formulas *formulas, Formula f, const System *system);

#endif
