/* Smaller and flatter graphs for the same functions. Both copy the cones of some roots from one
 * graph to another, as aig_copy does: variables that are reached must be mapped beforehand, and the
 * map then says what became of the roots. In `to` there may be gates left over that no root needs.
 */
#ifndef RONDO_LOGIC_AIG_REWRITE_H
#define RONDO_LOGIC_AIG_REWRITE_H

#include "base/budget.h"
#include "logic/aig.h"

/* Fewer gates: wherever a part with at most four inputs can be had for fewer gates than would go
 * with it. `to` must have no gates. With a spent budget the rest is copied as it is. */
void aig_rewrite(Aig *to, const Aig *from, const LitVec *roots, Lit *map, Budget *budget);

/* A part of a graph whose value inputs of its own can choose, in the copy: variables that nothing
 * reads but this part, which is `function` of its leaves. In its place stands a function of the
 * same leaves and one new variable, the choice, which has the values that the part can have: it can
 * be true if the choice is, and false if the choice is not. */
typedef struct {
  uint32_t node;      /* of the original: the part; the choice may be thought to be its value */
  uint32_t variable;  /* of the copy: the choice */
  uint32_t leaves[4]; /* of the copy, 0: none; variables of `mine` are not read by the others */
  unsigned mine;      /* bit k: leaf k is a variable of the part's own */
  uint16_t function,
      chosen; /* truth tables; of the second the first leaf of `mine` is the choice */
} AigChoice;
typedef VEC(AigChoice) AigChoices;

/* Rewriting that also makes choices of variables that are `free`, by node of `to` when called: who
 * reads the functions of the roots sees the same combinations of values. */
void aig_rewrite_freely(Aig *to, const Aig *from, const LitVec *roots, Lit *map, const Bits *free,
                        AigChoices *choices, Budget *budget);

/* Fewer levels: conjunctions are made anew from what is deepest last. */
void aig_balance(Aig *to, const Aig *from, const LitVec *roots, Lit *map);

/* By node: how many gates of the cones of the roots read it, and how many of the roots it is. */
U32Vec aig_readers(const Aig *aig, const LitVec *roots);

#endif
