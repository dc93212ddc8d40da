/* Rewriting and balancing of graphs, and the small circuits behind them. */
#include "logic/aig_rewrite.h"

#include "base/random.h"
#include "logic/small_circuits.h"
#include "test.h"

/* ---- small circuits ---- */

static Function4 function_of(const SmallCircuit *circuit) {
  Function4 values[SMALL_NODES] = {0};
  for (int v = 0; v < 4; v++) values[1 + v] = function4_variable[v];
  for (int i = 0; i < circuit->size; i++) {
    CHECK(circuit->left[i] / 2 < SMALL_FIRST + i && circuit->right[i] / 2 < SMALL_FIRST + i);
    unsigned left = values[circuit->left[i] / 2] ^ (circuit->left[i] & 1 ? 0xffff : 0);
    unsigned right = values[circuit->right[i] / 2] ^ (circuit->right[i] & 1 ? 0xffff : 0);
    values[SMALL_FIRST + i] = (Function4)(left & right);
  }
  return values[circuit->root / 2] ^ (circuit->root & 1 ? 0xffff : 0);
}

TEST(small_circuits_compute_their_functions) {
  SmallTable *table = small_table_new();
  uint64_t gates = 0, alternatives = 0;
  for (unsigned f = 0; f < 1 << 16; f++) {
    const SmallCircuits *list = small_circuits(table, (Function4)f);
    CHECK(list->count);
    for (unsigned i = 0; i < list->count; i++) {
      CHECK_EQUAL(function_of(list->circuits + i), f);
      CHECK(!i || list->circuits[i].size >= list->circuits[i - 1].size);
    }
    gates += list->circuits[0].size;
    alternatives += list->count - 1;
  }
  CHECK(gates <= 65536 * 8);
  CHECK(alternatives > 65536);
  small_table_free(table);
}

TEST(small_circuits_are_small) {
  enum { A = 0xaaaa, B = 0xcccc, C = 0xf0f0, D = 0xff00 };
  static const struct {
    unsigned function, gates;
  } known[] = {
      {0, 0},
      {0xffff & ~D, 0},
      {A & B, 1},
      {A | D, 1},
      {A & B & C & D, 3},
      {B ^ D, 3},
      {A ^ B ^ C ^ D, 9},
      {(A & B) | (C & D), 3},
      {(A & B) | (A & C) | (B & C), 4},
      {(A & B) | (0xffff & ~A & C), 3},
      {(A | B) & (C | D), 3},
      {(A & B & C) | (A & B & D), 3},
      {(A ^ B) & (C | D), 5},
  };
  SmallTable *table = small_table_new();
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    CHECK_EQUAL(small_circuits(table, (Function4)known[i].function)->circuits[0].size,
                known[i].gates);
  small_table_free(table);
}

/* ---- graphs ---- */

enum { VARIABLES = 6 };

static const uint64_t columns[VARIABLES] = {0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu,
                                            0xf0f0f0f0f0f0f0f0u, 0xff00ff00ff00ff00u,
                                            0xffff0000ffff0000u, 0xffffffff00000000u};

typedef struct {
  Aig *aig;
  Lit variables[VARIABLES];
  LitVec roots;
} Graph;

static Graph graph_new(void) {
  Graph graph = {.aig = aig_new()};
  for (int i = 0; i < VARIABLES; i++) graph.variables[i] = aig_variable(graph.aig);
  return graph;
}

static void graph_free(Graph *graph) {
  aig_free(graph->aig);
  vec_free(&graph->roots);
}

static Graph random_graph(uint64_t seed) {
  Random random = {seed};
  Graph graph = graph_new();
  LitVec pool = {0};
  for (int i = 0; i < VARIABLES; i++) vec_push(&pool, graph.variables[i]);
  for (uint32_t i = 0, gates = 5 + random_below(&random, 80); i < gates; i++) {
    Lit pick[3];
    for (int k = 0; k < 3; k++)
      pick[k] = pool.data[random_below(&random, (uint32_t)pool.size)] ^ random_below(&random, 2);
    switch (random_below(&random, 6)) {
    case 0: vec_push(&pool, aig_mux(graph.aig, pick[0], pick[1], pick[2])); break;
    case 1: vec_push(&pool, aig_xor(graph.aig, pick[0], pick[1])); break;
    default: vec_push(&pool, aig_and(graph.aig, pick[0], pick[1])); break;
    }
  }
  for (uint32_t i = 0, count = 1 + random_below(&random, 6); i < count; i++)
    vec_push(&graph.roots, pool.data[random_below(&random, (uint32_t)pool.size)] ^ (i & 1));
  vec_free(&pool);
  return graph;
}

