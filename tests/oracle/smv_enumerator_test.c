/* Random SMV models with random properties, in the file and given from outside: the verdicts of the
 * program, with all that is on the way from a file to checked evidence, are those of an enumeration
 * of the model at the level of the language. */
#include "test.h"

#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/convert_model.h"
#include "front/smv/parser.h"
#include "front/smv/smv.h"
#include "oracle/random_smv.h"
#include "oracle/smv_enumerator.h"
#include "rondo/rondo.h"

typedef struct {
  SmvLogic logic;
  char *text;
} RandomProperty;

enum { PROPERTIES = 5 };

typedef struct {
  unsigned models, refused, compared, holds;
  unsigned absent;             /* not in this file */
  unsigned wrong, wrong_of[3]; /* by logic */
} Tally;

typedef struct {
  unsigned seed;
  Text model; /* without specifications */
  RandomProperty properties[PROPERTIES];
  bool has_ctl; /* half of the files have no CTL: their free variables may become inputs */
  bool holds[PROPERTIES]; /* by enumeration */
} Case;

static const char *const sections[] = {
    [SMV_INVARIANT] = "INVARSPEC", [SMV_LTL] = "LTLSPEC", [SMV_CTL] = "CTLSPEC"};

/* The model with the properties of these logics as specifications p0, p1, ... */
static void write_file(const Case *c, SmvLogic last, Text *text) {
  text_add(text, c->model.data);
  for (size_t i = 0; i < PROPERTIES && c->properties[i].logic <= last; i++)
    text_format(text, "%s NAME p%zu := %s;\n", sections[c->properties[i].logic], i,
                c->properties[i].text);
}

static void make_case(Case *c, unsigned seed) {
  RandomSmv g = {.random = {seed}, .roles = true};
  c->seed = seed;
  random_smv_model(&g);
  random_smv_fairness(&g);
  text_add(&c->model, g.text.data);
  for (size_t i = 0; i < PROPERTIES; i++) {
    static const SmvLogic logics[PROPERTIES] = {SMV_INVARIANT, SMV_LTL, SMV_CTL, SMV_CTL, SMV_CTL};
    text_clear(&g.text);
    random_smv_property(&g, logics[i], 3);
    c->properties[i] = (RandomProperty){logics[i], mem_string(g.text.data)};
  }
  c->has_ctl = random_chance(&g.random, 1, 2);
  text_free(&g.text);
}

static void free_case(Case *c) {
  text_free(&c->model);
  for (size_t i = 0; i < PROPERTIES; i++) mem_free(c->properties[i].text);
}

/* What the enumerator says of the properties. */
static void enumerate(Case *c) {
  Text text = {0};
  write_file(c, SMV_CTL, &text);
  Error error = {0};
  Syntax syntax = {.file = "f", .text = text.data, .length = text.size, .error = &error};
  if (!smv_parse(&syntax)) test_fail(__FILE__, __LINE__, "%s\n%s", error.message, text.data);
  SmvEnumerator *e = smv_enumerator_new(&syntax);
  size_t found = 0;
  const ModuleSyntax *module = syntax.modules.data;
  for (size_t i = 0; i < module->sections.size; i++)
    if (module->sections.data[i].kind >= SECTION_CTLSPEC)
      c->holds[found++] = smv_enumerator_holds(e, module->sections.data + i);
  CHECK_EQUAL(found, PROPERTIES);
  smv_enumerator_free(e);
  syntax_free(&syntax);
  text_free(&text);
}

static RondoModel *load(const char *text) {
  const char *path = test_temporary_path("random.smv");
  FILE *file = fopen(path, "w");
  CHECK(file);
  fputs(text, file);
  fclose(file);
  return rondo_load(path, NULL, NULL);
}

/* What the program says of p0, p1, ..., as far as it has them. */
static void compare(const Case *c, const RondoModel *model, const RondoSettings *settings,
                    Tally *tally) {
  for (size_t i = 0; i < PROPERTIES; i++) {
    const char name[] = {'p', (char)('0' + i), 0};
    int64_t property = rondo_property_find(model, name);
    RondoResult *result = property < 0 ? NULL : rondo_check(model, (size_t)property, settings);
    RondoVerdict verdict = result ? rondo_result_verdict(result) : RONDO_UNKNOWN;
    if (result && rondo_result_internal_error(result))
      test_fail(__FILE__, __LINE__, "seed %u: %s", c->seed, rondo_result_internal_error(result));
    bool answered = result && verdict != RONDO_UNKNOWN;
    if (result && !answered)
      test_fail(__FILE__, __LINE__, "seed %u: no answer to %s in\n%s", c->seed,
                c->properties[i].text, c->model.data);
    rondo_result_free(result);
    tally->absent += !result;
    if (!answered) continue;
    tally->compared++;
    tally->holds += c->holds[i];
    if ((verdict == RONDO_HOLDS) == c->holds[i]) continue;
    tally->wrong_of[c->properties[i].logic]++;
    if (!tally->wrong++)
      fprintf(stderr, "    seed %u: not so by enumeration: %s is %s in\n%s", c->seed,
              c->properties[i].text, rondo_verdict_name(verdict), c->model.data);
  }
}

