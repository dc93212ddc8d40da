/* The public API at its edges: requests to stop, numbers that mean nothing, limits, options. */
#include <stdlib.h>

#include "api/handle.h"
#include "base/clock.h"
#include "check/check.h"
#include "rondo/rondo.h"
#include "test.h"

#define TRAFFIC_LIGHT RONDO_SOURCE_DIR "/examples/traffic-light.aag"

static RondoModel *traffic_light(void) {
  RondoModel *model = rondo_load(TRAFFIC_LIGHT, NULL, NULL);
  CHECK(model);
  return model;
}

static RondoVerdict verdict_of(const RondoModel *model, size_t property,
                               const RondoSettings *settings) {
  RondoResult *result = rondo_check(model, property, settings);
  RondoVerdict verdict = rondo_result_verdict(result);
  CHECK((verdict == RONDO_UNKNOWN) == (rondo_result_reason(result) != NULL));
  rondo_result_free(result);
  return verdict;
}

/* ---- stopping ---- */

TEST(a_request_to_stop_stops_the_next_call_and_no_later_one) {
  RondoModel *model = traffic_light();
  RondoSettings *settings = rondo_settings_new();
  rondo_cancel();
  RondoResult *result = rondo_check(model, 0, settings);
  CHECK_EQUAL(rondo_result_verdict(result), RONDO_UNKNOWN);
  CHECK_TEXT(rondo_result_reason(result), "cancelled");
  rondo_result_free(result);
  CHECK_EQUAL(verdict_of(model, 0, settings), RONDO_HOLDS);
  rondo_settings_free(settings);
  rondo_model_free(model);
}

TEST(a_request_to_stop_stops_loading_and_is_then_forgotten) {
  RondoSettings *settings = rondo_settings_new();
  char *error = NULL;
  bool stopped = false;
  rondo_cancel();
  CHECK(!rondo_load(TRAFFIC_LIGHT, NULL, &error));
  CHECK_TEXT(error, TRAFFIC_LIGHT ": error: not read: cancelled");
  free(error);
  rondo_cancel();
  CHECK(!rondo_load_within(TRAFFIC_LIGHT, NULL, settings, &stopped, NULL));
  CHECK(stopped);
  RondoModel *model = rondo_load_within(TRAFFIC_LIGHT, NULL, settings, &stopped, NULL);
  CHECK(model && !stopped);
  CHECK_EQUAL(verdict_of(model, 1, settings), RONDO_VIOLATED);
  rondo_model_free(model);
  CHECK(!rondo_load_within("no such file", NULL, settings, &stopped, NULL));
  CHECK(!stopped);
  rondo_settings_free(settings);
}

typedef struct {
  size_t unknown, decided;
} Counts;

static void count(void *context, RondoResult *result) {
  Counts *counts = context;
  if (rondo_result_verdict(result) == RONDO_UNKNOWN) counts->unknown++;
  else counts->decided++;
  rondo_result_free(result);
}

static void stop_at_once(void *context, size_t property) {
  (void)context;
  (void)property;
  rondo_cancel();
}

TEST(a_request_to_stop_stops_all_properties_of_a_call) {
  RondoModel *model = traffic_light();
  RondoSettings *settings = rondo_settings_new();
  Counts counts = {0};
  RondoWatch watch = {stop_at_once, count, &counts};
  rondo_check_all(model, NULL, 3, settings, &watch);
  CHECK_EQUAL(counts.unknown, 3);
  watch.begin = NULL;
  rondo_check_all(model, NULL, 3, settings, &watch);
  CHECK_EQUAL(counts.decided, 3);
  rondo_settings_free(settings);
  rondo_model_free(model);
}

/* ---- numbers that mean nothing ---- */

TEST(a_number_that_no_property_has_is_no_property) {
  RondoModel *model = traffic_light();
  RondoSettings *settings = rondo_settings_new();
  CHECK(!rondo_property_name(model, 3) && !rondo_property_formula(model, SIZE_MAX));
  CHECK_EQUAL(rondo_property_kind(model, 3), RONDO_NO_KIND);
  CHECK(!rondo_kind_name(RONDO_NO_KIND));
  CHECK_TEXT(rondo_kind_name(RONDO_COMPUTE), "compute");
  CHECK_EQUAL(rondo_property_find(model, "3"), -1);
  CHECK(rondo_engines_take(model, 3, settings, NULL));
  RondoResult *result = rondo_check(model, 7, settings);
  CHECK_EQUAL(rondo_result_verdict(result), RONDO_UNKNOWN);
  CHECK_TEXT(rondo_result_reason(result), TRAFFIC_LIGHT " has no property 7");
  CHECK_EQUAL(rondo_result_property(result), 7);
  char *json = rondo_result_json(result, 0);
  CHECK(strstr(json, "\"verdict\":\"unknown\""));
  free(json);
  CHECK(!rondo_write_witness(result, "never.written", NULL));
  CHECK(!rondo_write_vcd(result, "never.written", NULL));
  rondo_result_free(result);
  Counts counts = {0};
  RondoWatch watch = {NULL, count, &counts};
  rondo_check_all(model, (size_t[]){9, 0, 3}, 3, settings, &watch);
  CHECK_EQUAL(counts.unknown, 2);
  CHECK_EQUAL(counts.decided, 1);
  rondo_settings_free(settings);
  rondo_model_free(model);
}

