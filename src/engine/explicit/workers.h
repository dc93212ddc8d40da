/* Several threads that expand states of one space. States are handed out one by one; all add to
 * the same store, so each state is expanded once, by whoever takes it. Nothing waits for anything
 * but for a slot of the store that is being filled.
 *
 * A call expands states that were there before: they end before the space is looked at again, and
 * breadth-first levels stay levels. Which number a new state gets depends on who comes first. */
#ifndef RONDO_ENGINE_EXPLICIT_WORKERS_H
#define RONDO_ENGINE_EXPLICIT_WORKERS_H

#include "engine/explicit/space.h"

typedef struct Workers Workers;

enum { MOST_WORKERS = 64 };

/* A state as a worker opened it. */
typedef struct {
  size_t worker;
  uint32_t number;
  const uint32_t *state;
  Numbers enabled;
} OpenedState;

/* Called by each worker for each state, before its actions are taken; by several at the same time.
 */
typedef void (*WorkersLook)(void *context, const OpenedState *opened);

/* For a space without stubborn sets, which outlives them. */
Workers *workers_new(Space *space, size_t count, WorkersLook look, void *context);
void workers_free(Workers *workers); /* NULL is fine */

/* Expands the states first .. end - 1, none of which was expanded before. False if some successors
 * are missing: integers were too small (the space says so), or there are no numbers left. */
bool workers_expand(Workers *workers, uint32_t first, uint32_t end);

#endif
