#include "net/prefix_check.h"

#include <stdlib.h>

/* Causes and conflicts are tables of bits: with more events they are too large. */
enum { EVENTS_MOST = 30000 };

typedef struct {
  const Prefix *prefix;
  const Net *net;
  const Bits *counted;
  Budget *budget;
  Error *error;
  size_t events, conditions;
  Bits *causes;      /* by event: itself and what has to happen before */
  Bits *conflicts;   /* by event: what cannot happen in the same run */
  Tokens **markings; /* by event: of its local configuration */
  U32Vec *takers;    /* by condition */
  U32Vec *live;      /* by place: its conditions that are not behind a cut-off */
} Checker;

static bool wrong(const Checker *c, const char *what, size_t event) {
  return error_set(c->error, "event %zu of the prefix %s", event, what);
}

/* ---- a branching process ---- */

static bool initial_is_right(const Checker *c) {
  Tokens *initial = mem_array(c->net->places.size + 1, sizeof *initial);
  bool good = true;
  for (size_t i = 0; i < c->conditions; i++)
    if (c->prefix->conditions.data[i].producer == PREFIX_NONE)
      initial[c->prefix->conditions.data[i].place]++;
  for (size_t p = 0; p < c->net->places.size; p++)
    good &= initial[p] == c->net->places.data[p].initial && initial[p] <= 1;
  mem_free(initial);
  return good || error_set(c->error, "the prefix does not start with the initial marking");
}

/* Whether conditions, each from its list once, are on the places of the arcs. */
static bool on_places(const Checker *c, const U32Vec *conditions, const NetArcVec *arcs) {
  bool good = conditions->size == arcs->size;
  for (size_t i = 0; i < arcs->size && good; i++) {
    size_t found = 0;
    for (size_t k = 0; k < conditions->size; k++)
      found += conditions->data[k] < c->conditions &&
               c->prefix->conditions.data[conditions->data[k]].place == arcs->data[i].place;
    good = found == 1 && arcs->data[i].weight == 1;
  }
  return good;
}

static bool event_is_right(const Checker *c, uint32_t number) {
  const PrefixEvent *event = c->prefix->events.data + number;
  if (event->transition >= c->net->transitions.size) return wrong(c, "fires nothing", number);
  const NetTransition *transition = c->net->transitions.data + event->transition;
  if (!on_places(c, &event->take, &transition->take))
    return wrong(c, "does not take what its transition takes", number);
  if (!on_places(c, &event->put, &transition->put))
    return wrong(c, "does not put what its transition puts", number);
  for (size_t i = 0; i < event->take.size; i++) {
    uint32_t producer = c->prefix->conditions.data[event->take.data[i]].producer;
    if (producer == PREFIX_NONE) continue;
    if (producer >= number) return wrong(c, "happens before its cause", number);
    if (c->prefix->events.data[producer].cutoff) return wrong(c, "is behind a cut-off", number);
  }
  for (size_t i = 0; i < event->put.size; i++)
    if (c->prefix->conditions.data[event->put.data[i]].producer != number)
      return wrong(c, "does not have its conditions for itself", number);
  return true;
}

/* Every condition is put by its event. */
static bool conditions_are_right(const Checker *c) {
  size_t put = 0;
  for (size_t i = 0; i < c->events; i++) put += c->prefix->events.data[i].put.size;
  for (size_t i = 0; i < c->conditions; i++) {
    const PrefixCondition *condition = c->prefix->conditions.data + i;
    put += condition->producer == PREFIX_NONE;
    if (condition->place >= c->net->places.size ||
        (condition->producer != PREFIX_NONE && condition->producer >= c->events))
      return error_set(c->error, "condition %zu of the prefix comes from nowhere", i);
  }
  return put == c->conditions || error_set(c->error, "conditions of the prefix were not put");
}

/* ---- causes, conflicts, markings ---- */

