/* Sets of markings as diagrams against enumeration. */
#include "test.h"

#include "base/bits.h"
#include "base/clock.h"
#include "net/marking_judge.h"
#include "net/place_order.h"
#include "net/run.h"
#include "oracle/net_graph.h"

static void check_number(const char *what, unsigned seed, bool fits, Text *text, uint64_t number) {
  Text wanted = {0};
  text_format(&wanted, "%llu", (unsigned long long)number);
  if (!fits || strcmp(text->data, wanted.data))
    test_fail(__FILE__, __LINE__, "seed %u: %s are %s, not %s", seed, what,
              fits ? text->data : "too many", wanted.data);
  text_free(&wanted);
  text_free(text);
}

static void check_figures(MarkingSets *sets, MarkingSet all, const NetGraph *graph, Random *random,
                          unsigned seed) {
  const Net *net = graph->net;
  Text markings = {0}, steps = {0};
  uint64_t step_count = 0;
  Tokens most = 0;
  NetWeightVec terms = {0};
  for (int i = 0; i < 3; i++)
    net_terms_add(&terms, random_below(random, (uint32_t)net->places.size),
                  (int64_t)random_below(random, 5) - 2);
  int64_t largest = INT64_MIN;
  for (size_t i = 0; i < graph->markings.size; i++) {
    const Tokens *marking = graph->markings.data[i];
    CHECK(markings_have(sets, all, marking));
    step_count += graph->steps.data[i].size;
    for (size_t p = 0; p < net->places.size; p++)
      if (marking[p] > most) most = marking[p];
    if (net_terms_value(&terms, marking) > largest) largest = net_terms_value(&terms, marking);
  }
  check_number("markings", seed, markings_count(sets, all, &markings), &markings,
               graph->markings.size);
  check_number("steps", seed, markings_count_steps(sets, all, &steps), &steps, step_count);
  CHECK(markings_most_in_place(sets, all) == most);
  CHECK(markings_largest_sum(sets, all, &terms) == largest);
  vec_free(&terms);
}

/* The markings of the graph that are in a set have to be those that are marked, and no others. */
static void check_same(MarkingSets *sets, MarkingSet set, const NetGraph *graph, const Bits *marked,
                       const char *what, unsigned seed) {
  Text count = {0};
  for (size_t i = 0; i < graph->markings.size; i++)
    if (markings_have(sets, set, graph->markings.data[i]) != bits_get(marked, i))
      test_fail(__FILE__, __LINE__, "seed %u: %s: marking %zu\n%s", seed, what, i,
                net_text(graph->net));
  bool fits = markings_count(sets, set, &count);
  check_number(what, seed, fits, &count, bits_count(marked));
}

static void check_atoms(MarkingSets *sets, MarkingSet all, const NetGraph *graph, Random *random,
                        unsigned seed, MarkingSet *some, Bits *marked) {
  const Net *net = graph->net;
  NetAtom atom = {.kind = (NetAtomKind)random_below(random, 4),
                  .most = (int64_t)random_below(random, 5) - 1};
  for (int i = 0; i < 3; i++) {
    net_terms_add(&atom.terms, random_below(random, (uint32_t)net->places.size),
                  (int64_t)random_below(random, 5) - 2);
    if (net->transitions.size)
      vec_push(&atom.transitions, random_below(random, (uint32_t)net->transitions.size));
  }
  *some = markings_where(sets, all, &atom);
  for (size_t i = 0; i < graph->markings.size; i++)
    bits_put(marked, i, net_atom_holds(net, &atom, graph->markings.data[i]));
  check_same(sets, *some, graph, marked, "atom", seed);
  if (*some) {
    Tokens *marking = net_initial_marking(net);
    markings_any(sets, *some, marking);
    CHECK(markings_have(sets, *some, marking) && net_atom_holds(net, &atom, marking));
    mem_free(marking);
  }
  net_atom_free(&atom);
}