static RondoModel *with_properties_in_the_file(const Case *c) {
  Text text = {0};
  write_file(c, c->has_ctl ? SMV_CTL : SMV_LTL, &text);
  RondoModel *model = load(text.data);
  text_free(&text);
  return model;
}

/* How a property comes in from outside. */
static bool (*const ways_in[])(RondoModel *model, const char *name, const char *formula,
                               char **error) = {
    [SMV_INVARIANT] = rondo_add_invariant, [SMV_LTL] = rondo_add_ltl, [SMV_CTL] = rondo_add_ctl};

static RondoModel *with_properties_from_outside(const Case *c) {
  RondoModel *model = load(c->model.data);
  for (size_t i = 0; model && i < PROPERTIES; i++) {
    const char name[] = {'p', (char)('0' + i), 0};
    const RandomProperty *property = c->properties + i;
    char *error = NULL;
    if (!ways_in[property->logic](model, name, property->text, &error))
      test_fail(__FILE__, __LINE__, "seed %u: %s: %s", c->seed, property->text, error);
  }
  return model;
}

/* The properties come in from outside, and the model goes through another format. */
static RondoModel *converted(const Case *c, const char *ending) {
  static bool (*const ways[])(Model * model, const char *name, const char *text, Error *error) = {
      [SMV_INVARIANT] = model_add_invariant, [SMV_LTL] = model_add_ltl, [SMV_CTL] = model_add_ctl};
  Error error = {0};
  Model *model = smv_read("random.smv", c->model.data, c->model.size, NULL, &error);
  error_free(&error);
  if (!model) return NULL;
  for (size_t i = 0; i < PROPERTIES; i++) {
    const char name[] = {'p', (char)('0' + i), 0};
    CHECK(ways[c->properties[i].logic](model, name, c->properties[i].text, &error));
  }
  FrontWriter writer;
  const ConvertOptions options = {.product = true, .drop = true, .ltl = LTL_DEFAULTS};
  CHECK(front_writer(ending, NULL, &writer, &error));
  if (!convert_prepare(model, &writer, &options, &error))
    test_fail(__FILE__, __LINE__, "seed %u: %s", c->seed, error_text(&error));
  Text name = {0};
  text_format(&name, "random.%s", ending);
  const char *path = test_temporary_path(name.data);
  FILE *file = fopen(path, "w");
  CHECK(file && writer.form->write(model, file));
  fclose(file);
  char *message = NULL;
  RondoModel *result = rondo_load(path, NULL, &message);
  if (!result) test_fail(__FILE__, __LINE__, "seed %u: %s", c->seed, message);
  model_free(model);
  text_free(&name);
  return result;
}

static RondoModel *converted_to_smv(const Case *c) { return converted(c, "smv"); }
static RondoModel *converted_to_aiger(const Case *c) { return converted(c, "aig"); }

static void compare_all(RondoModel *(*make)(const Case *c)) {
  Tally tally = {0};
  RondoSettings *settings = rondo_settings_new();
  log_set_level(LOG_QUIET);
  for (unsigned seed = 1; seed <= test_cases(300); seed++) {
    Case c = {0};
    make_case(&c, seed);
    RondoModel *model = make(&c);
    tally.models += model != NULL;
    tally.refused += model == NULL; /* undefined values: see smv_test.c */
    if (model) {
      enumerate(&c);
      compare(&c, model, settings, &tally);
    }
    rondo_model_free(model);
    free_case(&c);
  }
  log_set_level(LOG_NORMAL);
  rondo_settings_free(settings);
  printf("    %u models (%u refused), %u verdicts (%u holds), %u absent\n", tally.models,
         tally.refused, tally.compared, tally.holds, tally.absent);
  printf("    wrong: %u of invariants, %u of LTL, %u of CTL\n", tally.wrong_of[SMV_INVARIANT],
         tally.wrong_of[SMV_LTL], tally.wrong_of[SMV_CTL]);
  CHECK_EQUAL(tally.wrong, 0);
  CHECK_COVERAGE(tally.holds > tally.compared / 10 && tally.holds < tally.compared * 9 / 10);
  CHECK_COVERAGE(tally.models > tally.refused / 2);
}

TEST(properties_in_an_smv_file_are_decided_as_by_enumeration) {
  compare_all(with_properties_in_the_file);
}

TEST(properties_from_outside_an_smv_file_are_decided_as_by_enumeration) {
  compare_all(with_properties_from_outside);
}

TEST(converted_to_smv_properties_are_decided_as_by_enumeration) { compare_all(converted_to_smv); }

TEST(converted_to_aiger_properties_are_decided_as_by_enumeration) {
  compare_all(converted_to_aiger);
}
