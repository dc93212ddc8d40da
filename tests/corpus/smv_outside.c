/* Every property of every SMV file, taken out of the file and given from outside, is the same
 * property: its formula consists of the same nodes over the same literals, so that no engine could
 * tell the two apart. Where literals differ, because a latch remembers a violation that reads the
 * next state, the latches have the same functions. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "check/convert_model.h"
#include "check/task_of_property.h"
#include "front/front.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"

typedef struct {
  size_t files, properties, other_language;
} OutsideTally;

/* The literal that an invariant is about: behind the latch that delays it. */
static Lit undelayed(const System *system, const Property *property) {
  for (size_t i = 0; i < system->latches.size; i++)
    if (system->latches.data[i].current == property->bad) return system->latches.data[i].next;
  return property->bad;
}

static void check_same(const Model *model, const Property *inside, const Property *from_outside,
                       const char *path) {
  bool same = inside->kind == from_outside->kind;
  if (inside->kind == PROPERTY_INVARIANT)
    same &= inside->bad == from_outside->bad ||
            undelayed(model->system, inside) == undelayed(model->system, from_outside);
  else same &= inside->formula == from_outside->formula;
  if (!same)
    test_fail(__FILE__, __LINE__, "%s: %s (%s) means something else from outside", path,
              inside->name, inside->text);
}

static bool add(Model *model, const Property *property, Error *error) {
  switch (property->kind) {
  case PROPERTY_INVARIANT: return model_add_invariant(model, NULL, property->text, error);
  case PROPERTY_LTL: return model_add_ltl(model, NULL, property->text, error);
  default: return model_add_ctl(model, NULL, property->text, error);
  }
}

static void check_file(const char *path, OutsideTally *tally) {
  Error error = {0};
  Model *model = front_read(path, NULL, &error);
  error_free(&error);
  if (!model) return;
  tally->files++;
  size_t own = model->properties.size;
  for (size_t i = 0; i < own; i++) {
    PropertyKind kind = model->properties.data[i].kind; /* COMPUTE has no form outside a file */
    if (model->properties.data[i].unchecked || kind == PROPERTY_COMPUTE) continue;
    tally->properties++;
    const Property property = model->properties.data[i]; /* adding may move it */
    if (add(model, &property, &error)) {
      check_same(model, &model->properties.data[i], &vec_last(&model->properties), path);
    } else if (!strncmp(property.name, "psl", 3)) {
      tally->other_language++; /* PSL's own words */
    } else {
      test_fail(__FILE__, __LINE__, "%s: %s: %s", path, property.name, error_text(&error));
    }
    error_free(&error);
  }
  model_free(model);
}

static void each_file(const char *folder, void (*check)(const char *path, OutsideTally *tally),
                      OutsideTally *tally) {
  DIR *directory = opendir(folder);
  if (!directory) return;
  Text path = {0};
  for (const struct dirent *entry; (entry = readdir(directory));) {
    if (!text_ends_with(entry->d_name, ".smv")) continue;
    text_clear(&path);
    text_format(&path, "%s/%s", folder, entry->d_name);
    check(path.data, tally);
  }
  text_free(&path);
  closedir(directory);
}

TEST(every_property_of_every_smv_file_is_the_same_from_outside) {
  log_set_level(LOG_QUIET);
  OutsideTally tally = {0};
  each_file(RONDO_SOURCE_DIR "/examples", check_file, &tally);
  each_file(RONDO_SOURCE_DIR "/tests/models", check_file, &tally);
  CHECK(tally.properties > 10);
  if (test_bench_folder()) {
    Text folder = {0};
    text_format(&folder, "%s/smv", test_bench_folder());
    each_file(folder.data, check_file, &tally);
    text_free(&folder);
  }
  log_set_level(LOG_NORMAL);
  printf("    %zu files, %zu properties, %zu of them in words of PSL\n", tally.files,
         tally.properties, tally.other_language);
  CHECK(tally.other_language < tally.properties / 10);
}

/* ---- through other formats ---- */

enum { MOST_BITS = 12 }; /* for enumeration */

/* By enumeration; false where that would take too long. */
static bool decide(const Model *model, size_t property, bool *holds) {
  Error ignored = {0};
  Task *task = task_of_property(model, property, &LTL_DEFAULTS, &ignored);
  error_free(&ignored);
  bool small = task && task->system->inputs.size + task->system->latches.size <= MOST_BITS;
  if (small) {
    Explicit *e = explicit_new(task->kind == TASK_CTL ? model->system : task->system);
    *holds = task->kind == TASK_CTL
                 ? ctl_oracle_holds(e, model->formulas, model->properties.data[property].formula)
                 : explicit_verdict(e, task) == VERDICT_HOLDS;
    explicit_free(e);
  }
  task_free(task);
  return small;
}

/* The model with one property, written and read again; NULL where the format cannot say it. */
static Model *through(const char *path, size_t property, const char *ending) {
  Error error = {0};
  FrontWriter writer;
  const ConvertOptions options = {.product = true, .drop = true, .ltl = LTL_DEFAULTS};
  Model *model = front_read(path, NULL, &error);
  CHECK(model && front_writer(ending, NULL, &writer, &error));
  convert_select(model, &property, 1);
  Model *again = NULL;
  if (convert_prepare(model, &writer, &options, &error) && model->properties.size) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    CHECK(writer.form->write(model, stream));
    fclose(stream);
    again = writer.format->read("again", text, size, NULL, &error);
    if (!again) test_fail(__FILE__, __LINE__, "%s: %s", path, error_text(&error));
    free(text);
  }
  error_free(&error);
  model_free(model);
  return again;
}

static void compare_converted(const char *path, OutsideTally *tally) {
  static const char *const endings[] = {"smv", "aig"};
  Error error = {0};
  Model *model = front_read(path, NULL, &error);
  error_free(&error);
  if (!model) return;
  for (size_t i = 0; i < model->properties.size; i++) {
    bool before, after;
    if (!decide(model, i, &before)) continue;
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
      Model *again = through(path, i, endings[k]);
      if (again && decide(again, 0, &after)) {
        tally->properties++;
        if (before != after)
          test_fail(__FILE__, __LINE__, "%s: %s has another verdict as %s", path,
                    model->properties.data[i].name, endings[k]);
      }
      model_free(again);
    }
  }
  model_free(model);
}

TEST(every_small_property_of_every_smv_file_is_the_same_after_convert) {
  log_set_level(LOG_QUIET);
  OutsideTally tally = {0};
  each_file(RONDO_SOURCE_DIR "/examples", compare_converted, &tally);
  each_file(RONDO_SOURCE_DIR "/tests/models", compare_converted, &tally);
  CHECK(tally.properties > 10);
  if (test_bench_folder()) {
    Text folder = {0};
    text_format(&folder, "%s/smv", test_bench_folder());
    each_file(folder.data, compare_converted, &tally);
    text_free(&folder);
  }
  log_set_level(LOG_NORMAL);
  printf("    %zu verdicts compared\n", tally.properties);
}
