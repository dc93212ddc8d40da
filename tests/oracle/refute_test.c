/* Refutations by the state equation against enumeration: what is refuted is not reachable; the
 * check of a refutation believes no other either; and a good part of what is unreachable is
 * refuted. */
#include "test.h"

#include "net/refutation.h"
#include "oracle/net_graph.h"

static bool reaches(const NetGraph *graph, const NetCondition *condition) {
  for (size_t i = 0; i < graph->markings.size; i++)
    if (net_condition_holds(condition, graph->markings.data[i])) return true;
  return false;
}

typedef struct {
  unsigned unreachable, refuted, traps, siphons, cases, firings, forged, believed;
} Seen;

static void note_kinds(const RefutedNode *node, Seen *seen) {
  seen->siphons += node->kind == REFUTED_SIPHON;
  seen->cases += node->kind == REFUTED_CASES;
  seen->firings += node->kind == REFUTED_FIRINGS;
  for (size_t i = 0; i < node->children.size; i++) note_kinds(node->children.data[i], seen);
}

/* Some number of the refutation becomes a little different. */
static void forge(Random *random, RefutedNode *node) {
  if (node->kind != REFUTED_LEAF && random_chance(random, 3, 4) && node->children.size) {
    forge(random, node->children.data[random_below(random, (uint32_t)node->children.size)]);
    return;
  }
  int64_t change = (int64_t)random_below(random, 5) - 2;
  if (node->kind == REFUTED_FIRINGS) node->firings += random_below(random, 3);
  else if (node->kind == REFUTED_SIPHON && node->places.size) node->places.size--;
  else if (node->y.size && random_chance(random, 1, 2))
    node->y.data[random_below(random, (uint32_t)node->y.size)].coefficient += change;
  else if (node->inequalities.size && random_chance(random, 1, 2))
    node->inequalities.data[0].factor += change;
  else if (node->traps.size) node->traps.data[0].factor += change;
  else if (node->siphons.size) node->siphons.data[0].factor += change;
}

/* Whatever is changed, in the refutation, the condition or the net: if the check says yes, the
 * condition is unreachable. */
static void check_forged(Random *random, Net *net, NetCondition *condition,
                         NetRefutation *refutation, unsigned seed, Seen *seen) {
  for (unsigned round = 0; round < 6; round++) {
    switch (random_below(random, 3)) {
    case 0: forge(random, refutation->root); break;
    case 1:
      if (condition->kind == NET_AT_LEAST) condition->at_least -= random_below(random, 2);
      else forge(random, refutation->root);
      break;
    default: net->places.data[random_below(random, (uint32_t)net->places.size)].initial ^= 1; break;
    }
    bool believed = net_refutation_holds(net, condition, refutation);
    seen->forged++;
    seen->believed += believed;
    if (!believed) continue;
    NetGraph *graph = net_graph_new(net, 500);
    if (reaches(graph, condition))
      test_fail(__FILE__, __LINE__, "seed %u: a forged refutation is believed on\n%s", seed,
                net_text(net));
    net_graph_free(graph);
  }
}

static void check_condition(Random *random, Net *net, const NetGraph *graph,
                            NetCondition *condition, unsigned seed, Seen *seen) {
  bool reachable = reaches(graph, condition);
  NetRefuteOptions options = {.no_traps = random_chance(random, 1, 4),
                              .no_siphons = random_chance(random, 1, 4)};
  NetAnswer answer = net_refute(net, condition, &options, NULL);
  if (answer.refutation && reachable)
    test_fail(__FILE__, __LINE__, "seed %u: a reachable condition is refuted on\n%s", seed,
              net_text(net));
  CHECK(!answer.interrupted);
  if (answer.refutation) {
    CHECK(net_refutation_holds(net, condition, answer.refutation));
    note_kinds(answer.refutation->root, seen);
    seen->traps += net_refutation_size(answer.refutation).traps > 0;
  }
  seen->unreachable += !reachable && graph->whole;
  seen->refuted += !!answer.refutation && graph->whole;
  if (answer.refutation) {
    Net *copy = net_copy(net);
    check_forged(random, copy, condition, answer.refutation, seed, seen);
    net_free(copy);
  }
  net_answer_free(&answer);
}

TEST(what_is_refuted_is_not_reachable) {
  Seen seen = {0};
  for (unsigned seed = 1; seed <= test_cases(300); seed++) {
    Random random = {seed};
    Net *net = random_chance(&random, 1, 2) ? random_safe_net(&random) : random_net(&random, 7, 7);
    NetGraph *graph = net_graph_new(net, 2000);
    NetCondition *deadlock = net_condition_deadlock(net);
    check_condition(&random, net, graph, deadlock, seed, &seen);
    net_condition_free(deadlock);
    for (unsigned i = 0; i < 6; i++) {
      NetCondition *condition = random_net_condition(&random, net, i % 3);
      check_condition(&random, net, graph, condition, seed, &seen);
      net_condition_free(condition);
    }
    net_graph_free(graph);
    net_free(net);
  }
  CHECK_COVERAGE(seen.refuted * 10 > seen.unreachable * 8);
  CHECK_COVERAGE(seen.traps > 3 && seen.siphons > 10 && seen.cases > 10);
  CHECK_COVERAGE(seen.firings > 2);
  CHECK_COVERAGE(seen.forged > 1000 && seen.believed > 50 && seen.believed < seen.forged);
}
