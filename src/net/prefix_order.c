/* See prefix_order.h. A history is collected by walking back from conditions to the events that
 * produced them; a round number marks what was met. */
#include "net/prefix_order.h"

#include <stdlib.h>

struct PrefixPast {
  const Prefix *prefix;
  U32Vec depth; /* by event: its level in the Foata normal form, from 0 */
  U32Vec met;   /* by event: the round that met it last */
  uint32_t round;
  U32Vec found;  /* the events of the history that was collected last */
  U32Vec places; /* scratch */
};

struct PrefixQueue {
  PrefixPast *past;
  VEC(PrefixExtension *) heap; /* the smallest first */
};

PrefixPast *prefix_past_new(const Prefix *prefix) {
  PrefixPast *past = mem_zalloc(sizeof *past);
  past->prefix = prefix;
  return past;
}

void prefix_past_free(PrefixPast *past) {
  vec_free(&past->depth);
  vec_free(&past->met);
  vec_free(&past->found);
  vec_free(&past->places);
  mem_free(past);
}

static uint32_t depth_above(const PrefixPast *past, const uint32_t *preset, size_t count) {
  uint32_t depth = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t producer = past->prefix->conditions.data[preset[i]].producer;
    if (producer != PREFIX_NONE && past->depth.data[producer] + 1 > depth)
      depth = past->depth.data[producer] + 1;
  }
  return depth;
}

void prefix_past_note_event(PrefixPast *past, uint32_t event) {
  assert(event == past->depth.size);
  const U32Vec *take = &past->prefix->events.data[event].take;
  vec_push(&past->depth, depth_above(past, take->data, take->size));
  vec_push(&past->met, 0);
}

static void meet(PrefixPast *past, uint32_t event) {
  if (event == PREFIX_NONE || past->met.data[event] == past->round) return;
  past->met.data[event] = past->round;
  vec_push(&past->found, event);
}

/* The events that must have happened for these conditions to hold, into `found`. */
static void collect(PrefixPast *past, const uint32_t *conditions, size_t count) {
  const Prefix *prefix = past->prefix;
  past->round++;
  vec_clear(&past->found);
  for (size_t i = 0; i < count; i++) meet(past, prefix->conditions.data[conditions[i]].producer);
  for (size_t next = 0; next < past->found.size; next++) {
    const U32Vec *take = &prefix->events.data[past->found.data[next]].take;
    for (size_t i = 0; i < take->size; i++)
      meet(past, prefix->conditions.data[take->data[i]].producer);
  }
}

static int by_number(const void *a, const void *b) {
  uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
  return (one > other) - (one < other);
}

/* ---- markings ---- */

static bool consumed_in_round(const PrefixPast *past, const PrefixCondition *condition) {
  for (size_t i = 0; i < condition->consumers.size; i++)
    if (past->met.data[condition->consumers.data[i]] == past->round) return true;
  return false;
}

static void note_place(PrefixPast *past, uint32_t number) {
  const PrefixCondition *condition = &past->prefix->conditions.data[number];
  if (!consumed_in_round(past, condition)) vec_push(&past->places, condition->place);
}

void prefix_past_marking(PrefixPast *past, uint32_t event, Text *bytes) {
  const Prefix *prefix = past->prefix;
  if (event != PREFIX_NONE) {
    const PrefixEvent *last = &prefix->events.data[event];
    collect(past, last->take.data, last->take.size);
    meet(past, event);
  } else {
    collect(past, NULL, 0);
  }
  vec_clear(&past->places);
  for (uint32_t i = 0; i < prefix->conditions.size; i++) { /* the initial ones are in front */
    if (prefix->conditions.data[i].producer != PREFIX_NONE) break;
    note_place(past, i);
  }
  for (size_t i = 0; i < past->found.size; i++) {
    const U32Vec *put = &prefix->events.data[past->found.data[i]].put;
    for (size_t k = 0; k < put->size; k++) note_place(past, put->data[k]);
  }
  if (past->places.size > 1)
    qsort(past->places.data, past->places.size, sizeof *past->places.data, by_number);
  text_add_n(bytes, (const char *)past->places.data, past->places.size * sizeof(uint32_t));
}

bool prefix_past_has(const PrefixPast *past, uint32_t event) {
  return event == PREFIX_NONE || past->met.data[event] == past->round;
}

uint32_t prefix_past_count(const PrefixPast *past, const Bits *transitions) {
  uint32_t count = 0;
  for (size_t i = 0; i < past->found.size; i++)
    count += bits_get(transitions, past->prefix->events.data[past->found.data[i]].transition);
  return count;
}

/* ---- the order ---- */

