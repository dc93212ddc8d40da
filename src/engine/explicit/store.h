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
} Cursor;

enum { STORE_NONE = UINT32_MAX };

/* Another salt gives other hash values. */
Store *store_new(size_t width, uint64_t salt);
void store_free(Store *store);

/* States of several widths that are numbered together: a store for each width, with a tag of its
 * own, and the roots of all. A width is at least 4. */
typedef struct StoreRoots StoreRoots;
StoreRoots *store_roots_new(void);
void store_roots_free(StoreRoots *roots); /* after the stores; NULL is fine */
Store *store_new_tagged(StoreRoots *roots, uint8_t tag, size_t width, uint64_t salt);
uint8_t store_tag(const StoreRoots *roots, uint32_t number); /* of the store that the state is in */
size_t store_roots_size(const StoreRoots *roots);
size_t store_roots_bytes(const StoreRoots *roots);

size_t store_size(const Store *store);  /* states */
size_t store_bytes(const Store *store); /* that they take; without roots that are shared */
bool store_full(const Store *store);    /* no number is left for another state */

Cursor cursor_new(const Store *store);
void cursor_free(Cursor *cursor);
void cursor_copy(const Store *store, Cursor *to, const Cursor *from);

/* The number of the cursor's state, all of whose nodes are looked up. `added` says whether it is
 * new. */
uint32_t store_add(Store *store, Cursor *cursor, bool *added);

/* The same where only leaves changed since the nodes were right: `changed` are their positions,
 * ascending. */
uint32_t store_add_changed(Store *store, Cursor *cursor, const uint32_t *changed, size_t count,
                           bool *added);

/* Puts back the nodes that the last call of store_add_changed changed: the leaves are the caller's
 * to put back. */
void store_undo(Store *store, Cursor *cursor);

/* The state of that number, with its nodes. */
void store_get(const Store *store, uint32_t number, Cursor *cursor);

#endif