TEST(a_result_without_a_trace_has_no_values) {
  RondoModel *model = traffic_light();
  RondoSettings *settings = rondo_settings_new();
  RondoResult *holds = rondo_check(model, 0, settings), *violated = rondo_check(model, 1, settings);
  RondoResult *nothing = rondo_check(model, 99, settings);
  CHECK(rondo_signal_count(holds) && rondo_signal_name(holds, 0));
  CHECK(!rondo_signal_value(holds, 0, 0));
  CHECK_EQUAL(rondo_signal_count(nothing), 0);
  CHECK(!rondo_signal_name(nothing, 0) && !rondo_signal_value(nothing, 0, 0));
  size_t signals = rondo_signal_count(violated), steps = rondo_trace_length(violated);
  CHECK(!rondo_signal_name(violated, signals) && !rondo_signal_value(violated, signals, 0));
  CHECK(!rondo_signal_value(violated, 0, steps));
  char *value = rondo_signal_value(violated, signals - 1, steps - 1);
  CHECK(value);
  free(value);
  rondo_result_free(holds);
  rondo_result_free(violated);
  rondo_result_free(nothing);
  rondo_settings_free(settings);
  rondo_model_free(model);
}

/* ---- properties that cannot be checked ---- */

TEST(a_property_that_cannot_be_checked_is_unknown_for_its_reason) {
  RondoModel *model = traffic_light();
  RondoSettings *settings = rondo_settings_new();
  Property *property = model->model->properties.data;
  property->kind = PROPERTY_COMPUTE;
  property->unchecked = mem_string("lengths of paths are not computed");
  RondoResult *result = rondo_check(model, 0, settings);
  CHECK_EQUAL(rondo_result_verdict(result), RONDO_UNKNOWN);
  CHECK_TEXT(rondo_result_reason(result), "lengths of paths are not computed");
  char *json = rondo_result_json(result, 0);
  CHECK(strstr(json, "\"verdict\":\"unknown\"") && strstr(json, "lengths of paths"));
  free(json);
  rondo_result_free(result);
  Counts counts = {0};
  RondoWatch watch = {NULL, count, &counts};
  rondo_check_all(model, NULL, 3, settings, &watch);
  CHECK_EQUAL(counts.unknown, 1);
  CHECK_EQUAL(counts.decided, 2);
  RondoResult *together = rondo_check_together(model, (size_t[]){0, 1}, 2, settings);
  CHECK_EQUAL(rondo_result_verdict(together), RONDO_VIOLATED); /* the other one is */
  CHECK_EQUAL(rondo_result_property(together), 1);
  rondo_result_free(together);
  model->model->properties.data[1].bad = LIT_FALSE; /* now it holds */
  together = rondo_check_together(model, (size_t[]){1, 0}, 2, settings);
  CHECK_EQUAL(rondo_result_verdict(together), RONDO_UNKNOWN);
  CHECK_TEXT(rondo_result_reason(together), "lengths of paths are not computed");
  CHECK(!rondo_result_checked(together) && !rondo_write_certificate(together, "never", NULL));
  rondo_result_free(together);
  rondo_settings_free(settings);
  rondo_model_free(model);
}

/* ---- several at once ---- */

