/* What the reductions claim of our models, and of those in the benchmark folder, is proved by the
 * checker of certificates, on the models as they were read. Small models only, to keep the test
 * short; the program bench-reduce does the same for any. */
#include "test.h"

#include <dirent.h>

#include "base/text.h"
#include "check/task_of_property.h"
#include "evidence/certify.h"
#include "front/front.h"
#include "oracle/reductions.h"

enum { MOST_GATES = 1200, WORK = 2000000 };

/* A witness that claims nothing is mapped back: its property is what the reductions assumed. */
static void check_assumptions(const Task *task, const char *file) {
  Budget budget = {.work = WORK};
  Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
  Witness *witness = witness_new(system_copy(reduction_task(reduction)->system, NULL));
  Witness *back = reduction_witness_back(reduction, witness);
  Task trivial = *task;
  trivial.kind = TASK_BAD;
  trivial.bad = LIT_FALSE;
  Error error = {0};
  if (!certify_witness(&trivial, back, &error))
    test_fail(__FILE__, __LINE__, "%s: %s", file, error.message);
  witness_free(back);
  witness_free(witness);
  reduction_free(reduction);
}

static void check_folder(const char *name) {
  Text path = {0};
  DIR *folder = opendir(name);
  CHECK(folder);
  unsigned checked = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || (strcmp(dot, ".aig") && strcmp(dot, ".aag") && strcmp(dot, ".smv"))) continue;
    text_clear(&path);
    text_format(&path, "%s/%s", name, entry->d_name);
    Error error = {0};
    Model *model = front_read(path.data, NULL, &error);
    CHECK(model);
    if (model->properties.size && model->system->aig->size < MOST_GATES) {
      Task *task = task_of_property(model, 0, &(LtlOptions){0}, &error);
      CHECK(task);
      check_assumptions(task, path.data);
      task_free(task);
      checked++;
    }
    model_free(model);
  }
  closedir(folder);
  text_free(&path);
  CHECK(checked);
}

static void check_suite(const char *suite) {
  const char *bench = test_bench_folder();
  if (!bench) return;
  Text path = {0};
  text_format(&path, "%s/%s", bench, suite);
  check_folder(path.data);
  text_free(&path);
}

TEST(assumptions_of_reductions_are_proved_on_models_of_every_kind) {
  check_folder(TEST_MODELS);
  check_suite("safety");
  check_suite("live");
}
