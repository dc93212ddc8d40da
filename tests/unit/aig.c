#include "test.h"

#include "base/random.h"
#include "logic/aig.h"

/* A random graph over some variables, with the truth table of every literal it made. */
typedef struct {
  Aig *aig;
  LitVec pool;
} Graph;

static Graph random_graph(uint64_t seed, unsigned variables, unsigned gates) {
  Random random = {seed};
  Graph graph = {aig_new(), {0}};
  for (unsigned i = 0; i < variables; i++) vec_push(&graph.pool, aig_variable(graph.aig));
  for (unsigned i = 0; i < gates; i++) {
    Lit pick[3];
    for (int k = 0; k < 3; k++)
      pick[k] = graph.pool.data[random_below(&random, (uint32_t)graph.pool.size)] ^
                random_below(&random, 2);
    switch (random_below(&random, 4)) {
    case 0: vec_push(&graph.pool, aig_mux(graph.aig, pick[0], pick[1], pick[2])); break;
    case 1: vec_push(&graph.pool, aig_xor(graph.aig, pick[0], pick[1])); break;
    default: vec_push(&graph.pool, aig_and(graph.aig, pick[0], pick[1])); break;
    }
  }
  return graph;
}

static void graph_free(Graph *graph) {
  aig_free(graph->aig);
  vec_free(&graph->pool);
}

/* The truth table over six variables in one word per variable. */
static const uint64_t columns[6] = {0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu, 0xf0f0f0f0f0f0f0f0u,
                                    0xff00ff00ff00ff00u, 0xffff0000ffff0000u, 0xffffffff00000000u};

static uint64_t *tables(const Aig *aig) {
  uint64_t *words = mem_array(aig->size, sizeof *words);
  unsigned variable = 0;
  for (uint32_t n = 1; n < aig->size; n++)
    if (aig_is_variable(aig, n)) words[n] = columns[variable++ % 6];
  aig_simulate(aig, words);
  return words;
}

TEST(simplification_keeps_the_function) {
  /* every operation is compared with the operation on the truth tables of its arguments */
  for (uint64_t seed = 1; seed <= test_cases(300); seed++) {
    Random random = {seed};
    Aig *aig = aig_new();
    VEC(uint64_t) words = {0};
    LitVec pool = {0};
    for (int i = 0; i < 4; i++) {
      vec_push(&pool, aig_variable(aig));
      vec_push(&words, columns[i]);
    }
    for (int i = 0; i < 60; i++) {
      uint32_t a = random_below(&random, (uint32_t)pool.size);
      uint32_t b = random_below(&random, (uint32_t)pool.size);
      uint32_t c = random_below(&random, (uint32_t)pool.size);
      uint32_t signs = random_below(&random, 8);
      uint64_t wa = words.data[a] ^ -(uint64_t)(signs & 1);
      uint64_t wb = words.data[b] ^ -(uint64_t)(signs >> 1 & 1);
      uint64_t wc = words.data[c] ^ -(uint64_t)(signs >> 2);
      Lit la = pool.data[a] ^ (signs & 1), lb = pool.data[b] ^ (signs >> 1 & 1);
      Lit lc = pool.data[c] ^ (signs >> 2);
      switch (random_below(&random, 4)) {
      case 0:
        vec_push(&pool, aig_mux(aig, la, lb, lc));
        vec_push(&words, (wa & wb) | (~wa & wc));
        break;
      case 1:
        vec_push(&pool, aig_equal(aig, la, lb));
        vec_push(&words, ~(wa ^ wb));
        break;
      default: vec_push(&pool, aig_and(aig, la, lb)); vec_push(&words, wa & wb);
      }
      uint64_t *all = tables(aig);
      CHECK(aig_word(all, vec_last(&pool)) == vec_last(&words));
      mem_free(all);
    }
    vec_free(&pool);
    vec_free(&words);
    aig_free(aig);
  }
}

TEST(children_are_older_and_gates_are_unique) {
  Graph graph = random_graph(5, 6, 400);
  for (uint32_t n = 1; n < graph.aig->size; n++)
    if (aig_is_and(graph.aig, n)) {
      AigNode gate = graph.aig->nodes[n];
      CHECK(gate.left > gate.right && lit_node(gate.left) < n);
      CHECK(aig_and(graph.aig, gate.right, gate.left) == lit_of(n, false));
    }
  graph_free(&graph);
}

