/* Components and ordered partitions against enumeration, on random systems. Every search runs in
 * short slices, with reorderings between them; the relation is sometimes one within the set. The
 * order is looked at edge by edge, after splits by the relations of more and more latches, too. */
#include "engine/symbolic/scc.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

enum { STATE_BITS = 9 };

typedef struct {
  Random random;
  RandomModel *source;
  Explicit *e;
  SymbolicModel *model;
  LitVec conditions; /* of latches alone */
  BddVec sets;       /* their states; watched */
  Transitions *relation;
} Subject;

#define FINISH(call)                                                                               \
  do {                                                                                             \
    SymbolicEnd end_;                                                                              \
    do {                                                                                           \
      Budget slice = budget_slice(NULL, 1 + random_below(&s->random, 2000));                       \
      end_ = (call);                                                                               \
      if (random_chance(&s->random, 1, 8)) bdd_reorder(s->model->manager);                         \
    } while (end_ == SYMBOLIC_SPENT);                                                              \
    CHECK(end_ == SYMBOLIC_DONE);                                                                  \
  } while (0)

static void subject_open(Subject *s, uint64_t seed) {
  *s = (Subject){.random = {seed}, .source = random_model(seed, STATE_BITS)};
  for (uint32_t i = random_below(&s->random, 4); i > 0; i--)
    vec_push(&s->conditions, random_literal(s->source->system, &s->random, false));
  s->e = explicit_new(s->source->system);
  SymbolicOptions options = SYMBOLIC_DEFAULTS;
  options.reorder = random_below(&s->random, 2);
  options.cluster = random_below(&s->random, 3) ? 1 + random_below(&s->random, 40) : 2500;
  s->model = symbolic_new(s->source->system, &s->conditions, &options);
  FINISH(symbolic_build(s->model, &slice));
  bdd_watch_all(s->model->manager, &s->sets);
  vec_append(&s->sets, &s->model->roots);
  s->relation = transitions_new(s->model, NULL);
  FINISH(transitions_build(s->relation, &slice));
}

static void subject_close(Subject *s) {
  transitions_free(s->relation);
  symbolic_free(s->model);
  explicit_free(s->e);
  random_model_free(s->source);
  vec_free(&s->conditions);
  vec_free(&s->sets);
}

static Bits states_of(Subject *s, Bdd set) {
  Bits states = bits_new(s->e->states);
  Bits state = bits_new(s->source->system->latches.size);
  for (size_t n = 0; n < s->e->states; n++) {
    for (size_t i = 0; i < state.size; i++) bits_put(&state, i, n >> i & 1);
    bits_put(&states, n, concrete_inside(s->model, set, &state));
  }
  bits_free(&state);
  return states;
}

static Bits one_node(const Subject *s, size_t node) {
  Bits bits = bits_new(s->e->states);
  bits_set(&bits, node);
  return bits;
}

/* The component of a node, by the definition. */
static Bits component_of(const Subject *s, size_t node) {
  Bits here = one_node(s, node);
  Bits component = graph_forward(&s->e->graph, &here, &s->e->valid);
  Bits back = graph_backward(&s->e->graph, &here, &s->e->valid);
  bits_and(&component, &back);
  bits_free(&back);
  bits_free(&here);
  return component;
}

static bool has_step_inside(const Subject *s, const Bits *states) {
  Bits image = graph_image(&s->e->graph, states, &s->e->valid);
  bool inside = !bits_disjoint(&image, states);
  bits_free(&image);
  return inside;
}

static bool meets(Subject *s, const Bits *states, size_t condition) {
  Bits set = states_of(s, s->sets.data[condition]);
  bool met = !bits_disjoint(&set, states);
  bits_free(&set);
  return met;
}

static bool is_fair(Subject *s, const Bits *component) {
  bool fair = has_step_inside(s, component);
  for (size_t i = 0; i < s->sets.size; i++) fair = fair && meets(s, component, i);
  return fair;
}

/* ---- partitions ---- */

/* Each state of `covered` is in one leaf; no edge leads to an earlier leaf; the leaves that are
 * gone are so for the reason they give. */
static void check_partition(Subject *s, const Partition *partition, const Bits *covered) {
  U32Vec leaves = {0}, leaf_of = {0};
  partition_leaves(partition, &leaves);
  vec_resize(&leaf_of, s->e->states);
  size_t count = 0;
  for (size_t i = 0; i < leaves.size; i++) {
    Bits states = states_of(s, partition->states.data[leaves.data[i]]);
    CHECK(bits_subset(&states, covered));
    count += bits_count(&states);
    for (size_t n = bits_next(&states, 0); n < states.size; n = bits_next(&states, n + 1))
      leaf_of.data[n] = (uint32_t)i;
    const Part *part = partition->parts.data + leaves.data[i];
    if (part->kind == PART_STILL) CHECK(!has_step_inside(s, &states));
    if (part->kind == PART_MISSES) CHECK(!meets(s, &states, part->missed));
    bits_free(&states);
  }
  CHECK_EQUAL(count, bits_count(covered));
  for (size_t k = 0; k < s->e->graph.edges.size; k++) {
    Edge edge = s->e->graph.edges.data[k];
    if (bits_get(&s->e->valid, k) && bits_get(covered, edge.from) && bits_get(covered, edge.to))
      CHECK(leaf_of.data[edge.from] <= leaf_of.data[edge.to]);
  }
  vec_free(&leaves);
  vec_free(&leaf_of);
}