static void find_causes(Checker *c, uint32_t number) {
  const PrefixEvent *event = c->prefix->events.data + number;
  Bits *causes = c->causes + number, *conflicts = c->conflicts + number;
  bits_set(causes, number);
  for (size_t i = 0; i < event->take.size; i++) {
    uint32_t condition = event->take.data[i];
    uint32_t producer = c->prefix->conditions.data[condition].producer;
    if (producer != PREFIX_NONE) {
      bits_or(causes, c->causes + producer);
      bits_or(conflicts, c->conflicts + producer);
    }
    for (size_t k = 0; k < c->takers[condition].size; k++) {
      uint32_t other = c->takers[condition].data[k];
      for (size_t e = other; e < number; e++)
        if (bits_get(c->causes + e, other)) bits_set(conflicts, e);
    }
    vec_push(&c->takers[condition], number);
  }
  for (size_t e = bits_next(conflicts, 0); e < number; e = bits_next(conflicts, e + 1))
    bits_set(c->conflicts + e, number);
}

/* Fires the local configuration, on the net and on the conditions. */
static bool find_marking(Checker *c, uint32_t number) {
  const Bits *causes = c->causes + number;
  Bits held = bits_new(c->conditions + 1);
  Tokens *marking = c->markings[number] = mem_array(c->net->places.size + 1, sizeof *marking);
  bool good = true;
  for (size_t p = 0; p < c->net->places.size; p++) marking[p] = c->net->places.data[p].initial;
  for (size_t i = 0; i < c->conditions; i++)
    if (c->prefix->conditions.data[i].producer == PREFIX_NONE) bits_set(&held, i);
  for (size_t e = bits_next(causes, 0); e <= number && good; e = bits_next(causes, e + 1)) {
    const PrefixEvent *event = c->prefix->events.data + e;
    for (size_t i = 0; i < event->take.size; i++) {
      good &= bits_get(&held, event->take.data[i]);
      bits_clear(&held, event->take.data[i]);
    }
    for (size_t i = 0; i < event->put.size; i++) bits_set(&held, event->put.data[i]);
    good = good && net_enabled(c->net, event->transition, marking) &&
           net_fire(c->net, event->transition, marking);
  }
  bits_free(&held);
  return good || wrong(c, "cannot happen", number);
}

/* ---- cut-offs ---- */

typedef struct {
  uint32_t level, transition;
} Fired;

static int by_transition(const void *a, const void *b) {
  const Fired *one = a, *other = b;
  return (one->transition > other->transition) - (one->transition < other->transition);
}

static int by_level(const void *a, const void *b) {
  const Fired *one = a, *other = b;
  if (one->level != other->level) return one->level < other->level ? -1 : 1;
  return by_transition(a, b);
}

/* The transitions of a local configuration, each with the length of the longest chain of causes. */
static Fired *fired_by(const Checker *c, uint32_t number, size_t *count) {
  const Bits *causes = c->causes + number;
  Fired *fired = mem_array(bits_count(causes), sizeof *fired);
  uint32_t *level = mem_array((size_t)number + 1, sizeof *level);
  *count = 0;
  for (size_t e = bits_next(causes, 0); e <= number; e = bits_next(causes, e + 1)) {
    const PrefixEvent *event = c->prefix->events.data + e;
    for (size_t i = 0; i < event->take.size; i++) {
      uint32_t producer = c->prefix->conditions.data[event->take.data[i]].producer;
      if (producer != PREFIX_NONE && level[producer] >= level[e]) level[e] = level[producer] + 1;
    }
    fired[(*count)++] = (Fired){level[e], event->transition};
  }
  mem_free(level);
  return fired;
}

static int compare_transitions(const Fired *a, const Fired *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i].transition != b[i].transition) return a[i].transition < b[i].transition ? -1 : 1;
  return 0;
}

/* Level by level: a level that has fewer events, or a smaller Parikh vector, is smaller. That is a
 * comparison of the sorted sequences: where one level ends before the other one does, the other
 * sequence still has an event of the lower level. */
static int compare_levels(const Fired *a, const Fired *b, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (a[i].level != b[i].level) return a[i].level > b[i].level ? -1 : 1;
    if (a[i].transition != b[i].transition) return a[i].transition < b[i].transition ? -1 : 1;
  }
  return 0;
}

