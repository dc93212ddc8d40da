/* What the numbers of a CTL proof stand for: its gates and the lists of its updates as predicates
 * in the graph of the structure. For explanations and reports of
 * proofs that the judge has accepted. */
#ifndef RONDO_EVIDENCE_CTL_SETS_H
#define RONDO_EVIDENCE_CTL_SETS_H

#include "evidence/ctl_bounds.h"

/* Latches and then the gates of a proof, by number - 1. */
void ctl_name_gates(const CtlStructure *structure, const IntVec *gates, LitVec *named);
void ctl_take_gates(CtlBounds *bounds, const IntVec *gates);

/* The cube or, with `clause`, the clause that starts at *i of a list in an update, as a predicate;
 * moves *i behind its end. And all clauses of a list. */
Lit ctl_take_set(CtlBounds *bounds, const IntVec *lits, size_t *i, bool clause);
Lit ctl_take_clauses(CtlBounds *bounds, const IntVec *lits);

/* The inputs that a CTL_IN or CTL_CYCLE update names, cube by cube, each with the constant or the
 * predicate over states that it equals. */
typedef struct {
  Lit input, value;
} CtlChoice;
typedef VEC(CtlChoice) CtlChoiceVec;
typedef VEC(CtlChoiceVec) CtlChoices;
CtlChoices ctl_take_choices(const CtlStructure *structure, const LitVec *named,
                            const CtlUpdate *update);
void ctl_choices_free(CtlChoices *choices);

#endif
