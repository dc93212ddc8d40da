/* The assertions of a design are asked together first: each verdict is that of the oracle, with
 * evidence of its own, and covers and justice beside them are not touched. */
#include "test.h"

#include "base/memory.h"
#include "check/check.h"
#include "evidence/evidence_form.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"

static Model *model_of(const RandomModel *random, Random *dice) {
  Lit *map;
  Model *model = model_new("random");
  system_free(model->system);
  model->system = system_copy(random->system, &map);
  model->lemmas = true;
  for (size_t i = 0; i < random->bad.size; i++) {
    Property *property = property_add(&model->properties, PROPERTY_INVARIANT, "b");
    property->bad = aig_map_lit(map, random->bad.data[i]);
    property->cover = random_chance(dice, 1, 4);
  }
  mem_free(map);
  return model;
}

typedef struct {
  const Model *model;
  size_t known, holds, violated, bounded; /* bounded: proofs by bounded model checking */
} Seen;

static bool is_reachable(const Model *model, Lit bad) {
  Explicit *e = explicit_new(model->system);
  Bits goal = explicit_literal(e, bad);
  bits_and(&goal, &e->valid);
  Bits states = bits_new(e->states);
  for (size_t i = bits_next(&goal, 0); i < goal.size; i = bits_next(&goal, i + 1))
    bits_set(&states, i / e->inputs);
  bool reached = graph_distance(&e->graph, &e->initial, &e->valid, &states) >= 0;
  bits_free(&goal);
  bits_free(&states);
  explicit_free(e);
  return reached;
}

static void take(void *context, Result *result) {
  Seen *seen = context;
  const Outcome *outcome = &result->outcome;
  const Property *property = seen->model->properties.data + outcome->index;
  Error error = {0};
  CHECK(!result->internal_error && outcome->checked && outcome->cover == property->cover);
  bool violated = outcome->verdict == VERDICT_VIOLATED;
  CHECK_EQUAL(outcome->verdict,
              is_reachable(seen->model, property->bad) ? VERDICT_VIOLATED : VERDICT_HOLDS);
  Text text = {0};
  stats_print(&outcome->stats, &text);
  text_free(&text);
  EvidenceClaim claim = {.task = result->task, .verdict = outcome->verdict};
  CHECK(evidence_check(&claim, &result->evidence, &error));
  seen->bounded += outcome->evidence == EVIDENCE_BMC;
  seen->known++;
  seen->violated += violated;
  seen->holds += !violated;
  result_free(result);
}

TEST(assertions_that_are_asked_together_have_their_own_verdicts_and_evidence) {
  Random dice = {3};
  size_t holds = 0, violated = 0, bounded = 0;
  for (uint64_t seed = 0; seed < test_cases(150); seed++) {
    RandomModel *random = random_model(seed, 9);
    Model *model = model_of(random, &dice);
    Settings *settings = settings_new();
    settings->jobs = (int64_t)(seed % 10 == 0); /* what comes from another process is freed, too */
    Seen seen = {.model = model};
    CheckWatch watch = {NULL, take, &seen};
    check_properties(model, NULL, model->properties.size, settings, &watch);
    CHECK_EQUAL(seen.known, model->properties.size);
    holds += seen.holds;
    violated += seen.violated;
    bounded += seen.bounded;
    settings_free(settings);
    model_free(model);
    random_model_free(random);
  }
  CHECK_COVERAGE(holds > 50 && violated > 50 && bounded > 0);
}
