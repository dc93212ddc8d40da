/* Formulas of Promela programs over runs and trees, as formulas of formula.h. They see the states
 * in which nobody is inside an atomic sequence. */
#ifndef RONDO_CHECK_PROCESS_CLAIM_H
#define RONDO_CHECK_PROCESS_CLAIM_H

#include "formula/formula.h"
#include "model/process_step.h"

/* The formula with an atom for each expression, by its text; `expressions` gets their numbers, by
 * atom of the store. */
Formula process_claim_formula(Formulas *formulas, const Processes *program, uint32_t formula,
                              U32Vec *expressions);

/* The same said of runs in which some states, where `inside` holds, are not seen. */
Formula process_claim_of_seen(Formulas *formulas, Formula f, Formula inside);

#endif
