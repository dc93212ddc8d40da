/* Prefixes of random 1-safe nets against enumeration: every reachable marking is found in the
 * prefix and no other, deadlocks and sums too, with runs that arrive; and no net gets more events
 * that are no cut-offs than it has markings. */
#include "test.h"

#include "net/prefix_query.h"
#include "net/run.h"
#include "oracle/net_graph.h"

static NetCondition *exactly(const Net *net, const Tokens *marking) {
  NetCondition *all = net_condition_new(NET_ALL);
  for (uint32_t i = 0; i < net->places.size; i++) {
    net_condition_add(all, net_condition_tokens(i, marking[i]));
    net_condition_add(all, net_condition_fewer(i, marking[i] + 1));
  }
  return all;
}

typedef struct {
  unsigned cutoffs, deadlocks, reachable, unreachable;
} Seen;

static void ask(const Prefix *prefix, const NetGraph *graph, const NetCondition *condition,
                unsigned seed, Seen *seen) {
  bool expected = false;
  for (size_t i = 0; i < graph->markings.size; i++)
    expected |= net_condition_holds(condition, graph->markings.data[i]);
  U32Vec run = {0};
  PrefixAnswer answer = prefix_reaches(prefix, condition, NULL, &run);
  if (answer != (expected ? PREFIX_REACHABLE : PREFIX_UNREACHABLE))
    test_fail(__FILE__, __LINE__, "seed %u: the answer is %d on\n%s", seed, answer,
              net_text(prefix->net));
  if (expected) {
    Tokens *marking = net_replay(prefix->net, run.data, run.size);
    CHECK(marking && net_condition_holds(condition, marking));
    mem_free(marking);
  }
  seen->reachable += expected;
  seen->unreachable += !expected;
  vec_free(&run);
}

static void check_deadlock(const Prefix *prefix, const NetGraph *graph, unsigned seed, Seen *seen) {
  bool expected = false;
  for (size_t i = 0; i < graph->markings.size; i++)
    expected |= net_is_deadlock(graph->net, graph->markings.data[i]);
  U32Vec run = {0};
  if (prefix_deadlocks(prefix, NULL, &run) != (expected ? PREFIX_REACHABLE : PREFIX_UNREACHABLE))
    test_fail(__FILE__, __LINE__, "seed %u: the deadlock differs on\n%s", seed,
              net_text(prefix->net));
  if (expected) {
    Tokens *marking = net_replay(prefix->net, run.data, run.size);
    CHECK(marking && net_is_deadlock(prefix->net, marking));
    mem_free(marking);
  }
  seen->deadlocks += expected;
  vec_free(&run);
}

static void check_net(unsigned seed, Random random, const Net *net, const NetGraph *graph,
                      Tokens bound, Seen *seen) {
  Error error = {0};
  Prefix *prefix = prefix_new(net, bound, NULL, &error);
  if (!prefix) test_fail(__FILE__, __LINE__, "seed %u: %s", seed, error.message);
  CHECK(prefix->complete);
  CHECK(bound > 1 || prefix->events.size - prefix->cutoffs < graph->markings.size);
  seen->cutoffs += (unsigned)prefix->cutoffs;
  check_deadlock(prefix, graph, seed, seen);
  for (unsigned i = 0; i < 8; i++) {
    const Tokens *some =
        graph->markings.data[random_below(&random, (uint32_t)graph->markings.size)];
    Tokens changed[32];
    for (size_t p = 0; p < net->places.size; p++)
      changed[p] = i % 2 && random_chance(&random, 1, 4) ? some[p] ^ 1 : some[p];
    NetCondition *condition = i < 4 ? exactly(net, changed) : random_net_condition(&random, net, 2);
    ask(prefix, graph, condition, seed, seen);
    net_condition_free(condition);
  }
  prefix_free(prefix);
}

