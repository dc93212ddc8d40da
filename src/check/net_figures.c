#include "check/net_figures.h"

void net_figures_free(NetFigures *figures) { bits_free(&figures->fired); }

static bool changes(const NetTransition *transition, uint32_t place) {
  return net_weight(&transition->take, place) != net_weight(&transition->put, place);
}

Bits net_moved_places(const Net *net, const Bits *fired) {
  Bits moved = bits_new(net->places.size + 1);
  for (size_t t = 0; t < net->transitions.size; t++) {
    if (!bits_get(fired, t)) continue;
    const NetTransition *transition = net->transitions.data + t;
    for (size_t i = 0; i < transition->take.size; i++)
      if (changes(transition, transition->take.data[i].place))
        bits_set(&moved, transition->take.data[i].place);
    for (size_t i = 0; i < transition->put.size; i++)
      if (changes(transition, transition->put.data[i].place))
        bits_set(&moved, transition->put.data[i].place);
  }
  return moved;
}

bool net_some_place_is_stable(const Net *net, const Bits *fired) {
  Bits moved = net_moved_places(net, fired);
  bool some = bits_count(&moved) < net->places.size;
  bits_free(&moved);
  return some;
}

void net_figures_tokens(NetFigures *figures, const Net *net, const Tokens *marking) {
  uint64_t sum = 0;
  for (size_t p = 0; p < net->places.size; p++) {
    sum += marking[p];
    if (marking[p] > figures->most_in_place) figures->most_in_place = marking[p];
  }
  if (sum > figures->most_in_marking) figures->most_in_marking = sum;
}

bool net_figures_equal(const NetFigures *a, const NetFigures *b) {
  return a->states == b->states && a->transitions == b->transitions &&
         a->most_in_place == b->most_in_place && a->most_in_marking == b->most_in_marking &&
         a->deadlock == b->deadlock && bits_equal(&a->fired, &b->fired);
}
