/* Many properties of one model. They are taken in groups that fit into memory. In a group every
 * property first gets a short turn, in the order given, so that what is easy is known soon; then
 * come longer and longer turns for what is left, the smaller tasks first. What engines learn about
 * the model on the way is offered to those that come later. Before all that the assertions of a
 * design are asked together.
 *
 * With four jobs and more several have their turn at once (abreast.h), as soon as it is seen that
 * they are not all easy: what is easy is known sooner than another process begins. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/abreast.h"
#include "check/check.h"
#include "check/keep.h"
#include "check/net_check.h"
#include "check/process_check.h"
#include "check/together_first.h"

enum {
  GROUP_NODES = 4000000, /* of the graphs of a group's tasks together */
  GROUP_MOST = 1000,
  WAITING_MOST = 16 /* properties whose engines wait for their next turn: they take memory */
};

#define FIRST_SECONDS 0.5
#define GROWTH 4

/* After so many seconds, or two properties that are left open, several have their turn at once. */
#define EASY_SECONDS 1.0

typedef VEC(Check *) CheckVec;

typedef struct {
  const Model *model;
  const size_t *properties; /* to be checked; NULL: all of the model, by number */
  size_t count, next;       /* how many they are, and the first that is not open yet */
  const Settings *settings;
  const CheckWatch *watch;
  Learned learned;
  Abreast *abreast; /* NULL: one after the other */
  double begun;     /* when the first turn was */
  CheckVec open;    /* undecided, in the order in which they get their turns */
  size_t nodes;     /* of the graphs of their tasks */
  size_t lasting;   /* of those that are open: with engines that wait for the next turn */
} Group;

static size_t nodes(const Check *check) {
  return check->result->task ? check->result->task->system->aig->size : 0;
}

static bool more_fit(const Group *group) {
  return group->next < group->count && group->nodes < GROUP_NODES && group->open.size < GROUP_MOST;
}

static bool are_hard(const Group *group) {
  return group->open.size > 1 || clock_wall() - group->begun > EASY_SECONDS;
}

static Check *open_next(Group *group) {
  size_t number = group->properties ? group->properties[group->next] : group->next;
  group->next++;
  return check_open(group->model, number, group->settings);
}

static void keep_open(Group *group, Check *check) {
  vec_push(&group->open, check);
  group->nodes += nodes(check);
}

static void turn(Group *group, Check *check, double seconds) {
  const CheckWatch *watch = group->watch;
  if (watch->begin) watch->begin(watch->context, check->result->outcome.index);
  if (!group->abreast && !check->lasting && group->lasting < WAITING_MOST) {
    check->lasting = true;
    group->lasting++;
  }
  check_run(check, group->settings, seconds, &group->learned);
  if (*group->settings->stop == STOP_PROPERTY) *group->settings->stop = STOP_NOTHING;
}

/* A turn of so many seconds (0: no limit), but of the time of the whole run no more than one's
 * share: those that wait get theirs, too, so many at a time. */
static double fair_turn(const Group *group, double seconds, size_t sharing) {
  size_t waiting = sharing + group->count - group->next;
  size_t places = group->abreast ? abreast_places(group->abreast) : 1;
  if (places > waiting) places = waiting;
  double share = settings_seconds_left(group->settings) * (double)places / (double)waiting;
  return isfinite(share) && (seconds <= 0 || share < seconds) ? share : seconds;
}

static bool close_if_done(Group *group, Check *check) {
  bool done = check->done;
  if (done && check->lasting) group->lasting--;
  if (done) group->watch->result(group->watch->context, check_close(check));
  return done;
}

/* COMPUTE has no task of its own, and a task that has just been replaced no reduction yet. */
static size_t reduced_nodes(const Check *check) {
  return check->reduction ? reduction_task(check->reduction)->system->aig->size : nodes(check);
}

static int smaller_first(const void *left, const void *right) {
  const Check *a = *(Check *const *)left, *b = *(Check *const *)right;
  size_t x = reduced_nodes(a), y = reduced_nodes(b);
  size_t i = a->result->outcome.index, k = b->result->outcome.index;
  return x != y ? (x > y) - (x < y) : (i > k) - (i < k);
}

static void sort(Group *group) {
  CheckVec *open = &group->open;
  if (open->size) qsort(open->data, open->size, sizeof *open->data, smaller_first);
}

/* ---- several at once ---- */

/* Waits until one has had its turn. */
static void wait_for_one(Group *group) {
  Check *check = abreast_wait(group->abreast);
  if (check && !close_if_done(group, check)) keep_open(group, check);
}

/* Gives it a turn on a place of its own, as soon as one is free. */
static void turn_beside(Group *group, Check *check, double seconds, size_t waiting) {
  while (abreast_busy(group->abreast) == abreast_places(group->abreast)) wait_for_one(group);
  if (abreast_start(group->abreast, check, seconds, waiting)) return;
  turn(group, check, seconds);
  if (!close_if_done(group, check)) keep_open(group, check);
}

