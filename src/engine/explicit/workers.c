#include "engine/explicit/workers.h"

#include <pthread.h>

#include "base/memory.h"

enum { STACK_BYTES = 1 << 18 };

/* Before a worker takes the actions of a state it sets aside what that needs at most, so that the
 * arrays, which all share, never have to move meanwhile. Where there is not enough it leaves the
 * state to whoever called, who is alone then. */
typedef struct {
  Workers *workers;
  size_t number;
  Cursor cursor;
  uint32_t *actions, *saved;
  U32Vec targets;
  uint64_t transitions, expanded;
  bool overflow;
  bool left;      /* a state was left: */
  uint32_t state; /* this one, ... */
  size_t needed;  /* ... which needs so much room */
  pthread_t thread;
} Worker;

struct Workers {
  Space *space;
  WorkersLook look;
  void *context;
  size_t count;
  Worker *all;
  uint32_t next, end; /* of the states that are handed out; `next` by all */
  size_t aside;       /* room that is set aside, by all */
  bool stop;          /* some state was left, by all */
};

Workers *workers_new(Space *space, size_t count, WorkersLook look, void *context) {
  Workers *workers = mem_zalloc(sizeof *workers);
  workers->space = space;
  workers->look = look;
  workers->context = context;
  workers->count = count;
  workers->all = mem_array(count, sizeof *workers->all);
  for (size_t i = 0; i < count; i++)
    workers->all[i] =
        (Worker){.workers = workers,
                 .number = i,
                 .cursor = cursor_new(space->store),
                 .actions = mem_array(space->graph->actions + 1, sizeof *workers->all[i].actions),
                 .saved = mem_array(space->graph->width + 1, sizeof *workers->all[i].saved)};
  return workers;
}

void workers_free(Workers *workers) {
  if (!workers) return;
  for (size_t i = 0; i < workers->count; i++) {
    cursor_free(&workers->all[i].cursor);
    mem_free(workers->all[i].actions);
    mem_free(workers->all[i].saved);
    vec_free(&workers->all[i].targets);
  }
  mem_free(workers->all);
  mem_free(workers);
}

/* Room in the store, and in the array of edges if there is one. */
static bool there_is_room(const Space *space, size_t wanted) {
  size_t edges = __atomic_load_n(&space->edges.size, __ATOMIC_RELAXED);
  return wanted <= store_room(space->store) &&
         (!space->keeps_edges || wanted <= space->edges.capacity - edges);
}

static void take(Worker *worker, uint32_t from, uint32_t action) {
  Space *space = worker->workers->space;
  const Graph *graph = space->graph;
  Cursor *cursor = &worker->cursor;
  Numbers writes = graph->writes(graph, action);
  bool added;
  for (size_t i = 0; i < writes.size; i++) worker->saved[i] = cursor->state[writes.data[i]];
  if (graph->fire(graph, action, cursor->state) != GRAPH_FIRED) {
    worker->overflow = true;
    return;
  }
  uint32_t target =
      store_add_changed_shared(space->store, cursor, writes.data, writes.size, &added);
  for (size_t i = 0; i < writes.size; i++) cursor->state[writes.data[i]] = worker->saved[i];
  store_undo(cursor);
  vec_push(&worker->targets, target);
  worker->transitions++;
  if (!added) return;
  space->parents.data[target] = from;
  if (space->keeps_edges) space->first.data[target] = 0;
}

static void keep_edges(Worker *worker, uint32_t from) {
  Space *space = worker->workers->space;
  size_t count = worker->targets.size;
  size_t at = __atomic_fetch_add(&space->edges.size, count + 1, __ATOMIC_RELAXED);
  space->first.data[from] = at + 1;
  space->edges.data[at] = (uint32_t)count;
  for (size_t i = 0; i < count; i++) space->edges.data[at + 1 + i] = worker->targets.data[i];
}

