/* The store of states: lossless, compressed as a tree (Laarman, van de Pol and Weber, SPIN 2011).
 *
 * A state of n integers is the leaves of a binary tree; an inner node is the pair of its children,
 * and equal pairs are stored once and known by a number. States differ in few leaves, so they share
 * most of their trees, and a state costs little more than the pair at its root. Only the nodes
 * above leaves that changed are looked up: n places cost nothing where two of them change.
 *
 * The tree is that of a heap: node i has the children 2 i and 2 i + 1, the leaves are n .. 2 n - 1.
 * A Cursor holds a state with the numbers of all its nodes.
 *
 * States are numbered from 0 in the order in which they are found. */
#ifndef RONDO_ENGINE_EXPLICIT_STORE_H
#define RONDO_ENGINE_EXPLICIT_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Store Store;

typedef struct {
  uint32_t *node;  /* 2 n integers: node[n .. 2n-1] is the state */
  uint32_t *state; /* node + n */
  uint32_t *queue; /* of nodes above changed leaves */
  uint32_t *undo;  /* pairs of a node and what it was, of the last change */
  size_t undo_size;
} Cursor;

enum { STORE_NONE = UINT32_MAX };

/* Another salt gives other hash values. */
Store *store_new(size_t width, uint64_t salt);
void store_free(Store *store);

size_t store_size(const Store *store);  /* states */
size_t store_bytes(const Store *store); /* that they take */
bool store_full(const Store *store);    /* no number is left for another state */

Cursor cursor_new(const Store *store);
void cursor_free(Cursor *cursor);

/* The number of the cursor's state, all of whose nodes are looked up. `added` says whether it is
 * new. */
uint32_t store_add(Store *store, Cursor *cursor, bool *added);

/* The same where only leaves changed since the nodes were right: `changed` are their positions,
 * ascending. */
uint32_t store_add_changed(Store *store, Cursor *cursor, const uint32_t *changed, size_t count,
                           bool *added);

/* Puts back the nodes that the last call of store_add_changed changed: the leaves are the caller's
 * to put back. */
void store_undo(Cursor *cursor);

/* ---- several threads that add at the same time, each with a cursor of its own ---- */

/* As store_add_changed. The caller sees to it that there is room for all that is being added;
 * nothing else is done with the store meanwhile but to get states that were there before. */
uint32_t store_add_changed_shared(Store *store, Cursor *cursor, const uint32_t *changed,
                                  size_t count, bool *added);

/* So many pairs can still be added without moving anything, of each kind. A state that differs in
 * `changed` leaves from one that is there needs at most store_needs of them. */
size_t store_room(const Store *store);
size_t store_needs(const Store *store, size_t changed);

/* Makes room for so many, by one thread alone; false if there are no numbers left for them. */
bool store_make_room(Store *store, size_t pairs);

/* Room for states that numbers can get before the store is moved: arrays by state need it. */
size_t store_capacity(const Store *store);

/* The state of that number, with its nodes. */
void store_get(const Store *store, uint32_t number, Cursor *cursor);

#endif
