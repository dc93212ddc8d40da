/* COMPUTE against the definition, on random systems: distances among the steps that are on fair
 * runs. */
#include <stdio.h>
#include <stdlib.h>

#include "check/check.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

/* A number, or one of these. */
enum { INFINITE = -1, UNDEFINED = -2 };

/* A node is a step of the system. */
typedef struct {
  Graph graph;
  Bits on_runs, from, to; /* on fair runs; and of these */
} Steps;

static Bits strongly_fair(const Explicit *e, const Graph *graph, const LitVec *compassion) {
  LitVec all = {0};
  vec_append(&all, &e->system->fairness);
  vec_append(&all, compassion);
  Bits *sets = mem_array(all.size, sizeof *sets);
  for (size_t i = 0; i < all.size; i++) {
    Bits steps = explicit_literal(e, all.data[i]);
    sets[i] = bits_new(graph->edges.size);
    for (size_t k = 0; k < sets[i].size; k++)
      bits_put(sets + i, k, bits_get(&steps, graph->edges.data[k].from));
    bits_free(&steps);
  }
  size_t weak = e->system->fairness.size;
  Bits fair = graph_strongly_fair(graph, NULL, sets, weak, sets + weak, compassion->size / 2);
  for (size_t i = 0; i < all.size; i++) bits_free(sets + i);
  mem_free(sets);
  vec_free(&all);
  return fair;
}

static Steps steps_new(const Explicit *e, Lit from, Lit to, const LitVec *compassion) {
  Steps s = {.graph = {.nodes = e->steps}};
  for (uint32_t step = 0; step < e->steps; step++) {
    size_t next = e->graph.edges.data[step].to * e->inputs;
    for (size_t input = 0; bits_get(&e->valid, step) && input < e->inputs; input++)
      if (bits_get(&e->valid, next + input)) graph_edge(&s.graph, step, (uint32_t)(next + input));
  }
  graph_finish(&s.graph);
  Bits initial = explicit_steps(e, &e->initial);
  bits_and(&initial, &e->valid);
  s.on_runs = graph_forward(&s.graph, &initial, NULL);
  Bits fair = strongly_fair(e, &s.graph, compassion);
  bits_and(&s.on_runs, &fair);
  s.from = explicit_literal(e, from);
  s.to = explicit_literal(e, to);
  bits_and(&s.from, &s.on_runs);
  bits_and(&s.to, &s.on_runs);
  bits_free(&fair);
  bits_free(&initial);
  return s;
}

static void steps_free(Steps *s) {
  graph_free(&s->graph);
  bits_free(&s->on_runs);
  bits_free(&s->from);
  bits_free(&s->to);
}

static bool is_empty(const Bits *set) { return bits_next(set, 0) >= set->size; }

/* Every successor of a step that is on a fair run is one if a fair path starts there. */
static int64_t least(const Steps *s) {
  Bits edges = bits_new(s->graph.edges.size);
  for (size_t i = 0; i < edges.size; i++)
    bits_put(&edges, i, bits_get(&s->on_runs, s->graph.edges.data[i].to));
  int64_t distance = is_empty(&s->from) || is_empty(&s->to)
                         ? INFINITE
                         : graph_distance(&s->graph, &s->from, &edges, &s->to);
  bits_free(&edges);
  return distance < 0 ? INFINITE : distance;
}

/* left: the steps from which a path of so many more stays away from q. */
static int64_t greatest(const Steps *s) {
  if (is_empty(&s->from) || is_empty(&s->to)) return UNDEFINED;
  Bits away = bits_copy(&s->on_runs);
  bits_minus(&away, &s->to);
  Bits left = bits_copy(&away);
  int64_t length = 0;
  for (;; length++) {
    Bits start = bits_copy(&left);
    bits_and(&start, &s->from);
    bool none = is_empty(&start);
    bits_free(&start);
    if (none) break;
    Bits before = graph_preimage(&s->graph, &left, NULL);
    bits_and(&before, &away);
    bool same = bits_equal(&before, &left);
    bits_free(&left);
    left = before;
    if (!same) continue;
    length = INFINITE;
    break;
  }
  bits_free(&away);
  bits_free(&left);
  return length;
}

/* ---- the program ---- */

/* Some latches have some values: far apart, now and then; or any function. */
static Lit random_end(System *system, Random *random) {
  if (random_chance(random, 1, 3))
    return random_literal(system, random, random_chance(random, 1, 2));
  Lit cube = LIT_TRUE;
  for (size_t i = 0; i < system->latches.size; i++)
    if (random_chance(random, 2, 3))
      cube = aig_and(system->aig, cube,
                     lit_not_if(system->latches.data[i].current, random_chance(random, 1, 2)));
  return cube;
}

static int64_t answer_of(const Result *result) {
  CHECK_EQUAL(result->outcome.verdict, VERDICT_HOLDS);
  const OutcomeValue *value = result->outcome.values.data;
  if (!value->word) return (int64_t)value->value;
  return !strcmp(value->word, "infinity") ? INFINITE : UNDEFINED;
}

TEST(compute_gives_the_distances_of_enumeration) {
  unsigned numbers = 0, infinite = 0, undefined = 0, long_ones = 0;
  Settings *settings = settings_new();
  settings->jobs = 0;
  for (uint64_t seed = 0; seed < test_cases(100); seed++) {
    Random random = {seed ^ 0xc0};
    RandomModel *made = random_model(seed, 4 + seed % 5);
    Model *model = model_new("random");
    system_free(model->system);
    model->system = made->system;
    made->system = system_new();
    random_model_free(made);
    Lit from = random_end(model->system, &random), to = random_end(model->system, &random);
    LitVec pairs = {0};
    if (seed % 3 == 2) {
      random_compassion(model->system, &random);
      vec_append(&pairs, &model->system->compassion);
      vec_clear(&model->system->compassion);
    }
    for (size_t i = 0; i < pairs.size; i += 2)
      vec_push(&model->compassion, ((Compassion){pairs.data[i], pairs.data[i + 1]}));
    Explicit *e = explicit_new(model->system);
    Steps steps = steps_new(e, from, to, &pairs);
    for (size_t k = 0; k < 2; k++) {
      Property property = {.kind = PROPERTY_COMPUTE,
                           .name = mem_string(k ? "max" : "min"),
                           .bad = LIT_FALSE,
                           .formula = FORMULA_NONE,
                           .greatest = k};
      vec_push(&property.justice, from);
      vec_push(&property.justice, to);
      vec_push(&model->properties, property);
      Result *result = check_property(model, k, settings);
      int64_t expected = k ? greatest(&steps) : least(&steps), found = answer_of(result);
      if (found != expected)
        test_fail(__FILE__, __LINE__, "seed %llu, %s: %lld, not %lld", (unsigned long long)seed,
                  property.name, (long long)found, (long long)expected);
      numbers += expected >= 0;
      long_ones += expected > 2;
      infinite += expected == INFINITE;
      undefined += expected == UNDEFINED;
      result_free(result);
    }
    steps_free(&steps);
    explicit_free(e);
    vec_free(&pairs);
    model_free(model);
  }
  settings_free(settings);
  if (getenv("RONDO_TEST_REPORT"))
    printf("%u numbers (%u above 2), %u infinite, %u undefined\n", numbers, long_ones, infinite,
           undefined);
  CHECK_COVERAGE(numbers > 20 && long_ones > 2 && infinite > 10 && undefined > 5);
}