/* All that leads to one set within another. */
static void check_backwards(MarkingSets *sets, const NetGraph *graph, MarkingSet goal,
                            const Bits *goals, MarkingSet way, const Bits *ways, unsigned seed) {
  Bits leading = bits_copy(goals), before = bits_new(goals->size);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < graph->markings.size; i++)
      for (size_t k = 0; k < graph->steps.data[i].size; k++) {
        size_t next = graph->steps.data[i].data[k].target;
        if (bits_get(goals, next)) bits_set(&before, i);
        if (bits_get(&leading, i) || !bits_get(ways, i) || !bits_get(&leading, next)) continue;
        bits_set(&leading, i);
        changed = true;
      }
  }
  check_same(sets, markings_leading_to(sets, goal, way), graph, &leading, "leading to", seed);
  MarkingSet all = markings_reachable(sets, markings_one(sets, graph->markings.data[0]));
  MarkingSet predecessors = MARKINGS_NONE;
  for (uint32_t t = 0; t < graph->net->transitions.size; t++)
    predecessors = markings_union(sets, predecessors, markings_before(sets, goal, t));
  check_same(sets, markings_common(sets, predecessors, all), graph, &before, "before", seed);
  CHECK_EQUAL(markings_before_any(sets, goal), predecessors);
  bits_free(&leading);
  bits_free(&before);
}

static void check_forwards(MarkingSets *sets, MarkingSet set, const NetGraph *graph,
                           const Bits *marked, unsigned seed) {
  Bits any = bits_new(marked->size);
  for (uint32_t t = 0; t < graph->net->transitions.size; t++) {
    Bits after = bits_new(marked->size);
    for (size_t i = 0; i < graph->markings.size; i++)
      for (size_t k = 0; k < graph->steps.data[i].size && bits_get(marked, i); k++)
        if (graph->steps.data[i].data[k].transition == t)
          bits_set(&after, graph->steps.data[i].data[k].target);
    check_same(sets, markings_after(sets, set, t), graph, &after, "after", seed);
    for (size_t i = 0; i < after.size; i++)
      if (bits_get(&after, i)) bits_set(&any, i);
    bits_free(&after);
  }
  check_same(sets, markings_after_any(sets, set), graph, &any, "after any", seed);
  bits_free(&any);
}

static void check_sets(MarkingSets *sets, MarkingSet a, const Bits *in_a, MarkingSet b,
                       const Bits *in_b, const NetGraph *graph, unsigned seed) {
  Bits both = bits_new(in_a->size), either = bits_new(in_a->size), only = bits_new(in_a->size);
  for (size_t i = 0; i < in_a->size; i++) {
    bits_put(&both, i, bits_get(in_a, i) && bits_get(in_b, i));
    bits_put(&either, i, bits_get(in_a, i) || bits_get(in_b, i));
    bits_put(&only, i, bits_get(in_a, i) && !bits_get(in_b, i));
  }
  check_same(sets, markings_common(sets, a, b), graph, &both, "both", seed);
  check_same(sets, markings_union(sets, a, b), graph, &either, "either", seed);
  check_same(sets, markings_without(sets, a, b), graph, &only, "without", seed);
  bits_free(&both);
  bits_free(&either);
  bits_free(&only);
}

TEST(sets_of_markings_as_diagrams_are_what_enumeration_finds) {
  unsigned whole = 0, large = 0;
  for (unsigned seed = 1; seed <= test_cases(400); seed++) {
    Random random = {seed};
    Net *net = random_chance(&random, 1, 2) ? random_safe_net(&random) : random_net(&random, 7, 7);
    NetGraph *graph = net_graph_new(net, 1000);
    if (graph->whole && net->places.size) {
      U32Vec orders[PLACE_ORDERS];
      place_orders(net, orders);
      whole++;
      large += graph->markings.size > 20;
      for (int i = 0; i < PLACE_ORDERS; i++) {
        MarkingSets *sets = marking_sets_new(net, orders[i].data, NULL);
        MarkingSet all = markings_reachable(sets, markings_one(sets, graph->markings.data[0]));
        MarkingSet a, b;
        Bits in_a = bits_new(graph->markings.size), in_b = bits_new(graph->markings.size);
        check_figures(sets, all, graph, &random, seed);
        check_atoms(sets, all, graph, &random, seed, &a, &in_a);
        check_atoms(sets, all, graph, &random, seed, &b, &in_b);
        check_sets(sets, a, &in_a, b, &in_b, graph, seed);
        check_backwards(sets, graph, a, &in_a, b, &in_b, seed);
        check_forwards(sets, a, graph, &in_a, seed);
        bits_free(&in_a);
        bits_free(&in_b);
        marking_sets_free(sets);
        vec_free(&orders[i]);
      }
    }
    net_graph_free(graph);
    net_free(net);
  }
  CHECK_COVERAGE(whole > 150 && large > 10);
}

