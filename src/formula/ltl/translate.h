/* From formulas to automata.
 *
 * automaton_of_formula tries several constructions and reductions and returns the smallest result;
 * automaton_translate is the bare construction. */
#ifndef RONDO_FORMULA_TRANSLATE_H
#define RONDO_FORMULA_TRANSLATE_H

#include "base/error.h"
#include "formula/automaton/automaton.h"
#include "formula/ltl/rewrite.h"

typedef enum {
  BRANCH_LETTERS, /* the successors of each letter: as deterministic as the formula allows */
  BRANCH_COVER,   /* products of literals over atoms and successors: fewer, overlapping edges */
  BRANCH_LATER,   /* successors that promise the same are united in one state */
} Branching;

/* The tableau of a formula in negation normal form, without past; `atoms` lists at least its atoms.
 * NULL if it has more than `limit` states, too many atoms or promises, or takes too long. */
Automaton *automaton_translate(const Formulas *formulas, Formula f, Labels *labels,
                               const U32Vec *atoms, Branching branching, uint32_t limit);

/* The smallest automaton that the constructions give for f or its negation: a TGBA, or a Büchi
 * automaton with one acceptance set, on states. NULL with an error if all of them are too large. */
Automaton *automaton_of_formula(Rewriter *rewriter, Formula f, bool negate, bool state_based,
                                Labels *labels, const U32Vec *atoms, Error *error);

/* A simplified formula without the operands, at its outermost & and |, that the others make
 * superfluous, as far as small automata can tell; see redundancy.c. */
Formula formula_without_redundancy(Rewriter *rewriter, Formula f, Labels *labels,
                                   const U32Vec *atoms);

/* The atoms that occur in f, ascending; added to those that are there. */
void formula_atoms(const Formulas *formulas, Formula f, U32Vec *atoms);

#endif
