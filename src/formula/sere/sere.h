/* Sequences: the extended regular expressions (SEREs) of PSL, IEEE 1850-2010, section 6.1. A letter
 * is a Boolean formula; a word of length n matches if the letters hold in its n positions.
 *
 * Sequences that repeat only letters, or stand under operators that come down to that, are made
 * LTL: every sequence becomes an automaton without empty moves (sere_automaton.h), and where its
 * only cycles are loops at single states, what it says can be said with X and U alone
 * (sere_formula.h). A cycle of several states, as in {a;b}[*], counts, which LTL cannot. */
#ifndef RONDO_FORMULA_SERE_SERE_H
#define RONDO_FORMULA_SERE_SERE_H

#include "formula/formula.h"

typedef enum {
  SERE_LETTER, /* one position in which the formula holds */
  SERE_CONCAT, /* r ; s */
  SERE_FUSION, /* r : s, the last position of r is the first of s */
  SERE_OR,     /* r | s */
  SERE_AND,    /* r && s, of the same length */
  SERE_REPEAT, /* r [*low:high] */
} SereKind;

typedef uint32_t Sere;
#define SERE_NONE ((Sere)UINT32_MAX)
enum { SERE_INFINITE = -1, SERE_MOST = 1000 /* repetitions that can be asked for */ };

typedef struct {
  SereKind kind;
  Formula letter;
  Sere left, right;
  int64_t low, high; /* high may be SERE_INFINITE */
} SereNode;

/* Children come before their parents. */
typedef struct {
  Formulas *formulas; /* of the letters */
  VEC(SereNode) nodes;
} Seres;

Sere sere_letter(Seres *seres, Formula letter);
Sere sere_binary(Seres *seres, SereKind kind, Sere left, Sere right);
Sere sere_repeat(Seres *seres, Sere body, int64_t low, int64_t high);

/* What the others are short for: r & s, both begin here and one may be longer; b[->low:high], to
 * the low-th to high-th b; b[=low:high], so many b in all. */
Sere sere_both(Seres *seres, Sere left, Sere right);
Sere sere_goto(Seres *seres, Formula letter, int64_t low, int64_t high);
Sere sere_occurs(Seres *seres, Formula letter, int64_t low, int64_t high);

void seres_free(Seres *seres); /* what it holds */

#endif
