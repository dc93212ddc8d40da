/* Bounds of places and sums against enumeration: never too small, and mostly exact. */
#include "test.h"

#include "net/bounds.h"
#include "oracle/net_graph.h"

typedef struct {
  unsigned places, exact, found, sums, exact_sums;
} Seen;

static void check_places(const Net *net, const NetGraph *graph, unsigned seed, Seen *seen) {
  NetBounds *bounds = net_bounds_new(net, NULL);
  for (size_t i = 0; i < bounds->invariants.size; i++)
    CHECK(net_invariant_holds(net, &bounds->invariants.data[i]));
  for (size_t p = 0; p < net->places.size; p++) {
    Tokens most = 0;
    for (size_t i = 0; i < graph->markings.size; i++)
      if (graph->markings.data[i][p] > most) most = graph->markings.data[i][p];
    if (bounds->places[p] < most)
      test_fail(__FILE__, __LINE__, "seed %u: p%zu holds %u, not %llu\n%s", seed, p, most,
                (unsigned long long)bounds->places[p], net_text(net));
    seen->places++;
    seen->found += bounds->places[p] != NET_UNBOUNDED;
    seen->exact += bounds->places[p] == most;
  }
  net_bounds_free(bounds);
}

static void check_sum(Random *random, const Net *net, const NetGraph *graph, unsigned seed,
                      Seen *seen) {
  NetTerm terms[3];
  for (unsigned i = 0; i < 3; i++)
    terms[i] = (NetTerm){random_below(random, (uint32_t)net->places.size),
                         (int64_t)random_below(random, 4) - 1};
  int64_t bound, most = INT64_MIN;
  for (size_t i = 0; i < graph->markings.size; i++) {
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++)
      sum += terms[k].coefficient * graph->markings.data[i][terms[k].place];
    if (sum > most) most = sum;
  }
  NetRefutation *certificate;
  if (!net_bound_of_sum(net, terms, 3, NULL, &bound, &certificate)) return;
  if (bound < most)
    test_fail(__FILE__, __LINE__, "seed %u: a sum is %lld, not at most %lld\n%s", seed,
              (long long)most, (long long)bound, net_text(net));
  NetCondition *more = net_condition_at_least(terms, 3, bound + 1);
  CHECK(net_refutation_holds(net, more, certificate));
  net_condition_free(more);
  net_refutation_free(certificate);
  seen->sums++;
  seen->exact_sums += bound == most;
}

TEST(bounds_of_places_and_sums_are_not_too_small) {
  Seen seen = {0};
  for (unsigned seed = 1; seed <= test_cases(300); seed++) {
    Random random = {seed};
    Net *net = random_chance(&random, 1, 2) ? random_safe_net(&random) : random_net(&random, 7, 7);
    NetGraph *graph = net_graph_new(net, 2000);
    check_places(net, graph, seed, &seen);
    check_sum(&random, net, graph, seed, &seen);
    net_graph_free(graph);
    net_free(net);
  }
  CHECK_COVERAGE(seen.found * 2 > seen.places && seen.exact * 2 > seen.found);
  CHECK_COVERAGE(seen.sums > 100 && seen.exact_sums * 10 > seen.sums * 8);
}

TEST(an_invariant_that_is_none_is_refused) {
  Net *net = net_new("two");
  net_add_place(net, "a", 2);
  net_add_place(net, "b", 0);
  net_add_transition(net, "t");
  net_take(net, 0, 0, 2);
  net_put(net, 0, 1, 1);
  NetTerm weights[] = {{0, 1}, {1, 2}};
  NetInvariant invariant = {.bound = 2, .conserved = true};
  invariant.weights.data = weights;
  invariant.weights.size = 2;
  CHECK(net_invariant_holds(net, &invariant));
  invariant.bound = 1;
  CHECK(!net_invariant_holds(net, &invariant));
  invariant.bound = 2;
  weights[1].coefficient = 1; /* a + b shrinks */
  CHECK(!net_invariant_holds(net, &invariant));
  invariant.conserved = false;
  CHECK(net_invariant_holds(net, &invariant));
  weights[1].coefficient = 3; /* a + 3 b grows */
  CHECK(!net_invariant_holds(net, &invariant));
  weights[1].coefficient = -1;
  CHECK(!net_invariant_holds(net, &invariant));
  net_free(net);
}
