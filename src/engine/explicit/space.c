#include "engine/explicit/space.h"

#include <assert.h>

#include "base/memory.h"

Space *space_new(const Graph *graph, SpaceOptions options) {
  Space *space = mem_zalloc(sizeof *space);
  bool added;
  space->graph = graph;
  space->store = store_new(graph->width, options.salt);
  space->stubborn = options.stubborn;
  space->keeps_edges = options.keep_edges;
  space->cursor = cursor_new(space->store);
  space->actions = mem_array(graph->actions + 1, sizeof *space->actions);
  space->saved = mem_array(graph->width + 1, sizeof *space->saved);
  graph->initial(graph, space->cursor.state);
  store_add(space->store, &space->cursor, &added);
  vec_push(&space->parents, 0);
  if (space->keeps_edges) vec_push(&space->first, 0);
  space->opened = STORE_NONE;
  return space;
}

void space_free(Space *space) {
  if (!space) return;
  store_free(space->store);
  cursor_free(&space->cursor);
  vec_free(&space->parents);
  vec_free(&space->first);
  vec_free(&space->edges);
  vec_free(&space->targets);
  mem_free(space->actions);
  mem_free(space->saved);
  mem_free(space);
}

size_t space_states(const Space *space) { return store_size(space->store); }

size_t space_bytes(const Space *space) {
  return store_bytes(space->store) + space->parents.capacity * sizeof *space->parents.data +
         space->first.capacity * sizeof *space->first.data +
         space->edges.capacity * sizeof *space->edges.data;
}

void space_open(Space *space, uint32_t state) {
  const Graph *graph = space->graph;
  store_get(space->store, state, &space->cursor);
  space->action_count = graph->enabled(graph, space->cursor.state, space->actions);
  space->opened = state;
}

/* Takes an action in the opened state and goes back. Whether the successor was there already. */
static bool take(Space *space, uint32_t action) {
  const Graph *graph = space->graph;
  Cursor *cursor = &space->cursor;
  Numbers writes = graph->writes(graph, action);
  for (size_t i = 0; i < writes.size; i++) space->saved[i] = cursor->state[writes.data[i]];
  if (graph->fire(graph, action, cursor->state) != GRAPH_FIRED) {
    space->overflow = true;
    return false;
  }
  bool added;
  uint32_t target = store_add_changed(space->store, cursor, writes.data, writes.size, &added);
  for (size_t i = 0; i < writes.size; i++) cursor->state[writes.data[i]] = space->saved[i];
  store_undo(cursor);
  vec_push(&space->targets, target);
  space->transitions++;
  if (added) {
    vec_push(&space->parents, space->opened);
    if (space->keeps_edges) vec_push(&space->first, 0);
  }
  return !added;
}

/* The reduced successors. Against ignoring: the state of a cycle that is expanded last finds its
 * successor on the cycle there already, and then takes all actions; so every cycle has a state
 * without reduction, in whatever order the states are expanded. */
static void expand_reduced(Space *space) {
  const uint32_t *all = space->actions;
  size_t count = space->action_count, next = 0;
  Numbers chosen = stubborn_choose(space->stubborn, space->cursor.state, all, count);
  bool closes = false;
  for (size_t i = 0; i < chosen.size; i++) closes |= take(space, chosen.data[i]);
  if (chosen.size < count && closes && stubborn_must_not_ignore(space->stubborn)) {
    for (size_t i = 0; i < count; i++) {
      if (next < chosen.size && chosen.data[next] == all[i]) next++;
      else take(space, all[i]);
    }
  } else {
    space->reduced |= chosen.size < count;
  }
}

Numbers space_choose_opened(Space *space) {
  assert(space->opened != STORE_NONE);
  Numbers all = {space->actions, space->action_count};
  if (!space->stubborn) return all;
  Numbers chosen = stubborn_choose(space->stubborn, space->cursor.state, all.data, all.size);
  space->reduced |= chosen.size < all.size;
  return chosen;
}

bool space_take_opened(Space *space, uint32_t action, uint32_t *target) {
  size_t before = space->targets.size;
  take(space, action);
  if (space->targets.size == before) return false;
  *target = vec_pop(&space->targets);
  return true;
}

Numbers space_expand_opened(Space *space) {
  assert(space->opened != STORE_NONE);
  vec_clear(&space->targets);
  if (space->stubborn) expand_reduced(space);
  else
    for (size_t i = 0; i < space->action_count; i++) take(space, space->actions[i]);
  space->expanded++;
  if (space->keeps_edges && !space->first.data[space->opened]) {
    space->first.data[space->opened] = space->edges.size + 1;
    vec_push(&space->edges, (uint32_t)space->targets.size);
    vec_append(&space->edges, &space->targets);
  }
  return (Numbers){space->targets.data, space->targets.size};
}

bool space_is_expanded(const Space *space, uint32_t state) { return space->first.data[state] != 0; }

Numbers space_successors(Space *space, uint32_t state) {
  assert(space->keeps_edges);
  if (!space_is_expanded(space, state)) {
    space_open(space, state);
    space_expand_opened(space);
  }
  const uint32_t *list = space->edges.data + space->first.data[state] - 1;
  return (Numbers){list + 1, *list};
}

void space_path(const Space *space, uint32_t state, U32Vec *path) {
  for (uint32_t at = state;; at = space->parents.data[at]) {
    vec_push(path, at);
    if (space->parents.data[at] == at) break;
  }
  for (size_t i = 0, k = path->size - 1; i < k; i++, k--) {
    uint32_t other = path->data[i];
    path->data[i] = path->data[k];
    path->data[k] = other;
  }
}