/* Parikh vectors as sorted sequences of transitions. */
int prefix_compare_parikh(const PrefixExtension *a, const PrefixExtension *b) {
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  for (uint32_t i = 0; i < a->size; i++)
    if (a->transitions[i] != b->transitions[i])
      return a->transitions[i] < b->transitions[i] ? -1 : 1;
  return 0;
}

typedef struct {
  uint32_t level, transition;
} Placed;
typedef VEC(Placed) PlacedVec;

static int by_level(const void *a, const void *b) {
  const Placed *one = a, *other = b;
  if (one->level != other->level) return one->level < other->level ? -1 : 1;
  return (one->transition > other->transition) - (one->transition < other->transition);
}

static void foata(PrefixPast *past, const PrefixExtension *extension, PlacedVec *form) {
  collect(past, extension->preset, extension->preset_size);
  for (size_t i = 0; i < past->found.size; i++) {
    uint32_t event = past->found.data[i];
    vec_push(form,
             ((Placed){past->depth.data[event], past->prefix->events.data[event].transition}));
  }
  vec_push(form, ((Placed){depth_above(past, extension->preset, extension->preset_size),
                           extension->transition}));
  qsort(form->data, form->size, sizeof *form->data, by_level);
}

static int compare_foata(PrefixPast *past, const PrefixExtension *a, const PrefixExtension *b) {
  PlacedVec one = {0}, other = {0};
  foata(past, a, &one);
  foata(past, b, &other);
  assert(one.size == other.size);
  int result = 0;
  for (size_t i = 0; i < one.size && !result; i++) {
    /* A level that ends is smaller than one that goes on. */
    if (one.data[i].level != other.data[i].level)
      result = one.data[i].level > other.data[i].level ? -1 : 1;
    else if (one.data[i].transition != other.data[i].transition)
      result = one.data[i].transition < other.data[i].transition ? -1 : 1;
  }
  vec_free(&one);
  vec_free(&other);
  return result;
}

static int compare(PrefixPast *past, const PrefixExtension *a, const PrefixExtension *b) {
  int result = prefix_compare_parikh(a, b);
  return result ? result : compare_foata(past, a, b);
}

/* ---- the queue ---- */

PrefixQueue *prefix_queue_new(PrefixPast *past) {
  PrefixQueue *queue = mem_zalloc(sizeof *queue);
  queue->past = past;
  return queue;
}

void prefix_extension_free(PrefixExtension *extension) {
  if (!extension) return;
  mem_free(extension->preset);
  mem_free(extension->transitions);
  mem_free(extension);
}

void prefix_queue_free(PrefixQueue *queue) {
  for (size_t i = 0; i < queue->heap.size; i++) prefix_extension_free(queue->heap.data[i]);
  vec_free(&queue->heap);
  mem_free(queue);
}

static PrefixExtension *extension_new(PrefixPast *past, uint32_t transition, const U32Vec *preset) {
  PrefixExtension *new = mem_zalloc(sizeof *new);
  new->transition = transition;
  new->preset_size = (uint32_t)preset->size;
  new->preset = mem_array(preset->size, sizeof *new->preset);
  memcpy(new->preset, preset->data, preset->size * sizeof *new->preset);
  collect(past, preset->data, preset->size);
  new->size = (uint32_t)past->found.size + 1;
  new->transitions = mem_array(new->size, sizeof *new->transitions);
  for (size_t i = 0; i < past->found.size; i++)
    new->transitions[i] = past->prefix->events.data[past->found.data[i]].transition;
  new->transitions[past->found.size] = transition;
  qsort(new->transitions, new->size, sizeof *new->transitions, by_number);
  return new;
}

void prefix_queue_add(PrefixQueue *queue, PrefixPast *past, uint32_t transition,
                      const U32Vec *preset) {
  PrefixExtension *new = extension_new(past, transition, preset);
  vec_push(&queue->heap, new);
  size_t at = queue->heap.size - 1;
  while (at && compare(past, new, queue->heap.data[(at - 1) / 2]) < 0) {
    queue->heap.data[at] = queue->heap.data[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  queue->heap.data[at] = new;
}

PrefixExtension *prefix_queue_smallest(PrefixQueue *queue) {
  if (!queue->heap.size) return NULL;
  PrefixExtension **heap = queue->heap.data, *smallest = heap[0];
  PrefixExtension *moved = vec_pop(&queue->heap);
  size_t size = queue->heap.size, at = 0;
  while (2 * at + 1 < size) {
    size_t child = 2 * at + 1;
    if (child + 1 < size && compare(queue->past, heap[child + 1], heap[child]) < 0) child++;
    if (compare(queue->past, moved, heap[child]) <= 0) break;
    heap[at] = heap[child];
    at = child;
  }
  if (size) heap[at] = moved;
  return smallest;
}
