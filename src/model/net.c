/* See net.h. */
#include "model/net.h"

Net *net_new(const char *name) {
  Net *net = mem_zalloc(sizeof *net);
  net->name = mem_string(name);
  return net;
}

void net_free(Net *net) {
  if (!net) return;
  for (size_t i = 0; i < net->places.size; i++) mem_free(net->places.data[i].name);
  for (size_t i = 0; i < net->transitions.size; i++) {
    NetTransition *transition = &net->transitions.data[i];
    mem_free(transition->name);
    vec_free(&transition->take);
    vec_free(&transition->put);
  }
  vec_free(&net->places);
  vec_free(&net->transitions);
  mem_free(net->name);
  mem_free(net);
}

Net *net_copy(const Net *net) {
  Net *copy = net_new(net->name);
  for (size_t i = 0; i < net->places.size; i++)
    net_add_place(copy, net->places.data[i].name, net->places.data[i].initial);
  for (size_t i = 0; i < net->transitions.size; i++) {
    const NetTransition *from = &net->transitions.data[i];
    net_add_transition(copy, from->name); /* may move them */
    NetTransition *to = &vec_last(&copy->transitions);
    vec_append(&to->take, &from->take);
    vec_append(&to->put, &from->put);
  }
  return copy;
}

uint32_t net_add_place(Net *net, const char *name, Tokens initial) {
  NetPlace place = {.name = mem_string(name), .initial = initial};
  vec_push(&net->places, place);
  return (uint32_t)net->places.size - 1;
}

uint32_t net_add_transition(Net *net, const char *name) {
  NetTransition transition = {.name = mem_string(name)};
  vec_push(&net->transitions, transition);
  return (uint32_t)net->transitions.size - 1;
}

/* Where an arc of this place is in the sorted list, or would be. */
static size_t arc_position(const NetArcVec *arcs, uint32_t place) {
  size_t low = 0, high = arcs->size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (arcs->data[middle].place < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool add_weight(NetArcVec *arcs, uint32_t place, Tokens weight) {
  assert(weight);
  size_t position = arc_position(arcs, place);
  if (position < arcs->size && arcs->data[position].place == place) {
    if (weight > UINT32_MAX - arcs->data[position].weight) return false;
    arcs->data[position].weight += weight;
    return true;
  }
  vec_push(arcs, ((NetArc){place, weight}));
  for (size_t i = arcs->size - 1; i > position; i--) arcs->data[i] = arcs->data[i - 1];
  arcs->data[position] = (NetArc){place, weight};
  return true;
}

bool net_take(Net *net, uint32_t transition, uint32_t place, Tokens weight) {
  return add_weight(&net->transitions.data[transition].take, place, weight);
}

bool net_put(Net *net, uint32_t transition, uint32_t place, Tokens weight) {
  return add_weight(&net->transitions.data[transition].put, place, weight);
}

Tokens net_weight(const NetArcVec *arcs, uint32_t place) {
  size_t position = arc_position(arcs, place);
  bool there = position < arcs->size && arcs->data[position].place == place;
  return there ? arcs->data[position].weight : 0;
}

bool net_enabled(const Net *net, uint32_t transition, const Tokens *marking) {
  const NetArcVec *take = &net->transitions.data[transition].take;
  for (size_t i = 0; i < take->size; i++)
    if (marking[take->data[i].place] < take->data[i].weight) return false;
  return true;
}

bool net_fire(const Net *net, uint32_t transition, Tokens *marking) {
  const NetTransition *fired = &net->transitions.data[transition];
  for (size_t i = 0; i < fired->take.size; i++)
    marking[fired->take.data[i].place] -= fired->take.data[i].weight;
  size_t done = 0;
  for (; done < fired->put.size; done++) {
    NetArc arc = fired->put.data[done];
    if (arc.weight > UINT32_MAX - marking[arc.place]) break;
    marking[arc.place] += arc.weight;
  }
  if (done == fired->put.size) return true;
  while (done--) marking[fired->put.data[done].place] -= fired->put.data[done].weight;
  for (size_t i = 0; i < fired->take.size; i++)
    marking[fired->take.data[i].place] += fired->take.data[i].weight;
  return false;
}
