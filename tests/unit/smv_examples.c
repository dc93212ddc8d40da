/* The SMV and BTOR2 models in examples/ have the verdicts that their comments state: by the
 * explicit oracles where the model is small enough, else by the engines. */
#include "test.h"

#include <stdio.h>

#include "base/error.h"
#include "front/front.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/formula_parts.h"
#include "oracle/ltl_oracle.h"
#include "rondo/rondo.h"

typedef struct {
  const char *file, *property;
  bool holds;
} Expectation;

static const Expectation expectations[] = {
    {"mutex.smv", "exclusion", true},
    {"mutex.smv", "no_starvation", true},
    {"mutex.smv", "no_overtaking", true},
    {"mutex.smv", "alive", true},
    {"mutex.smv", "everybody_enters", false},
    {"mutex.smv", "flag_means_critical", false},
    {"elevator.smv", "closed_when_moving", true},
    {"elevator.smv", "door_closes", true},
    {"elevator.smv", "reach_top", true},
    {"elevator.smv", "served", false},
    {"elevator.smv", "served_if_released", true},
    {"elevator.smv", "never_at_top", false},
    {"cache.smv", "single_writer", true},
    {"cache.smv", "coherent", true},
    {"cache.smv", "shared_is_clean", true},
    {"cache.smv", "keeps", true},
    {"cache.smv", "alive", true},
    {"cache.smv", "never_shared", false},
    {"cache.smv", "writes_back", false},
    {"arbiter.smv", "only_one", true},
    {"arbiter.smv", "no_gift", true},
    {"arbiter.smv", "served0", true},
    {"arbiter.smv", "served2", true},
    {"arbiter.smv", "served_ctl", true},
    {"arbiter.smv", "alive", true},
    {"arbiter.smv", "token_serves", false},
    {"arbiter.smv", "busy", false},
    {"fifo.btor2", "overflow", true},
    {"fifo.btor2", "never_leaves", true},
    {"fifo.btor2", "full", false},
    {"fifo.btor2", "full_again", false},
    {"needham-schroeder.smv", "agreement", false},
    {"needham-schroeder.smv", "agreement_fixed", true},
    {"needham-schroeder.smv", "secrecy", false},
    {"needham-schroeder.smv", "secrecy_fixed", true},
    {"needham-schroeder.smv", "always_agreement_fixed", true},
    {"needham-schroeder.smv", "will_finish", false},
    {"needham-schroeder.smv", "can_finish", true},
    {"needham-schroeder.smv", "can_finish_fixed", true},
};

enum { ORACLE_BITS = 14 };

/* Long formulas over the larger models only where time is given. */
static bool too_long(const Model *model, const Property *property, size_t bits) {
  if (property->kind != PROPERTY_LTL) return false;
  Bits parts = formula_parts(model->formulas, property->formula);
  for (Formula i = 0; i <= property->formula; i++)
    if (bits_get(&parts, i)) bits += operator_is_temporal(formula_node(model->formulas, i)->op);
  bits_free(&parts);
  return bits > 15 && test_cases(100) <= 100;
}

static bool decide_by_oracle(const Model *model, const Property *property) {
  Explicit *e = explicit_new(model->system);
  bool holds = property->kind == PROPERTY_INVARIANT ? explicit_bad_depth(e, property->bad) < 0
               : property->kind == PROPERTY_CTL
                   ? ctl_oracle_holds(e, model->formulas, property->formula)
                   : ltl_oracle_holds(e, model->formulas, model_assuming(model, property->formula));
  explicit_free(e);
  return holds;
}

/* Where no engine takes the property there is nothing to compare. */
static bool agrees_by_engine(const char *path, const char *name, bool expected) {
  RondoModel *model = rondo_load(path, NULL, NULL);
  RondoSettings *settings = rondo_settings_new();
  CHECK(rondo_settings_set(settings, "timeout", "20", NULL));
  RondoResult *result = rondo_check(model, (size_t)rondo_property_find(model, name), settings);
  RondoVerdict verdict = rondo_result_verdict(result);
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
  return verdict == RONDO_UNKNOWN || (verdict == RONDO_HOLDS) == expected;
}

TEST(larger_examples_have_the_verdicts_that_their_comments_state) {
  for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
    const Expectation *row = expectations + i;
    char path[1024];
    Error error = {0};
    snprintf(path, sizeof path, "%s/examples/%s", RONDO_SOURCE_DIR, row->file);
    Model *model = front_read(path, NULL, &error);
    if (!model) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
    const Property *property = NULL;
    for (size_t p = 0; p < model->properties.size; p++)
      if (!strcmp(model->properties.data[p].name, row->property))
        property = model->properties.data + p;
    CHECK(property);
    size_t bits = model->system->inputs.size + model->system->latches.size;
    if (bits <= ORACLE_BITS && too_long(model, property, bits)) {
      model_free(model);
      continue;
    }
    bool agrees = bits <= ORACLE_BITS ? decide_by_oracle(model, property) == row->holds
                                      : agrees_by_engine(path, row->property, row->holds);
    if (!agrees)
      test_fail(__FILE__, __LINE__, "%s: %s %s", row->file, row->property,
                row->holds ? "is violated" : "holds");
    model_free(model);
  }
}
