/* The hierarchy of Manna and Pnueli (PODC 1990). A property is a guarantee if a finite prefix can
 * show that it holds, a safety property if one can show that it fails; obligations are Boolean
 * combinations of these; a recurrence says that something happens infinitely often, persistence
 * that it holds from some time on; reactivity is everything. */
#ifndef RONDO_FORMULA_CLASSIFY_H
#define RONDO_FORMULA_CLASSIFY_H

#include "formula/automaton/automaton.h"
#include "formula/formula.h"

/* A set of classes: those that a formula is in. Safety is part of obligation, and so on. */
typedef enum {
  CLASS_SAFETY = 1,
  CLASS_GUARANTEE = 2,
  CLASS_OBLIGATION = 4,
  CLASS_RECURRENCE = 8,
  CLASS_PERSISTENCE = 16,
  CLASS_REACTIVITY = 32,
} Class;

/* By the form of the formula alone; it has no CTL operators. Past operators over the present and
 * the past are as good as atoms. */
unsigned classify_formula(Formulas *formulas, Formula f);

/* By pruned automata of the property and of its negation; at least as precise as what is known
 * beforehand, which is added. */
unsigned classify_automata(const Automaton *property, const Automaton *negation, unsigned known);

/* The most precise name: "safety and guarantee", "safety", ..., "reactivity". */
const char *class_name(unsigned classes);

#endif
