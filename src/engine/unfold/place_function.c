#include "engine/unfold/place_function.h"

#include "base/map.h"
#include "base/memory.h"

/* ---- functions ---- */

typedef struct {
  const NetAtom *atom;
  Labels *labels;
  uint32_t first;
  int64_t *least, *most; /* by term: what it and those behind it can add up to */
  Map *known;            /* by term: from what may still be added to the function */
} SumFunction;

/* That the terms from this one on add up to at most so much. */
static Label at_most(SumFunction *s, size_t term, int64_t room) {
  if (room >= s->most[term]) return LABEL_TRUE;
  if (room < s->least[term] || s->labels->exhausted) return LABEL_FALSE;
  uint64_t known;
  if (map_get(&s->known[term], (uint64_t)room, &known)) return (Label)known;
  NetWeight next = s->atom->terms.data[term];
  Label with = at_most(s, term + 1, room - next.weight), without = at_most(s, term + 1, room);
  Label result =
      label_choose(s->labels, label_variable(s->labels, s->first + next.place), with, without);
  map_put(&s->known[term], (uint64_t)room, result);
  return result;
}

static Label sum_function(const NetAtom *atom, Labels *labels, uint32_t first) {
  size_t terms = atom->terms.size;
  SumFunction s = {.atom = atom, .labels = labels, .first = first};
  s.least = mem_array(terms + 1, sizeof *s.least);
  s.most = mem_array(terms + 1, sizeof *s.most);
  s.known = mem_array(terms + 1, sizeof *s.known);
  for (size_t i = terms; i--;) {
    int64_t weight = atom->terms.data[i].weight;
    s.least[i] = s.least[i + 1] + (weight < 0 ? weight : 0);
    s.most[i] = s.most[i + 1] + (weight > 0 ? weight : 0);
  }
  Label result = at_most(&s, 0, atom->most);
  for (size_t i = 0; i < terms; i++) map_free(&s.known[i]);
  mem_free(s.known);
  mem_free(s.least);
  mem_free(s.most);
  return result;
}

static Label enabled_function(const Net *net, uint32_t transition, Labels *labels, uint32_t first) {
  const NetArcVec *take = &net->transitions.data[transition].take;
  Label all = LABEL_TRUE;
  for (size_t i = take->size; i--;)
    all = take->data[i].weight > 1
              ? LABEL_FALSE
              : label_and(labels, label_variable(labels, first + take->data[i].place), all);
  return all;
}

Label place_function(const Net *net, const NetAtom *atom, Labels *labels, uint32_t first) {
  Label some = LABEL_FALSE;
  switch (atom->kind) {
  case NET_ATOM_AT_MOST: return sum_function(atom, labels, first);
  case NET_ATOM_SAFE: return LABEL_TRUE;
  case NET_ATOM_FIREABLE:
    for (size_t i = 0; i < atom->transitions.size; i++)
      some =
          label_or(labels, some, enabled_function(net, atom->transitions.data[i], labels, first));
    return some;
  case NET_ATOM_DEADLOCK:
    for (uint32_t t = 0; t < net->transitions.size; t++)
      some = label_or(labels, some, enabled_function(net, t, labels, first));
    return label_not(some);
  }
  return LABEL_FALSE;
}

/* ---- visibility ---- */

static int64_t change(const NetTransition *transition, uint32_t place) {
  return (int64_t)net_weight(&transition->put, place) -
         (int64_t)net_weight(&transition->take, place);
}

/* Whether one transition can enable another, or disable it. */
static bool touches(const NetTransition *transition, const NetTransition *other) {
  for (size_t i = 0; i < other->take.size; i++)
    if (change(transition, other->take.data[i].place)) return true;
  return false;
}

bool transition_is_visible(const Net *net, uint32_t transition, const NetAtom *atom) {
  const NetTransition *t = net->transitions.data + transition;
  int64_t sum = 0;
  switch (atom->kind) {
  case NET_ATOM_SAFE: return false;
  case NET_ATOM_AT_MOST:
    for (size_t i = 0; i < atom->terms.size; i++)
      sum += atom->terms.data[i].weight * change(t, atom->terms.data[i].place);
    return sum != 0;
  case NET_ATOM_FIREABLE:
    for (size_t i = 0; i < atom->transitions.size; i++)
      if (touches(t, net->transitions.data + atom->transitions.data[i])) return true;
    return false;
  case NET_ATOM_DEADLOCK:
    for (size_t i = 0; i < net->transitions.size; i++)
      if (touches(t, net->transitions.data + i)) return true;
    return false;
  }
  return true;
}