/* Of a place that is not bounded the arcs have no end: the node is never made, and nothing else is
 * asked on the way. */
TEST(the_search_for_all_markings_as_a_diagram_stops_with_the_budget) {
  Net *net = net_new("grows");
  net_add_place(net, "p", 0);
  net_add_transition(net, "t");
  net_put(net, 0, 0, 1);
  uint32_t order[] = {0};
  Tokens none[] = {0};
  const double deadlines[] = {1, clock_wall() + 0.01}; /* long ago, and on the way */
  for (int i = 0; i < 2; i++) {
    Budget unlimited = BUDGET_UNLIMITED, budget = {.deadline = deadlines[i]};
    MarkingSets *sets = marking_sets_new(net, order, &unlimited);
    MarkingSet from = markings_one(sets, none);
    marking_sets_go_on(sets, &budget);
    markings_reachable(sets, from);
    CHECK(marking_sets_stopped(sets));
    marking_sets_free(sets);
  }
  net_free(net);
}

/* ---- sets that were spoiled ---- */

/* Some marking that cannot be reached. */
static void other_marking(const NetGraph *graph, Random *random, Tokens *marking) {
  const Net *net = graph->net;
  bool there = true;
  for (uint32_t most = 2; there; most++) {
    there = false;
    for (size_t p = 0; p < net->places.size; p++) marking[p] = random_below(random, most);
    for (size_t i = 0; i < graph->markings.size && !there; i++)
      there = !memcmp(graph->markings.data[i], marking, net->places.size * sizeof *marking);
  }
}

/* The same markings with two places taken for each other. */
static MarkingSet with_places_swapped(MarkingSets *sets, const NetGraph *graph, uint32_t a,
                                      uint32_t b) {
  const Net *net = graph->net;
  MarkingSet set = MARKINGS_NONE;
  Tokens *marking = net_initial_marking(net);
  for (size_t i = 0; i < graph->markings.size; i++) {
    memcpy(marking, graph->markings.data[i], net->places.size * sizeof *marking);
    Tokens tokens = marking[a];
    marking[a] = marking[b], marking[b] = tokens;
    set = markings_union(sets, set, markings_one(sets, marking));
  }
  mem_free(marking);
  return set;
}

TEST(sets_with_a_marking_less_or_more_or_in_a_wrong_order_are_refused) {
  unsigned less = 0, more = 0, silent = 0, swapped = 0;
  for (unsigned i = 0; i < test_cases(400); i++) {
    Random random = {i + 31000};
    Net *net = random_chance(&random, 1, 2) ? random_safe_net(&random) : random_net(&random, 7, 7);
    NetGraph *graph = net_graph_new(net, 300);
    if (graph->whole && net->places.size > 1) {
      U32Vec orders[PLACE_ORDERS];
      place_orders(net, orders);
      MarkingSets *sets = marking_sets_new(net, orders[i % PLACE_ORDERS].data, NULL);
      MarkingSet all = markings_reachable(sets, markings_one(sets, graph->markings.data[0]));
      CHECK(markings_are_closed(sets, all));
      CHECK_EQUAL(markings_by_steps(sets), all);
      uint32_t lost = random_below(&random, (uint32_t)graph->markings.size);
      MarkingSet one = markings_one(sets, graph->markings.data[lost]);
      CHECK(!markings_are_closed(sets, markings_without(sets, all, one)));
      less++;
      Tokens *marking = net_initial_marking(net);
      other_marking(graph, &random, marking);
      MarkingSet with = markings_union(sets, all, markings_one(sets, marking));
      CHECK(markings_by_steps(sets) != with);
      silent += markings_are_closed(sets, with); /* a step leads out of it, or it does not */
      more++;
      uint32_t a = random_below(&random, (uint32_t)net->places.size);
      uint32_t b = (a + 1) % (uint32_t)net->places.size;
      MarkingSet other = with_places_swapped(sets, graph, a, b);
      if (other != all) {
        CHECK(!markings_are_closed(sets, other) || markings_by_steps(sets) != other);
        swapped++;
      }
      mem_free(marking);
      marking_sets_free(sets);
      for (int k = 0; k < PLACE_ORDERS; k++) vec_free(&orders[k]);
    }
    net_graph_free(graph);
    net_free(net);
  }
  CHECK_COVERAGE(less > 100 && more > 100 && silent > 10 && swapped > 50);
}
