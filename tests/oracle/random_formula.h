/* Random formulas over literals of a system. A seed is all it takes to make one again. */
#ifndef RONDO_ORACLE_RANDOM_FORMULA_H
#define RONDO_ORACLE_RANDOM_FORMULA_H

#include "base/random.h"
#include "formula/formula.h"
#include "system/system.h"

typedef struct {
  unsigned depth;    /* at most so many operators on a way from the root; up to 5 is sensible */
  unsigned temporal; /* at most so many temporal operators in all */
  bool past;         /* LTL with past operators */
} FormulaShape;

/* Adds atoms a0, a1, ... bound to random literals of the system; some read inputs where asked. */
void random_atoms(Formulas *formulas, System *system, Random *random, unsigned count, bool inputs);

/* Over the atoms that the store has (at least one), constants now and then. */
Formula random_ltl(Formulas *formulas, Random *random, FormulaShape shape);
Formula random_ctl(Formulas *formulas, Random *random, FormulaShape shape);

#endif
