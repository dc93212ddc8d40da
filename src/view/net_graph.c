/* See net_graph.h. Markings change in few places and few transitions are enabled at a time, so a
 * transition is looked at only where the first place before it is marked, and firing goes through
 * the places whose number of tokens changes. */
#include "view/net_graph.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

typedef struct {
  uint32_t place;
  uint32_t put;  /* tokens gained ... */
  uint32_t take; /* ... or lost; one of them is 0 */
} Change;

/* Lists of numbers, one for each of some owners, in one array. */
typedef struct {
  U32Vec numbers;
  U32Vec first; /* of owner i: numbers first[i] .. first[i + 1] - 1 */
} Lists;

typedef struct {
  Graph graph;
  const Net *net;
  const NetAtomVec *atom_list;
  VEC(Change) changes;
  U32Vec first_change; /* by transition */
  Lists writes;        /* by transition: the places of its changes */
  Lists waiting;       /* by place: transitions that have it as the first one before them */
  U32Vec always;       /* transitions that take nothing */
  Lists takers;        /* by place: transitions with it before them */
  Lists givers;        /* by place: transitions that put more there than they take */
  Lists losers;        /* by place: transitions that take more than they put */
} NetGraph;

static const NetGraph *of(const Graph *graph) { return (const NetGraph *)graph; }

static Numbers list_of(const Lists *lists, uint32_t owner) {
  uint32_t first = lists->first.data[owner];
  return (Numbers){lists->numbers.data + first, lists->first.data[owner + 1] - first};
}

static void list_end(Lists *lists) { vec_push(&lists->first, (uint32_t)lists->numbers.size); }

static void lists_free(Lists *lists) {
  vec_free(&lists->numbers);
  vec_free(&lists->first);
}

/* ---- states ---- */

static void initial(const Graph *graph, uint32_t *state) {
  const Net *net = of(graph)->net;
  state[0] = 0; /* of a net without places */
  for (size_t i = 0; i < net->places.size; i++) state[i] = net->places.data[i].initial;
}

static bool is_enabled(const Graph *graph, uint32_t action, const uint32_t *state) {
  return net_enabled(of(graph)->net, action, state);
}