static bool is_smaller(const Checker *c, uint32_t event, uint32_t than) {
  size_t one, other;
  Fired *a = fired_by(c, event, &one), *b = fired_by(c, than, &other);
  int order = (one > other) - (one < other);
  if (!order) {
    qsort(a, one, sizeof *a, by_transition);
    qsort(b, other, sizeof *b, by_transition);
    order = compare_transitions(a, b, one);
  }
  if (!order) {
    qsort(a, one, sizeof *a, by_level);
    qsort(b, other, sizeof *b, by_level);
    order = compare_levels(a, b, one);
  }
  mem_free(a);
  mem_free(b);
  return order < 0;
}

static size_t counted_in(const Checker *c, uint32_t number) {
  size_t count = 0;
  for (size_t e = 0; number != PREFIX_NONE && e <= number; e++)
    if (bits_get(c->causes + number, e))
      count += bits_get(c->counted, c->prefix->events.data[e].transition);
  return count;
}

static bool same_marking(const Checker *c, uint32_t event, uint32_t companion) {
  for (size_t p = 0; p < c->net->places.size; p++)
    if (c->markings[event][p] !=
        (companion == PREFIX_NONE ? c->net->places.data[p].initial : c->markings[companion][p]))
      return false;
  return true;
}

static bool cutoff_is_right(const Checker *c, uint32_t number) {
  uint32_t companion = c->prefix->events.data[number].companion;
  if (companion != PREFIX_NONE && companion >= number) return wrong(c, "has no companion", number);
  if (!same_marking(c, number, companion))
    return wrong(c, "does not have the marking of its companion", number);
  if (companion != PREFIX_NONE && !is_smaller(c, companion, number))
    return wrong(c, "is not larger than its companion", number);
  if (!c->counted) return true;
  bool cause = companion == PREFIX_NONE || bits_get(c->causes + number, companion);
  size_t before = counted_in(c, companion), all = counted_in(c, number);
  if (cause && before < all) return wrong(c, "is a successful terminal", number);
  return cause || before >= all || wrong(c, "is no terminal", number);
}

/* ---- nothing is missing ---- */

/* Whether the first one is taken by a cause of the second. */
static bool is_taken_before(const Checker *c, uint32_t condition, uint32_t other) {
  uint32_t producer = c->prefix->conditions.data[other].producer;
  for (size_t i = 0; i < c->takers[condition].size && producer != PREFIX_NONE; i++)
    if (bits_get(c->causes + producer, c->takers[condition].data[i])) return true;
  return false;
}

static bool are_concurrent(const Checker *c, uint32_t a, uint32_t b) {
  uint32_t one = c->prefix->conditions.data[a].producer;
  uint32_t other = c->prefix->conditions.data[b].producer;
  if (one != PREFIX_NONE && other != PREFIX_NONE && bits_get(c->conflicts + one, other))
    return false;
  return a != b && !is_taken_before(c, a, b) && !is_taken_before(c, b, a);
}

static bool is_safe(const Checker *c, uint32_t place) {
  const U32Vec *live = &c->live[place];
  for (size_t i = 0; i < live->size; i++)
    for (size_t k = i + 1; k < live->size; k++)
      if (are_concurrent(c, live->data[i], live->data[k]))
        return error_set(c->error, "place %u of the prefix has two tokens", place);
  return true;
}

/* Whether an event of the transition takes these conditions. */
static bool is_there(const Checker *c, uint32_t transition, const U32Vec *chosen) {
  const U32Vec *takers = &c->takers[chosen->data[0]];
  for (size_t i = 0; i < takers->size; i++) {
    const PrefixEvent *event = c->prefix->events.data + takers->data[i];
    size_t shared = 0;
    for (size_t k = 0; k < chosen->size; k++)
      for (size_t n = 0; n < event->take.size; n++)
        shared += chosen->data[k] == event->take.data[n];
    if (event->transition == transition && shared == chosen->size) return true;
  }
  return false;
}

