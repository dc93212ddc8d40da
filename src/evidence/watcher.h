/* The part of a product that watches the model (see formula/automaton/product.h), written out
 * state by state, so that it can be asked what it accepts. It comes as a task on a system of its
 * own, whose first inputs are the atoms: its states are the values of the latches, its moves the
 * steps that keep the constraints. Or it is an automaton as it is given.
 *
 * A word is accepted if some infinite run on it meets every condition infinitely often. Of a task
 * that asks for a bad step a run that makes one is accepted, whatever follows: the state after it
 * accepts everything. */
#ifndef RONDO_EVIDENCE_WATCHER_H
#define RONDO_EVIDENCE_WATCHER_H

#include "formula/automaton/automaton.h"
#include "task/task.h"

typedef struct {
  uint32_t target;
  uint64_t marks; /* the conditions that the step meets */
} WatcherMove;

typedef struct Watcher {
  size_t states;
  unsigned atoms, sets;
  U32Vec initial;
  VEC(size_t) first; /* moves of state s on letter x: from first[s << atoms | x] to the next */
  VEC(WatcherMove) moves;
} Watcher;

enum {
  WATCHER_STATES = 2000,
  WATCHER_INPUTS = 16, /* atoms and others */
  WATCHER_MOVES = 2000000,
};

/* NULL if it would have too many states or moves. */
Watcher *watcher_of_task(const Task *task, unsigned atoms);
Watcher *watcher_of_automaton(const Automaton *automaton);
void watcher_free(Watcher *watcher);

/* Whether it accepts the word with these letters; after the last one comes that with number
 * `loop`. */
bool watcher_accepts(const Watcher *watcher, const U32Vec *letters, size_t loop);

#endif
