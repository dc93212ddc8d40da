/* Formulas of ltl blocks that speak of single states: `[] p` where p has no temporal operator. */
#ifndef RONDO_MODEL_PROCESS_FORMULA_H
#define RONDO_MODEL_PROCESS_FORMULA_H

#include "base/text.h"
#include "model/process_step.h"

/* Whether a formula is `[] p` and the state alone says whether p holds: not how it was reached, nor
 * what can happen next (`timeout`, `enabled`, `_last` and their like). `p` gets the number of p. */
bool process_formula_is_invariant(const Processes *program, uint32_t formula, uint32_t *p);

/* Whether each atom of a formula of any kind is of that sort. */
bool process_formula_is_plain(const Processes *program, uint32_t formula);

/* The truth of such a p in the state that is loaded; it means nothing if there is a fault. */
bool process_formula_holds(ProcessMachine *machine, const Processes *program, uint32_t p,
                           ProcessFault *fault);

/* Appends the expressions that are the atoms of a formula of any kind. Whether it has no next. */
bool process_formula_atoms(const Processes *program, uint32_t formula, U32Vec *atoms);

/* A formula of any kind, as text. */
void process_formula_text(const Processes *program, uint32_t formula, Text *text);

#endif
