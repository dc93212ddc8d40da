#include "check/net_walk.h"

#include "net/run.h"

/* ---- making ---- */

static void add_changes(NetWalk *walk, const NetTransition *transition) {
  for (size_t i = 0; i < transition->take.size; i++) {
    NetArc arc = transition->take.data[i];
    int64_t change = (int64_t)net_weight(&transition->put, arc.place) - arc.weight;
    if (change) vec_push(&walk->changes, ((NetAmount){arc.place, change}));
  }
  for (size_t i = 0; i < transition->put.size; i++) {
    NetArc arc = transition->put.data[i];
    if (!net_weight(&transition->take, arc.place))
      vec_push(&walk->changes, ((NetAmount){arc.place, arc.weight}));
  }
  vec_push(&walk->first_change, (uint32_t)walk->changes.size);
}

/* Counted first, so that each place has its part of the list. */
static void add_takers(NetWalk *walk) {
  const Net *net = walk->net;
  vec_resize(&walk->first_taker, net->places.size + 2);
  for (size_t t = 0; t < net->transitions.size; t++) {
    const NetArcVec *take = &net->transitions.data[t].take;
    for (size_t i = 0; i < take->size; i++) walk->first_taker.data[take->data[i].place + 2]++;
  }
  for (size_t p = 2; p < walk->first_taker.size; p++)
    walk->first_taker.data[p] += walk->first_taker.data[p - 1];
  vec_resize(&walk->takers, vec_last(&walk->first_taker));
  for (uint32_t t = 0; t < net->transitions.size; t++) {
    const NetArcVec *take = &net->transitions.data[t].take;
    for (size_t i = 0; i < take->size; i++)
      walk->takers.data[walk->first_taker.data[take->data[i].place + 1]++] =
          (NetAmount){t, take->data[i].weight};
  }
}

NetWalk *net_walk_new(const Net *net) {
  NetWalk *walk = mem_zalloc(sizeof *walk);
  walk->net = net;
  add_takers(walk);
  vec_push(&walk->first_change, 0);
  for (size_t t = 0; t < net->transitions.size; t++) add_changes(walk, net->transitions.data + t);
  vec_resize(&walk->lacking, net->transitions.size);
  vec_resize(&walk->where, net->transitions.size);
  net_walk_restart(walk);
  return walk;
}

void net_walk_free(NetWalk *walk) {
  if (!walk) return;
  vec_free(&walk->takers);
  vec_free(&walk->first_taker);
  vec_free(&walk->changes);
  vec_free(&walk->first_change);
  vec_free(&walk->lacking);
  vec_free(&walk->enabled);
  vec_free(&walk->where);
  vec_free(&walk->fired);
  mem_free(walk->marking);
  mem_free(walk);
}

/* ---- steps ---- */

static void enable(NetWalk *walk, uint32_t t) {
  walk->where.data[t] = (uint32_t)walk->enabled.size;
  vec_push(&walk->enabled, t);
}

static void disable(NetWalk *walk, uint32_t t) {
  uint32_t last = vec_pop(&walk->enabled), at = walk->where.data[t];
  if (last == t) return;
  walk->enabled.data[at] = last;
  walk->where.data[last] = at;
}

void net_walk_restart(NetWalk *walk) {
  const Net *net = walk->net;
  mem_free(walk->marking);
  walk->marking = net_initial_marking(net);
  vec_clear(&walk->fired);
  vec_clear(&walk->enabled);
  for (uint32_t t = 0; t < net->transitions.size; t++) {
    const NetArcVec *take = &net->transitions.data[t].take;
    walk->lacking.data[t] = 0;
    for (size_t i = 0; i < take->size; i++)
      walk->lacking.data[t] += walk->marking[take->data[i].place] < take->data[i].weight;
    if (!walk->lacking.data[t]) enable(walk, t);
  }
}

static void change_place(NetWalk *walk, uint32_t place, int64_t change) {
  Tokens before = walk->marking[place], after = (Tokens)(before + change);
  walk->marking[place] = after;
  for (uint32_t i = walk->first_taker.data[place]; i < walk->first_taker.data[place + 1]; i++) {
    NetAmount taker = walk->takers.data[i];
    bool had = before >= taker.amount, has = after >= taker.amount;
    if (had == has) continue;
    uint32_t *lacking = walk->lacking.data + taker.owner;
    if (has && !--*lacking) enable(walk, taker.owner);
    else if (had && !(*lacking)++) disable(walk, taker.owner);
  }
}

static bool fits(const NetWalk *walk, uint32_t transition) {
  for (uint32_t i = walk->first_change.data[transition];
       i < walk->first_change.data[transition + 1]; i++) {
    NetAmount change = walk->changes.data[i];
    if ((int64_t)walk->marking[change.owner] + change.amount > UINT32_MAX) return false;
  }
  return true;
}

bool net_walk_fire(NetWalk *walk, uint32_t transition) {
  if (!fits(walk, transition)) return false;
  for (uint32_t i = walk->first_change.data[transition];
       i < walk->first_change.data[transition + 1]; i++)
    change_place(walk, walk->changes.data[i].owner, walk->changes.data[i].amount);
  vec_push(&walk->fired, transition);
  return true;
}

static void change_marking(NetWalk *walk, uint32_t transition, int sign) {
  for (uint32_t i = walk->first_change.data[transition];
       i < walk->first_change.data[transition + 1]; i++) {
    NetAmount change = walk->changes.data[i];
    walk->marking[change.owner] = (Tokens)(walk->marking[change.owner] + sign * change.amount);
  }
}

bool net_walk_look(NetWalk *walk, uint32_t transition) {
  if (!fits(walk, transition)) return false;
  change_marking(walk, transition, 1);
  return true;
}

void net_walk_look_back(NetWalk *walk, uint32_t transition) {
  change_marking(walk, transition, -1);
}