static uint64_t *tables(const Graph *graph) {
  uint64_t *words = mem_array(graph->aig->size, sizeof *words);
  for (int i = 0; i < VARIABLES; i++) words[lit_node(graph->variables[i])] = columns[i];
  aig_simulate(graph->aig, words);
  return words;
}

static size_t gates_of(const Graph *graph) {
  U32Vec readers = aig_readers(graph->aig, &graph->roots);
  size_t gates = 0;
  for (uint32_t node = 1; node < readers.size; node++)
    gates += readers.data[node] && aig_is_and(graph->aig, node);
  vec_free(&readers);
  return gates;
}

static Graph changed(const Graph *graph, bool balance, Budget *budget) {
  Graph other = graph_new();
  Lit *map = aig_map_new(graph->aig);
  for (int i = 0; i < VARIABLES; i++) map[lit_node(graph->variables[i])] = other.variables[i];
  if (balance) aig_balance(other.aig, graph->aig, &graph->roots, map);
  else aig_rewrite(other.aig, graph->aig, &graph->roots, map, budget);
  for (size_t i = 0; i < graph->roots.size; i++)
    vec_push(&other.roots, aig_map_lit(map, graph->roots.data[i]));
  mem_free(map);
  return other;
}

static size_t gates_after(const Graph *graph) {
  Graph other = changed(graph, false, NULL);
  size_t gates = gates_of(&other);
  graph_free(&other);
  return gates;
}

static void check_same(const Graph *a, const Graph *b) {
  uint64_t *x = tables(a), *y = tables(b);
  for (size_t i = 0; i < a->roots.size; i++)
    CHECK_EQUAL(aig_word(x, a->roots.data[i]), aig_word(y, b->roots.data[i]));
  mem_free(x);
  mem_free(y);
}

TEST(rewriting_and_balancing_keep_functions) {
  size_t before = 0, after = 0;
  for (uint64_t seed = 1; seed <= test_cases(2000); seed++) {
    Graph graph = random_graph(seed);
    Graph balanced = changed(&graph, true, NULL), rewritten = changed(&graph, false, NULL);
    check_same(&graph, &balanced);
    check_same(&graph, &rewritten);
    CHECK(gates_of(&rewritten) <= gates_of(&graph));
    before += gates_of(&graph);
    after += gates_of(&rewritten);
    graph_free(&graph);
    graph_free(&balanced);
    graph_free(&rewritten);
  }
  CHECK(after < before * 8 / 10);
}

TEST(rewriting_stops_with_its_budget_anywhere) {
  for (uint64_t work = 1; work < 2000; work += 29) {
    Graph graph = random_graph(work);
    Budget budget = {.work = work};
    Graph rewritten = changed(&graph, false, &budget);
    check_same(&graph, &rewritten);
    graph_free(&graph);
    graph_free(&rewritten);
  }
}

TEST(common_factors_are_found_unless_the_products_are_needed) {
  Graph graph = graph_new();
  const Lit *v = graph.variables;
  Lit ab = aig_and(graph.aig, v[0], v[1]), ac = aig_and(graph.aig, v[0], v[2]);
  vec_push(&graph.roots, aig_or(graph.aig, ab, ac));
  CHECK_EQUAL(gates_of(&graph), 3);
  CHECK_EQUAL(gates_after(&graph), 2);
  vec_push(&graph.roots, ab); /* needed in any case, but ac would go: nothing is won or lost */
  CHECK_EQUAL(gates_after(&graph), 3);
  vec_push(&graph.roots, lit_not(ac));
  CHECK_EQUAL(gates_after(&graph), 3);
  graph_free(&graph);
}

