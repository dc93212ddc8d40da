/* What convert writes means the same as what was read, or is refused: every format of the table,
 * products included, judged by enumeration before and after. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "check/convert_model.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"

static FrontWriter writer_called(const char *name) {
  FrontWriter writer;
  Error error = {0};
  CHECK(front_writer(name, NULL, &writer, &error));
  return writer;
}

static bool prepare(Model *model, const char *name, const ConvertOptions *options, Error *error) {
  FrontWriter writer = writer_called(name);
  return convert_prepare(model, &writer, options, error);
}

/* Through the form of this ending and back. */
static Model *write_and_read(const Model *model, const char *ending) {
  FrontWriter writer = writer_called(ending);
  Error error = {0};
  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  CHECK(writer.form->write(model, stream));
  fclose(stream);
  Model *again = writer.format->read("again", text, size, NULL, &error);
  if (!again) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  free(text);
  return again;
}

static Model *random_model_with(uint64_t seed, Random *random) {
  RandomModel *source = random_model(seed, 5);
  Model *model = model_new("random");
  system_free(model->system);
  model->system = system_copy(source->system, NULL);
  random_model_free(source);
  random_atoms(model->formulas, model->system, random, 3, true);
  return model;
}

static void add_property(Model *model, PropertyKind kind, const char *name, Formula formula) {
  Property property = {.kind = kind, .name = mem_string(name), .formula = formula};
  vec_push(&model->properties, property);
}

static bool property_holds(const Explicit *e, const Model *model, size_t number) {
  const Property *property = model->properties.data + number;
  if (property->kind == PROPERTY_LTL)
    return ltl_oracle_holds(e, model->formulas, property->formula);
  if (property->kind == PROPERTY_INVARIANT) return explicit_bad_depth(e, property->bad) < 0;
  LitVec conditions = {0};
  vec_append(&conditions, &property->justice);
  vec_append(&conditions, &model->system->fairness);
  bool run = explicit_fair_run(e, conditions.data, conditions.size);
  vec_free(&conditions);
  return !run;
}

/* Of a model that has one property. */
static bool only_property_holds(const Model *model) {
  Explicit *e = explicit_new(model->system);
  bool holds = property_holds(e, model, 0);
  explicit_free(e);
  return holds;
}

static size_t bits_of(const Model *model) {
  return model->system->latches.size + model->system->inputs.size;
}

/* LTL, and CTL where LTL can say it, with small and tight automata, binary and ASCII. */
TEST(a_product_in_an_aiger_file_means_what_the_formula_means) {
  unsigned verdicts[2] = {0}, kinds[2] = {0}, linear = 0, fair = 0;
  log_set_level(LOG_QUIET);
  for (unsigned seed = 1; seed <= test_cases(1000); seed++) {
    Random random = {seed};
    Model *model = random_model_with(seed ^ 0x77, &random);
    bool ctl = seed % 4 == 0;
    Formula f = ctl ? random_ctl(model->formulas, &random, (FormulaShape){3, 2, false})
                    : random_ltl(model->formulas, &random, (FormulaShape){3, 2, true});
    add_property(model, ctl ? PROPERTY_CTL : PROPERTY_LTL, "a name", f);
    Explicit *e = explicit_new(model->system);
    bool holds =
        ctl ? ctl_oracle_holds(e, model->formulas, f) : ltl_oracle_holds(e, model->formulas, f);
    explicit_free(e);
    ConvertOptions options = {.product = true, .ltl = LTL_DEFAULTS};
    options.ltl.automaton = seed % 3 ? AUTOMATON_SMALL : AUTOMATON_TIGHT;
    options.ltl.encoding = seed % 2 ? ENCODING_ONE_HOT : ENCODING_BINARY;
    Error error = {0};
    bool written = prepare(model, "aiger", &options, &error);
    CHECK(written || (ctl && strstr(error.message, "LTL cannot say")));
    if (written && bits_of(model) <= 14) {
      Model *again = write_and_read(model, seed % 2 ? "aag" : "aig");
      CHECK_EQUAL(again->properties.size, 1);
      CHECK_TEXT(again->properties.data[0].name, "a name");
      if (only_property_holds(again) != holds)
        test_fail(__FILE__, __LINE__, "seed %u: holds is %d before", seed, holds);
      verdicts[holds]++;
      kinds[again->properties.data[0].kind]++;
      linear += ctl;
      fair += again->system->fairness.size > 0;
      model_free(again);
    }
    error_free(&error);
    model_free(model);
  }
  log_set_level(LOG_NORMAL);
  CHECK_COVERAGE(verdicts[0] > 50 && verdicts[1] > 50 && kinds[0] > 50 && kinds[1] > 50);
  CHECK_COVERAGE(linear > 20 && fair > 20);
}

