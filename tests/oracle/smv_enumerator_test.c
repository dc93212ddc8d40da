/* Random SMV models with random properties, in the file and given from outside: the verdicts of the
 * program, with all that is on the way from a file to checked evidence, are those of an enumeration
 * of the model at the level of the language. */
#include "test.h"

#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "base/memory.h"
#include "front/smv/parser.h"
#include "oracle/random_smv.h"
#include "oracle/smv_enumerator.h"
#include "rondo/rondo.h"

typedef struct {
  SmvLogic logic;
  char *text;
} RandomProperty;

enum { PROPERTIES = 4 };

typedef struct {
  unsigned models, refused, compared, holds;
  unsigned unanswered; /* CTL beside COMPASSION, which is not supported */
  unsigned wrong;
} Tally;

typedef struct {
  unsigned seed;
  Text model; /* without specifications */
  RandomProperty properties[PROPERTIES];
  bool holds[PROPERTIES]; /* by enumeration */
} Case;

static const char *const sections[] = {
    [SMV_INVARIANT] = "INVARSPEC", [SMV_LTL] = "LTLSPEC", [SMV_CTL] = "CTLSPEC"};

/* The model with the properties as specifications p0, p1, ... */
static void write_file(const Case *c, Text *text) {
  text_add(text, c->model.data);
  for (size_t i = 0; i < PROPERTIES; i++)
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
    static const SmvLogic logics[PROPERTIES] = {SMV_INVARIANT, SMV_LTL, SMV_CTL, SMV_CTL};
    text_clear(&g.text);
    random_smv_property(&g, logics[i], 3);
    c->properties[i] = (RandomProperty){logics[i], mem_string(g.text.data)};
  }
  text_free(&g.text);
}

static void free_case(Case *c) {
  text_free(&c->model);
  for (size_t i = 0; i < PROPERTIES; i++) mem_free(c->properties[i].text);
}

/* What the enumerator says of the properties. */
static void enumerate(Case *c) {
  Text text = {0};
  write_file(c, &text);
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

/* What the program says of p0, p1, ... */
static void compare(const Case *c, const RondoModel *model, const RondoSettings *settings,
                    Tally *tally) {
  for (size_t i = 0; i < PROPERTIES; i++) {
    const char name[] = {'p', (char)('0' + i), 0};
    int64_t property = rondo_property_find(model, name);
    CHECK(property >= 0);
    RondoResult *result = rondo_check(model, (size_t)property, settings);
    RondoVerdict verdict = rondo_result_verdict(result);
    if (rondo_result_internal_error(result))
      test_fail(__FILE__, __LINE__, "seed %u: %s", c->seed, rondo_result_internal_error(result));
    if (verdict == RONDO_UNKNOWN) {
      CHECK(strstr(rondo_result_reason(result), "COMPASSION"));
      tally->unanswered++;
    }
    rondo_result_free(result);
    if (verdict == RONDO_UNKNOWN) continue;
    tally->compared++;
    tally->holds += c->holds[i];
    if ((verdict == RONDO_HOLDS) == c->holds[i]) continue;
    if (!tally->wrong++)
      fprintf(stderr, "    seed %u: not so by enumeration: %s is %s in\n%s", c->seed,
              c->properties[i].text, rondo_verdict_name(verdict), c->model.data);
  }
}

static RondoModel *with_properties_in_the_file(const Case *c) {
  Text text = {0};
  write_file(c, &text);
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

static void compare_all(RondoModel *(*make)(const Case *c)) {
  Tally tally = {0};
  RondoSettings *settings = rondo_settings_new();
  log_set_level(LOG_QUIET);
  for (unsigned seed = 1; seed <= test_cases(500); seed++) {
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
  printf("    %u models (%u refused), %u verdicts (%u holds, %u unanswered), %u wrong\n",
         tally.models, tally.refused, tally.compared, tally.holds, tally.unanswered, tally.wrong);
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
