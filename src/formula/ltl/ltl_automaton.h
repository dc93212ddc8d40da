/* From any LTL formula, past included, to its automaton: takes out the past, rewrites, translates,
 * reduces. The plain way for those who want the automaton of a formula and nothing else. */
#ifndef RONDO_FORMULA_LTL_AUTOMATON_H
#define RONDO_FORMULA_LTL_AUTOMATON_H

#include "formula/ltl/translate.h"

typedef struct {
  bool negate;
  bool state_based;
} LtlAutomatonOptions;

/* Over the atoms of f, ascending, or those in `atoms` where it is not empty. NULL with an error if
 * it is too large. */
Automaton *ltl_automaton(Formulas *formulas, Formula f, LtlAutomatonOptions options, Labels *labels,
                         const U32Vec *atoms, Error *error);

#endif
