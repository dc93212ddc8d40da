/* Several threads on one space: they find the markings and steps that one finds alone, each once,
 * level by level; checks with them say what checks without them say. */
#include "test.h"

#include <stdio.h>

#include "base/map.h"
#include "base/memory.h"
#include "check/check.h"
#include "engine/explicit/workers.h"
#include "front/net/net_language.h"
#include "oracle/random_formula.h"
#include "oracle/random_net.h"
#include "view/net_graph.h"

enum { WORKERS = 4 };

/* Random nets side by side, with `least` markings or more of all together. */
static Net *nets_side_by_side(Random *random, size_t least) {
  Net *all = net_new("many");
  for (size_t markings = 1; markings < least;) {
    Model *part = random_net_model(random);
    NetMarkings own;
    enumerate_markings(part->net, &own);
    if (own.count >= 3 && own.count <= 40) {
      uint32_t places = (uint32_t)all->places.size;
      char name[32];
      for (size_t p = 0; p < part->net->places.size; p++) {
        snprintf(name, sizeof name, "p%zu", all->places.size);
        net_add_place(all, name, part->net->places.data[p].initial);
      }
      for (size_t t = 0; t < part->net->transitions.size; t++) {
        const NetTransition *from = part->net->transitions.data + t;
        snprintf(name, sizeof name, "t%zu", all->transitions.size);
        uint32_t to = net_add_transition(all, name);
        for (size_t i = 0; i < from->take.size; i++)
          net_take(all, to, from->take.data[i].place + places, from->take.data[i].weight);
        for (size_t i = 0; i < from->put.size; i++)
          net_put(all, to, from->put.data[i].place + places, from->put.data[i].weight);
      }
      markings *= own.count;
    }
    model_free(part);
  }
  return all;
}

static void look(void *context, const OpenedState *opened) {
  uint64_t *looks = (uint64_t *)context + opened->worker;
  ++*looks;
}

/* Sums over all markings and all steps, whatever their numbers are. */
typedef struct {
  size_t states, levels;
  uint64_t markings, steps, depths, transitions;
} Digest;

static Digest digest_of(Space *space, const U32Vec *levels) {
  Digest digest = {.states = space_states(space), .levels = levels->size};
  uint64_t *hash = mem_array(space_states(space), sizeof *hash);
  for (uint32_t s = 0; s < space_states(space); s++) {
    space_open(space, s);
    hash[s] = hash_bytes(space->cursor.state, space->graph->width * sizeof(uint32_t));
  }
  for (uint32_t s = 0, level = 0; s < space_states(space); s++) {
    Numbers successors = space_successors(space, s);
    while (s >= levels->data[level]) level++;
    digest.markings += hash[s];
    digest.depths += hash_word(hash[s] + level);
    for (size_t i = 0; i < successors.size; i++)
      digest.steps += hash_word(hash[s] ^ hash_word(hash[successors.data[i]]));
    /* a parent is in the level before */
    uint32_t parent = space->parents.data[s];
    CHECK(!level ||
          (parent < levels->data[level - 1] && (level == 1 || parent >= levels->data[level - 2])));
  }
  digest.transitions = space->transitions;
  mem_free(hash);
  return digest;
}

static Digest explore(const Graph *graph, size_t count) {
  Space *space = space_new(graph, (SpaceOptions){.keep_edges = true});
  uint64_t looks[WORKERS] = {0}, sum = 0;
  Workers *workers = count ? workers_new(space, count, look, looks) : NULL;
  U32Vec levels = {0};
  for (uint32_t first = 0; first < space_states(space);) {
    uint32_t end = (uint32_t)space_states(space);
    vec_push(&levels, end);
    if (workers) CHECK(workers_expand(workers, first, end));
    for (uint32_t s = first; s < end && !workers; s++) space_successors(space, s);
    first = end;
  }
  for (size_t i = 0; i < WORKERS; i++) sum += looks[i];
  if (workers) CHECK_EQUAL(sum, space_states(space));
  CHECK_EQUAL(space->expanded, space_states(space));
  Digest digest = digest_of(space, &levels);
  workers_free(workers);
  vec_free(&levels);
  space_free(space);
  return digest;
}

