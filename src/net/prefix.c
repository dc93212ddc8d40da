/* See prefix.h. Figure 5 of the paper: a queue of possible extensions, the smallest of which
 * becomes an event. What takes the time is to find them, and three things make that fast:
 *
 *   - the concurrency relation is kept, a bit set for each condition that is not behind a cut-off.
 *     A new event is concurrent with what all of its preset is concurrent with; so are the
 *     conditions behind it, and with each other;
 *   - a new event has a new condition in its preset. In a 1-safe net two concurrent conditions have
 *     different places. So where a transition takes from a place behind the new event it takes the
 *     new condition, and only the rest of its preset is searched, among what is concurrent with
 *     the event, sorted by place;
 *   - the queue compares sizes first, then Parikh vectors, which it keeps, and only where these are
 *     equal Foata normal forms. */
#include "net/prefix.h"

#include <stdlib.h>

#include "net/prefix_cutoffs.h"
#include "net/prefix_order.h"

/* ---- conditions and what they are concurrent with ---- */

typedef VEC(uint64_t) Row; /* a bit set that is as long as it needs to be */

static inline bool row_get(const Row *row, uint32_t bit) {
  return bit / 64 < row->size && row->data[bit / 64] >> (bit % 64) & 1;
}

static inline void row_set(Row *row, uint32_t bit) {
  if (bit / 64 >= row->size) vec_resize(row, bit / 64 + 1);
  row->data[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static void row_and(Row *row, const Row *other) {
  if (row->size > other->size) row->size = other->size;
  for (size_t i = 0; i < row->size; i++) row->data[i] &= other->data[i];
}

typedef struct {
  Prefix *prefix;
  const Net *net;
  Budget *budget;
  Error *error;
  U32Vec *consumers;   /* by place: the transitions that take from it */
  U32Vec live;         /* the conditions that are not behind a cut-off */
  U32Vec row_of;       /* by condition: its position in `live`; PREFIX_NONE behind cut-offs */
  VEC(Row) concurrent; /* by position in `live` */
  PrefixQueue *queue;
  PrefixPast *past;
  PrefixCutoffs *cutoffs;
  U32Vec *at_place; /* scratch: of the new event's concurrent conditions, those on the place */
  U32Vec touched;   /* places where `at_place` is not empty */
  U32Vec fixed;     /* scratch, by place: the condition behind the new event, or PREFIX_NONE */
  uint64_t *seen;   /* scratch, by transition: the round in which it was tried */
  uint64_t round;
} Builder;

static uint32_t add_condition(Builder *b, uint32_t place, uint32_t producer) {
  vec_push(&b->prefix->conditions, ((PrefixCondition){.place = place, .producer = producer}));
  vec_push(&b->row_of, PREFIX_NONE);
  return (uint32_t)b->prefix->conditions.size - 1;
}

/* The conditions become live, concurrent with each other and with the row. */
static void make_live(Builder *b, const U32Vec *conditions, const Row *with) {
  uint32_t from = (uint32_t)b->live.size;
  for (size_t i = 0; i < conditions->size; i++) {
    uint32_t position = from + (uint32_t)i;
    vec_push(&b->live, conditions->data[i]);
    b->row_of.data[conditions->data[i]] = position;
    Row row = {0};
    vec_append(&row, with);
    for (uint32_t k = 0; k < conditions->size; k++)
      if (k != i) row_set(&row, from + k);
    vec_push(&b->concurrent, row);
  }
  for (size_t word = 0; word < with->size; word++)
    for (uint64_t bits = with->data[word]; bits; bits &= bits - 1) {
      Row *other = b->concurrent.data + word * 64 + (size_t)__builtin_ctzll(bits);
      for (uint32_t k = 0; k < conditions->size; k++) row_set(other, from + k);
    }
}

/* ---- possible extensions ---- */

typedef struct {
  uint32_t transition;
  U32Vec preset;                  /* what is chosen so far */
  VEC(const U32Vec *) candidates; /* one list of conditions for each place that is left */
} Choice;

static bool all_concurrent(const Builder *b, uint32_t condition, const U32Vec *chosen,
                           size_t from) {
  uint32_t position = b->row_of.data[condition];
  for (size_t i = from; i < chosen->size; i++)
    if (!row_get(b->concurrent.data + b->row_of.data[chosen->data[i]], position)) return false;
  return true;
}

/* `fixed` conditions, in front of those that are chosen, are concurrent with all candidates. */
static void choose(Builder *b, Choice *choice, size_t level, size_t fixed) {
  if (level == choice->candidates.size) {
    prefix_queue_add(b->queue, b->past, choice->transition, &choice->preset);
    return;
  }
  const U32Vec *candidates = choice->candidates.data[level];
  for (size_t i = 0; i < candidates->size; i++) {
    if (!all_concurrent(b, candidates->data[i], &choice->preset, fixed)) continue;
    vec_push(&choice->preset, candidates->data[i]);
    choose(b, choice, level + 1, fixed);
    choice->preset.size--;
  }
}

/* Short lists first: they fail early. */
static int by_length(const void *a, const void *b) {
  size_t one = (*(const U32Vec *const *)a)->size, other = (*(const U32Vec *const *)b)->size;
  return (one > other) - (one < other);
}

static void extend_with(Builder *b, Choice *choice, uint32_t transition) {
  const NetArcVec *take = &b->net->transitions.data[transition].take;
  choice->transition = transition;
  vec_clear(&choice->preset);
  vec_clear(&choice->candidates);
  for (size_t i = 0; i < take->size; i++) {
    uint32_t place = take->data[i].place;
    if (b->fixed.data[place] != PREFIX_NONE) vec_push(&choice->preset, b->fixed.data[place]);
    else if (b->at_place[place].size) vec_push(&choice->candidates, &b->at_place[place]);
    else return;
  }
  if (choice->candidates.size > 1)
    qsort(choice->candidates.data, choice->candidates.size, sizeof *choice->candidates.data,
          by_length);
  choose(b, choice, 0, choice->preset.size);
}

/* The same where places hold several tokens: of each place as many as the arc says, in the order of
 * their numbers, and a new one, which has a larger number than all others, among all. */
static void choose_several(Builder *b, Choice *choice, size_t arc, Tokens left, size_t from,
                           uint32_t first_new) {
  const NetArcVec *take = &b->net->transitions.data[choice->transition].take;
  if (!left) {
    if (arc + 1 < take->size) {
      choose_several(b, choice, arc + 1, take->data[arc + 1].weight, 0, first_new);
      return;
    }
    bool fresh = false;
    for (size_t i = 0; i < choice->preset.size; i++) fresh |= choice->preset.data[i] >= first_new;
    if (fresh) prefix_queue_add(b->queue, b->past, choice->transition, &choice->preset);
    return;
  }
  const U32Vec *candidates = &b->at_place[take->data[arc].place];
  for (size_t i = from; i + left <= candidates->size; i++) {
    if (!all_concurrent(b, candidates->data[i], &choice->preset, 0)) continue;
    vec_push(&choice->preset, candidates->data[i]);
    choose_several(b, choice, arc, left - 1, i + 1, first_new);
    choice->preset.size--;
  }
}

static void note_at_place(Builder *b, uint32_t condition) {
  uint32_t place = b->prefix->conditions.data[condition].place;
  if (!b->at_place[place].size) vec_push(&b->touched, place);
  vec_push(&b->at_place[place], condition);
}

static void extend_with_several(Builder *b, Choice *choice, uint32_t transition,
                                uint32_t first_new) {
  choice->transition = transition;
  vec_clear(&choice->preset);
  choose_several(b, choice, 0, b->net->transitions.data[transition].take.data[0].weight, 0,
                 first_new);
}

/* All extensions that take one of these new conditions, which are concurrent with the row. */
static void find_extensions(Builder *b, const U32Vec *conditions, const Row *with) {
  Choice choice = {0};
  b->round++;
  for (size_t word = 0; word < with->size; word++)
    for (uint64_t bits = with->data[word]; bits; bits &= bits - 1) {
      note_at_place(b, b->live.data[word * 64 + (size_t)__builtin_ctzll(bits)]);
    }
  bool safe = b->prefix->bound == 1;
  for (size_t i = 0; i < conditions->size; i++)
    if (safe)
      b->fixed.data[b->prefix->conditions.data[conditions->data[i]].place] = conditions->data[i];
    else note_at_place(b, conditions->data[i]);
  for (size_t i = 0; i < conditions->size; i++) {
    const U32Vec *takers = &b->consumers[b->prefix->conditions.data[conditions->data[i]].place];
    for (size_t k = 0; k < takers->size; k++) {
      if (b->seen[takers->data[k]] == b->round) continue;
      b->seen[takers->data[k]] = b->round;
      if (safe) extend_with(b, &choice, takers->data[k]);
      else extend_with_several(b, &choice, takers->data[k], conditions->data[0]);
    }
  }
  for (size_t i = 0; i < conditions->size; i++)
    b->fixed.data[b->prefix->conditions.data[conditions->data[i]].place] = PREFIX_NONE;
  for (size_t i = 0; i < b->touched.size; i++) vec_clear(&b->at_place[b->touched.data[i]]);
  vec_clear(&b->touched);
  vec_free(&choice.preset);
  vec_free(&choice.candidates);
}

/* ---- events ---- */

static bool too_many(Builder *b, uint32_t place) {
  const char *name = b->net->places.data[place].name;
  if (b->prefix->bound == 1)
    return error_set(b->error, "the net is not 1-safe: '%s' can hold two tokens", name);
  return error_set(b->error, "'%s' can hold more than %u tokens", name, b->prefix->bound);
}

/* Whether the marking, numbers of places in order, keeps to the bound. */
static bool stays_bounded(Builder *b, const Text *marking) {
  const uint32_t *places = (const uint32_t *)(const void *)marking->data;
  size_t count = marking->size / sizeof *places;
  for (size_t i = 0; i + b->prefix->bound < count; i++)
    if (places[i] == places[i + b->prefix->bound]) return too_many(b, places[i]);
  return true;
}

/* Whether a place behind the event is empty in all that is concurrent with it. */
static bool stays_safe(Builder *b, const PrefixEvent *event, const Row *with) {
  for (size_t i = 0; i < event->put.size; i++)
    b->fixed.data[b->prefix->conditions.data[event->put.data[i]].place] = event->put.data[i];
  uint32_t twice = PREFIX_NONE;
  for (size_t word = 0; word < with->size; word++)
    for (uint64_t bits = with->data[word]; bits; bits &= bits - 1) {
      uint32_t condition = b->live.data[word * 64 + (size_t)__builtin_ctzll(bits)];
      uint32_t place = b->prefix->conditions.data[condition].place;
      if (b->fixed.data[place] != PREFIX_NONE) twice = place;
    }
  for (size_t i = 0; i < event->put.size; i++)
    b->fixed.data[b->prefix->conditions.data[event->put.data[i]].place] = PREFIX_NONE;
  return twice == PREFIX_NONE || too_many(b, twice);
}

static void concurrent_with_all(const Builder *b, const U32Vec *preset, Row *row) {
  for (size_t i = 0; i < preset->size; i++) {
    const Row *other = b->concurrent.data + b->row_of.data[preset->data[i]];
    if (i) row_and(row, other);
    else vec_append(row, other);
  }
}

/* Takes over the extension. */
static bool add_event(Builder *b, PrefixExtension *extension) {
  Prefix *prefix = b->prefix;
  uint32_t number = (uint32_t)prefix->events.size;
  const NetTransition *transition = &b->net->transitions.data[extension->transition];
  vec_push(&prefix->events, ((PrefixEvent){.transition = extension->transition}));
  PrefixEvent *event = &vec_last(&prefix->events);
  for (size_t i = 0; i < extension->preset_size; i++) {
    vec_push(&event->take, extension->preset[i]);
    vec_push(&prefix->conditions.data[extension->preset[i]].consumers, number);
  }
  for (size_t i = 0; i < transition->put.size; i++)
    for (Tokens k = 0; k < transition->put.data[i].weight; k++)
      vec_push(&event->put, add_condition(b, transition->put.data[i].place, number));
  prefix_past_note_event(b->past, number);

  Text marking = {0};
  prefix_cutoffs_judge(b->cutoffs, number, extension, &marking);
  bool bounded = stays_bounded(b, &marking);
  text_free(&marking);
  if (event->cutoff) prefix->cutoffs++;
  if (event->cutoff || !bounded) return bounded;
  Row with = {0};
  concurrent_with_all(b, &event->take, &with);
  bool safe = prefix->bound > 1 || stays_safe(b, event, &with);
  if (safe) {
    make_live(b, &event->put, &with);
    if (event->put.size) find_extensions(b, &event->put, &with);
  }
  vec_free(&with);
  return safe;
}

static bool begin(Builder *b) {
  U32Vec initial = {0};
  Row nothing = {0};
  Text marking = {0};
  bool safe = true;
  for (uint32_t place = 0; place < b->net->places.size && safe; place++) {
    Tokens tokens = b->net->places.data[place].initial;
    if (tokens > b->prefix->bound) safe = too_many(b, place);
    for (Tokens i = 0; i < tokens && safe; i++)
      vec_push(&initial, add_condition(b, place, PREFIX_NONE));
  }
  if (safe) {
    prefix_cutoffs_judge(b->cutoffs, PREFIX_NONE, NULL, &marking);
    make_live(b, &initial, &nothing);
    if (initial.size) find_extensions(b, &initial, &nothing);
  }
  text_free(&marking);
  vec_free(&initial);
  return safe;
}

static bool build(Builder *b) {
  if (!begin(b)) return false;
  PrefixExtension *next;
  bool good = true;
  while (good && (next = prefix_queue_smallest(b->queue))) {
    if (budget_spent(b->budget)) {
      prefix_extension_free(next);
      return true;
    }
    good = add_event(b, next);
    if (b->prefix->successful != PREFIX_NONE) return good;
  }
  b->prefix->complete = good;
  return good;
}

/* A transition without a preset could fire as often as it likes; and where a place holds one token
 * an arc has a weight of 1. */
static bool can_be_unfolded(const Net *net, Tokens bound, Error *error) {
  for (size_t i = 0; i < net->transitions.size; i++) {
    const NetTransition *transition = &net->transitions.data[i];
    if (!transition->take.size)
      return error_set(error, "'%s' takes nothing and can always fire: the net is not bounded",
                       transition->name);
    for (size_t k = 0; k < transition->take.size + transition->put.size; k++) {
      bool take = k < transition->take.size;
      NetArc arc =
          take ? transition->take.data[k] : transition->put.data[k - transition->take.size];
      if (arc.weight > bound)
        return error_set(error,
                         "an arc between '%s' and '%s' has a weight of %u, and a place may "
                         "hold %u here",
                         transition->name, net->places.data[arc.place].name, arc.weight, bound);
    }
  }
  return true;
}

static Prefix *unfold(const Net *net, Tokens bound, const Bits *counted, Budget *budget,
                      Error *error) {
  assert(bound);
  if (!can_be_unfolded(net, bound, error)) return NULL;
  size_t places = net->places.size, transitions = net->transitions.size;
  Prefix *prefix = mem_zalloc(sizeof *prefix);
  prefix->net = net;
  prefix->bound = bound;
  prefix->successful = PREFIX_NONE;
  Builder b = {.prefix = prefix, .net = net, .budget = budget, .error = error};
  b.consumers = mem_array(places, sizeof *b.consumers);
  b.at_place = mem_array(places, sizeof *b.at_place);
  b.seen = mem_array(transitions, sizeof *b.seen);
  for (size_t i = 0; i < places; i++) vec_push(&b.fixed, PREFIX_NONE);
  for (uint32_t i = 0; i < transitions; i++) {
    const NetArcVec *take = &net->transitions.data[i].take;
    for (size_t k = 0; k < take->size; k++) vec_push(&b.consumers[take->data[k].place], i);
  }
  b.past = prefix_past_new(prefix);
  b.queue = prefix_queue_new(b.past);
  b.cutoffs = prefix_cutoffs_new(prefix, b.past, counted);
  bool good = build(&b);
  prefix_cutoffs_free(b.cutoffs);
  prefix_queue_free(b.queue);
  prefix_past_free(b.past);
  for (size_t i = 0; i < places; i++) {
    vec_free(&b.consumers[i]);
    vec_free(&b.at_place[i]);
  }
  for (size_t i = 0; i < b.concurrent.size; i++) vec_free(&b.concurrent.data[i]);
  mem_free(b.consumers);
  mem_free(b.at_place);
  mem_free(b.seen);
  vec_free(&b.concurrent);
  vec_free(&b.live);
  vec_free(&b.row_of);
  vec_free(&b.touched);
  vec_free(&b.fixed);
  if (good) return prefix;
  prefix_free(prefix);
  return NULL;
}

Prefix *prefix_new(const Net *net, Tokens bound, Budget *budget, Error *error) {
  return unfold(net, bound, NULL, budget, error);
}

Prefix *prefix_tableau(const Net *net, const Bits *counted, Budget *budget, Error *error) {
  return unfold(net, 1, counted, budget, error);
}

/* The events of a local configuration; none for PREFIX_NONE. Causes have smaller numbers. */
static Bits history_of(const Prefix *prefix, uint32_t event) {
  Bits history = bits_new(prefix->events.size + 1);
  if (event == PREFIX_NONE) return history;
  bits_set(&history, event);
  for (size_t i = (size_t)event + 1; i--;) {
    const U32Vec *take = &prefix->events.data[i].take;
    if (!bits_get(&history, i)) continue;
    for (size_t k = 0; k < take->size; k++) {
      uint32_t cause = prefix->conditions.data[take->data[k]].producer;
      if (cause != PREFIX_NONE) bits_set(&history, cause);
    }
  }
  return history;
}

/* What an event has behind another one, its cause. */
static void add_run(const Prefix *prefix, uint32_t from, uint32_t to, U32Vec *run) {
  Bits before = history_of(prefix, from), all = history_of(prefix, to);
  bits_minus(&all, &before);
  for (size_t i = 0; i < prefix->events.size; i++)
    if (bits_get(&all, i)) vec_push(run, prefix->events.data[i].transition);
  bits_free(&before);
  bits_free(&all);
}

void prefix_run_to(const Prefix *prefix, uint32_t event, U32Vec *run) {
  add_run(prefix, PREFIX_NONE, event, run);
}

void prefix_run_around(const Prefix *prefix, uint32_t terminal, U32Vec *run) {
  add_run(prefix, prefix->events.data[terminal].companion, terminal, run);
}

void prefix_free(Prefix *prefix) {
  if (!prefix) return;
  for (size_t i = 0; i < prefix->conditions.size; i++)
    vec_free(&prefix->conditions.data[i].consumers);
  for (size_t i = 0; i < prefix->events.size; i++) {
    vec_free(&prefix->events.data[i].take);
    vec_free(&prefix->events.data[i].put);
  }
  vec_free(&prefix->conditions);
  vec_free(&prefix->events);
  mem_free(prefix);
}
