/* See net_graph.h. */
#include "oracle/net_graph.h"

#include <stdio.h>

#include "base/text.h"

static uint32_t number_of(NetGraph *graph, const Tokens *marking) {
  size_t known = graph->numbers.size;
  uint32_t number = names_add_n(&graph->numbers, (const char *)marking,
                                graph->net->places.size * sizeof *marking);
  if (number == known) {
    Tokens *copy = mem_array(graph->net->places.size, sizeof *copy);
    memcpy(copy, marking, graph->net->places.size * sizeof *copy);
    vec_push(&graph->markings, copy);
    vec_resize(&graph->steps, known + 1);
  }
  return number;
}

NetGraph *net_graph_new(const Net *net, size_t most) {
  NetGraph *graph = mem_zalloc(sizeof *graph);
  size_t places = net->places.size;
  Tokens *marking = mem_array(places, sizeof *marking);
  graph->net = net;
  for (size_t i = 0; i < places; i++) marking[i] = net->places.data[i].initial;
  number_of(graph, marking);
  size_t next = 0;
  for (; next < graph->markings.size && graph->markings.size <= most; next++)
    for (uint32_t t = 0; t < net->transitions.size; t++) {
      if (!net_enabled(net, t, graph->markings.data[next])) continue;
      memcpy(marking, graph->markings.data[next], places * sizeof *marking);
      net_fire(net, t, marking);
      NetStep step = {t, number_of(graph, marking)};
      vec_push(&graph->steps.data[next], step);
    }
  graph->whole = next == graph->markings.size;
  mem_free(marking);
  return graph;
}

void net_graph_free(NetGraph *graph) {
  for (size_t i = 0; i < graph->markings.size; i++) {
    mem_free((void *)graph->markings.data[i]);
    vec_free(&graph->steps.data[i]);
  }
  vec_free(&graph->markings);
  vec_free(&graph->steps);
  names_free(&graph->numbers);
  mem_free(graph);
}

static void add_places(Net *net, uint32_t count) {
  char name[16];
  for (uint32_t i = 0; i < count; i++) {
    snprintf(name, sizeof name, "p%zu", net->places.size);
    net_add_place(net, name, 0);
  }
}

static uint32_t add_transition(Net *net) {
  char name[16];
  snprintf(name, sizeof name, "t%zu", net->transitions.size);
  return net_add_transition(net, name);
}

static Net *random_automata(Random *random) {
  enum { MOST = 5 };
  Net *net = net_new("automata");
  uint32_t automata = 1 + random_below(random, MOST), first[MOST], states[MOST];
  for (uint32_t a = 0; a < automata; a++) {
    first[a] = (uint32_t)net->places.size;
    states[a] = 2 + random_below(random, 3);
    add_places(net, states[a]);
    net->places.data[first[a] + random_below(random, states[a])].initial = 1;
  }
  uint32_t transitions = 3 + 2 * automata + random_below(random, 4 * automata);
  for (uint32_t i = 0; i < transitions; i++) {
    uint32_t t = add_transition(net), some = random_below(random, automata);
    for (uint32_t a = 0; a < automata; a++) {
      if (a != some && !random_chance(random, 1, 3)) continue;
      net_take(net, t, first[a] + random_below(random, states[a]), 1);
      net_put(net, t, first[a] + random_below(random, states[a]), 1);
    }
  }
  return net;
}

static Net *random_plain(Random *random, uint32_t places, uint32_t transitions, Tokens most_weight,
                         Tokens most_tokens) {
  Net *net = net_new("random");
  add_places(net, places);
  for (uint32_t i = 0; i < places; i++)
    if (random_chance(random, 1, 2))
      net->places.data[i].initial = 1 + random_below(random, most_tokens);
  for (uint32_t i = 0; i < transitions; i++) {
    uint32_t t = add_transition(net);
    uint32_t takes = 1 + random_below(random, 2), puts = random_below(random, 3);
    for (uint32_t k = 0; k < takes + puts; k++) {
      uint32_t place = random_below(random, places);
      Tokens weight = random_chance(random, 1, 4) ? 1 + random_below(random, most_weight) : 1;
      const NetTransition *made = &net->transitions.data[t];
      if (net_weight(k < takes ? &made->take : &made->put, place)) continue;
      (k < takes ? net_take : net_put)(net, t, place, weight);
    }
  }
  return net;
}