TEST(a_cofactor_fixes_a_variable) {
  for (uint64_t seed = 1; seed <= 50; seed++) {
    Graph graph = random_graph(seed, 6, 40);
    uint32_t variable = 1 + (uint32_t)(seed % 6);
    Lit f = vec_last(&graph.pool);
    Lit f1 = aig_cofactor(graph.aig, f, variable, true);
    Lit f0 = aig_cofactor(graph.aig, f, variable, false);
    Lit rebuilt = aig_mux(graph.aig, lit_of(variable, false), f1, f0);
    uint64_t *words = tables(graph.aig);
    CHECK(aig_word(words, f) == aig_word(words, rebuilt));
    U32Vec support = {0};
    aig_support(graph.aig, f1, &support);
    for (size_t i = 0; i < support.size; i++) CHECK(support.data[i] != variable);
    vec_free(&support);
    mem_free(words);
    graph_free(&graph);
  }
}

TEST(a_copied_cone_has_the_same_function) {
  Graph graph = random_graph(9, 6, 200);
  Aig *copy = aig_new();
  Lit *map = aig_map_new(graph.aig);
  for (uint32_t n = 1; n <= 6; n++) map[n] = aig_variable(copy);
  Lit f = vec_last(&graph.pool), g = aig_copy(copy, graph.aig, f, map);
  uint64_t *words = tables(graph.aig), *copied = tables(copy);
  CHECK(aig_word(words, f) == aig_word(copied, g));
  mem_free(map);
  mem_free(words);
  mem_free(copied);
  aig_free(copy);
  graph_free(&graph);
}

TEST(muxes_are_recognised) {
  Aig *aig = aig_new();
  Lit c = aig_variable(aig), t = aig_variable(aig), e = aig_variable(aig), x, y, z;
  Lit mux = aig_mux(aig, c, t, e);
  CHECK(aig_as_mux(aig, lit_node(mux), &x, &y, &z));
  uint64_t *words = tables(aig);
  uint64_t wx = aig_word(words, x);
  CHECK((words[lit_node(mux)]) == ((wx & aig_word(words, y)) | (~wx & aig_word(words, z))));
  CHECK(!aig_as_mux(aig, lit_node(aig_and(aig, c, t)), &x, &y, &z));
  mem_free(words);
  aig_free(aig);
}

TEST(ternary_simulation_covers_every_completion) {
  for (uint64_t seed = 1; seed <= 50; seed++) {
    Graph graph = random_graph(seed, 6, 40);
    Random random = {seed};
    uint8_t *values = mem_array(graph.aig->size, 1);
    uint64_t rows = ~(uint64_t)0; /* the rows of the truth table that agree with the values */
    for (uint32_t n = 1; n <= 6; n++) {
      values[n] = (uint8_t)random_below(&random, 3);
      if (values[n] == TERNARY_0) rows &= ~columns[n - 1];
      if (values[n] == TERNARY_1) rows &= columns[n - 1];
    }
    aig_simulate_ternary(graph.aig, values);
    uint64_t *words = tables(graph.aig);
    for (uint32_t n = 1; n < graph.aig->size; n++) {
      if (values[n] == TERNARY_0) CHECK(!(words[n] & rows));
      if (values[n] == TERNARY_1) CHECK((words[n] & rows) == rows);
    }
    mem_free(words);
    mem_free(values);
    graph_free(&graph);
  }
}

TEST(a_graph_of_a_million_levels_needs_no_stack) {
  Aig *aig = aig_new();
  Lit chain = aig_variable(aig);
  for (int i = 0; i < 1000000; i++) chain = aig_and(aig, lit_not(chain), aig_variable(aig));
  Aig *copy = aig_new();
  Lit *map = aig_map_new(aig);
  for (uint32_t n = 1; n < aig->size; n++)
    if (aig_is_variable(aig, n)) map[n] = aig_variable(copy);
  aig_copy(copy, aig, chain, map);
  CHECK_EQUAL(copy->size, aig->size);
  Bits values = bits_new(aig->size);
  aig_evaluate(aig, chain, &values);
  bits_free(&values);
  mem_free(map);
  aig_free(copy);
  aig_free(aig);
}
