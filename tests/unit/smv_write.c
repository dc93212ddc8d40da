/* Models written as SMV and read again mean the same: random systems with constraints, fairness and
 * inputs in everything, judged by enumeration before and after. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/log.h"
#include "front/smv/smv.h"
#include "front/smv/smv_write.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"

static Model *read_text(const char *text) {
  Error error = {0};
  Model *model = smv_read("t.smv", text, strlen(text), NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s\n%s", error_text(&error), text);
  return model;
}

static char *written(const Model *model) {
  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  CHECK(smv_write(model, stream));
  fclose(stream);
  return text;
}

static Model *write_and_read(const Model *model) {
  char *text = written(model);
  Model *again = read_text(text);
  free(text);
  return again;
}

static void add_formula(Model *model, PropertyKind kind, Formula formula) {
  Property property = {.kind = kind, .name = mem_string("p"), .formula = formula};
  vec_push(&model->properties, property);
}

static Model *model_of(const RandomModel *random) {
  Model *model = model_new("random");
  Lit *map;
  system_free(model->system);
  model->system = system_copy(random->system, &map);
  for (size_t i = 0; i < random->bad.size; i++) {
    Property property = {.kind = PROPERTY_INVARIANT,
                         .name = mem_string("bad"),
                         .bad = aig_map_lit(map, random->bad.data[i])};
    vec_push(&model->properties, property);
  }
  for (size_t i = 0; i < random->justice.size; i++) {
    Property property = {.kind = PROPERTY_JUSTICE, .name = mem_string("U")}; /* a keyword */
    for (size_t k = 0; k < random->justice.data[i].size; k++)
      vec_push(&property.justice, aig_map_lit(map, random->justice.data[i].data[k]));
    vec_push(&model->properties, property);
  }
  mem_free(map);
  return model;
}

static bool justice_holds(const Explicit *e, const LitVec *justice) {
  LitVec conditions = {0};
  vec_append(&conditions, justice);
  vec_append(&conditions, &e->system->fairness);
  bool run = explicit_fair_run(e, conditions.data, conditions.size);
  vec_free(&conditions);
  return !run;
}

static bool property_holds(const Explicit *e, const Model *model, size_t number) {
  const Property *property = model->properties.data + number;
  switch (property->kind) {
  case PROPERTY_INVARIANT: return explicit_bad_depth(e, property->bad) < 0;
  case PROPERTY_JUSTICE: return justice_holds(e, &property->justice);
  case PROPERTY_LTL: return ltl_oracle_holds(e, model->formulas, property->formula);
  default: return ctl_oracle_holds(e, model->formulas, property->formula);
  }
}

/* How often each kind of property held and did not. */
typedef struct {
  unsigned verdicts[2];
} Tally;

static void compare(const Model *model, uint64_t seed, Tally tally[4]) {
  Model *again = write_and_read(model);
  CHECK_EQUAL(again->properties.size, model->properties.size);
  Explicit *e = explicit_new(model->system), *f = explicit_new(again->system);
  for (size_t i = 0; i < model->properties.size; i++) {
    if (model->properties.data[i].justice.size > 3) continue; /* too much for the oracle of LTL */
    bool before = property_holds(e, model, i);
    if (property_holds(f, again, i) != before)
      test_fail(__FILE__, __LINE__, "seed %llu, property %zu: holds is %d before",
                (unsigned long long)seed, i, before);
    tally[model->properties.data[i].kind].verdicts[before]++;
  }
  explicit_free(e);
  explicit_free(f);
  model_free(again);
}

TEST(random_models_survive_being_written_as_smv) {
  Tally tally[4] = {0};
  log_set_level(LOG_QUIET);
  for (unsigned seed = 1; seed <= test_cases(300); seed++) {
    RandomModel *random = random_model(seed, 6);
    Model *model = model_of(random);
    compare(model, seed, tally);
    model_free(model);
    random_model_free(random);
  }
  log_set_level(LOG_NORMAL);
  for (PropertyKind kind = PROPERTY_INVARIANT; kind <= PROPERTY_JUSTICE; kind++)
    CHECK_COVERAGE(tally[kind].verdicts[0] > 30 && tally[kind].verdicts[1] > 30);
}