TEST(several_workers_find_the_markings_that_one_finds) {
  size_t most = 0;
  for (unsigned i = 0; i < test_cases(8); i++) {
    Random random = {i + 2300000};
    Net *net = nets_side_by_side(&random, i % 4 ? 2000 : 20000);
    NetAtomVec none = {0};
    Graph *graph = net_graph(net, &none);
    Digest alone = explore(graph, 0);
    for (size_t count = 1; count <= WORKERS; count += 3) {
      Digest together = explore(graph, count);
      CHECK_EQUAL(together.states, alone.states);
      CHECK_EQUAL(together.levels, alone.levels);
      CHECK_EQUAL(together.transitions, alone.transitions);
      CHECK(together.markings == alone.markings && together.steps == alone.steps &&
            together.depths == alone.depths);
    }
    if (alone.states > most) most = alone.states;
    view_graph_free(graph);
    net_free(net);
  }
  CHECK_COVERAGE(most >= 20000);
}

/* ---- checks ---- */

typedef struct {
  Result *results[8];
} Got;

static void keep(void *context, Result *result) {
  ((Got *)context)->results[result->outcome.index] = result;
}

static void check_all(Model *model, const char *workers, Got *got) {
  Settings *settings = settings_new();
  CheckWatch watch = {.result = keep, .context = got};
  Error none = {0};
  CHECK(settings_set(settings, "engine", "explicit", &none));
  CHECK(settings_set(settings, "workers", workers, &none));
  check_properties(model, NULL, model->properties.size, settings, &watch);
  settings_free(settings);
}

/* Verdicts, values and lengths of shortest runs do not depend on the number of workers. */
TEST(checks_with_several_workers_say_what_checks_with_one_say) {
  unsigned held = 0, violated = 0, runs = 0;
  for (unsigned i = 0; i < test_cases(12); i++) {
    Random random = {i + 2400000};
    Model *model = net_model_with_atoms(&random, nets_side_by_side(&random, 3000));
    FormulaShape plain = {.depth = 4, .temporal = 0}, shape = {.depth = 3, .temporal = 3};
    Got one = {0}, several = {0};
    for (int k = 0; k < 2; k++)
      net_ask(model, PROPERTY_INVARIANT, random_ctl(model->formulas, &random, plain));
    net_ask(model, PROPERTY_CTL, random_ctl(model->formulas, &random, shape));
    net_ask(model, PROPERTY_LTL, random_ltl(model->formulas, &random, shape));
    net_ask(model, PROPERTY_INVARIANT,
            formula_unary(model->formulas, OP_NOT,
                          net_model_atom(model, &(NetAtom){.kind = NET_ATOM_DEADLOCK})));
    net_ask(model, PROPERTY_LIVENESS, FORMULA_NONE);
    net_ask(model, PROPERTY_STATE_SPACE, FORMULA_NONE);
    check_all(model, "1", &one);
    check_all(model, "4", &several);
    for (size_t k = 0; k < model->properties.size; k++) {
      const Outcome *a = &one.results[k]->outcome, *b = &several.results[k]->outcome;
      CHECK(!several.results[k]->internal_error);
      CHECK(a->checked && b->checked);
      CHECK_EQUAL(a->verdict, b->verdict);
      CHECK_EQUAL(a->values.size, b->values.size);
      for (size_t v = 0; v < a->values.size; v++)
        CHECK_EQUAL(a->values.data[v].value, b->values.data[v].value);
      bool shortest = k != 3 && a->evidence == EVIDENCE_TRACE && b->evidence == EVIDENCE_TRACE;
      if (shortest) CHECK_EQUAL(a->size, b->size);
      runs += shortest && a->size > 4;
      held += a->verdict == VERDICT_HOLDS;
      violated += a->verdict == VERDICT_VIOLATED;
      result_free(one.results[k]);
      result_free(several.results[k]);
    }
    model_free(model);
  }
  CHECK_COVERAGE(held > 15 && violated > 15 && runs > 3);
}
