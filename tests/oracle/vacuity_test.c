/* Vacuity against enumeration: of random small systems and properties that hold, a remark is made
 * just if the oracle says that there is no run, or that the property holds without some part. */
#include "check/vacuity.h"

#include <stdio.h>

#include "check/check.h"
#include "formula/nnf.h"
#include "formula/occurrence.h"
#include "formula/parser.h"
#include "front/language.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "test.h"

typedef struct {
  size_t count; /* about the property */
  char what[16], shown[4000];
} Heard;

static void hear(void *context, const Remark *remark) {
  Heard *heard = context;
  CHECK(remark->evidence != EVIDENCE_NONE && remark->reason && remark->engine);
  if (remark->property == REMARK_MODEL) return;
  heard->count++;
  snprintf(heard->what, sizeof heard->what, "%s", remark->what);
  snprintf(heard->shown, sizeof heard->shown, "%s", remark->shown ? remark->shown : "");
}

/* The truth of a property by enumeration. */
static bool holds(const Explicit *e, const Model *model, PropertyKind kind, Formula f) {
  if (kind == PROPERTY_LTL) return ltl_oracle_holds(e, model->formulas, f);
  if (kind == PROPERTY_CTL) return ctl_oracle_holds(e, model->formulas, f);
  Lit lit;
  CHECK(language_boolean(model, f, &lit));
  return explicit_bad_depth(e, lit_not(lit)) < 0;
}

/* What CTL says of the states of f: the inputs that its atoms read belong to them. */
static Formula of_same_states(const Model *model, PropertyKind kind, Formula f, Formula without) {
  FormulaVec cone = {0};
  formula_cone(model->formulas, f, &cone);
  for (size_t i = 0; i < cone.size && kind == PROPERTY_CTL; i++) {
    if (formula_node(model->formulas, cone.data[i])->op != OP_ATOM) continue;
    Formula not = formula_unary(model->formulas, OP_NOT, cone.data[i]);
    Formula either = formula_binary(model->formulas, OP_OR, not, cone.data[i]);
    without = formula_binary(model->formulas, OP_AND, without, either);
  }
  vec_free(&cone);
  return without;
}

/* The first reason that applies, or NULL; for "part" and "antecedent" alike "part". */
static const char *wanted(const Explicit *e, const Model *model, PropertyKind kind, Formula f) {
  const System *system = model->system;
  LitVec fairness = {0};
  vec_push(&fairness, LIT_TRUE);
  bool start = explicit_bad_depth(e, LIT_TRUE) >= 0;
  bool run = explicit_fair_run(e, fairness.data, 1);
  vec_append(&fairness, &system->fairness);
  bool fair = explicit_fair_run(e, fairness.data, fairness.size);
  vec_free(&fairness);
  if (!start) return "no-start";
  if (kind != PROPERTY_INVARIANT && !run) return "no-run";
  if (kind != PROPERTY_INVARIANT && !fair) return "no-fair-run";
  OccurrenceVec places = {0};
  bool idle = false;
  formula_occurrences(model->formulas, f, 200, &places);
  for (uint32_t i = 1; i < places.size && !idle; i++)
    idle = holds(e, model, kind,
                 of_same_states(model, kind, f, formula_without(model->formulas, &places, i)));
  vec_free(&places);
  return idle ? "part" : NULL;
}

static Formula random_boolean(Formulas *formulas, Random *random, unsigned depth) {
  static const Operator binary[] = {OP_AND, OP_OR, OP_IMPLIES, OP_IMPLIES, OP_EQUIVALENT, OP_XOR};
  size_t atoms = formulas->atoms.size;
  if (!depth || random_below(random, 4) == 0)
    return formula_atom(formulas, formulas->atoms.data[random_below(random, (uint32_t)atoms)].text);
  if (random_below(random, 4) == 0)
    return formula_unary(formulas, OP_NOT, random_boolean(formulas, random, depth - 1));
  Formula left = random_boolean(formulas, random, depth - 1);
  Formula right = random_boolean(formulas, random, depth - 1);
  return formula_binary(formulas, binary[random_below(random, 6)], left, right);
}

typedef struct {
  unsigned held, idle, antecedents, no_run, sound;
} Coverage;

