/* The places of a formula, and what becomes of it when one of them is given up.
 *
 * An occurrence is a subformula at one place of the formula, written as a tree. Its polarity says
 * how the whole depends on it: where it is positive, a smaller truth there makes the whole smaller,
 * where it is negative, larger. Places below an equivalence have no polarity and are no
 * occurrences. All operators of LTL, with past, and of CTL are monotone in their operands.
 *
 * A formula that holds with the weakest help from an occurrence (FALSE for a positive one, TRUE for
 * a negative) holds whatever stands there: the occurrence does not matter (Beer, Ben-David, Eisner
 * and Rodeh 2001; Kupferman and Vardi 2003). */
#ifndef RONDO_FORMULA_OCCURRENCE_H
#define RONDO_FORMULA_OCCURRENCE_H

#include "base/bits.h"
#include "formula/formula.h"

typedef struct {
  Formula formula;
  uint32_t parent; /* its number; that of the root is its own */
  bool right;      /* it is the right operand of its parent */
  bool negative;
  bool leaf; /* none of its operands is an occurrence */
} Occurrence;

typedef VEC(Occurrence) OccurrenceVec;

/* Appends the occurrences of f, the root first and operands behind their parents. Parts without an
 * atom are none: giving them up says nothing. Of very large formulas only the first `most`. */
void formula_occurrences(const Formulas *formulas, Formula f, size_t most,
                         OccurrenceVec *occurrences);

/* The formula with an occurrence given up; new nodes are made in its store. */
Formula formula_without(Formulas *formulas, const OccurrenceVec *occurrences, uint32_t number);

/* The formula with a part of it replaced wherever it stands. */
Formula formula_replace(Formulas *formulas, Formula f, Formula part, Formula by);

/* How f depends on its nodes, over all places where they stand in it: bits by the number of the
 * node, the caller's. Below an equivalence there are both. */
void formula_polarities(const Formulas *formulas, Formula f, Bits *positive, Bits *negative);

/* Whether the occurrence is claimed of every state, not of the first alone: G or AG is above it. */
bool occurrence_is_general(const Formulas *formulas, const OccurrenceVec *occurrences,
                           uint32_t number);

/* Whether the occurrence is what an implication promises, and the implication is claimed of every
 * state or of the first: nothing but G, AG and conjunctions is above it. Then the formula without
 * it says exactly that what is promised for never happens there. */
bool occurrence_is_promise(const Formulas *formulas, const OccurrenceVec *occurrences,
                           uint32_t number);

#endif
