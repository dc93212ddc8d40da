/* What the check of refutations believes and what it does not: the smallest net that shows each. */
#include "test.h"

#include "net/refutation.h"

/* c -> a -> b, and back from b to a if `loop`; the tokens are those of a, b and c. */
static Net *chain(Tokens a, Tokens b, Tokens c, bool fed, bool loop) {
  Net *net = net_new("chain");
  net_add_place(net, "a", a);
  net_add_place(net, "b", b);
  net_add_place(net, "c", c);
  uint32_t go = net_add_transition(net, "go");
  net_take(net, go, 0, 1);
  net_put(net, go, 1, 1);
  if (loop) {
    uint32_t back = net_add_transition(net, "back");
    net_take(net, back, 1, 1);
    net_put(net, back, 0, 1);
  }
  if (fed) {
    uint32_t feed = net_add_transition(net, "feed");
    net_take(net, feed, 2, 1);
    net_put(net, feed, 0, 1);
  }
  return net;
}

/* "There is a token on the place", with y = the place. */
static RefutedNode *leaf_for_token(uint32_t place) {
  RefutedNode *leaf = refuted_node_new(REFUTED_LEAF);
  vec_push(&leaf->inequalities, ((RefutedFactor){0, 1}));
  vec_push(&leaf->y, ((NetTerm){place, 1}));
  return leaf;
}

static bool believed(Net *net, NetCondition *condition, const NetRefutation *refutation) {
  bool holds = net_refutation_holds(net, condition, refutation);
  net_free(net);
  net_condition_free(condition);
  return holds;
}

TEST(a_marked_trap_cannot_be_emptied) {
  NetRefutation *refutation = mem_zalloc(sizeof *refutation);
  U32Vec trap = {0};
  vec_push(&trap, 0);
  vec_push(&trap, 1);
  vec_push(&refutation->traps, trap);
  refutation->root = refuted_node_new(REFUTED_LEAF);
  vec_push(&refutation->root->inequalities, ((RefutedFactor){0, 1}));
  vec_push(&refutation->root->traps, ((RefutedFactor){0, 1}));
  const NetTerm none[] = {{0, -1}, {1, -1}};
  CHECK(believed(chain(1, 0, 0, false, true), net_condition_at_least(none, 2, 0), refutation));
  /* not marked in the beginning */
  CHECK(!believed(chain(0, 0, 1, false, true), net_condition_at_least(none, 2, 0), refutation));
  /* no trap: `go` takes from a, and puts on b */
  refutation->traps.data[0].size = 1;
  CHECK(!believed(chain(1, 0, 0, false, true), net_condition_at_least(none, 1, 0), refutation));
  /* a place that there is not */
  refutation->traps.data[0].data[0] = 7;
  CHECK(!believed(chain(1, 0, 0, false, true), net_condition_at_least(none, 1, 0), refutation));
  net_refutation_free(refutation);
}

TEST(nothing_leaves_an_empty_siphon) {
  NetRefutation *refutation = mem_zalloc(sizeof *refutation);
  refutation->root = refuted_node_new(REFUTED_SIPHON);
  vec_push(&refutation->root->places, 0);
  vec_push(&refutation->root->children, leaf_for_token(1));
  CHECK(believed(chain(0, 0, 1, false, false), net_condition_tokens(1, 1), refutation));
  /* not empty in the beginning */
  CHECK(!believed(chain(1, 0, 1, false, false), net_condition_tokens(1, 1), refutation));
  /* `feed` fills it: that case is missing */
  CHECK(!believed(chain(0, 0, 1, true, false), net_condition_tokens(1, 1), refutation));
  /* without the siphon `go` may fire */
  RefutedNode *leaf = leaf_for_token(1);
  NetRefutation plain = {.root = leaf};
  CHECK(!believed(chain(0, 0, 1, false, false), net_condition_tokens(1, 1), &plain));
  refuted_node_free(leaf);
  net_refutation_free(refutation);
}

TEST(every_case_has_to_be_refuted) {
  NetRefutation *refutation = mem_zalloc(sizeof *refutation);
  refutation->root = refuted_node_new(REFUTED_CASES);
  vec_push(&refutation->root->children, leaf_for_token(2));
  for (int parts = 1; parts <= 2; parts++) {
    NetCondition *any = net_condition_new(NET_ANY);
    net_condition_add(any, net_condition_tokens(2, 1));
    if (parts == 2) net_condition_add(any, net_condition_tokens(0, 1));
    CHECK_EQUAL(believed(chain(1, 0, 0, false, false), any, refutation), parts == 1);
  }
  net_refutation_free(refutation);
}

TEST(firings_are_few_or_many) {
  /* two tokens on b: `go` fires at most once, with one token; or it fires twice, and a would be
   * negative */
  NetRefutation *refutation = mem_zalloc(sizeof *refutation);
  RefutedNode *root = refutation->root = refuted_node_new(REFUTED_FIRINGS);
  root->firings = 1;
  vec_push(&root->children, leaf_for_token(1));
  RefutedNode *many = refuted_node_new(REFUTED_LEAF);
  vec_push(&many->y, ((NetTerm){0, 1}));
  vec_push(&root->children, many);
  CHECK(believed(chain(1, 0, 0, false, false), net_condition_tokens(1, 2), refutation));
  CHECK(!believed(chain(2, 0, 0, false, false), net_condition_tokens(1, 2), refutation));
  CHECK(!believed(chain(1, 1, 0, false, false), net_condition_tokens(1, 2), refutation));
  root->firings = 2; /* two firings make two tokens */
  CHECK(!believed(chain(1, 0, 0, false, false), net_condition_tokens(1, 2), refutation));
  root->firings = UINT64_MAX;
  CHECK(!believed(chain(1, 0, 0, false, false), net_condition_tokens(1, 2), refutation));
  net_refutation_free(refutation);
}

TEST(numbers_that_do_not_fit_are_not_believed) {
  NetRefutation *refutation = mem_zalloc(sizeof *refutation);
  RefutedNode *leaf = refutation->root = leaf_for_token(2);
  const NetTerm huge = {2, INT64_MAX};
  leaf->inequalities.data[0].factor = INT64_MAX;
  leaf->y.data[0].coefficient = INT64_MAX; /* less than w, which is the square of it */
  CHECK(!believed(chain(1, 0, 0, false, false), net_condition_at_least(&huge, 1, INT64_MAX),
                  refutation));
  leaf->inequalities.data[0].factor = -1;
  CHECK(!believed(chain(1, 0, 0, false, false), net_condition_tokens(2, 1), refutation));
  leaf->inequalities.data[0] = (RefutedFactor){1, 1}; /* there is no second one */
  CHECK(!believed(chain(1, 0, 0, false, false), net_condition_tokens(2, 1), refutation));
  net_refutation_free(refutation);
}
