/* Reductions of nets against enumeration: of random nets, what each class promises is compared on
 * both graphs, and runs of the reduced net are runs of the original. */
#include "test.h"

#include "net/reduce.h"
#include "net/run.h"
#include "oracle/net_graph.h"
#include "oracle/stutter.h"

enum { MOST_MARKINGS = 400 };

/* What is visible of a marking, as a number that both graphs share. */
static uint32_t label_of(const Net *net, const NetVisible *visible, const NetReduction *reduction,
                         const Tokens *marking, Names *labels) {
  U32Vec seen = {0};
  for (uint32_t p = 0; p < net->places.size; p++)
    if (bits_get(&visible->places, p))
      vec_push(&seen, marking[reduction ? net_reduction_place(reduction, p) : p]);
  uint32_t label =
      names_add_n(labels, seen.size ? (const char *)seen.data : "", seen.size * sizeof *seen.data);
  vec_free(&seen);
  return label;
}

static StutterGraph look_at(const Net *net, const NetVisible *visible,
                            const NetReduction *reduction, const NetGraph *graph, Names *labels) {
  StutterGraph seen = {0};
  for (size_t i = 0; i < graph->markings.size; i++) {
    vec_push(&seen.label, label_of(net, visible, reduction, graph->markings.data[i], labels));
    vec_resize(&seen.next, i + 1);
    for (size_t k = 0; k < graph->steps.data[i].size; k++)
      vec_push(&seen.next.data[i], graph->steps.data[i].data[k].target);
  }
  return seen;
}

/* The labels of all states, or of deadlocks alone. */
static Bits labels_of(const StutterGraph *graph, bool deadlocks, size_t count) {
  Bits labels = bits_new(count);
  for (size_t i = 0; i < graph->next.size; i++)
    if (!deadlocks || !graph->next.data[i].size) bits_set(&labels, graph->label.data[i]);
  return labels;
}

static bool same_labels(const StutterGraph *a, const StutterGraph *b, bool deadlocks,
                        size_t count) {
  Bits one = labels_of(a, deadlocks, count), other = labels_of(b, deadlocks, count);
  bool same = bits_equal(&one, &other);
  bits_free(&one);
  bits_free(&other);
  return same;
}

static bool same_answers(const StutterGraph *a, const StutterGraph *b, NetPreserve what,
                         size_t labels) {
  bool deadlocks = same_labels(a, b, true, labels), all = same_labels(a, b, false, labels);
  switch (what) {
  case NET_KEEP_DEADLOCK: return deadlocks;
  case NET_KEEP_REACHABILITY: return all;
  case NET_KEEP_LTL: return deadlocks && all && stutter_same_traces(a, b);
  case NET_KEEP_CTL:
    return deadlocks && all && stutter_same_traces(a, b) && stutter_bisimilar(a, b);
  }
  return false;
}

/* A random run of the reduced net, and back. */
static void check_way_back(Random *random, const Net *net, const NetVisible *visible,
                           const NetReduction *reduction, const NetGraph *graph, NetPreserve what,
                           unsigned seed) {
  U32Vec reduced = {0}, run = {0}, step_of = {0};
  uint32_t at = 0;
  for (unsigned i = 0; i < 20 && graph->steps.data[at].size; i++) {
    NetStep step =
        graph->steps.data[at].data[random_below(random, (uint32_t)graph->steps.data[at].size)];
    vec_push(&reduced, step.transition);
    at = step.target;
  }
  if (!net_reduction_run_back(reduction, reduced.data, reduced.size, &run, &step_of))
    test_fail(__FILE__, __LINE__, "seed %u, class %d: no way back on\n%s", seed, what,
              net_text(net));
  CHECK_EQUAL(step_of.size, reduced.size + 1);
  Tokens *marking = net_replay(net, run.data, run.size);
  CHECK(marking);
  for (uint32_t p = 0; p < net->places.size; p++)
    if (bits_get(&visible->places, p))
      CHECK_EQUAL(marking[p], graph->markings.data[at][net_reduction_place(reduction, p)]);
  if (what != NET_KEEP_REACHABILITY &&
      net_is_deadlock(net_reduction_net(reduction), graph->markings.data[at]))
    CHECK(net_is_deadlock(net, marking));
  mem_free(marking);
  vec_free(&reduced);
  vec_free(&run);
  vec_free(&step_of);
}

typedef struct {
  unsigned compared, smaller;
} Seen;

static void check_reduction(Random *random, const Net *net, const NetGraph *graph,
                            const NetVisible *visible, NetPreserve what, unsigned seed,
                            Seen *seen) {
  NetReduction *reduction = net_reduce(net, visible, what, NULL);
  const Net *small = net_reduction_net(reduction);
  for (uint32_t p = 0; p < net->places.size; p++)
    if (bits_get(&visible->places, p))
      CHECK_TEXT(small->places.data[net_reduction_place(reduction, p)].name,
                 net->places.data[p].name);
  for (uint32_t t = 0; t < net->transitions.size; t++)
    if (bits_get(&visible->transitions, t))
      CHECK(net_reduction_transition(reduction, t) != NET_REMOVED);
  NetGraph *reduced = net_graph_new(small, MOST_MARKINGS);
  if (graph->whole && reduced->whole) {
    Names labels = {0};
    StutterGraph a = look_at(net, visible, NULL, graph, &labels);
    StutterGraph b = look_at(net, visible, reduction, reduced, &labels);
    if (!same_answers(&a, &b, what, labels.size)) {
      Text rules = {0};
      net_reduction_text(reduction, &rules);
      test_fail(__FILE__, __LINE__, "seed %u, class %d: the answers differ on\n%s\n\n%s\n%s", seed,
                what, net_text(net), net_text(small), rules.data);
    }
    stutter_graph_free(&a);
    stutter_graph_free(&b);
    names_free(&labels);
    seen->compared++;
    seen->smaller += reduced->markings.size < graph->markings.size;
  }
  check_way_back(random, net, visible, reduction, reduced, what, seed);
  net_graph_free(reduced);
  net_reduction_free(reduction);
}

TEST(reduced_nets_give_the_same_answers) {
  Seen seen[4] = {{0}};
  for (unsigned seed = 1; seed <= test_cases(1500); seed++) {
    Random random = {seed};
    Net *net = random_chance(&random, 1, 8)   ? random_safe_net(&random)
               : random_chance(&random, 1, 3) ? random_net(&random, 9, 8)
                                              : random_refined_net(&random);
    NetGraph *graph = net_graph_new(net, MOST_MARKINGS);
    NetVisible visible = net_visible_new(net);
    uint32_t places = random_below(&random, 3);
    for (uint32_t i = 0; i < places; i++)
      net_visible_place(&visible, random_below(&random, (uint32_t)net->places.size));
    if (random_chance(&random, 1, 8))
      net_visible_transition(&visible, net, random_below(&random, (uint32_t)net->transitions.size));
    for (int what = 0; what < 4; what++)
      check_reduction(&random, net, graph, &visible, (NetPreserve)what, seed, &seen[what]);
    net_visible_free(&visible);
    net_graph_free(graph);
    net_free(net);
  }
  for (int what = 0; what < 4; what++)
    CHECK_COVERAGE(seen[what].compared > 500 && seen[what].smaller > 50);
}