/* Adds a CTL property; where SMV cannot say it, it is asked of the initial states from which a fair
 * path starts, as SMV does. True if that was needed. */
static bool add_ctl(Model *model, Formula f) {
  Formulas *formulas = model->formulas;
  add_formula(model, PROPERTY_CTL, f);
  if (!smv_cannot_say(model, model->properties.size - 1)) return false;
  Formula paths = formula_unary(formulas, OP_EG, FORMULA_TRUE);
  vec_last(&model->properties).formula = formula_binary(formulas, OP_IMPLIES, paths, f);
  return true;
}

/* Atoms of LTL and CTL read inputs, those that CTL reads belong to the state; invariants are beside
 * them, so that all ways to write constraints occur. */
TEST(random_formulas_mean_the_same_after_being_written_as_smv) {
  Tally tally[4] = {0};
  unsigned inputs_read = 0, guarded = 0, unguarded = 0;
  log_set_level(LOG_QUIET);
  for (unsigned seed = 1; seed <= test_cases(2000); seed++) {
    RandomModel *random_system = random_model(seed ^ 0x5a5a, 5);
    Random random = {seed};
    Model *model = model_of(random_system);
    properties_free(&model->properties);
    if (seed % 3) {
      Property bad = {.kind = PROPERTY_INVARIANT,
                      .name = mem_string("bad"),
                      .bad = random_literal(model->system, &random, seed % 3 == 1)};
      vec_push(&model->properties, bad);
    }
    random_atoms(model->formulas, model->system, &random, 3, true);
    Formula ltl = random_ltl(model->formulas, &random, (FormulaShape){4, 3, true});
    Formula ctl = random_ctl(model->formulas, &random, (FormulaShape){4, 3, false});
    add_formula(model, PROPERTY_LTL, ltl);
    guarded += add_ctl(model, ctl);
    unguarded += model->system->constraints.size && vec_last(&model->properties).formula == ctl;
    for (size_t i = 0; i < model->properties.size; i++) CHECK(!smv_cannot_say(model, i));
    compare(model, seed, tally);
    for (size_t i = 0; i < model->formulas->atoms.size; i++)
      inputs_read += system_reads_inputs(model->system, model->formulas->atoms.data[i].literal);
    model_free(model);
    random_model_free(random_system);
  }
  log_set_level(LOG_NORMAL);
  CHECK_COVERAGE(inputs_read > 100 && guarded > 50 && unguarded > 50);
  CHECK_COVERAGE(tally[PROPERTY_INVARIANT].verdicts[0] > 30);
  for (PropertyKind kind = PROPERTY_LTL; kind <= PROPERTY_CTL; kind++)
    CHECK_COVERAGE(tally[kind].verdicts[0] > 100 && tally[kind].verdicts[1] > 100);
}

TEST(formulas_survive_being_written_as_smv) {
  Model *model = read_text("MODULE main VAR x : 0..2; y : boolean; ASSIGN next(y) := x = 1;\n"
                           "LTLSPEC G (x = 1 -> X y) & (y S x = 2 | Z !y) V (y U x = 0)\n"
                           "PSLSPEC y until x = 0;\n"
                           "CTLSPEC AG (EX y & A [ y U x = 0 ]) -> E [ !y U EG x != 1 ]\n");
  Model *again = write_and_read(model);
  CHECK_EQUAL(again->properties.size, 3);
  CHECK_TEXT(again->properties.data[0].name, "ltl1");
  Explicit *e = explicit_new(model->system), *f = explicit_new(again->system);
  for (size_t i = 0; i < 3; i++) {
    CHECK_EQUAL(again->properties.data[i].kind, model->properties.data[i].kind);
    CHECK_EQUAL(property_holds(f, again, i), property_holds(e, model, i));
  }
  explicit_free(e);
  explicit_free(f);
  CHECK(signal_find(&again->system->signals, "x_0"));
  model_free(model);
  model_free(again);
}