static Coverage compare(uint64_t seed, PropertyKind kind, Coverage all) {
  Random random = {seed};
  RandomModel *made = random_model(seed, 6);
  Model *model = model_new("random");
  system_free(model->system);
  model->system = system_copy(made->system, NULL);
  random_model_free(made);
  random_atoms(model->formulas, model->system, &random, 3, true);
  FormulaShape shape = {.depth = 3, .temporal = 3, .past = random_below(&random, 3) == 0};
  Formula f = kind == PROPERTY_LTL   ? random_ltl(model->formulas, &random, shape)
              : kind == PROPERTY_CTL ? random_ctl(model->formulas, &random, shape)
                                     : random_boolean(model->formulas, &random, 3);
  Property property = {.kind = kind, .formula = f, .parts = f, .name = mem_string("p")};
  if (kind == PROPERTY_INVARIANT) {
    CHECK(language_boolean(model, f, &property.bad));
    property.bad = lit_not(property.bad);
  }
  vec_push(&model->properties, property);
  Explicit *e = explicit_new(model->system);
  if (holds(e, model, kind, f)) {
    size_t number = 0;
    Heard heard = {0};
    Settings *settings = settings_new();
    vacuity_look(model, &number, 1, settings, 600, hear, &heard);
    settings_free(settings);
    const char *truth = wanted(e, model, kind, f);
    all.held++;
    if (!truth && heard.count)
      test_fail(__FILE__, __LINE__, "seed %llu: %s %s", (unsigned long long)seed, heard.what,
                heard.shown);
    if (truth && !heard.count)
      test_fail(__FILE__, __LINE__, "seed %llu: %s was missed", (unsigned long long)seed, truth);
    if (truth) {
      bool antecedent = !strcmp(heard.what, "antecedent");
      CHECK_TEXT(antecedent ? "part" : heard.what, truth);
      CHECK_EQUAL(heard.count, 1);
      all.idle += !strcmp(truth, "part");
      all.antecedents += antecedent;
      all.no_run += !strncmp(truth, "no-", 3);
    } else {
      all.sound++;
    }
  }
  explicit_free(e);
  model_free(model);
  return all;
}

static Coverage compare_many(PropertyKind kind, unsigned cases) {
  Coverage all = {0};
  for (uint64_t seed = 1; seed <= test_cases(cases); seed++) all = compare(seed, kind, all);
  return all;
}

/* What an implication promises, where nothing but conjunctions, "always" and conditions that say
 * nothing of states are above it; those in brackets are claimed of every state. */
TEST(promises_are_found_below_what_claims_them) {
  static const struct {
    Logic logic;
    const char *text, *promises;
  } rows[] = {
      {LOGIC_LTL, "p -> q", " q"},
      {LOGIC_LTL, "G (p -> q)", " (q)"},
      {LOGIC_LTL, "G (p -> F q) & (q -> r) & r", " r (F q)"},
      {LOGIC_LTL, "G (p -> (q -> r))", " (q -> r)"},
      {LOGIC_LTL, "X (p -> q) | F (q -> r) | !(p -> r)", ""},
      {LOGIC_LTL, "true -> (p -> q)", " q"},
      {LOGIC_LTL, "true U (p -> q)", ""},
      {LOGIC_LTL, "true & (p -> q)", " q"},
      {LOGIC_LTL, "p | (p -> q)", ""},
      {LOGIC_LTL, "(p -> q) -> r", " r"},
      {LOGIC_CTL, "EG true -> AG (p -> q)", " (q)"},
      {LOGIC_CTL, "EG p -> AG (p -> q)", " AG (p -> q)"},
      {LOGIC_CTL, "(EG true -> (p -> AF q)) & EF (p -> q)", " AF q"},
      {LOGIC_CTL, "AG (p & (EG true -> (p -> q)))", " (q)"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Formulas *formulas = formulas_new();
    OccurrenceVec places = {0};
    Error error = {0};
    Text found = {0};
    text_add(&found, "");
    Formula f = formula_parse(formulas, rows[i].logic, rows[i].text, &error);
    CHECK(f != FORMULA_NONE);
    formula_occurrences(formulas, f, 200, &places);
    for (uint32_t k = 0; k < places.size; k++) {
      if (!occurrence_is_promise(formulas, &places, k)) continue;
      bool general = occurrence_is_general(formulas, &places, k);
      text_add(&found, general ? " (" : " ");
      formula_print(formulas, places.data[k].formula, &found);
      text_add(&found, general ? ")" : "");
    }
    CHECK_TEXT(found.data, rows[i].promises);
    text_free(&found);
    vec_free(&places);
    formulas_free(formulas);
  }
}

TEST(vacuous_invariants_are_those_that_enumeration_finds) {
  Coverage all = compare_many(PROPERTY_INVARIANT, 300);
  CHECK_COVERAGE(all.idle > 20 && all.antecedents > 3 && all.no_run > 1 && all.sound > 3);
}

TEST(vacuous_ltl_is_what_enumeration_finds) {
  Coverage all = compare_many(PROPERTY_LTL, 250);
  CHECK_COVERAGE(all.idle > 20 && all.no_run > 3 && all.sound > 3);
}

TEST(vacuous_ctl_is_what_enumeration_finds) {
  Coverage all = compare_many(PROPERTY_CTL, 250);
  CHECK_COVERAGE(all.idle > 20 && all.no_run > 3 && all.sound > 3);
}
