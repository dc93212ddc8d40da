/* The SMV files with NuSMV's verdicts: every file is read, and every property that something here
 * can decide has NuSMV's verdict. Small models go to the explicit oracles, which share nothing with
 * the engines; the rest to rondo_check with a short limit, where an undecided property only
 * counts. */
#include "test.h"

#include <stdio.h>

#include "base/error.h"
#include "base/input.h"
#include "base/log.h"
#include "front/front.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/formula_parts.h"
#include "oracle/ltl_oracle.h"
#include "rondo/rondo.h"

typedef struct {
  size_t files, properties, by_oracle, by_engine, undecided;
} Tally;

/* The letter of expected.tsv for a property: PSL ones are told by their names. */
static char letter_of(const Property *property) {
  if (!strncmp(property->name, "psl", 3)) return 'P';
  switch (property->kind) {
  case PROPERTY_INVARIANT: return 'I';
  case PROPERTY_LTL: return 'L';
  case PROPERTY_CTL: return 'C';
  default: return '?';
  }
}

/* The k-th verdict of a kind in "C:True L:False ...". */
static bool expected_verdict(const char *verdicts, char letter, size_t k, bool *holds) {
  for (const char *p = verdicts; *p && *p != '\t';) {
    if (*p == letter && p[1] == ':' && !k--) {
      *holds = p[2] == 'T';
      return true;
    }
    p += strcspn(p, " \t");
    if (*p == ' ') p++;
  }
  return false;
}

static size_t temporal_operators(const Formulas *formulas, Formula f) {
  Bits parts = formula_parts(formulas, f);
  size_t count = 0;
  for (Formula i = 0; i <= f; i++)
    if (bits_get(&parts, i)) count += operator_is_temporal(formula_node(formulas, i)->op);
  bits_free(&parts);
  return count;
}

static bool decide_by_oracle(const Model *model, const Property *property, Explicit **e,
                             bool *holds) {
  size_t bits = model->system->inputs.size + model->system->latches.size;
  size_t limit = test_cases(100) > 100 ? 20 : 14;
  if (property->kind == PROPERTY_LTL) {
    size_t temporal = temporal_operators(model->formulas, property->formula);
    if (temporal > LTL_ORACLE_TEMPORAL || property->formula > 60) return false;
    bits += temporal;
  }
  if (bits > limit) return false;
  if (!*e) *e = explicit_new(model->system);
  switch (property->kind) {
  case PROPERTY_INVARIANT: *holds = explicit_bad_depth(*e, property->bad) < 0; return true;
  case PROPERTY_CTL: *holds = ctl_oracle_holds(*e, model->formulas, property->formula); return true;
  case PROPERTY_LTL:
    *holds = ltl_oracle_holds(*e, model->formulas, model_assuming(model, property->formula));
    return true;
  default: return false;
  }
}

static bool decide_by_engine(const char *path, size_t property, bool *holds) {
  RondoModel *model = rondo_load(path, NULL, NULL);
  RondoSettings *settings = rondo_settings_new();
  CHECK(rondo_settings_set(settings, "timeout", test_cases(100) > 100 ? "10" : "0.2", NULL));
  RondoResult *result = rondo_check(model, property, settings);
  RondoVerdict verdict = rondo_result_verdict(result);
  if (rondo_result_internal_error(result))
    test_fail(__FILE__, __LINE__, "%s: %s", path, rondo_result_internal_error(result));
  *holds = verdict == RONDO_HOLDS;
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
  return verdict != RONDO_UNKNOWN;
}

static void check_file(const char *path, const char *verdicts, Tally *tally) {
  Error error = {0};
  Model *model = front_read(path, NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  size_t seen[128] = {0};
  Explicit *e = NULL;
  tally->files++;
  for (size_t i = 0; i < model->properties.size; i++) {
    const Property *property = model->properties.data + i;
    char letter = letter_of(property);
    bool expected, holds;
    if (property->kind == PROPERTY_COMPUTE) continue; /* a number, not a verdict */
    tally->properties++;
    if (!expected_verdict(verdicts, letter, seen[(int)letter]++, &expected))
      test_fail(__FILE__, __LINE__, "%s: no verdict for %s", path, property->name);
    if (decide_by_oracle(model, property, &e, &holds)) tally->by_oracle++;
    else if (decide_by_engine(path, i, &holds)) tally->by_engine++;
    else {
      tally->undecided++;
      continue;
    }
    if (holds != expected)
      test_fail(__FILE__, __LINE__, "%s: %s (%s) %s, but NuSMV says the opposite", path,
                property->name, property->text, holds ? "holds" : "is violated");
  }
  if (e) explicit_free(e);
  model_free(model);
}

TEST(smv_files_have_the_verdicts_of_nusmv) {
  const char *folder = test_bench_folder();
  if (!folder) SKIP("the benchmark folder is absent");
  Text path = {0};
  Input table = {0};
  Error error = {0};
  text_format(&path, "%s/smv/expected.tsv", folder);
  if (!input_read(&table, path.data, &error)) SKIP("there is no table of verdicts");
  log_set_level(LOG_QUIET);
  Tally tally = {0};
  const char *line = memchr(table.data, '\n', table.size), *end = table.data + table.size;
  while (line && ++line < end) {
    const char *tab = memchr(line, '\t', (size_t)(end - line));
    if (!tab) break;
    text_clear(&path);
    text_format(&path, "%s/smv/%.*s", folder, (int)(tab - line), line);
    check_file(path.data, tab + 1, &tally);
    line = memchr(line, '\n', (size_t)(end - line));
  }
  log_set_level(LOG_NORMAL);
  printf("    %zu files, %zu properties: %zu by the oracles, %zu by engines, %zu undecided\n",
         tally.files, tally.properties, tally.by_oracle, tally.by_engine, tally.undecided);
  CHECK_EQUAL(tally.files, 154);
  CHECK(tally.by_oracle > 100);
  input_free(&table);
  text_free(&path);
}
