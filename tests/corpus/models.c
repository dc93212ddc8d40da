/* The models of tests/models, of every kind that the program reads, have the verdicts of the table
 * there, in two ways that have nothing in common: by enumeration, and by the engines with checked
 * evidence, through the public functions.
 *
 * A row is a model, a file of properties or "-" for those of the model, a name, and a verdict. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>

#include "base/input.h"
#include "base/map.h"
#include "base/text.h"
#include "check/task_of_property.h"
#include "front/front.h"
#include "front/smv/parser.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/ltl_oracle.h"
#include "oracle/smv_enumerator.h"
#include "rondo/rondo.h"

typedef struct {
  char model[64], properties[64], name[64], verdict[16];
} Row;

typedef VEC(Row) RowVec;

static char *path_of(const char *file) {
  Text path = {0};
  text_format(&path, "%s/%s", TEST_MODELS, file);
  return text_take(&path);
}

static RowVec read_table(void) {
  RowVec rows = {0};
  char line[256], *path = path_of("expected.tsv");
  FILE *file = fopen(path, "r");
  CHECK(file && fgets(line, sizeof line, file)); /* the heading */
  while (fgets(line, sizeof line, file)) {
    Row row;
    int fields = sscanf(line, "%63[^\t]\t%63[^\t]\t%63[^\t]\t%15s", row.model, row.properties,
                        row.name, row.verdict);
    CHECK_EQUAL(fields, 4);
    vec_push(&rows, row);
  }
  fclose(file);
  mem_free(path);
  return rows;
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

/* ---- by engines ---- */

static bool add_from_outside(RondoModel *model, const char *file, char **error) {
  char *path = path_of(file);
  rondo_properties_clear(model);
  bool fine = ends_with(file, ".ltl")   ? rondo_add_ltl_file(model, path, error)
              : ends_with(file, ".ctl") ? rondo_add_ctl_file(model, path, error)
                                        : rondo_add_hoa(model, path, error);
  mem_free(path);
  return fine;
}

static void check_by_engines(const Row *row) {
  char *path = path_of(row->model), *error = NULL;
  RondoModel *model = rondo_load(path, NULL, &error);
  if (!model || (*row->properties != '-' && !add_from_outside(model, row->properties, &error)))
    test_fail(__FILE__, __LINE__, "%s", error);
  int64_t property = rondo_property_find(model, row->name);
  if (property < 0) test_fail(__FILE__, __LINE__, "%s has no %s", row->model, row->name);
  RondoSettings *settings = rondo_settings_new();
  RondoResult *result = rondo_check(model, (size_t)property, settings);
  const char *verdict = rondo_verdict_name(rondo_result_verdict(result));
  if (strcmp(verdict, row->verdict) || !rondo_result_checked(result))
    test_fail(__FILE__, __LINE__, "%s %s: %s by %s, not %s", row->model, row->name, verdict,
              rondo_result_engine(result), row->verdict);
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
  mem_free(path);
}

/* ---- by enumeration ---- */

/* The explicit oracles, on the bits of the model. A property that is an automaton has no formula:
 * its product with the model is enumerated. */
static bool holds_by_bits(const Model *model, size_t number) {
  const Property *property = model->properties.data + number;
  Error error = {0};
  if (property->automaton) {
    Task *task = task_of_property(model, number, &LTL_DEFAULTS, &error);
    CHECK(task);
    Explicit *product = explicit_new(task->system);
    bool holds = explicit_verdict(product, task) == VERDICT_HOLDS;
    explicit_free(product);
    task_free(task);
    return holds;
  }
  Explicit *e = explicit_new(model->system);
  LitVec conditions = {0};
  bool holds = false;
  switch (property->kind) {
  case PROPERTY_INVARIANT: holds = explicit_bad_depth(e, property->bad) < 0; break;
  case PROPERTY_JUSTICE:
    vec_append(&conditions, &property->justice);
    vec_append(&conditions, &model->system->fairness);
    holds = !explicit_fair_run(e, conditions.data, conditions.size);
    break;
  case PROPERTY_LTL: holds = ltl_oracle_holds(e, model->formulas, property->formula); break;
  default: holds = ctl_oracle_holds(e, model->formulas, property->formula);
  }
  vec_free(&conditions);
  explicit_free(e);
  return holds;
}

