/* Random nets: a transition that is said to be undone leads nowhere from where there is no way
 * back; nets all of whose transitions have an opposite are reversible. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "check/net_undo.h"
#include "oracle/net_graph.h"
#include "oracle/random_net.h"

/* Whether a way leads from one marking to another. */
static bool leads_to(const NetMarkings *all, size_t from, size_t to) {
  bool seen[NET_MARKINGS] = {false};
  size_t stack[NET_MARKINGS], size = 0;
  seen[from] = true;
  stack[size++] = from;
  while (size) {
    size_t here = stack[--size];
    for (size_t i = 0; i < all->successors[here]; i++) {
      size_t next = all->successor[here][i];
      if (!seen[next]) stack[size++] = next;
      seen[next] = true;
    }
  }
  return seen[to];
}

static size_t number_of(const Net *net, const NetMarkings *all, const Tokens *marking) {
  for (size_t s = 0; s < all->count; s++)
    if (!memcmp(all->markings[s], marking, net->places.size * sizeof *marking)) return s;
  return SIZE_MAX;
}

/* From everywhere the transition leads to, a way leads back. */
static bool is_undone(const Net *net, const NetMarkings *all, uint32_t t) {
  for (size_t s = 0; s < all->count; s++) {
    Tokens next[NET_PLACES];
    memcpy(next, all->markings[s], sizeof next);
    if (!net_enabled(net, t, next)) continue;
    CHECK(net_fire(net, t, next));
    if (!leads_to(all, number_of(net, all, next), s)) return false;
  }
  return true;
}

TEST(transitions_that_can_be_undone_have_a_way_back) {
  unsigned undone = 0, not_undone = 0, forged = 0;
  for (unsigned i = 0; i < test_cases(1500); i++) {
    Random random = {i + 2600000};
    Model *model = random_net_model(&random);
    const Net *net = model->net;
    NetMarkings all;
    enumerate_markings(net, &all);
    for (uint32_t t = 0; all.count && t < net->transitions.size; t++) {
      U32Vec run = {0};
      bool found = net_undo(net, t, 100, NULL, &run);
      if (found) CHECK(net_undoes(net, t, &run));
      if (found) CHECK(is_undone(net, &all, t));
      undone += found && run.size > 1;
      not_undone += !found;
      /* any other run that the judge believes in is one, too */
      vec_clear(&run);
      for (uint32_t k = random_below(&random, 3); k > 0; k--)
        vec_push(&run, random_below(&random, (uint32_t)net->transitions.size));
      if (net_undoes(net, t, &run)) {
        CHECK(is_undone(net, &all, t));
        forged++;
      }
      vec_free(&run);
    }
    model_free(model);
  }
  CHECK_COVERAGE(undone > 10 && not_undone > 1000 && forged > 10);
}

TEST(nets_with_opposite_transitions_are_reversible) {
  for (unsigned i = 0; i < test_cases(100); i++) {
    Random random = {i + 2700000};
    Net *net = random_net(&random, 5, 4);
    size_t count = net->transitions.size;
    char name[24];
    for (uint32_t t = 0; t < count; t++) {
      snprintf(name, sizeof name, "back%u", t);
      uint32_t back = net_add_transition(net, name);
      for (size_t k = 0; k < net->transitions.data[t].take.size; k++) {
        NetArc arc = net->transitions.data[t].take.data[k];
        net_put(net, back, arc.place, arc.weight);
      }
      for (size_t k = 0; k < net->transitions.data[t].put.size; k++) {
        NetArc arc = net->transitions.data[t].put.data[k];
        net_take(net, back, arc.place, arc.weight);
      }
    }
    CHECK(net_is_reversible(net, NULL));
    net_free(net);
  }
}
