/* The state space of a graph, explored as far as someone asked: states by number, and the
 * successors of those that were expanded. Several searches may share it. */
#ifndef RONDO_ENGINE_EXPLICIT_SPACE_H
#define RONDO_ENGINE_EXPLICIT_SPACE_H

#include "base/budget.h"
#include "engine/explicit/store.h"
#include "engine/explicit/stubborn.h"
#include "view/graph.h"

typedef struct Space {
  const Graph *graph;
  Store *store;
  Stubborn *stubborn;   /* chooses which actions are taken; NULL: all; not owned */
  bool keeps_edges;     /* else successors are not remembered */
  U32Vec parents;       /* by state: the one it was found from; its own number of the first */
  VEC(uint64_t) first;  /* by state: where its successors begin in `edges`, plus one; 0: unknown */
  U32Vec edges;         /* the number of successors, then them; a deadlock has none */
  uint64_t transitions; /* taken so far */
  uint64_t expanded;    /* states */
  bool overflow;        /* integers were too small for a successor, which is missing */
  bool reduced;         /* in some state actions were left out */
  Cursor cursor;        /* the state that was opened last, ... */
  uint32_t opened;      /* ... its number, ... */
  uint32_t *actions;    /* ... and its enabled actions */
  size_t action_count;
  uint32_t *saved; /* integers that an action changed */
  U32Vec targets;  /* of the last expansion */
} Space;

typedef struct {
  bool keep_edges;
  uint64_t salt;
  Stubborn *stubborn; /* outlives the space */
} SpaceOptions;

/* With the initial state, which has the number 0. The graph outlives it. */
Space *space_new(const Graph *graph, SpaceOptions options);
void space_free(Space *space);

size_t space_states(const Space *space);
size_t space_bytes(const Space *space); /* all that it takes */

/* Makes a state the opened one: its integers and enabled actions. */
void space_open(Space *space, uint32_t state);

/* The successors of the opened state; valid until the next call. New states are added. */
Numbers space_expand_opened(Space *space);

/* The same by hand: the actions that would be taken, valid until the next call; and one of them,
 * with the number of the state it leads to; false if integers are too small for it. */
Numbers space_choose_opened(Space *space);
bool space_take_opened(Space *space, uint32_t action, uint32_t *target);

/* The successors of a state, expanded where they are not known. Of a space that keeps edges. */
Numbers space_successors(Space *space, uint32_t state);

bool space_is_expanded(const Space *space, uint32_t state);

/* The path on which a state was found, from the initial one: numbers of states. */
void space_path(const Space *space, uint32_t state, U32Vec *path);

#endif
