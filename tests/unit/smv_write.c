/* Models written as SMV and read again mean the same. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/log.h"
#include "front/smv/smv.h"
#include "oracle/explicit.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_system.h"
#include "report/smv_write.h"

static Model *write_and_read(const Model *model) {
  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  CHECK(smv_write(model, stream));
  fclose(stream);
  Error error = {0};
  Model *again = smv_read("again.smv", text, size, NULL, &error);
  if (!again) test_fail(__FILE__, __LINE__, "%s\n%s", error_text(&error), text);
  free(text);
  return again;
}

static Model *model_of(const RandomModel *random) {
  Model *model = model_new("random");
  system_free(model->system);
  model->system = system_copy(random->system, NULL);
  for (size_t i = 0; i < random->bad.size; i++) {
    Property property = {
        .kind = PROPERTY_INVARIANT, .name = mem_string("bad"), .bad = random->bad.data[i]};
    vec_push(&model->properties, property);
  }
  for (size_t i = 0; i < random->justice.size; i++) {
    Property property = {.kind = PROPERTY_JUSTICE, .name = mem_string("U")}; /* a keyword */
    vec_append(&property.justice, random->justice.data + i);
    vec_push(&model->properties, property);
  }
  return model;
}

static bool justice_holds(const Explicit *e, const System *system, const LitVec *justice) {
  LitVec conditions = {0};
  vec_append(&conditions, justice);
  vec_append(&conditions, &system->fairness);
  bool run = explicit_fair_run(e, conditions.data, conditions.size);
  vec_free(&conditions);
  return !run;
}

TEST(random_models_survive_being_written_as_smv) {
  log_set_level(LOG_QUIET);
  for (unsigned seed = 1; seed <= test_cases(60); seed++) {
    RandomModel *random = random_model(seed, 7);
    Model *model = model_of(random), *again = write_and_read(model);
    CHECK_EQUAL(again->properties.size, model->properties.size);
    Explicit *e = explicit_new(model->system), *f = explicit_new(again->system);
    for (size_t i = 0; i < model->properties.size; i++) {
      const Property *p = model->properties.data + i, *q = again->properties.data + i;
      if (p->kind == PROPERTY_INVARIANT)
        CHECK_EQUAL(explicit_bad_depth(e, p->bad), explicit_bad_depth(f, q->bad));
      else if (p->justice.size <= 3)
        CHECK_EQUAL(justice_holds(e, model->system, &p->justice),
                    ltl_oracle_holds(f, again->formulas, q->formula));
    }
    explicit_free(e);
    explicit_free(f);
    model_free(model);
    model_free(again);
    random_model_free(random);
  }
  log_set_level(LOG_NORMAL);
}

TEST(formulas_survive_being_written_as_smv) {
  Error error = {0};
  static const char text[] = "MODULE main VAR x : 0..2; y : boolean; ASSIGN next(y) := x = 1;\n"
                             "LTLSPEC G (x = 1 -> X y) & (y S x = 2 | Z !y) V (y U x = 0)\n"
                             "PSLSPEC y until x = 0;\n"
                             "CTLSPEC AG (EX y & A [ y U x = 0 ]) -> E [ !y U EG x != 1 ]\n";
  Model *model = smv_read("t.smv", text, sizeof text - 1, NULL, &error);
  CHECK(model);
  Model *again = write_and_read(model);
  CHECK_EQUAL(again->properties.size, 3);
  CHECK_TEXT(again->properties.data[0].name, "ltl1");
  for (size_t i = 0; i < 3; i++)
    CHECK_EQUAL(again->properties.data[i].kind, model->properties.data[i].kind);
  Explicit *e = explicit_new(model->system), *f = explicit_new(again->system);
  for (size_t i = 0; i < 2; i++)
    CHECK_EQUAL(ltl_oracle_holds(e, model->formulas, model->properties.data[i].formula),
                ltl_oracle_holds(f, again->formulas, again->properties.data[i].formula));
  explicit_free(e);
  explicit_free(f);
  CHECK(signal_find(&again->system->signals, "x_0"));
  model_free(model);
  model_free(again);
}
