/* Formulas of Promela programs over runs and trees, as formulas of formula.h; and the judge of runs
 * that end in a loop. Formulas see the states in which nobody is inside an atomic sequence. */
#ifndef RONDO_CHECK_PROCESS_CLAIM_H
#define RONDO_CHECK_PROCESS_CLAIM_H

#include "base/error.h"
#include "formula/formula.h"
#include "model/process_step.h"

/* The formula with an atom for each expression, by its text; `expressions` gets their numbers, by
 * atom of the store. */
Formula process_claim_formula(Formulas *formulas, const Processes *program, uint32_t formula,
                              U32Vec *expressions);

/* The same said of runs in which some states, where `inside` holds, are not seen. */
Formula process_claim_of_seen(Formulas *formulas, Formula f, Formula inside);

/* A run by places among the successors, as in process_run.h. After the last step comes state `loop`
 * again; if there is none after that, and the state has no successor, it repeats. -1: it may go on
 * in any way. */
typedef struct {
  U32Vec run;
  int64_t loop;
} ProcessLasso;

/* The judge: whether the formula, of LTL, is false on the run. Else false, and why. */
bool process_lasso_violates(const Processes *program, const ProcessLasso *lasso, uint32_t formula,
                            Error *error);

#endif