/* False if there is no room for what it needs. */
static bool expand(Worker *worker, uint32_t state) {
  Workers *workers = worker->workers;
  Space *space = workers->space;
  const Graph *graph = space->graph;
  store_get(space->store, state, &worker->cursor);
  size_t count = graph->enabled(graph, worker->cursor.state, worker->actions), needed = count + 1;
  for (size_t i = 0; i < count; i++)
    needed += store_needs(space->store, graph->writes(graph, worker->actions[i]).size);
  size_t aside = __atomic_add_fetch(&workers->aside, needed, __ATOMIC_ACQ_REL);
  bool fits = there_is_room(space, aside);
  if (fits) {
    workers->look(workers->context, &(OpenedState){worker->number, state, worker->cursor.state,
                                                   (Numbers){worker->actions, count}});
    vec_clear(&worker->targets);
    for (size_t i = 0; i < count; i++) take(worker, state, worker->actions[i]);
    if (space->keeps_edges) keep_edges(worker, state);
    worker->expanded++;
  }
  __atomic_sub_fetch(&workers->aside, needed, __ATOMIC_ACQ_REL);
  worker->needed = needed;
  return fits;
}

static void *work(void *context) {
  Worker *worker = context;
  Workers *workers = worker->workers;
  while (!__atomic_load_n(&workers->stop, __ATOMIC_RELAXED)) {
    uint32_t state = __atomic_fetch_add(&workers->next, 1, __ATOMIC_RELAXED);
    if (state >= workers->end) break;
    if (expand(worker, state)) continue;
    worker->left = true;
    worker->state = state;
    __atomic_store_n(&workers->stop, true, __ATOMIC_RELAXED);
  }
  return NULL;
}

/* As vec_reserve, without more: large arrays are what ends a search. */
#define RESERVE_EXACTLY(v, need)                                                                   \
  do {                                                                                             \
    if ((need) > (v)->capacity) {                                                                  \
      (v)->capacity = (need);                                                                      \
      (v)->data = mem_resize((v)->data, (v)->capacity * sizeof *(v)->data);                        \
    }                                                                                              \
  } while (0)

/* Grows all that is shared, for so much and some more. */
static bool make_room(Workers *workers, size_t needed) {
  Space *space = workers->space;
  size_t states = space_states(space);
  size_t more = needed * workers->count;
  if (!store_make_room(space->store, more + states / 16)) return false;
  RESERVE_EXACTLY(&space->parents, store_capacity(space->store));
  if (!space->keeps_edges) return true;
  RESERVE_EXACTLY(&space->first, store_capacity(space->store));
  if (space->edges.capacity - space->edges.size < more)
    RESERVE_EXACTLY(&space->edges, space->edges.size + more + space->edges.size / 8);
  return true;
}

/* What the workers counted becomes the space's. */
static void settle(Workers *workers) {
  Space *space = workers->space;
  space->parents.size = space_states(space);
  if (space->keeps_edges) space->first.size = space_states(space);
  for (size_t i = 0; i < workers->count; i++) {
    Worker *worker = workers->all + i;
    space->transitions += worker->transitions;
    space->expanded += worker->expanded;
    space->overflow |= worker->overflow;
    worker->transitions = worker->expanded = 0;
  }
}

/* All workers, this thread as the first. One that cannot be started is done without. */
static void work_together(Workers *workers) {
  size_t started = 1;
  pthread_attr_t small; /* so that stacks take little of a limit of memory */
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, STACK_BYTES);
  for (; started < workers->count; started++) {
    Worker *worker = workers->all + started;
    if (pthread_create(&worker->thread, &small, work, worker)) break;
  }
  pthread_attr_destroy(&small);
  work(workers->all);
  for (size_t i = 1; i < started; i++) pthread_join(workers->all[i].thread, NULL);
}

bool workers_expand(Workers *workers, uint32_t first, uint32_t end) {
  Space *space = workers->space;
  bool good = make_room(workers, 1);
  workers->next = first;
  workers->end = end;
  while (good && workers->next < end) {
    workers->stop = false;
    work_together(workers);
    for (size_t i = 0; i < workers->count && good; i++) {
      Worker *worker = workers->all + i;
      if (!worker->left) continue;
      worker->left = false;
      good = make_room(workers, worker->needed) && expand(worker, worker->state);
    }
  }
  settle(workers);
  space->opened = STORE_NONE;
  return good && !space->overflow;
}