/* All ways to choose concurrent conditions for the rest of what the transition takes. */
static bool nothing_missing(const Checker *c, uint32_t transition, U32Vec *chosen) {
  const NetArcVec *take = &c->net->transitions.data[transition].take;
  if (chosen->size == take->size)
    return is_there(c, transition, chosen) ||
           error_set(c->error, "an event of transition %u is missing in the prefix", transition);
  const U32Vec *live = &c->live[take->data[chosen->size].place];
  bool good = true;
  for (size_t i = 0; i < live->size && good && !budget_spent(c->budget); i++) {
    bool concurrent = true;
    for (size_t k = 0; k < chosen->size && concurrent; k++)
      concurrent = are_concurrent(c, chosen->data[k], live->data[i]);
    if (!concurrent) continue;
    vec_push(chosen, live->data[i]);
    good = nothing_missing(c, transition, chosen);
    chosen->size--;
  }
  return good;
}

/* ---- all of it ---- */

static bool check_all(Checker *c) {
  const Prefix *prefix = c->prefix;
  if (!prefix->complete || !initial_is_right(c) || !conditions_are_right(c)) return false;
  for (uint32_t e = 0; e < c->events && !budget_spent(c->budget); e++) {
    if (!event_is_right(c, e)) return false;
    find_causes(c, e);
    if (!find_marking(c, e) || (prefix->events.data[e].cutoff && !cutoff_is_right(c, e)))
      return false;
  }
  if (budget_spent(c->budget)) return true; /* said by the caller */
  for (uint32_t i = 0; i < c->conditions; i++) {
    uint32_t producer = prefix->conditions.data[i].producer;
    if (producer == PREFIX_NONE || !prefix->events.data[producer].cutoff)
      vec_push(&c->live[prefix->conditions.data[i].place], i);
  }
  bool good = true;
  U32Vec chosen = {0};
  for (uint32_t p = 0; p < c->net->places.size && good && !budget_spent(c->budget); p++)
    good = is_safe(c, p);
  for (uint32_t t = 0; t < c->net->transitions.size && good && !budget_spent(c->budget); t++)
    good = c->net->transitions.data[t].take.size
               ? nothing_missing(c, t, &chosen)
               : error_set(c->error, "a transition takes nothing");
  vec_free(&chosen);
  return good;
}

PrefixCheck prefix_check(const Prefix *prefix, const Bits *counted, Budget *budget, Error *error) {
  Checker c = {.prefix = prefix, .net = prefix->net, .counted = counted, .budget = budget};
  c.error = error;
  if (prefix->events.size > EVENTS_MOST) return PREFIX_NOT_CHECKED;
  c.events = prefix->events.size;
  c.conditions = prefix->conditions.size;
  c.causes = mem_array(c.events + 1, sizeof *c.causes);
  c.conflicts = mem_array(c.events + 1, sizeof *c.conflicts);
  c.markings = mem_array(c.events + 1, sizeof *c.markings);
  c.takers = mem_array(c.conditions + 1, sizeof *c.takers);
  c.live = mem_array(c.net->places.size + 1, sizeof *c.live);
  for (size_t i = 0; i < c.events; i++) {
    c.causes[i] = bits_new(c.events + 1);
    c.conflicts[i] = bits_new(c.events + 1);
  }
  bool good = check_all(&c);
  for (size_t i = 0; i < c.events; i++) {
    bits_free(&c.causes[i]);
    bits_free(&c.conflicts[i]);
    mem_free(c.markings[i]);
  }
  for (size_t i = 0; i < c.conditions; i++) vec_free(&c.takers[i]);
  for (size_t i = 0; i < c.net->places.size; i++) vec_free(&c.live[i]);
  mem_free(c.causes);
  mem_free(c.conflicts);
  mem_free(c.markings);
  mem_free(c.takers);
  mem_free(c.live);
  if (!good) return PREFIX_WRONG;
  return budget_spent(budget) ? PREFIX_NOT_CHECKED : PREFIX_RIGHT;
}