/* The choice is made on leaving the state: n = 0 can stay 0 and can become 1. As a variable of the
 * state it would say in each state which of them it is. */
TEST(a_choice_on_leaving_a_state_stays_one_in_smv) {
  Model *model = read_text("MODULE main IVAR x : boolean; VAR n : boolean;\n"
                           "ASSIGN init(n) := FALSE; next(n) := x | n;\n"
                           "CTLSPEC EX n & EX !n\n");
  char *text = written(model);
  CHECK(strstr(text, "IVAR\n  x : boolean;\n"));
  Model *again = read_text(text);
  Explicit *e = explicit_new(again->system);
  CHECK(property_holds(e, again, 0));
  explicit_free(e);
  free(text);
  model_free(model);
  model_free(again);
}

TEST(strong_fairness_is_written_as_compassion) {
  Model *model = read_text("MODULE main IVAR i : boolean; VAR p : boolean; q : boolean;\n"
                           "ASSIGN next(p) := i; LTLSPEC G F p -> G F q\n");
  Lit p = signal_find(&model->system->signals, "p")->bits.data[0];
  Lit i = signal_find(&model->system->signals, "i")->bits.data[0];
  vec_push(&model->compassion, ((Compassion){p, lit_not(i)}));
  char *text = written(model);
  CHECK(strstr(text, "COMPASSION (p, was_fair)\n"));
  CHECK(strstr(text, "next(was_fair) := !i;\n"));
  free(text);
  model_free(model);
}

/* A step that breaks the constraint is not taken, but one that keeps it may be the last: its
 * successor has no step at all. */
TEST(a_bad_last_step_needs_no_successor_that_keeps_the_constraints) {
  Model *model = model_new("last");
  System *system = model->system;
  Lit input = system_input(system), latch = system_latch(system, RESET_0);
  system_set_next(system, latch, LIT_TRUE);
  vec_push(&system->constraints, lit_not(latch)); /* one step and no more */
  Property bad = {.kind = PROPERTY_INVARIANT, .name = mem_string("bad"), .bad = input};
  vec_push(&model->properties, bad);
  Model *again = write_and_read(model);
  Explicit *e = explicit_new(model->system), *f = explicit_new(again->system);
  CHECK(!property_holds(e, model, 0));
  CHECK(!property_holds(f, again, 0));
  explicit_free(e);
  explicit_free(f);
  model_free(model);
  model_free(again);
}

static const char *reason_for(const Model *model, size_t property) {
  const char *reason = smv_cannot_say(model, property);
  return reason ? reason : "";
}

/* A range that fills no power of two has a constraint, but paths go on everywhere. */
TEST(smv_says_of_a_total_model_what_starts_with_no_path_quantifier) {
  Model *model = read_text("MODULE main VAR x : 0..2; y : 0..2; INIT x != y\n"
                           "CTLSPEC x = 0 | EX y = 1\n");
  CHECK(model->system->constraints.size > 0);
  CHECK(!smv_cannot_say(model, 0));
  model_free(model);
}

TEST(smv_says_what_it_cannot_say) {
  Model *model = model_new("m");
  Error error = {0};
  for (int i = 0; i < 2; i++) {
    Lit input = system_input(model->system);
    signal_add_bit(&model->system->signals, i ? "b" : "a", SIGNAL_INPUT, input);
  }
  CHECK(model_add_ctl(model, NULL, "AG EX a", &error));
  CHECK(model_add_ctl(model, NULL, "EF (a & !a)", &error));
  CHECK(model_add_ctl(model, NULL, "AG EX b", &error));
  CHECK(!smv_cannot_say(model, 0));
  CHECK(!smv_cannot_say(model, 1));
  CHECK(strstr(reason_for(model, 2), "other inputs"));
  vec_push(&model->system->fairness, model->system->inputs.data[0]);
  CHECK(!smv_cannot_say(model, 0));
  CHECK(strstr(reason_for(model, 1), "initial states"));
  model_free(model);
}
