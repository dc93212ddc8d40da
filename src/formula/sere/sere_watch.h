/* What LTL cannot say of a sequence, a part of the system can see: latches that follow all matches
 * that have begun. One for each state of the sequence's automaton is true if a match that began
 * before can be in it now. So "a match ends in this step" is a literal, an atom of LTL like any
 * other, and
 *
 *   always {r} |-> p   is   G (a match of r, begun in whatever step, ends here -> p)
 *          {r} |-> p   is   G (a match of r, begun in the first step, ends here -> p)  initially.
 */
#ifndef RONDO_FORMULA_SERE_SERE_WATCH_H
#define RONDO_FORMULA_SERE_SERE_WATCH_H

#include "base/error.h"
#include "formula/sere/sere.h"
#include "system/system.h"

/* Adds the latches to the system, under names that begin with `name`, and gives the literal: a
 * match ends in this step, that began in the first step, or in any. The atoms of the letters are
 * literals of the system. LIT_NONE with an error if the sequence is too large. */
Lit sere_watch(System *system, const Seres *seres, Sere sere, bool first, const char *name,
               Error *error);

#endif
