/* Small nets of the Model Checking Contest, where the benchmark folder is there: every answer that
 * a check gives within a small budget is the contest's, and few are missing. */
#include "test.h"

#include <stdio.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "rondo/rondo.h"

static const char *const nets[] = {"Anderson-PT-04", "CircularTrains-PT-012", "Eratosthenes-PT-010",
                                   "Philosophers-PT-000005"};

static const char *const with_file[] = {
    "ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality", "CTLFireability",
    "LTLCardinality",          "LTLFireability",          "UpperBounds"};

static const char *const without_file[] = {"ReachabilityDeadlock", "QuasiLiveness", "Liveness",
                                           "OneSafe", "StableMarking"};

typedef struct {
  const char *net, *examination, *table, *engine; /* NULL: all */
  const RondoModel *model;
  unsigned answered, asked;
} Asked;

/* The contest's answer to a property; false if it is not known. */
static bool expected(const Asked *asked, const char *property, char *answer, size_t size) {
  Text row = {0};
  text_format(&row, "\n%s\t%s\t%s\t", asked->net, asked->examination, property);
  const char *found = strstr(asked->table, row.data);
  if (found) found += row.size;
  text_free(&row);
  if (!found || *found == '?') return false;
  snprintf(answer, size, "%.*s", (int)strcspn(found, "\t"), found);
  return true;
}

static void compare(void *context, RondoResult *result) {
  Asked *asked = context;
  char answer[64], given[64];
  const char *name = rondo_property_name(asked->model, rondo_result_property(result));
  RondoVerdict verdict = rondo_result_verdict(result);
  uint64_t value;
  CHECK(!rondo_result_internal_error(result));
  if (expected(asked, name, answer, sizeof answer)) {
    asked->asked++;
    if (rondo_result_value(result, &value))
      snprintf(given, sizeof given, "%llu", (unsigned long long)value);
    else snprintf(given, sizeof given, "%s", verdict == RONDO_HOLDS ? "TRUE" : "FALSE");
    if (verdict != RONDO_UNKNOWN) {
      asked->answered++;
      if (strcmp(given, answer))
        test_fail(__FILE__, __LINE__, "%s: %s, not %s", name, given, answer);
    }
  }
  rondo_result_free(result);
}

static char *read_table(const char *folder) {
  Text path = {0}, table = {0};
  char line[4096];
  text_format(&path, "%s/net/pnml/expected.tsv", folder);
  FILE *file = fopen(path.data, "r");
  text_free(&path);
  if (!file) SKIP("no nets in the benchmark folder");
  while (fgets(line, sizeof line, file)) text_add(&table, line);
  fclose(file);
  return text_take(&table);
}

static void ask(Asked *asked, const char *folder, const char *examination, bool file) {
  Text net = {0}, properties = {0};
  text_format(&net, "%s/net/pnml/%s/model.pnml", folder, asked->net);
  text_format(&properties, "%s/net/pnml/%s/%s.xml", folder, asked->net, examination);
  RondoModel *model = rondo_load(net.data, NULL, NULL);
  RondoSettings *settings = rondo_settings_new();
  RondoWatch watch = {NULL, compare, asked};
  CHECK(model);
  CHECK(file ? rondo_add_property_set(model, properties.data, NULL)
             : rondo_add_examination(model, examination, NULL));
  CHECK(rondo_settings_set(settings, "total", "5", NULL));
  CHECK(!asked->engine || rondo_settings_set(settings, "engine", asked->engine, NULL));
  asked->model = model;
  asked->examination = examination;
  rondo_check_all(model, NULL, rondo_property_count(model), settings, &watch);
  rondo_settings_free(settings);
  rondo_model_free(model);
  text_free(&net);
  text_free(&properties);
}

static bool is_there(const char *table, const char *net) {
  Text row = {0};
  text_format(&row, "\n%s\t", net);
  bool there = strstr(table, row.data) != NULL;
  text_free(&row);
  return there;
}

TEST(answers_about_nets_of_the_contest_are_right) {
  const char *folder = test_bench_folder();
  if (!folder) SKIP("no benchmark folder");
  char *table = read_table(folder);
  unsigned answered = 0, total = 0;
  for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
    Asked asked = {.net = nets[i], .table = table};
    if (!is_there(table, nets[i])) continue;
    for (size_t k = 0; k < sizeof with_file / sizeof *with_file; k++)
      ask(&asked, folder, with_file[k], true);
    for (size_t k = 0; k < sizeof without_file / sizeof *without_file; k++)
      ask(&asked, folder, without_file[k], false);
    answered += asked.answered;
    total += asked.asked;
  }
  mem_free(table);
  CHECK(total > 100 && answered > total / 2); /* how many is a matter of time */
}

TEST(answers_from_unfoldings_of_nets_of_the_contest_are_right) {
  static const char *const safe[] = {"Anderson-PT-04", "AirplaneLD-PT-0010", "AutoFlight-PT-01a"};
  static const char *const asks[] = {"LTLCardinality", "LTLFireability", "ReachabilityFireability"};
  const char *folder = test_bench_folder();
  if (!folder) SKIP("no benchmark folder");
  char *table = read_table(folder);
  unsigned answered = 0, total = 0;
  for (size_t i = 0; i < sizeof safe / sizeof *safe; i++) {
    Asked asked = {.net = safe[i], .table = table, .engine = "unfold"};
    if (!is_there(table, safe[i])) continue;
    for (size_t k = 0; k < sizeof asks / sizeof *asks; k++) ask(&asked, folder, asks[k], true);
    answered += asked.answered;
    total += asked.asked;
  }
  mem_free(table);
  CHECK(total > 100 && answered > 10); /* most of LTL there has "next" */
}
