/* Every property of every SMV file, taken out of the file and given from outside, is the same
 * property: its formula consists of the same nodes over the same literals, so that no engine could
 * tell the two apart. Where literals differ, because a latch remembers a violation that reads the
 * next state, the latches have the same functions. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>

#include "base/log.h"
#include "front/front.h"

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
    if (model->properties.data[i].unchecked) continue;
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

static void check_folder(const char *folder, OutsideTally *tally) {
  DIR *directory = opendir(folder);
  if (!directory) return;
  Text path = {0};
  for (const struct dirent *entry; (entry = readdir(directory));) {
    if (!text_ends_with(entry->d_name, ".smv")) continue;
    text_clear(&path);
    text_format(&path, "%s/%s", folder, entry->d_name);
    check_file(path.data, tally);
  }
  text_free(&path);
  closedir(directory);
}

TEST(every_property_of_every_smv_file_is_the_same_from_outside) {
  log_set_level(LOG_QUIET);
  OutsideTally tally = {0};
  check_folder(RONDO_SOURCE_DIR "/examples", &tally);
  check_folder(RONDO_SOURCE_DIR "/tests/models", &tally);
  CHECK(tally.properties > 10);
  if (test_bench_folder()) {
    Text folder = {0};
    text_format(&folder, "%s/smv", test_bench_folder());
    check_folder(folder.data, &tally);
    text_free(&folder);
  }
  log_set_level(LOG_NORMAL);
  printf("    %zu files, %zu properties, %zu of them in words of PSL\n", tally.files,
         tally.properties, tally.other_language);
  CHECK(tally.other_language < tally.properties / 10);
}
