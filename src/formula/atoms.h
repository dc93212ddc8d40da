/* Atoms get their meaning: literals of a system, through the names of its signals.
 *
 * An atom is the name of a one-bit signal; a bit `bus[3]` or `bus<3>` of a wider one, where no
 * signal has that very name; or a comparison with =, !=, <, <=, >, >= of a signal or a part
 * `bus[7:4]` of it with a number (decimal, 0x1f, 0b101, 0ud8_31, 8'h1f), an enumerator, TRUE or
 * FALSE, or another signal. */
#ifndef RONDO_FORMULA_ATOMS_H
#define RONDO_FORMULA_ATOMS_H

#include "base/error.h"
#include "formula/formula.h"
#include "formula/lexer.h"
#include "system/system.h"

/* Where a formula was read, so that an error can point at an atom of it. */
typedef struct {
  Logic logic;
  const char *text;  /* of the formula alone, comments blanked out */
  const char *file;  /* NULL: the command line */
  const char *whole; /* the text that it is a part of, for the line and its number ... */
  size_t start;      /* ... and its place there */
} FormulaSource;

/* The names of a system's signals, for reading formulas about it; the system must outlive them. A
 * name with an index is known by the signal before the index. */
KnownNames atoms_names(const System *system);

/* Binds the atoms of f that are not bound yet; gates for comparisons are added to the system. False
 * with an error for a name the system does not have, suggesting the nearest, or for a comparison
 * that makes no sense; with the atom's place if the source is not NULL. */
bool atoms_bind(Formulas *formulas, Formula f, System *system, const FormulaSource *source,
                Error *error);

#endif