Net *random_net(Random *random, uint32_t most_places, uint32_t most_transitions) {
  return random_plain(random, 1 + random_below(random, most_places),
                      1 + random_below(random, most_transitions), 2, 3);
}

/* A transition becomes two with a place between them; behind or before it may be others. */
static void refine(Random *random, Net *net) {
  uint32_t places = (uint32_t)net->places.size, between = places;
  uint32_t h = random_below(random, (uint32_t)net->transitions.size), f = add_transition(net);
  add_places(net, 1);
  NetTransition *first = &net->transitions.data[h], *second = &net->transitions.data[f];
  NetArcVec put = first->put;
  first->put = second->put;
  second->put = put;
  Tokens moved = random_chance(random, 1, 6) ? 2 : 1;
  net_put(net, h, between, random_chance(random, 1, 6) ? 2 : moved);
  net_take(net, f, between, moved);
  if (random_chance(random, 1, 3)) { /* a choice behind it */
    uint32_t other = add_transition(net);
    net_take(net, other, between, 1);
    if (random_chance(random, 2, 3)) net_put(net, other, random_below(random, places), 1);
  }
  if (random_chance(random, 1, 3)) { /* another way to it */
    uint32_t other = add_transition(net);
    net_take(net, other, random_below(random, places), 1);
    net_put(net, other, between, 1);
  }
  if (random_chance(random, 1, 3)) net_take(net, f, random_below(random, places), 1);
  if (random_chance(random, 1, 6)) net->places.data[between].initial = 1;
}

Net *random_refined_net(Random *random) {
  Net *net = random_net(random, 5, 4);
  uint32_t rounds = 1 + random_below(random, 4);
  for (uint32_t i = 0; i < rounds; i++) refine(random, net);
  return net;
}

static bool is_safe(const Net *net) {
  NetGraph *graph = net_graph_new(net, 2000);
  bool safe = graph->whole;
  for (size_t i = 0; safe && i < graph->markings.size; i++)
    for (size_t p = 0; p < net->places.size; p++) safe &= graph->markings.data[i][p] <= 1;
  net_graph_free(graph);
  return safe;
}

Net *random_safe_net(Random *random) {
  if (random_chance(random, 1, 2)) return random_automata(random);
  for (;;) {
    Net *net = random_plain(random, 4 + random_below(random, 6), 3 + random_below(random, 8), 1, 1);
    if (is_safe(net)) return net;
    net_free(net);
  }
}

static void arcs_text(const Net *net, const NetArcVec *arcs, Text *text) {
  for (size_t i = 0; i < arcs->size; i++)
    text_format(text, " %s*%u", net->places.data[arcs->data[i].place].name, arcs->data[i].weight);
}

char *net_text(const Net *net) {
  Text text = {0};
  for (size_t i = 0; i < net->places.size; i++)
    text_format(&text, "%s=%u ", net->places.data[i].name, net->places.data[i].initial);
  for (size_t i = 0; i < net->transitions.size; i++) {
    text_format(&text, "\n%s:", net->transitions.data[i].name);
    arcs_text(net, &net->transitions.data[i].take, &text);
    text_add(&text, " ->");
    arcs_text(net, &net->transitions.data[i].put, &text);
  }
  return text_take(&text);
}

bool net_is_deadlock(const Net *net, const Tokens *marking) {
  for (uint32_t i = 0; i < net->transitions.size; i++)
    if (net_enabled(net, i, marking)) return false;
  return true;
}

NetCondition *random_net_condition(Random *random, const Net *net, unsigned depth) {
  if (depth && random_chance(random, 2, 3)) {
    NetCondition *some = net_condition_new(random_chance(random, 1, 2) ? NET_ALL : NET_ANY);
    uint32_t parts = random_below(random, 4);
    for (uint32_t i = 0; i < parts; i++)
      net_condition_add(some, random_net_condition(random, net, depth - 1));
    return some;
  }
  NetTerm terms[4];
  uint32_t count = 1 + random_below(random, 4);
  for (uint32_t i = 0; i < count; i++)
    terms[i] = (NetTerm){random_below(random, (uint32_t)net->places.size),
                         (int64_t)random_below(random, 5) - 2};
  return net_condition_at_least(terms, count, (int64_t)random_below(random, 5) - 1);
}
