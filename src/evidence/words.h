/* Sets of infinite words as graphs, made so plainly that one can believe them: the left side of the
 * question whether an automaton accepts every violation of a formula (see covers.h). Nothing here
 * is shared with the translation in formula/ltl and formula/automaton.
 *
 * A state knows the letter that is read in it: bit i is the value of atom i. A word is in the set
 * if some infinite path from an initial state reads it and visits every acceptance set infinitely
 * often. States without such a path are left out, so that every finite path is the beginning of a
 * word in the set.
 *
 * The words on which a formula has a given value, past operators included: a state is a set of
 * parts of the formula, those that are true in a step of a word. Boolean parts follow from their
 * operands; a temporal part from its operands and its own value (of X and Y: the operand's) one
 * step later or earlier, by its expansion law. On every word the parts have exactly one truth value
 * in every step, so the word has a path; and on a path that promises of F, U and M are kept, and
 * that G, R and W are false only where something refutes them, the values are the true ones. */
#ifndef RONDO_EVIDENCE_WORDS_H
#define RONDO_EVIDENCE_WORDS_H

#include "formula/automaton/automaton.h"
#include "formula/formula.h"

typedef struct Words {
  size_t states;
  U32Vec letters;      /* by state */
  VEC(uint64_t) marks; /* by state: the acceptance sets that it belongs to */
  unsigned sets;       /* at most 64 */
  U32Vec initial;      /* states */
  VEC(size_t) first;   /* the successors of s are successors[first[s]] up to first[s + 1] */
  U32Vec successors;
} Words;

enum {
  WORDS_ATOMS = 10,
  WORDS_STATES = 4000,
  WORDS_EDGES = 1000000,
};

/* The atoms of a formula, ascending; added to those that are there. */
void words_atoms(const Formulas *formulas, Formula f, U32Vec *atoms);

/* The words on which the LTL formula has this value in the first step. `atoms` are those of the
 * letters, at least the formula's. NULL if there would be too many states. */
Words *words_of_formula(const Formulas *formulas, Formula f, bool value, const U32Vec *atoms);

/* The words that an automaton accepts, over its own atoms. */
Words *words_of_automaton(const Automaton *automaton);

/* All words over so many atoms. */
Words *words_of_all(unsigned atoms);

void words_free(Words *words);

#endif
