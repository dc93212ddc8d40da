/* The models of the test suite of VIS, where the benchmark folder is there: they are read, the 18
 * of the D'n'C paper have its numbers of latches, and the properties that a small budget decides
 * have the answers that their authors, or the paper, or an independent translation gave. */
#include "test.h"

#include <stdio.h>

#include "base/log.h"
#include "base/text.h"
#include "front/model.h"
#include "front/vl2mv/vl2mv.h"
#include "rondo/rondo.h"
#include "term/relation.h"

typedef struct {
  char model[128], properties[128], expected[16], source[64], fairness[64];
  size_t index;
} Row;

typedef VEC(Row) RowVec;

static char *path_of(const char *file, const char *beside) {
  const char *bench = test_bench_folder();
  Text path = {0};
  if (!bench) SKIP("no benchmark folder");
  text_format(&path, "%s/vis/", bench);
  const char *slash = beside ? strrchr(beside, '/') : NULL;
  if (slash) text_add_n(&path, beside, (size_t)(slash - beside) + 1);
  text_add(&path, file);
  return text_take(&path);
}

/* The column of a line, up to the next tabulator. */
static void column(const char *line, int number, char *field, size_t size) {
  while (number--) line += strcspn(line, "\t") + 1;
  snprintf(field, size, "%.*s", (int)strcspn(line, "\t\n"), line);
}

static FILE *open_table(const char *name, char *line, size_t size) {
  char *path = path_of(name, NULL);
  FILE *file = fopen(path, "r");
  mem_free(path);
  if (!file) SKIP("no VIS models in the benchmark folder");
  CHECK(fgets(line, (int)size, file)); /* the heading */
  return file;
}

/* ---- reading ---- */

/* What cannot be read, and why. */
static const struct {
  const char *model, *message;
} refused[] = {
    {"Scheduler/scheduler.v", "cannot be read"}, /* the file that it includes is not there */
};

static const char *reason_to_refuse(const char *model) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (!strcmp(refused[i].model, model)) return refused[i].message;
  return NULL;
}

static size_t read_model(const char *name) {
  char *path = path_of(name, NULL), *error = NULL;
  const char *reason = reason_to_refuse(name);
  RondoModel *model = rondo_load(path, "vl2mv", &error);
  if (!model != (reason != NULL) || (reason && !strstr(error, reason)))
    test_fail(__FILE__, __LINE__, "%s: %s", name, model ? "it can be read now" : error);
  size_t read = model != NULL;
  rondo_model_free(model);
  free(error);
  mem_free(path);
  return read;
}

TEST(the_models_of_vis_are_read) {
  /* Those without a row in the table. */
  static const char *const texas[] = {"texas97/PPC60X_bus/src/ONE.v",
                                      "texas97/PPC60X_bus/src/TWO.v",
                                      "texas97/PI_BUS/single_master/main.v",
                                      "texas97/PI_BUS/multi_master/main.v",
                                      "texas97/Blackjack/p12.v",
                                      "texas97/Blackjack/p13.v",
                                      "texas97/Blackjack/sp.v",
                                      "texas97/Blackjack/dp.v",
                                      "texas97/cache_coherence/two_processor.v",
                                      "texas97/cache_coherence/two_processor_bin.v",
                                      "texas97/cache_coherence/three_processor.v",
                                      "texas97/cache_coherence/three_processor_bin.v"};
  char line[4096], name[128];
  FILE *table = open_table("models.tsv", line, sizeof line);
  size_t read = 0;
  log_set_level(LOG_QUIET);
  for (size_t i = 0; i < sizeof texas / sizeof *texas; i++) read += read_model(texas[i]);
  while (fgets(line, sizeof line, table)) {
    column(line, 0, name, sizeof name);
    read += read_model(name);
  }
  fclose(table);
  printf("    %zu models\n", read);
}

static const struct {
  const char *model;
  size_t latches; /* Table 1 of the paper */
} divided[] = {
    {"bakery/bak_otLTLM1", 56},       {"bakery/bak_otLTLM2", 49}, {"bakery/bak_otLTLM3", 50},
    {"bakery/bak_otLTLM4", 58},       {"bakery/bak_otLTLM5", 59}, {"eisenberg/eisenbergLTLM1", 35},
    {"eisenberg/eisenbergLTLM2", 35}, {"ele/eleLTLM1", 37},       {"nullmodem/nullmodemLTLM1", 56},
    {"peterson/mppLTLM1", 70},        {"ctlp3/ctlp3LTLM1", 133},  {"ctlp3/ctlp3LTLM2", 133},
    {"ctlp3/ctlp3LTLM3", 133},        {"soap/soapLTLM1", 143},    {"soap/soapLTLM2", 144},
    {"soap/soapLTLM3", 145},          {"twoq/twoqLTLM1", 69},     {"twoq/twoqLTLM2", 69},
};