TEST(invariants_are_checked_together) {
  RondoModel *model = traffic_light();
  RondoSettings *settings = rondo_settings_new();
  RondoResult *violated = rondo_check_together(model, (size_t[]){0, 1}, 2, settings);
  CHECK_EQUAL(rondo_result_verdict(violated), RONDO_VIOLATED);
  CHECK_EQUAL(rondo_result_property(violated), 1);
  RondoResult *holds = rondo_check_together(model, (size_t[]){0}, 1, settings);
  CHECK_EQUAL(rondo_result_verdict(holds), RONDO_HOLDS);
  static const struct {
    size_t properties[2], count;
    const char *reason;
  } rows[] = {{{0, 2}, 2, "only invariants can be checked together"},
              {{0, 8}, 2, "the model has no such property"},
              {{8, 0}, 2, "the model has no such property"},
              {{0, 0}, 0, "there is no property to check"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    RondoResult *result = rondo_check_together(model, rows[i].properties, rows[i].count, settings);
    CHECK_EQUAL(rondo_result_verdict(result), RONDO_UNKNOWN);
    CHECK_TEXT(rondo_result_reason(result), rows[i].reason);
    rondo_result_free(result);
  }
  rondo_result_free(violated);
  rondo_result_free(holds);
  rondo_settings_free(settings);
  rondo_model_free(model);
}

/* ---- settings ---- */

TEST(every_option_can_be_read_and_set_to_what_was_read) {
  RondoSettings *settings = rondo_settings_new();
  RondoOption option;
  size_t options = 0, engines = 0;
  for (; rondo_option(options, &option); options++) {
    char *value = rondo_settings_get(settings, option.name), *error = NULL;
    CHECK(value && option.group && option.help);
    bool flag = option.kind == RONDO_OPTION_FLAG || option.kind == RONDO_OPTION_SWITCH;
    CHECK_EQUAL(flag, option.argument == NULL);
    CHECK_EQUAL(option.kind == RONDO_OPTION_CHOICE, option.choices != NULL);
    if (*value && !flag) CHECK(rondo_settings_set(settings, option.name, value, &error));
    if (option.kind == RONDO_OPTION_FLAG) CHECK_TEXT(value, "off");
    engines += !strncmp(option.group, "Engine ", 7);
    free(value);
  }
  CHECK(options > 40 && engines > 30);
  CHECK(!rondo_settings_get(settings, "nonsense"));
  rondo_settings_free(settings);
}

TEST(a_value_that_was_set_can_be_read) {
  static const struct {
    const char *name, *value, *read, *read_as;
  } rows[] = {
      {"timeout", "2.5", "timeout", "2.5"},   {"memory", "2048M", "memory", "2G"},
      {"memory", "1000", "memory", "1000"},   {"automaton", "tight", "automaton", "tight"},
      {"no-cone", NULL, "cone", "off"},       {"engine", "ic3,bmc", "engine", "ic3,bmc"},
      {"bmc-bound", "12", "bmc-bound", "12"}, {"no-reduce", NULL, "no-reduce", "on"},
  };
  RondoSettings *settings = rondo_settings_new();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    CHECK(rondo_settings_set(settings, rows[i].name, rows[i].value, NULL));
    char *value = rondo_settings_get(settings, rows[i].read);
    CHECK_TEXT(value, rows[i].read_as);
    free(value);
  }
  rondo_settings_free(settings);
}

TEST(wrong_settings_say_what_is_wrong) {
  static const struct {
    const char *name, *value, *message;
  } rows[] = {
      {"timout", "1", "error: unknown option 'timout'; did you mean '--timeout'?"},
      {"timeout", NULL, "error: --timeout needs an argument SECONDS"},
      {"cone", "1", "error: --cone takes no argument"},
      {"engine", "fiar", "error: there is no engine 'fiar'; did you mean 'fair'?"},
      {"engine", "bmc,unheard-of",
       "error: there is no engine 'unheard-of'; see 'rondo help engines'"},
      {"engine", "", "error: --engine names no engine"},
  };
  RondoSettings *settings = rondo_settings_new();
  CHECK(rondo_settings_set(settings, "engine", "ic3", NULL));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *error = NULL;
    CHECK(!rondo_settings_set(settings, rows[i].name, rows[i].value, &error));
    CHECK_TEXT(error, rows[i].message);
    free(error);
  }
  char *engine = rondo_settings_get(settings, "engine"), *limit = NULL;
  CHECK_TEXT(engine, "ic3"); /* as before all that */
  CHECK(!rondo_settings_set(settings, "timeout", "-3", NULL));
  limit = rondo_settings_get(settings, "timeout");
  CHECK_TEXT(limit, "0");
  free(engine);
  free(limit);
  rondo_settings_free(settings);
}

TEST(what_the_total_leaves_undecided_is_unknown) {
  RondoModel *model = traffic_light();
  RondoSettings *settings = rondo_settings_new();
  CHECK(rondo_settings_set(settings, "total", "0.000001", NULL));
  for (double start = clock_wall(); clock_wall() < start + 0.001;) continue;
  RondoResult *result = rondo_check(model, 0, settings);
  CHECK_TEXT(rondo_result_reason(result), "time limit of the whole run reached");
  rondo_result_free(result);
  bool stopped = false;
  char *error = NULL;
  CHECK(!rondo_load_within(TRAFFIC_LIGHT, NULL, settings, &stopped, &error) && stopped);
  CHECK_TEXT(error, TRAFFIC_LIGHT ": error: not read: time limit of the whole run reached");
  free(error);
  CHECK(rondo_settings_set(settings, "total", "1000", NULL));
  CHECK_EQUAL(verdict_of(model, 0, settings), RONDO_HOLDS);
  rondo_settings_free(settings);
  rondo_model_free(model);
}
