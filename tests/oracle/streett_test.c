/* Strongly fair paths by components, against the definition: some set of nodes, tried one by one,
 * is strongly connected, has an edge, meets all conditions, and can be reached. */
#include "test.h"

#include "base/random.h"
#include "oracle/streett.h"

enum { MOST_NODES = 6 };

typedef struct {
  bool edge[MOST_NODES][MOST_NODES];
  size_t nodes;
} Matrix;

static unsigned random_set(Random *random, size_t nodes) {
  return random_below(random, 1u << nodes);
}

static unsigned reached(const Matrix *m, unsigned from, unsigned within) {
  for (unsigned before = 0; before != from;) {
    before = from;
    for (size_t i = 0; i < m->nodes; i++)
      for (size_t j = 0; j < m->nodes; j++)
        if (from >> i & 1 && m->edge[i][j] && within >> j & 1) from |= 1u << j;
  }
  return from;
}

static unsigned successors(const Matrix *m, size_t node, unsigned within) {
  unsigned set = 0;
  for (size_t j = 0; j < m->nodes; j++)
    if (m->edge[node][j] && within >> j & 1) set |= 1u << j;
  return set;
}

/* A path can visit just these nodes infinitely often: each reaches all by one edge or more. */
static bool is_limit(const Matrix *m, unsigned set) {
  for (size_t i = 0; i < m->nodes; i++)
    if (set >> i & 1 && reached(m, successors(m, i, set), set) != set) return false;
  return set != 0;
}

typedef struct {
  unsigned weak[2], often[2], then[2];
  size_t weak_count, strong_count;
} Conditions;

static bool is_fair(const Conditions *c, unsigned limit) {
  for (size_t i = 0; i < c->weak_count; i++)
    if (!(limit & c->weak[i])) return false;
  for (size_t i = 0; i < c->strong_count; i++)
    if (limit & c->often[i] && !(limit & c->then[i])) return false;
  return true;
}

static unsigned by_definition(const Matrix *m, unsigned within, const Conditions *c) {
  unsigned result = 0;
  for (unsigned limit = 1; limit < 1u << m->nodes; limit++) {
    if (limit & ~within || !is_limit(m, limit) || !is_fair(c, limit)) continue;
    for (size_t i = 0; i < m->nodes; i++)
      if (within >> i & 1 && reached(m, 1u << i, within) & limit) result |= 1u << i;
  }
  return result;
}

static Bits bits_of(unsigned set, size_t nodes) {
  Bits bits = bits_new(nodes);
  for (size_t i = 0; i < nodes; i++) bits_put(&bits, i, set >> i & 1);
  return bits;
}

TEST(strongly_fair_paths_by_components_are_those_of_the_definition) {
  Random random = {17};
  unsigned some = 0, differs = 0;
  for (unsigned n = 0; n < test_cases(2000); n++) {
    Matrix m = {.nodes = 1 + random_below(&random, MOST_NODES)};
    Graph graph = {.nodes = m.nodes};
    for (size_t i = 0; i < m.nodes; i++)
      for (size_t j = 0; j < m.nodes; j++)
        if ((m.edge[i][j] = random_chance(&random, 2, 5)))
          graph_edge(&graph, (uint32_t)i, (uint32_t)j);
    graph_finish(&graph);
    Conditions c = {.weak_count = random_below(&random, 3),
                    .strong_count = random_below(&random, 3)};
    Bits sets[3][2];
    for (size_t i = 0; i < 2; i++) {
      c.weak[i] = random_set(&random, m.nodes);
      c.often[i] = random_set(&random, m.nodes);
      c.then[i] = random_set(&random, m.nodes) & random_set(&random, m.nodes);
      sets[0][i] = bits_of(c.weak[i], m.nodes);
      sets[1][i] = bits_of(c.often[i], m.nodes);
      sets[2][i] = bits_of(c.then[i], m.nodes);
    }
    unsigned within = random_set(&random, m.nodes) | random_set(&random, m.nodes);
    Bits region = bits_of(within, m.nodes);
    StreettSets streett = {sets[0], c.weak_count, sets[1], sets[2], c.strong_count};
    Bits found = streett_nodes(&graph, &region, &streett);
    Bits expected = bits_of(by_definition(&m, within, &c), m.nodes);
    if (!bits_equal(&found, &expected)) test_fail(__FILE__, __LINE__, "case %u differs", n);
    some += bits_next(&found, 0) < m.nodes;
    differs += !bits_equal(&found, &region);
    bits_free(&found);
    bits_free(&expected);
    bits_free(&region);
    for (size_t i = 0; i < 6; i++) bits_free(&sets[i / 2][i % 2]);
    graph_free(&graph);
  }
  CHECK_COVERAGE(some > 300 && differs > 300);
}
