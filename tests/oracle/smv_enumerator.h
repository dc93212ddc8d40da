/* What an SMV model satisfies, at the level of the language: states are values of variables, as the
 * interpreter of the syntax tree gives them; no bit, gate or automaton of the program takes part.
 * For small models of one module with INIT, INVAR, TRANS, assignments, FAIRNESS and COMPASSION;
 * variables are VAR, FROZENVAR, and, declared last, IVAR.
 *
 * - An invariant is asked in every state that a finite path reaches, fair or not.
 * - LTL, with past, is asked of all fair infinite paths; it may read inputs, whose value in a step
 *   is the one with which the step is left.
 * - CTL is asked in the initial states from which a fair path starts, as in NuSMV; path quantifiers
 *   range over fair paths. Inputs are no part of the state. */
#ifndef RONDO_ORACLE_SMV_ENUMERATOR_H
#define RONDO_ORACLE_SMV_ENUMERATOR_H

#include "front/smv/syntax.h"

typedef struct SmvEnumerator SmvEnumerator;

SmvEnumerator *smv_enumerator_new(const Syntax *syntax);
void smv_enumerator_free(SmvEnumerator *e);

/* Whether a section INVARSPEC, LTLSPEC or CTLSPEC of the file is true. The formulas have the
 * unbounded operators, at most SMV_ENUMERATOR_TEMPORAL of LTL. */
enum { SMV_ENUMERATOR_TEMPORAL = 6 };
bool smv_enumerator_holds(const SmvEnumerator *e, const SectionSyntax *section);

#endif