static void check_by_bits(const Row *row) {
  Error error = {0};
  char *path = path_of(row->model), *more = path_of(row->properties);
  Model *model = front_read(path, NULL, &error);
  CHECK(model);
  if (*row->properties != '-') {
    properties_free(&model->properties);
    CHECK(ends_with(more, ".ltl")   ? model_add_ltl_file(model, more, &error)
          : ends_with(more, ".ctl") ? model_add_ctl_file(model, more, CTL_FORM_FOUND, &error)
                                    : model_add_hoa_file(model, more, &error));
  }
  int64_t number = model_find_property(model, row->name);
  CHECK(number >= 0);
  const char *verdict = holds_by_bits(model, (size_t)number) ? "holds" : "violated";
  if (strcmp(verdict, row->verdict))
    test_fail(__FILE__, __LINE__, "%s %s: %s by enumeration, not %s", row->model, row->name,
              verdict, row->verdict);
  model_free(model);
  mem_free(path);
  mem_free(more);
}

/* SMV models of one module without words, by the interpreter of the language; false for others. */
static bool check_by_language(const Row *row) {
  Input input;
  Error error = {0};
  char *path = path_of(row->model);
  if (!ends_with(path, ".smv")) {
    mem_free(path);
    return false;
  }
  CHECK(input_read(&input, path, &error));
  Syntax syntax = {.file = path, .text = input.data, .length = input.size, .error = &error};
  CHECK(smv_parse(&syntax));
  const ModuleSyntax *module = syntax.modules.data;
  bool plain = syntax.modules.size == 1;
  for (size_t i = 0; i < module->variables.size; i++)
    plain &= module->variables.data[i].type->kind != TYPE_WORD;
  SmvEnumerator *e = plain ? smv_enumerator_new(&syntax) : NULL;
  for (size_t i = 0; plain && i < module->sections.size; i++) {
    const SectionSyntax *section = module->sections.data + i;
    if (section->name == NAMES_NONE || strcmp(syntax.names.text[section->name], row->name))
      continue;
    const char *verdict = smv_enumerator_holds(e, section) ? "holds" : "violated";
    if (strcmp(verdict, row->verdict))
      test_fail(__FILE__, __LINE__, "%s %s: %s by the language, not %s", row->model, row->name,
                verdict, row->verdict);
  }
  if (e) smv_enumerator_free(e);
  syntax_free(&syntax);
  input_free(&input);
  mem_free(path);
  return plain;
}

TEST(models_of_every_kind_have_their_verdicts_by_enumeration_and_by_engines) {
  RowVec rows = read_table();
  size_t by_language = 0;
  for (size_t i = 0; i < rows.size; i++) {
    check_by_engines(rows.data + i);
    if (check_by_language(rows.data + i)) by_language++;
    else check_by_bits(rows.data + i);
  }
  printf("    %zu properties, %zu at the level of the language\n", rows.size, by_language);
  CHECK(by_language > 0 && by_language < rows.size);
  vec_free(&rows);
}

/* No file lies there without being used, and no property is left out. */
TEST(the_table_of_models_is_complete) {
  RowVec rows = read_table();
  Names known = {0};
  for (size_t i = 0; i < rows.size; i++) {
    names_add(&known, rows.data[i].model);
    names_add(&known, rows.data[i].properties);
  }
  names_add(&known, "expected.tsv");
  DIR *folder = opendir(TEST_MODELS);
  CHECK(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (*entry->d_name == '.') continue;
    if (names_find(&known, entry->d_name) == NAMES_NONE)
      test_fail(__FILE__, __LINE__, "%s is not in the table", entry->d_name);
    if (!ends_with(entry->d_name, ".aag") && !ends_with(entry->d_name, ".aig") &&
        !ends_with(entry->d_name, ".smv"))
      continue;
    char *path = path_of(entry->d_name);
    RondoModel *model = rondo_load(path, NULL, NULL);
    size_t count = 0;
    for (size_t i = 0; i < rows.size; i++)
      count += !strcmp(rows.data[i].model, entry->d_name) && *rows.data[i].properties == '-';
    CHECK_EQUAL(count, rondo_property_count(model));
    rondo_model_free(model);
    mem_free(path);
  }
  closedir(folder);
  names_free(&known);
  vec_free(&rows);
}
