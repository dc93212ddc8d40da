/* The automaton of a sequence: nondeterministic, without empty moves, over words of at least one
 * letter. Moves carry Boolean formulas. State 0 is where it starts, and no move leads back to it.
 */
#ifndef RONDO_FORMULA_SERE_SERE_AUTOMATON_H
#define RONDO_FORMULA_SERE_SERE_AUTOMATON_H

#include "base/bits.h"
#include "formula/sere/sere.h"

typedef struct {
  uint32_t from, to;
  Formula letter;
} SereMove;

typedef struct {
  uint32_t states;
  VEC(SereMove) moves;
  Bits accepting;
  bool empty; /* the empty word matches, too */
  bool weak;
} SereAutomaton;

/* Trimmed: every state but the first is on a way from the start to an accepting state; states with
 * the same moves are one. For weak matches that way may have letters that contradict themselves, as
 * in {a[*];FALSE}: a word matches weakly as long as nothing that has happened rules a match out,
 * and what is to come may be anything, even FALSE (IEEE 1850-2010, annex B). False if it is too
 * large. */
bool sere_automaton(const Seres *seres, Sere sere, bool weak, SereAutomaton *automaton);
void sere_automaton_free(SereAutomaton *automaton); /* what it holds */

#endif