static void wait_for_all(Group *group) {
  while (abreast_busy(group->abreast)) wait_for_one(group);
}

static void round_beside(Group *group, double seconds) {
  CheckVec all = group->open;
  group->open = (CheckVec){0};
  group->nodes = 0;
  for (size_t i = 0; i < all.size; i++) {
    size_t waiting = all.size - i;
    turn_beside(group, all.data[i], fair_turn(group, seconds, waiting), waiting);
  }
  wait_for_all(group);
  vec_free(&all);
  sort(group); /* they came as they were over */
}

/* ---- rounds ---- */

/* One turn for everybody; who is done leaves. */
static void round_of_turns(Group *group, double seconds) {
  if (group->abreast) {
    round_beside(group, seconds);
    return;
  }
  size_t kept = 0, count = group->open.size;
  for (size_t i = 0; i < count; i++) {
    Check *check = group->open.data[i];
    turn(group, check, fair_turn(group, seconds, count - i));
    if (!close_if_done(group, check)) group->open.data[kept++] = check;
  }
  group->open.size = kept;
}

/* The first turn takes little of a time limit, so that the last is nearly as long as the limit. */
static double first_seconds(const Settings *settings) {
  double most = settings->timeout / 8;
  return settings->timeout > 0 && most < FIRST_SECONDS ? most : FIRST_SECONDS;
}

static void ask_together(Group *group) {
  const CheckWatch *watch = group->watch;
  size_t kept = 0;
  if (watch->begin) watch->begin(watch->context, group->open.data[0]->result->outcome.index);
  together_first(group->model, group->open.data, group->open.size, group->settings);
  if (*group->settings->stop == STOP_PROPERTY) *group->settings->stop = STOP_NOTHING;
  for (size_t i = 0; i < group->open.size; i++)
    if (!close_if_done(group, group->open.data[i])) group->open.data[kept++] = group->open.data[i];
  group->open.size = kept;
}

/* Each gets its first turn as soon as it is open, and what is decided is closed at once: so the
 * memory of a group is that of its hard properties, and processes that are forked on the way are
 * small. Assertions of a design are opened all before, to be asked together. */
static void first_turns(Group *group) {
  double seconds = first_seconds(group->settings);
  if (group->model->lemmas) {
    while (more_fit(group)) keep_open(group, open_next(group));
    if (group->open.size > 1) ask_together(group);
    bool alone = group->open.size == 1 && group->next == group->count;
    round_of_turns(group, alone ? 0 : seconds);
    return;
  }
  do {
    Check *check = open_next(group);
    bool busy = group->abreast && abreast_busy(group->abreast);
    bool last = group->next == group->count && !group->open.size && !busy;
    if (group->abreast && are_hard(group) && !last) {
      turn_beside(group, check, fair_turn(group, seconds, 1), 1 + group->count - group->next);
      continue;
    }
    turn(group, check, last ? 0 : fair_turn(group, seconds, 1));
    if (!close_if_done(group, check)) keep_open(group, check);
  } while (more_fit(group));
  if (group->abreast) wait_for_all(group);
}

/* The last turn of all those that are left: nobody waits for another. */
static bool is_last(const Group *group) {
  size_t places = group->abreast ? abreast_places(group->abreast) : 1;
  bool more = group->next < group->count;
  return group->settings->timeout > 0 || (group->open.size <= places && !more);
}

static void run_group(Group *group) {
  first_turns(group);
  double seconds = first_seconds(group->settings);
  sort(group);
  while (group->open.size) {
    seconds *= GROWTH;
    round_of_turns(group, is_last(group) ? 0 : seconds);
  }
  group->nodes = 0;
}

void check_properties(const Model *model, const size_t *properties, size_t count,
                      const Settings *settings, const CheckWatch *watch) {
  if (model->net) {
    net_check_properties(model, properties, count, settings, watch);
    return;
  }
  if (model->processes) {
    process_check_properties(model, properties, count, settings, watch);
    return;
  }
  Group group = {.model = model,
                 .properties = properties,
                 .count = count,
                 .settings = settings,
                 .watch = watch,
                 .learned = {.latches = model->system->latches.size}};
  group.begun = clock_wall();
  if (count > 1) {
    group.learned.shelf = symbolic_shelf_new();
    group.abreast = abreast_new(model, settings, &group.learned, watch);
  }
  if (settings->keep) keep_read_lemmas(settings->keep, model, &group.learned);
  while (group.next < count) run_group(&group);
  if (settings->keep) keep_write_lemmas(settings->keep, model, &group.learned);
  abreast_free(group.abreast);
  vec_free(&group.open);
  learned_free(&group.learned);
}