/* ---- searches ---- */

/* Of the reachable states or of all, which is SCC-closed. */
static void check_method(Subject *s, SccMethod method, bool all) {
  Bits covered = random_below(&s->random, 2) ? explicit_reachable(s->e) : bits_new(s->e->states);
  Reachable *reachable = NULL;
  Transitions *within = NULL;
  Bdd set = BDD_TRUE;
  if (bits_empty(&covered)) bits_fill(&covered, true);
  else {
    reachable = reachable_new(s->relation, s->model->initial, BDD_TRUE);
    FINISH(reachable_close(reachable, true, &slice));
    set = reachable->states;
  }
  if (set != BDD_FALSE && random_below(&s->random, 2)) {
    within = transitions_within(s->relation, set);
    FINISH(transitions_build(within, &slice));
  }
  Partition *partition = partition_new(s->model, set);
  SccSearch *search = scc_new(within ? within : s->relation, partition, 0, &s->sets, method, all);
  Bits told = bits_new(s->e->states);
  for (;;) {
    FINISH(scc_next(search, &slice));
    if (search->found == SCC_NONE) break;
    Bits found = states_of(s, partition->states.data[search->found]);
    CHECK(bits_disjoint(&found, &told));
    size_t first = bits_next(&found, 0);
    CHECK(first < found.size);
    Bits component = component_of(s, first);
    if (method > SCC_GSH) {
      CHECK(bits_equal(&component, &found));
      CHECK(all ? has_step_inside(s, &found) : is_fair(s, &found));
    }
    bits_or(&told, &found);
    bits_free(&component);
    bits_free(&found);
  }
  /* nothing was forgotten, and what is told is SCC-closed */
  Bits seen = bits_new(s->e->states);
  for (size_t n = 0; n < s->e->states; n++) {
    if (!bits_get(&covered, n) || bits_get(&seen, n)) continue;
    Bits component = component_of(s, n);
    bits_or(&seen, &component);
    bool wanted = all ? has_step_inside(s, &component) : is_fair(s, &component);
    if (method > SCC_GSH) CHECK(bits_get(&told, n) == wanted);
    else {
      if (wanted) CHECK(bits_get(&told, n));
      CHECK(bits_subset(&component, &told) || bits_disjoint(&component, &told));
    }
    bits_free(&component);
  }
  bits_free(&seen);
  check_partition(s, partition, &covered);
  bits_free(&told);
  bits_free(&covered);
  scc_free(search);
  partition_free(partition);
  transitions_free(within);
  reachable_free(reachable);
}

TEST(fair_components_are_those_of_the_graph) {
  for (uint64_t seed = 0; seed < test_cases(300); seed++)
    for (SccMethod method = 0; method <= SCC_CHAIN; method++) {
      Subject subject, *s = &subject;
      subject_open(s, seed);
      check_method(s, method, false);
      if (method > SCC_GSH) check_method(s, method, true);
      subject_close(s);
    }
}

/* Theorem 1 of seed 003: what one relation has split may be split by another one, as both contain
 * the system's. A search may end after any component; its set is then open still. */
TEST(parts_stay_in_order_while_approximations_change) {
  for (uint64_t seed = 0; seed < test_cases(600); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed ^ 0x5cc);
    Bits covered = bits_new(s->e->states);
    bits_fill(&covered, true);
    Partition *partition = partition_new(s->model, BDD_TRUE);
    for (unsigned round = 0; round < 4; round++) {
      Bits latches = bits_new(s->source->system->latches.size);
      for (size_t i = 0; i < latches.size; i++)
        bits_put(&latches, i, random_below(&s->random, 4) < round + 1);
      Transitions *relation = transitions_new(s->model, &latches);
      FINISH(transitions_build(relation, &slice));
      size_t parts = partition->parts.size;
      for (uint32_t part = 0; part < parts; part++) {
        if (partition->parts.data[part].kind != PART_OPEN ||
            partition->states.data[part] == BDD_FALSE)
          continue;
        SccMethod method = (SccMethod)random_below(&s->random, SCC_CHAIN + 1);
        SccSearch *search = scc_new(relation, partition, part, &s->sets, method, false);
        do FINISH(scc_next(search, &slice));
        while (search->found != SCC_NONE && random_below(&s->random, 8));
        scc_free(search);
      }
      check_partition(s, partition, &covered);
      transitions_free(relation);
      bits_free(&latches);
    }
    partition_free(partition);
    bits_free(&covered);
    subject_close(s);
  }
}
