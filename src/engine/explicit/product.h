/* Pairs of a state and a state of an automaton, and the steps between them: what both searches for
 * accepted runs share. */
#ifndef RONDO_ENGINE_EXPLICIT_PRODUCT_H
#define RONDO_ENGINE_EXPLICIT_PRODUCT_H

#include "engine/explicit/kripke.h"

typedef struct {
  uint32_t state, place; /* `place`: of the automaton */
} Pair;
typedef VEC(Pair) PairVec;

/* A number for each pair, 0 at first; pairs of a state lie together. */
typedef struct {
  uint32_t *numbers;
  size_t states, places;
} PairNumbers;

uint32_t *pair_number(PairNumbers *numbers, Pair pair);

/* Goes through the steps that leave a pair: edges of the automaton that the letter allows, and for
 * each all successors. Positions, not pointers: the arrays behind may move. */
typedef struct {
  Pair pair;
  uint64_t letter;
  size_t edge;     /* the next one, of the automaton */
  uint32_t target; /* the next successor */
  uint32_t taken;  /* the place of the one that was last */
  bool backwards;
  bool silent; /* the automaton stays where it is */
} Steps;

typedef struct {
  Pair pair;
  Marks marks;
  uint32_t taken; /* the place of the successor */
} PairStep;

/* All acceptance sets: of the automaton and of the structure. */
Marks product_marks(const Kripke *kripke, const Automaton *automaton);

/* The marks of a step that the automaton does not see: those of a place that takes whatever comes.
 */
Marks marks_unseen(const Automaton *automaton, uint32_t place);

/* Of an automaton with one acceptance set, on states: all edges that leave an accepting one carry
 * the mark. Where the automaton does not look it does not accept. */
bool pair_accepting(const Kripke *kripke, const Automaton *automaton, Pair pair);

Steps steps_begin(const Kripke *kripke, const Automaton *automaton, Pair pair, bool backwards);
bool steps_next(const Kripke *kripke, const Automaton *automaton, Steps *steps, PairStep *step);

#endif
