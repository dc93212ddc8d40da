/* Searches of a graph that remember in a lossy set where they were. They go depth first, so that
 * the run to a state is their stack, and keep one state, which actions change and which is put
 * back. What they find is a run of the graph, whatever the set mistook: a cycle is closed by the
 * state itself, not by its hash value. That they find nothing says nothing. */
#ifndef RONDO_ENGINE_EXPLICIT_LOSSY_SEARCH_H
#define RONDO_ENGINE_EXPLICIT_LOSSY_SEARCH_H

#include "engine/explicit/kripke.h"
#include "engine/explicit/lossy_set.h"

enum {
  LOSSY_NOTHING = UINT32_MAX, /* in the place of an action: a deadlock repeats itself */
  LOSSY_DEPTH = 10000,        /* runs are at most so long; as in SPIN */
};

typedef struct {
  const Graph *graph;
  LossySet *set;
  uint64_t salt;        /* another one gives other hash values */
  uint64_t transitions; /* taken so far */
  bool cut;             /* some run was too long to go on with it */
} LossySearch;

/* Shows each state that seems new, with the actions that led there, until `look` returns false. */
typedef bool (*LossyLook)(void *context, const uint32_t *state, const U32Vec *run);
void lossy_search_states(LossySearch *search, LossyLook look, void *context, Budget *budget);

/* A run that an automaton with one acceptance set, on states, accepts: the published nested search
 * (published.c), whose visited pairs are in the set. The actions of the run; after the last comes
 * the state before that of number `loop`. */
bool lossy_search_runs(LossySearch *search, const Automaton *automaton, Budget *budget, U32Vec *run,
                       size_t *loop);

#endif