/* The constraints of each automaton must not touch the others, nor the invariant among them. */
TEST(products_beside_each_other_mean_what_each_formula_means) {
  unsigned verdicts[2] = {0};
  log_set_level(LOG_QUIET);
  for (unsigned seed = 1; seed <= test_cases(1000); seed++) {
    Random random = {seed};
    Model *model = random_model_with(seed ^ 0x99, &random);
    for (int i = 0; i < 3; i++) {
      Property bad = {.kind = PROPERTY_INVARIANT,
                      .name = mem_string("bad"),
                      .bad = random_literal(model->system, &random, true)};
      if (i == 1) vec_push(&model->properties, bad);
      else {
        mem_free(bad.name);
        add_property(model, PROPERTY_LTL, "p",
                     random_ltl(model->formulas, &random, (FormulaShape){3, 2, true}));
      }
    }
    bool holds[3];
    Explicit *e = explicit_new(model->system);
    for (size_t i = 0; i < 3; i++) holds[i] = property_holds(e, model, i);
    explicit_free(e);
    ConvertOptions options = {.product = true, .ltl = LTL_DEFAULTS};
    options.ltl.automaton = seed % 4 ? AUTOMATON_SMALL : AUTOMATON_TIGHT;
    options.ltl.encoding = seed % 2 ? ENCODING_ONE_HOT : ENCODING_BINARY;
    Error error = {0};
    CHECK(prepare(model, "aiger", &options, &error));
    for (size_t i = 0; i < 3 && bits_of(model) <= 14; i++) {
      e = explicit_new(model->system);
      if (property_holds(e, model, i) != holds[i])
        test_fail(__FILE__, __LINE__, "seed %u, property %zu: holds is %d before", seed, i,
                  holds[i]);
      explicit_free(e);
      verdicts[holds[i]]++;
    }
    model_free(model);
  }
  log_set_level(LOG_NORMAL);
  CHECK_COVERAGE(verdicts[0] > 100 && verdicts[1] > 100);
}

TEST(what_is_dropped_leaves_the_others_alone) {
  Random random = {2};
  Model *model = random_model_with(2, &random);
  add_property(model, PROPERTY_LTL, "first", formula_unary(model->formulas, OP_FINALLY, 0));
  Property bad = {.kind = PROPERTY_INVARIANT, .name = mem_string("bad"), .bad = LIT_FALSE};
  vec_push(&model->properties, bad);
  add_property(model, PROPERTY_LTL, "second", formula_unary(model->formulas, OP_FINALLY, 1));
  ConvertOptions options = {.drop = true};
  Error error = {0};
  log_set_level(LOG_QUIET);
  CHECK(prepare(model, "aiger", &options, &error));
  log_set_level(LOG_NORMAL);
  CHECK_EQUAL(model->properties.size, 1);
  CHECK_TEXT(model->properties.data[0].name, "bad");
  model_free(model);
}

TEST(a_property_that_cannot_be_checked_cannot_be_written) {
  Random random = {3};
  Model *model = random_model_with(3, &random);
  add_property(model, PROPERTY_LTL, "odd", FORMULA_TRUE);
  model->properties.data[0].unchecked = mem_string("nobody understands it");
  ConvertOptions options = {.product = true, .ltl = LTL_DEFAULTS};
  Error error = {0};
  CHECK(!prepare(model, "smv", &options, &error));
  CHECK(strstr(error.message, "'odd'") && strstr(error.message, "nobody understands it"));
  error_free(&error);
  model_free(model);
}

TEST(properties_are_selected_in_the_order_of_the_model) {
  Random random = {4};
  Model *model = random_model_with(4, &random);
  for (int i = 0; i < 4; i++) {
    char name[] = {(char)('a' + i), 0};
    Property bad = {.kind = PROPERTY_INVARIANT, .name = mem_string(name), .bad = LIT_FALSE};
    vec_push(&model->properties, bad);
  }
  convert_select(model, (size_t[]){3, 1, 3}, 3);
  CHECK_EQUAL(model->properties.size, 2);
  CHECK_TEXT(model->properties.data[0].name, "b");
  CHECK_TEXT(model->properties.data[1].name, "d");
  model_free(model);
}