static int ascending(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

static size_t enabled(const Graph *graph, const uint32_t *state, uint32_t *actions) {
  const NetGraph *self = of(graph);
  size_t count = 0;
  for (size_t i = 0; i < self->always.size; i++) actions[count++] = self->always.data[i];
  bool sorted = true;
  for (uint32_t p = 0; p < self->net->places.size; p++) {
    if (!state[p]) continue;
    Numbers waiting = list_of(&self->waiting, p);
    for (size_t i = 0; i < waiting.size; i++) {
      uint32_t t = waiting.data[i];
      if (!net_enabled(self->net, t, state)) continue;
      sorted = sorted && (!count || actions[count - 1] < t);
      actions[count++] = t;
    }
  }
  if (!sorted) qsort(actions, count, sizeof *actions, ascending);
  return count;
}

static GraphFired fire(const Graph *graph, uint32_t action, uint32_t *state) {
  const NetGraph *self = of(graph);
  const Change *change = self->changes.data + self->first_change.data[action];
  const Change *end = self->changes.data + self->first_change.data[action + 1];
  for (const Change *c = change; c < end; c++)
    if (c->put > UINT32_MAX - state[c->place]) return GRAPH_OVERFLOW;
  for (; change < end; change++) state[change->place] += change->put - change->take;
  return GRAPH_FIRED;
}

static Numbers writes(const Graph *graph, uint32_t action) {
  return list_of(&of(graph)->writes, action);
}

static bool holds(const Graph *graph, uint32_t atom, const uint32_t *state) {
  const NetGraph *self = of(graph);
  return net_atom_holds(self->net, self->atom_list->data + atom, state);
}

/* ---- dependency ---- */

static void add_all(const Lists *lists, uint32_t owner, U32Vec *set) {
  Numbers numbers = list_of(lists, owner);
  for (size_t i = 0; i < numbers.size; i++) vec_push(set, numbers.data[i]);
}

/* Two transitions conflict if one takes tokens from a place that the other needs. That a third one
 * reads a place which another fills does not matter: more tokens disable nothing. */
static void conflicts(const Graph *graph, uint32_t action, U32Vec *set) {
  const NetGraph *self = of(graph);
  const NetTransition *transition = self->net->transitions.data + action;
  for (size_t i = 0; i < transition->take.size; i++) {
    uint32_t p = transition->take.data[i].place;
    bool loses = transition->take.data[i].weight > net_weight(&transition->put, p);
    add_all(loses ? &self->takers : &self->losers, p, set);
  }
}

/* The producers of a place that lacks tokens; of all such places the one that adds fewest. */
static void enablers(const Graph *graph, uint32_t action, const uint32_t *state,
                     const uint8_t *there, U32Vec *set) {
  const NetGraph *self = of(graph);
  const NetArcVec *take = &self->net->transitions.data[action].take;
  uint32_t best = UINT32_MAX;
  size_t least = SIZE_MAX;
  for (size_t i = 0; i < take->size && least; i++) {
    if (state[take->data[i].place] >= take->data[i].weight) continue;
    Numbers givers = list_of(&self->givers, take->data[i].place);
    size_t cost = 0;
    for (size_t k = 0; k < givers.size; k++) cost += !there || !there[givers.data[k]];
    if (cost < least) {
      least = cost;
      best = take->data[i].place;
    }
  }
  assert(best != UINT32_MAX); /* it is disabled */
  Numbers givers = list_of(&self->givers, best);
  for (size_t k = 0; k < givers.size; k++) vec_push(set, givers.data[k]);
}

/* A sum grows beyond its limit by those who add to it, and sinks by those who take from it. */
static void change_sum(const NetGraph *self, const NetAtom *atom, bool grow, U32Vec *set) {
  for (size_t i = 0; i < atom->terms.size; i++) {
    bool gain = (atom->terms.data[i].weight > 0) == grow;
    add_all(gain ? &self->givers : &self->losers, atom->terms.data[i].place, set);
  }
}

/* What may change whether a transition is enabled, from that value. */
static void change_enabledness(const NetGraph *self, uint32_t t, bool value, const uint32_t *state,
                               U32Vec *set) {
  const NetArcVec *take = &self->net->transitions.data[t].take;
  if (state && !value) {
    enablers(&self->graph, t, state, NULL, set);
    return;
  }
  for (size_t i = 0; i < take->size; i++)
    add_all(value ? &self->losers : &self->givers, take->data[i].place, set);
}

/* Some transition of the list is enabled, and all of these have to become disabled: one that is
 * enabled now is as good as any. */
static void change_one_enabled(const NetGraph *self, Numbers list, const uint32_t *state,
                               U32Vec *set) {
  for (size_t i = 0; i < list.size; i++)
    if (net_enabled(self->net, list.data[i], state)) {
      change_enabledness(self, list.data[i], true, state, set);
      return;
    }
}

/* A deadlock does not end; it begins when all that is enabled has become disabled. */
static void change_deadlock(const NetGraph *self, bool value, const uint32_t *state, U32Vec *set) {
  for (uint32_t t = 0; t < self->net->transitions.size; t++) {
    if (!state) vec_push(set, t);
    else if (!value && net_enabled(self->net, t, state)) {
      change_enabledness(self, t, true, state, set);
      return;
    }
  }
}

static void changers(const Graph *graph, uint32_t number, bool value, const uint32_t *state,
                     U32Vec *set) {
  const NetGraph *self = of(graph);
  const NetAtom *atom = self->atom_list->data + number;
  Numbers list = {atom->transitions.data, atom->transitions.size};
  switch (atom->kind) {
  case NET_ATOM_AT_MOST: change_sum(self, atom, value, set); break;
  case NET_ATOM_FIREABLE:
    if (state && value) change_one_enabled(self, list, state, set);
    else
      for (size_t i = 0; i < list.size; i++)
        change_enabledness(self, list.data[i], value, state, set);
    break;
  case NET_ATOM_DEADLOCK: change_deadlock(self, value, state, set); break;
  case NET_ATOM_SAFE:
    for (uint32_t t = 0; t < self->net->transitions.size; t++) vec_push(set, t);
  }
}

static void print_action(const Graph *graph, uint32_t action, Text *text) {
  text_add(text, of(graph)->net->transitions.data[action].name);
}

/* ---- making ---- */

static void add_changes(NetGraph *self, uint32_t t) {
  const NetTransition *transition = self->net->transitions.data + t;
  const NetArcVec *take = &transition->take, *put = &transition->put;
  for (size_t i = 0, k = 0; i < take->size || k < put->size;) {
    bool takes = i < take->size && (k == put->size || take->data[i].place <= put->data[k].place);
    bool puts = k < put->size && (i == take->size || put->data[k].place <= take->data[i].place);
    Change change = {.place = takes ? take->data[i].place : put->data[k].place};
    uint32_t lost = takes ? take->data[i].weight : 0, gained = puts ? put->data[k].weight : 0;
    if (gained > lost) change.put = gained - lost;
    else change.take = lost - gained;
    if (gained != lost) {
      vec_push(&self->changes, change);
      vec_push(&self->writes.numbers, change.place);
    }
    i += takes;
    k += puts;
  }
  vec_push(&self->first_change, (uint32_t)self->changes.size);
  list_end(&self->writes);
}

typedef enum { TAKERS, GIVERS, LOSERS, WAITING } ByPlace;

/* Lists by place: counted first, so that each has its part of the array. */
static void make_by_place(const Net *net, ByPlace what, Lists *lists) {
  size_t places = net->places.size;
  VEC(uint64_t) pairs = {0};
  for (uint32_t t = 0; t < net->transitions.size; t++) {
    const NetTransition *transition = net->transitions.data + t;
    const NetArcVec *arcs = what == GIVERS ? &transition->put : &transition->take;
    const NetArcVec *against = what == GIVERS ? &transition->take : &transition->put;
    size_t count = what == WAITING && arcs->size ? 1 : arcs->size;
    for (size_t i = 0; i < count; i++) {
      uint32_t p = arcs->data[i].place;
      bool counts =
          what == TAKERS || what == WAITING || arcs->data[i].weight > net_weight(against, p);
      if (counts) vec_push(&pairs, (uint64_t)p << 32 | t);
    }
  }
  vec_resize(&lists->first, places + 1);
  for (size_t i = 0; i < pairs.size; i++) lists->first.data[(pairs.data[i] >> 32) + 1]++;
  for (size_t p = 0; p < places; p++) lists->first.data[p + 1] += lists->first.data[p];
  uint32_t *next = mem_alloc((places + 1) * sizeof *next);
  for (size_t p = 0; p <= places; p++) next[p] = lists->first.data[p];
  vec_resize(&lists->numbers, pairs.size);
  for (size_t i = 0; i < pairs.size; i++)
    lists->numbers.data[next[pairs.data[i] >> 32]++] = (uint32_t)pairs.data[i];
  mem_free(next);
  vec_free(&pairs);
}

static void net_graph_free(Graph *graph) {
  NetGraph *self = (NetGraph *)graph;
  vec_free(&self->changes);
  vec_free(&self->first_change);
  vec_free(&self->always);
  lists_free(&self->writes);
  lists_free(&self->waiting);
  lists_free(&self->takers);
  lists_free(&self->givers);
  lists_free(&self->losers);
  mem_free(self);
}

Graph *net_graph(const Net *net, const NetAtomVec *atoms) {
  NetGraph *self = mem_zalloc(sizeof *self);
  self->net = net;
  self->atom_list = atoms;
  self->graph = (Graph){.width = net->places.size ? net->places.size : 1,
                        .actions = net->transitions.size,
                        .atoms = atoms ? atoms->size : 0,
                        .initial = initial,
                        .enabled = enabled,
                        .is_enabled = is_enabled,
                        .fire = fire,
                        .writes = writes,
                        .holds = holds,
                        .conflicts = conflicts,
                        .enablers = enablers,
                        .changers = changers,
                        .print_action = print_action,
                        .free = net_graph_free};
  vec_push(&self->first_change, 0);
  list_end(&self->writes);
  for (uint32_t t = 0; t < net->transitions.size; t++) {
    add_changes(self, t);
    if (!net->transitions.data[t].take.size) vec_push(&self->always, t);
  }
  make_by_place(net, WAITING, &self->waiting);
  make_by_place(net, TAKERS, &self->takers);
  make_by_place(net, GIVERS, &self->givers);
  make_by_place(net, LOSERS, &self->losers);
  return &self->graph;
}