/* State bits of the source: the latch that tells the first step is none of them. */
TEST(the_models_of_divide_and_compose_have_the_latches_of_the_paper) {
  log_set_level(LOG_QUIET);
  for (size_t i = 0; i < sizeof divided / sizeof *divided; i++) {
    char file[64], *error = NULL;
    snprintf(file, sizeof file, "StrLTL/%s.v", divided[i].model);
    char *path = path_of(file, NULL);
    RondoModel *model = rondo_load(path, "vl2mv", &error);
    mem_free(path);
    free(error);
    if (!model) SKIP("no VIS models in the benchmark folder");
    size_t latches = rondo_model_size(model, RONDO_LATCHES);
    size_t first = strstr(divided[i].model, "ele/") != NULL; /* floors are chosen at first */
    if (latches - first != divided[i].latches)
      test_fail(__FILE__, __LINE__, "%s has %zu latches", divided[i].model, latches);
    rondo_model_free(model);
  }
}

/* ---- verdicts ---- */

static RowVec read_rows(void) {
  static char line[1 << 16];
  RowVec rows = {0};
  FILE *table = open_table("expected.tsv", line, sizeof line);
  while (fgets(line, sizeof line, table)) {
    Row row;
    char index[16];
    column(line, 0, row.model, sizeof row.model);
    column(line, 1, row.properties, sizeof row.properties);
    column(line, 2, index, sizeof index);
    column(line, 4, row.expected, sizeof row.expected);
    column(line, 5, row.source, sizeof row.source);
    column(line, 6, row.fairness, sizeof row.fairness);
    row.index = (size_t)atoi(index);
    vec_push(&rows, row);
  }
  fclose(table);
  return rows;
}

static bool ends_with(const char *text, const char *end) { return text_ends_with(text, end); }

/* NULL if the model, or a file beside it, cannot be read. */
static RondoModel *load(const Row *row) {
  char *path = path_of(row->model, NULL), *more = path_of(row->properties, row->model);
  char *fair = path_of(row->fairness, row->model), *error = NULL;
  RondoModel *model = rondo_load(path, "vl2mv", &error);
  bool invariant = ends_with(more, ".inv"), empty = ends_with(more, ".fair");
  bool good = model && (empty                     ? rondo_add_ltl(model, NULL, "FALSE", &error)
                        : invariant               ? rondo_add_invariant_file(model, more, &error)
                        : ends_with(more, ".ltl") ? rondo_add_ltl_file(model, more, &error)
                                                  : rondo_add_ctl_file(model, more, &error));
  if (good && !invariant && row->fairness[0] != '-')
    good = rondo_add_fairness_file(model, fair, &error);
  if (!good) {
    rondo_model_free(model);
    model = NULL;
  }
  free(error);
  mem_free(path);
  mem_free(more);
  mem_free(fair);
  return model;
}

/* Tags that are known to be wrong, or to belong to another variant of the model:
 * docs/reproduction.md says why, and how to check it. */
static bool is_doubtful(const Row *row) {
  if (strstr(row->source, "differs")) return true;
  bool ctl = ends_with(row->properties, ".ctl");
  if (strstr(row->model, "vsa16a.v")) return row->index >= 5 && row->index <= 7;
  if (strstr(row->model, "retherRTF.v")) return ctl && row->index >= 40;         /* for SQO alone */
  if (strstr(row->model, "retherSQO.v")) return row->index == (ctl ? 39u : 30u); /* for RTF alone */
  return false;
}

/* One property in so many is asked, and all of them at scale; what is not decided soon is no
 * contradiction. */
TEST(properties_of_vis_have_their_answers) {
  RowVec rows = read_rows();
  size_t every = 60 * 100 / (test_cases(100) ? test_cases(100) : 1), decided = 0, asked = 0;
  if (!every) every = 1;
  log_set_level(LOG_QUIET);
  for (size_t i = 7; i < rows.size; i += every) {
    const Row *row = rows.data + i;
    if (row->expected[0] == '?' || is_doubtful(row)) continue;
    RondoModel *model = load(row);
    if (!model) continue;
    RondoSettings *settings = rondo_settings_new();
    char *error = NULL;
    CHECK(rondo_settings_set(settings, "jobs", "0", &error));
    const char *limit = test_cases(100) > 100 ? "20" : "0.2";
    CHECK(rondo_settings_set(settings, "timeout", limit, &error));
    RondoResult *result = rondo_check(model, row->index, settings);
    RondoVerdict verdict = rondo_result_verdict(result);
    RondoVerdict wanted = row->expected[0] == 'p' ? RONDO_HOLDS : RONDO_VIOLATED;
    asked++;
    if (verdict != RONDO_UNKNOWN) {
      decided++;
      CHECK(rondo_result_checked(result));
      if (verdict != wanted)
        test_fail(__FILE__, __LINE__, "%s %s %zu: %s, not %s", row->model, row->properties,
                  row->index, rondo_verdict_name(verdict), row->expected);
    }
    rondo_result_free(result);
    rondo_settings_free(settings);
    rondo_model_free(model);
  }
  printf("    %zu of %zu decided\n", decided, asked);
  CHECK_COVERAGE(decided > 0);
  vec_free(&rows);
}