/* Invariants and justice properties survive every form, one after the other. */
TEST(what_aiger_can_say_survives_all_forms) {
  unsigned verdicts[2] = {0};
  log_set_level(LOG_QUIET);
  for (unsigned seed = 1; seed <= test_cases(200); seed++) {
    RandomModel *source = random_model(seed, 5);
    for (size_t i = 0; i < source->bad.size + source->justice.size; i++) {
      Model *model = model_new("random");
      Lit *map;
      system_free(model->system);
      model->system = system_copy(source->system, &map);
      Property property = {.kind = PROPERTY_INVARIANT, .name = mem_string("p")};
      if (i < source->bad.size) {
        property.bad = aig_map_lit(map, source->bad.data[i]);
      } else {
        const LitVec *set = source->justice.data + (i - source->bad.size);
        property.kind = PROPERTY_JUSTICE;
        for (size_t k = 0; k < set->size; k++)
          vec_push(&property.justice, aig_map_lit(map, set->data[k]));
      }
      vec_push(&model->properties, property);
      mem_free(map);
      bool holds = only_property_holds(model);
      Model *ascii = write_and_read(model, "aag"), *binary = write_and_read(ascii, "aig");
      CHECK_EQUAL(only_property_holds(ascii), holds);
      CHECK_EQUAL(only_property_holds(binary), holds);
      /* justice is LTL in SMV, and comes back as a product */
      Model *smv = write_and_read(binary, "smv");
      ConvertOptions options = {.product = true, .ltl = LTL_DEFAULTS};
      Error error = {0};
      CHECK(prepare(smv, "aiger", &options, &error));
      if (bits_of(smv) <= 14) {
        Model *back = write_and_read(smv, "aig");
        if (only_property_holds(back) != holds)
          test_fail(__FILE__, __LINE__, "seed %u, property %zu", seed, i);
        verdicts[holds]++;
        model_free(back);
      }
      model_free(smv);
      model_free(binary);
      model_free(ascii);
      model_free(model);
    }
    random_model_free(source);
  }
  log_set_level(LOG_NORMAL);
  CHECK_COVERAGE(verdicts[0] > 50 && verdicts[1] > 50);
}

TEST(the_form_is_found_by_name_or_ending) {
  static const struct {
    const char *name, *file, *ending; /* NULL: an error */
  } rows[] = {
      {NULL, NULL, "aag"},        {NULL, "-", "aag"},       {NULL, "plain", "aag"},
      {NULL, "x.aig", "aig"},     {NULL, "x.AIG", "aig"},   {NULL, "dir.d/x", "aag"},
      {NULL, "x.y.smv", "smv"},   {"smv", "x.aig", "smv"},  {"aiger", "x.aig", "aag"},
      {NULL, "x.btor2", "btor2"}, {"btor2", NULL, "btor2"}, {"smv-old", NULL, NULL},
      {NULL, "x.aig.gz", NULL},   {NULL, "x.vmt", NULL},    {"vmt", NULL, NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    FrontWriter writer;
    Error error = {0};
    bool found = front_writer(rows[i].name, rows[i].file, &writer, &error);
    CHECK_EQUAL(found, rows[i].ending != NULL);
    if (found) CHECK_TEXT(writer.form->ending, rows[i].ending);
    else CHECK(strstr(error.message, "aag, aig, smv"));
    error_free(&error);
  }
}

/* No run is taken away from an invariant; a justice property would mean something else. */
TEST(strong_fairness_has_no_place_in_aiger) {
  Model *model = model_new("m");
  Lit latch = system_latch(model->system, RESET_0);
  system_set_next(model->system, latch, lit_not(latch));
  vec_push(&model->compassion, ((Compassion){latch, LIT_FALSE}));
  Property bad = {.kind = PROPERTY_INVARIANT, .name = mem_string("bad"), .bad = latch};
  Property just = {.kind = PROPERTY_JUSTICE, .name = mem_string("just")};
  vec_push(&model->properties, bad);
  vec_push(&model->properties, just);
  const InputFormat *aiger = writer_called("aiger").format, *smv = writer_called("smv").format;
  CHECK(!aiger->cannot_say(model, 0) && aiger->cannot_say(model, 1));
  CHECK(!smv->cannot_say(model, 0) && smv->cannot_say(model, 1));
  CHECK(strstr(aiger->leaves_out(model), "COMPASSION"));
  vec_clear(&model->compassion);
  CHECK(!aiger->cannot_say(model, 1) && !smv->cannot_say(model, 1) && !aiger->leaves_out(model));
  model_free(model);
}
