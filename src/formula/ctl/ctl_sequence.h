/* Files of CTL formulas that simply follow each other, as the benchmarks of the IICTL paper come: a
 * formula ends where the next one begins, may go over several lines, and may be followed by a
 * semicolon; `#` starts a comment. The grammar is theirs and not that of parser.h: `^`, `==` and
 * `->` bind loosest and all three associate to the left, then `|`, then `&`, then the prefixes
 * `~ ! EX EF EG AX AF AG`. A binary path operator U, R or W stands between two operands without
 * brackets, `E p & q U ~r`, or in one pair of them, `E [p U q | r]`. Without brackets the right one
 * has at most prefixes, and no operator may follow, because readers would differ about its meaning.
 * Names may contain dots and indices such as `mem<*0*><3>`; `name=1` and `name=0` are literals. */
#ifndef RONDO_FORMULA_CTL_SEQUENCE_H
#define RONDO_FORMULA_CTL_SEQUENCE_H

#include "formula/property_file.h"

bool ctl_sequence_parse(Formulas *formulas, const char *file, const char *text,
                        NamedFormulaVec *result, Error *error);

#endif