TEST(prefixes_have_the_reachable_markings_and_no_others) {
  Seen seen = {0};
  for (unsigned seed = 1; seed <= test_cases(400); seed++) {
    Random random = {seed};
    Net *net = random_safe_net(&random);
    NetGraph *graph = net_graph_new(net, 100000);
    CHECK(graph->whole);
    check_net(seed, random, net, graph, 1, &seen);
    net_graph_free(graph);
    net_free(net);
  }
  CHECK_COVERAGE(seen.cutoffs > 300 && seen.deadlocks > 50);
  CHECK_COVERAGE(seen.reachable > 500 && seen.unreachable > 500);
}

/* The same of nets whose places hold several tokens: small ones, because each token counts. */
TEST(prefixes_of_bounded_nets_have_the_reachable_markings_and_no_others) {
  enum { BOUND = 3 };
  Seen seen = {0};
  unsigned checked = 0;
  for (unsigned seed = 1; seed <= test_cases(1500); seed++) {
    Random random = {seed};
    Net *net = random_net(&random, 6, 5);
    NetGraph *graph = net_graph_new(net, 60);
    bool bounded = graph->whole;
    for (size_t i = 0; i < graph->markings.size; i++)
      for (size_t p = 0; p < net->places.size; p++) bounded &= graph->markings.data[i][p] <= BOUND;
    if (bounded) check_net(seed, random, net, graph, BOUND, &seen);
    checked += bounded;
    net_graph_free(graph);
    net_free(net);
  }
  CHECK_COVERAGE(checked > 300 && seen.cutoffs > 100 && seen.deadlocks > 50);
  CHECK_COVERAGE(seen.reachable > 300 && seen.unreachable > 300);
}

/* A net that is not 1-safe is refused, and every other one is not. */
TEST(nets_that_are_not_safe_are_refused) {
  unsigned refused = 0, accepted = 0;
  for (unsigned seed = 1; seed <= test_cases(400); seed++) {
    Random random = {seed};
    Net *net = random_net(&random, 6, 6);
    NetGraph *graph = net_graph_new(net, 300);
    bool safe = graph->whole, plain = true;
    for (size_t i = 0; i < graph->markings.size; i++)
      for (size_t p = 0; p < net->places.size; p++) safe &= graph->markings.data[i][p] <= 1;
    for (size_t t = 0; t < net->transitions.size; t++)
      for (size_t p = 0; p < net->places.size; p++)
        plain &= net_weight(&net->transitions.data[t].take, (uint32_t)p) <= 1 &&
                 net_weight(&net->transitions.data[t].put, (uint32_t)p) <= 1;
    Error error = {0};
    Prefix *prefix = prefix_new(net, 1, NULL, &error);
    if (!!prefix != (safe && plain))
      test_fail(__FILE__, __LINE__, "seed %u: %s\n%s", seed, prefix ? "accepted" : error.message,
                net_text(net));
    CHECK(prefix || error.message);
    refused += !prefix;
    accepted += !!prefix;
    prefix_free(prefix);
    error_free(&error);
    net_graph_free(graph);
    net_free(net);
  }
  CHECK_COVERAGE(refused > 100 && accepted > 20);
}

TEST(a_prefix_that_is_cut_short_proves_nothing) {
  Net *net = net_new("loop");
  net_add_place(net, "a", 1);
  net_add_place(net, "b", 0);
  net_add_transition(net, "go");
  net_take(net, 0, 0, 1);
  net_put(net, 0, 1, 1);
  volatile sig_atomic_t stop = 1;
  Budget budget = {.cancel = &stop};
  Error error = {0};
  Prefix *prefix = prefix_new(net, 1, &budget, &error);
  CHECK(prefix && !prefix->complete);
  NetCondition *there = net_condition_tokens(1, 1);
  U32Vec run = {0};
  CHECK_EQUAL(prefix_reaches(prefix, there, NULL, &run), PREFIX_UNKNOWN);
  CHECK_EQUAL(prefix_deadlocks(prefix, NULL, &run), PREFIX_UNKNOWN);
  vec_free(&run);
  net_condition_free(there);
  prefix_free(prefix);
  net_free(net);
}
