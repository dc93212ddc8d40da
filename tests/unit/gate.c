/* The gate: engines that lie (tests/gate/liars.h) on the real way of the data, alone, beside each
 * other and beside honest ones, in this process and in processes of their own. No lie becomes a
 * verdict, each is reported as an internal error, and an honest answer still comes through. */
#include "check/check.h"
#include "front/front.h"
#include "gate/liars.h"
#include "test.h"

enum { PROPERTIES = 6 };

/* Violated and holding properties take turns. */
static Verdict truth(size_t property) { return property % 2 ? VERDICT_HOLDS : VERDICT_VIOLATED; }

static Model *load(void) {
  Error error = {0};
  Model *model = front_read(RONDO_SOURCE_DIR "/tests/gate/gate.aag", NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  CHECK(model_add_ctl(model, "c0", "AG EF AG l0", &error));
  CHECK(model_add_ctl(model, "c1", "AG EF l0", &error));
  CHECK_EQUAL(model->properties.size, PROPERTIES);
  return model;
}

/* Settings for these engines, in turns (jobs 0) or side by side. */
static Settings *settings_for(const Engine *first, const Engine *second, int64_t jobs) {
  Settings *settings = settings_new();
  settings->engine = "engines of a test";
  vec_push(&settings->engines, first);
  if (second) vec_push(&settings->engines, second);
  settings->jobs = jobs;
  settings->no_reduce = true;
  return settings;
}

static void check_refused(const Result *result, const Engine *liar) {
  if (result->outcome.verdict != VERDICT_UNKNOWN || result->outcome.checked)
    test_fail(__FILE__, __LINE__, "%s about %s: %s", liar->name, result->outcome.property,
              verdict_name(result->outcome.verdict));
  CHECK(result->internal_error != NULL);
  CHECK(strstr(result->internal_error, "did not check"));
  CHECK(strstr(result->internal_error, liar->name));
  CHECK(result->outcome.reason != NULL);
  CHECK(!result->evidence.trace && !result->evidence.witness && !result->evidence.ctl &&
        !result->evidence.bmc);
}

TEST(a_lie_never_becomes_a_verdict) {
  Model *model = load();
  for (size_t i = 0; i < LIARS; i++)
    for (size_t property = 0; property < PROPERTIES; property++) {
      Settings *settings = settings_for(liars + i, NULL, 0);
      Result *result = check_property(model, property, settings);
      check_refused(result, liars + i);
      CHECK_EQUAL(result->notes.size, 1);
      result_free(result);
      settings_free(settings);
    }
  model_free(model);
}

TEST(lies_from_other_processes_never_become_verdicts) {
  Model *model = load();
  for (size_t i = 0; i < LIARS; i++)
    for (size_t property = 0; property < PROPERTIES; property++) {
      Settings *settings = settings_for(liars + i, liars + i, 2);
      Result *result = check_property(model, property, settings);
      check_refused(result, liars + i);
      CHECK_EQUAL(result->notes.size, 2);
      result_free(result);
      settings_free(settings);
    }
  model_free(model);
}

/* Reductions may decide a property, so that evidence of another question is right by chance. */
TEST(on_reduced_models_no_lie_becomes_a_wrong_verdict) {
  Model *model = load();
  unsigned refused = 0;
  for (size_t i = 0; i < LIARS; i++)
    for (size_t property = 0; property < PROPERTIES; property++) {
      Settings *settings = settings_for(liars + i, NULL, 0);
      settings->no_reduce = false;
      Result *result = check_property(model, property, settings);
      Verdict verdict = result->outcome.verdict;
      CHECK(verdict == VERDICT_UNKNOWN || verdict == truth(property));
      CHECK_EQUAL(verdict == VERDICT_UNKNOWN, result->internal_error != NULL);
      refused += verdict == VERDICT_UNKNOWN;
      result_free(result);
      settings_free(settings);
    }
  CHECK(refused > LIARS * PROPERTIES / 2);
  model_free(model);
}

TEST(an_honest_engine_is_heard_beside_a_liar) {
  static const char *const honest[] = {"ic3", "fair", "iictl"};
  Model *model = load();
  for (size_t i = 0; i < LIARS; i++)
    for (size_t property = 0; property < PROPERTIES; property++)
      for (int64_t jobs = 0; jobs <= 2; jobs++) {
        const Engine *engine = engine_find(honest[property / 2]);
        Settings *settings = settings_for(liars + i, engine, jobs);
        Result *result = check_property(model, property, settings);
        CHECK_EQUAL(result->outcome.verdict, truth(property));
        CHECK_TEXT(result->outcome.engine, engine->name);
        CHECK(result->outcome.checked);
        result_free(result);
        settings_free(settings);
      }
  model_free(model);
}

typedef struct {
  const Engine *liar;
  size_t results;
} Seen;

static void take(void *context, Result *result) {
  Seen *seen = context;
  check_refused(result, seen->liar);
  seen->results++;
  result_free(result);
}

TEST(lies_about_many_properties_are_refused_for_each) {
  Model *model = load();
  for (size_t i = 0; i < LIARS; i++)
    for (int64_t jobs = 0; jobs <= 2; jobs += 2) {
      Seen seen = {.liar = liars + i};
      CheckWatch watch = {.result = take, .context = &seen};
      Settings *settings = settings_for(liars + i, jobs ? liars + i : NULL, jobs);
      check_properties(model, NULL, PROPERTIES, settings, &watch);
      CHECK_EQUAL(seen.results, PROPERTIES);
      settings_free(settings);
    }
  model_free(model);
}