TEST(what_is_there_already_costs_nothing) {
  /* with b | c at hand a sum of products is one gate on it */
  Graph graph = graph_new();
  const Lit *v = graph.variables;
  Lit either = aig_or(graph.aig, v[1], v[2]);
  vec_push(&graph.roots, either);
  vec_push(&graph.roots,
           aig_or(graph.aig, aig_and(graph.aig, v[0], v[1]), aig_and(graph.aig, v[0], v[2])));
  CHECK_EQUAL(gates_of(&graph), 4);
  CHECK_EQUAL(gates_after(&graph), 2);
  graph_free(&graph);
}

TEST(inputs_that_do_not_matter_are_no_longer_read) {
  Graph graph = graph_new();
  const Lit *v = graph.variables;
  Lit x = aig_xor(graph.aig, v[0], v[1]), y = aig_xor(graph.aig, x, v[1]); /* v[0] */
  vec_push(&graph.roots, aig_and(graph.aig, y, v[2]));
  CHECK(gates_of(&graph) > 3);
  CHECK_EQUAL(gates_after(&graph), 1);
  graph_free(&graph);
}

static uint32_t depth_of(const Aig *aig, Lit root) {
  U32Vec levels = {0};
  vec_resize(&levels, aig->size);
  for (uint32_t node = 1; node < aig->size; node++) {
    if (!aig_is_and(aig, node)) continue;
    uint32_t left = levels.data[lit_node(aig->nodes[node].left)];
    uint32_t right = levels.data[lit_node(aig->nodes[node].right)];
    levels.data[node] = 1 + (left > right ? left : right);
  }
  uint32_t depth = levels.data[lit_node(root)];
  vec_free(&levels);
  return depth;
}

/* A chain of gates, each of the one before and a new variable. */
static uint32_t depth_of_balanced_chain(uint32_t length, bool conjunction) {
  Aig *aig = aig_new(), *to = aig_new();
  Lit chain = aig_variable(aig);
  for (uint32_t i = 1; i < length; i++)
    chain = aig_and(aig, lit_not_if(chain, !conjunction), aig_variable(aig));
  Lit *map = aig_map_new(aig);
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_variable(aig, node)) map[node] = aig_variable(to);
  LitVec roots = {0};
  vec_push(&roots, chain);
  aig_balance(to, aig, &roots, map);
  CHECK_EQUAL(to->size, aig->size);
  uint32_t depth = depth_of(to, aig_map_lit(map, chain));
  vec_free(&roots);
  mem_free(map);
  aig_free(aig);
  aig_free(to);
  return depth;
}

TEST(balanced_conjunctions_are_as_flat_as_they_can_be) {
  CHECK_EQUAL(depth_of_balanced_chain(64, true), 6);
  CHECK_EQUAL(depth_of_balanced_chain(65, true), 7);
  CHECK_EQUAL(depth_of_balanced_chain(64, false), 63);
  CHECK(depth_of_balanced_chain(100000, true) < 300); /* a thousand leaves at a time */
}

TEST(rewriting_of_a_million_levels_needs_no_stack) {
  Aig *aig = aig_new(), *to = aig_new();
  Lit chain = aig_variable(aig);
  for (int i = 0; i < 1000000; i++) chain = aig_and(aig, lit_not(chain), aig_variable(aig));
  /* the chain is read by a function that does not depend on it */
  Lit x = aig_variable(aig), y = aig_variable(aig);
  Lit whole = aig_mux(aig, x, aig_or(aig, y, chain), aig_or(aig, y, aig_and(aig, chain, x)));
  LitVec roots = {0};
  vec_push(&roots, aig_and(aig, whole, lit_not(x)));
  Lit *map = aig_map_new(aig);
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_variable(aig, node)) map[node] = aig_variable(to);
  aig_rewrite(to, aig, &roots, map, NULL);
  Lit root = aig_map_lit(map, roots.data[0]);
  CHECK_EQUAL(depth_of(to, root), 1);
  vec_free(&roots);
  mem_free(map);
  aig_free(aig);
  aig_free(to);
}
