/* What a search for runs sees of a state space: states by number, successors, and a letter for each
 * state: the values of some atoms. A deadlock repeats itself for ever. */
#ifndef RONDO_ENGINE_EXPLICIT_KRIPKE_H
#define RONDO_ENGINE_EXPLICIT_KRIPKE_H

#include "base/budget.h"
#include "formula/automaton/automaton.h"
#include "view/graph.h"

enum { KRIPKE_ATOMS = 64 }; /* of a letter, at most */

typedef struct {
  void *context;
  Numbers (*successors)(void *context, uint32_t state); /* valid until the next call */
  uint64_t (*letter)(void *context, uint32_t state);    /* bit i: atom i of the automaton */

  /* ---- both may be NULL ---- */

  /* Whether the automaton does not look at a state: it stays where it is. */
  bool (*is_silent)(void *context, uint32_t state);
  /* Acceptance sets beside the automaton's, numbered after them, which the step to a successor
   * belongs to; `successor` is its place, 0 for a deadlock that repeats itself. */
  Marks (*marks)(void *context, uint32_t state, size_t successor);
  Marks all_marks; /* of these sets */
} Kripke;

/* A run: states by number, and the one that follows the last; of each the place of the successor
 * that was taken. */
typedef struct {
  U32Vec states, taken;
  size_t loop;
} StateLasso;

void state_lasso_free(StateLasso *lasso); /* what it holds */

typedef enum { RUN_NONE, RUN_FOUND, RUN_UNKNOWN } RunSearch; /* unknown: the budget is spent */

/* Looks for a run from state 0 that a generalized Büchi automaton accepts, on the fly: by strongly
 * connected components, with acceptance on transitions (Couvreur, FM 1999). `backwards` takes
 * successors in the other order. `pairs` counts states of the product. */
RunSearch run_by_components(const Kripke *kripke, const Automaton *automaton, bool backwards,
                            Budget *budget, StateLasso *lasso, uint64_t *pairs);

/* The same for an automaton with one acceptance set, on states: nested depth-first search, with the
 * colours and the early detection of Schwoon and Esparza (TACAS 2005). Successors are taken in the
 * other order. The structure must not have acceptance sets of its own. */
RunSearch run_by_nested_search(const Kripke *kripke, const Automaton *automaton, Budget *budget,
                               StateLasso *lasso, uint64_t *pairs);

/* The same as it was published, without colours: an inner search from each accepting pair. */
RunSearch run_by_published_search(const Kripke *kripke, const Automaton *automaton, Budget *budget,
                                  StateLasso *lasso, uint64_t *pairs);

/* All three by name. */
typedef enum { CYCLES_BY_COMPONENTS, CYCLES_NESTED, CYCLES_IMPROVED } CycleSearch;

/* Whether the automaton has to have one acceptance set, on states. */
static inline bool cycle_search_on_states(CycleSearch how) { return how != CYCLES_BY_COMPONENTS; }

RunSearch run_by(CycleSearch how, const Kripke *kripke, const Automaton *automaton, Budget *budget,
                 StateLasso *lasso, uint64_t *pairs);

/* One that shares with this one no more than the product. */
CycleSearch cycle_search_other(CycleSearch how);

#endif
