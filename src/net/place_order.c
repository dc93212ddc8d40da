/* See place_order.h. The order of the file, which often has a meaning; what FORCE makes of it
 * (Aloul, Markov and Sakallah, GLSVLSI 2003): again and again each transition is put in the middle
 * of its places, and each place in the middle of its transitions; and both upside down. They are
 * compared by how high transitions reach, which is what saturation has to go through. */
#include "net/place_order.h"

#include <stdlib.h>

enum { ROUNDS = 200, PATIENCE = 20 };

typedef struct {
  double where;
  uint32_t place;
} Weighed;

static int by_weight(const void *left, const void *right) {
  const Weighed *a = left, *b = right;
  if (a->where != b->where) return a->where < b->where ? -1 : 1;
  return (a->place > b->place) - (a->place < b->place);
}

/* The arcs of a transition, one list after the other. */
static NetArc arc_of(const NetTransition *t, size_t i) {
  return i < t->take.size ? t->take.data[i] : t->put.data[i - t->take.size];
}
static size_t arc_count(const NetTransition *t) { return t->take.size + t->put.size; }

static U32Vec positions_of(const U32Vec *order) {
  U32Vec position = {0};
  vec_resize(&position, order->size + 1);
  for (uint32_t i = 0; i < order->size; i++) position.data[order->data[i]] = i;
  return position;
}

typedef struct {
  uint64_t span; /* of transitions, from their highest to their lowest place, in all */
  uint64_t tops; /* the height of their highest places, in all */
} Cost;

static Cost cost_of(const Net *net, const U32Vec *order) {
  U32Vec position = positions_of(order);
  Cost cost = {0, 0};
  for (size_t t = 0; t < net->transitions.size; t++) {
    const NetTransition *transition = net->transitions.data + t;
    uint32_t first = UINT32_MAX, last = 0;
    for (size_t i = 0; i < arc_count(transition); i++) {
      uint32_t at = position.data[arc_of(transition, i).place];
      if (at < first) first = at;
      if (at > last) last = at;
    }
    if (first == UINT32_MAX) continue;
    cost.span += last - first;
    cost.tops += order->size - first;
  }
  vec_free(&position);
  return cost;
}

/* One round: the places by the middle of the middles of their transitions. */
static void pull_together(const Net *net, U32Vec *order) {
  U32Vec position = positions_of(order);
  Weighed *weighed = mem_array(order->size + 1, sizeof *weighed);
  U32Vec count = {0};
  vec_resize(&count, order->size + 1);
  for (size_t t = 0; t < net->transitions.size; t++) {
    const NetTransition *transition = net->transitions.data + t;
    double middle = 0;
    for (size_t i = 0; i < arc_count(transition); i++)
      middle += position.data[arc_of(transition, i).place];
    middle /= (double)(arc_count(transition) + !arc_count(transition));
    for (size_t i = 0; i < arc_count(transition); i++) {
      weighed[arc_of(transition, i).place].where += middle;
      count.data[arc_of(transition, i).place]++;
    }
  }
  for (uint32_t p = 0; p < order->size; p++) {
    weighed[p].place = p;
    if (count.data[p]) weighed[p].where /= count.data[p];
    else weighed[p].where = position.data[p];
  }
  qsort(weighed, order->size, sizeof *weighed, by_weight);
  for (size_t i = 0; i < order->size; i++) order->data[i] = weighed[i].place;
  mem_free(weighed);
  vec_free(&count);
  vec_free(&position);
}

static U32Vec copy_of(const U32Vec *order) {
  U32Vec copy = {0};
  vec_append(&copy, order);
  return copy;
}

static U32Vec force(const Net *net, const U32Vec *start) {
  U32Vec order = copy_of(start), best = copy_of(start);
  uint64_t least = cost_of(net, &best).span;
  for (int round = 0, since = 0; round < ROUNDS && since < PATIENCE; round++, since++) {
    pull_together(net, &order);
    uint64_t span = cost_of(net, &order).span;
    if (span >= least) continue;
    least = span;
    since = 0;
    vec_clear(&best);
    vec_append(&best, &order);
  }
  vec_free(&order);
  return best;
}

static U32Vec upside_down(const U32Vec *order) {
  U32Vec turned = {0};
  for (size_t i = order->size; i-- > 0;) vec_push(&turned, order->data[i]);
  return turned;
}

void place_orders(const Net *net, U32Vec orders[PLACE_ORDERS]) {
  uint64_t costs[PLACE_ORDERS];
  orders[0] = (U32Vec){0};
  for (uint32_t p = 0; p < net->places.size; p++) vec_push(&orders[0], p);
  orders[1] = force(net, &orders[0]);
  orders[2] = upside_down(&orders[0]);
  orders[3] = upside_down(&orders[1]);
  for (int i = 0; i < PLACE_ORDERS; i++) {
    Cost cost = cost_of(net, &orders[i]);
    costs[i] = cost.span + cost.tops;
    for (int k = i; k > 0 && costs[k] < costs[k - 1]; k--) {
      U32Vec order = orders[k];
      uint64_t dear = costs[k];
      orders[k] = orders[k - 1], costs[k] = costs[k - 1];
      orders[k - 1] = order, costs[k - 1] = dear;
    }
  }
}

U32Vec place_order_like(const U32Vec *order) {
  U32Vec other = copy_of(order);
  for (size_t i = 0; i + 1 < other.size; i += 2) {
    other.data[i] = order->data[i + 1];
    other.data[i + 1] = order->data[i];
  }
  return other;
}
