#include "engine/explicit/sleep.h"

#include "base/memory.h"

/* What sleeps, as a list in one array: its length, then actions in ascending order. */
typedef size_t SleepList;
enum { NOT_YET = 0 }; /* of a state that was not expanded; the empty list is another number */

/* A state that is to be expanded, with what sleeps. */
typedef struct {
  uint32_t state;
  SleepList asleep;
} Task;

struct SleepSearch {
  Space *space;
  bool newest;
  U32Vec lists;            /* the array */
  VEC(SleepList) asleep;   /* by state: what slept whenever it was expanded */
  VEC(Task) tasks;         /* stack or queue ... */
  size_t first;            /* ... that begins here */
  Task opened;             /* the one that is worked on */
  U32Vec taken;            /* actions, by it */
  U32Vec sleepers, behind; /* scratch */
  uint8_t *conflicting;    /* by action */
  U32Vec conflicts;
};

static const uint32_t *list_data(const SleepSearch *search, SleepList list) {
  return search->lists.data + list + 1;
}
static size_t list_size(const SleepSearch *search, SleepList list) {
  return search->lists.data[list];
}

static SleepList list_new(SleepSearch *search, const U32Vec *actions) {
  if (!actions->size) return 1; /* the empty one */
  SleepList list = search->lists.size;
  vec_push(&search->lists, (uint32_t)actions->size);
  vec_append(&search->lists, actions);
  return list;
}

SleepSearch *sleep_search_new(Space *space, bool newest) {
  SleepSearch *search = mem_zalloc(sizeof *search);
  search->space = space;
  search->newest = newest;
  search->conflicting = mem_array(space->graph->actions + 1, 1);
  vec_push(&search->lists, 0); /* NOT_YET */
  vec_push(&search->lists, 0); /* the empty list */
  vec_push(&search->tasks, ((Task){0, 1}));
  return search;
}

void sleep_search_free(SleepSearch *search) {
  if (!search) return;
  vec_free(&search->lists);
  vec_free(&search->asleep);
  vec_free(&search->tasks);
  vec_free(&search->taken);
  vec_free(&search->sleepers);
  vec_free(&search->behind);
  vec_free(&search->conflicts);
  mem_free(search->conflicting);
  mem_free(search);
}

static bool list_has(const SleepSearch *search, SleepList list, uint32_t action) {
  const uint32_t *data = list_data(search, list);
  for (size_t i = 0, size = list_size(search, list); i < size && data[i] <= action; i++)
    if (data[i] == action) return true;
  return false;
}

/* Of a state that was expanded before: what slept then and does not sleep now has to be taken. */
static bool is_something_new(const SleepSearch *search, Task task) {
  if (task.state >= search->asleep.size) return true;
  SleepList old = search->asleep.data[task.state];
  if (old == NOT_YET) return true;
  const uint32_t *data = list_data(search, old);
  for (size_t i = 0; i < list_size(search, old); i++)
    if (!list_has(search, task.asleep, data[i])) return true;
  return false;
}

bool sleep_search_next(SleepSearch *search, uint32_t *state, bool *again) {
  Task task = {0};
  do {
    if (search->first == search->tasks.size) return false;
    task = search->newest ? vec_pop(&search->tasks) : search->tasks.data[search->first++];
  } while (!is_something_new(search, task));
  if (search->first == search->tasks.size) search->first = search->tasks.size = 0;
  if (space_states(search->space) > search->asleep.size)
    vec_resize(&search->asleep, space_states(search->space));
  search->opened = task;
  space_open(search->space, task.state);
  *state = task.state;
  *again = search->asleep.data[task.state] != NOT_YET;
  return true;
}

/* The actions of the opened task: the first time those of the stubborn set that do not sleep, later
 * those that slept and do not any more. What sleeps from now on is left in `sleepers`. */
static void choose(SleepSearch *search) {
  Space *space = search->space;
  Task task = search->opened;
  SleepList old = search->asleep.data[task.state];
  vec_clear(&search->taken);
  vec_clear(&search->sleepers);
  if (old != NOT_YET) {
    for (size_t i = 0; i < list_size(search, old); i++) {
      uint32_t action = list_data(search, old)[i];
      vec_push(list_has(search, task.asleep, action) ? &search->sleepers : &search->taken, action);
    }
  } else {
    Numbers chosen = space_choose_opened(space);
    for (size_t i = 0; i < chosen.size; i++)
      if (!list_has(search, task.asleep, chosen.data[i])) vec_push(&search->taken, chosen.data[i]);
    for (size_t i = 0; i < list_size(search, task.asleep); i++)
      vec_push(&search->sleepers, list_data(search, task.asleep)[i]);
  }
  search->asleep.data[task.state] = list_new(search, &search->sleepers);
}

/* What sleeps behind an action: of those that sleep here what does not conflict with it. */
static SleepList asleep_behind(SleepSearch *search, uint32_t action) {
  const Graph *graph = search->space->graph;
  vec_clear(&search->conflicts);
  vec_clear(&search->behind);
  graph->conflicts(graph, action, &search->conflicts);
  for (size_t i = 0; i < search->conflicts.size; i++)
    search->conflicting[search->conflicts.data[i]] = 1;
  search->conflicting[action] = 1;
  for (size_t i = 0; i < search->sleepers.size; i++)
    if (!search->conflicting[search->sleepers.data[i]])
      vec_push(&search->behind, search->sleepers.data[i]);
  for (size_t i = 0; i < search->conflicts.size; i++)
    search->conflicting[search->conflicts.data[i]] = 0;
  search->conflicting[action] = 0;
  return list_new(search, &search->behind);
}

/* Puts an action where it belongs in the ascending list. */
static void insert(U32Vec *list, uint32_t action) {
  vec_push(list, action);
  for (size_t i = list->size - 1; i > 0 && list->data[i - 1] > action; i--) {
    list->data[i] = list->data[i - 1];
    list->data[i - 1] = action;
  }
}

void sleep_search_expand(SleepSearch *search) {
  Space *space = search->space;
  space->expanded += search->asleep.data[search->opened.state] == NOT_YET;
  choose(search);
  for (size_t i = 0; i < search->taken.size; i++) {
    uint32_t action = search->taken.data[i], target;
    if (space_take_opened(space, action, &target)) {
      size_t room = search->lists.size;
      Task task = {target, asleep_behind(search, action)};
      if (is_something_new(search, task)) vec_push(&search->tasks, task);
      else search->lists.size = room;
    }
    insert(&search->sleepers, action);
  }
}
