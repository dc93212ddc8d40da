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

/* ---- one by one ---- */

typedef struct {
  RondoSettings *settings;
  size_t calls;
  bool skip;
} Stopper;

static void stop_from_progress(void *context, const char *engine, uint64_t number,
                               const char *words) {
  Stopper *stopper = context;
  (void)engine;
  (void)number;
  (void)words;
  stopper->calls++;
  if (stopper->skip) rondo_settings_skip(stopper->settings);
  else rondo_settings_cancel(stopper->settings);
}

TEST(a_check_can_be_stopped_from_its_progress_callback) {
  RondoModel *model = traffic_light();
  Stopper stopper = {.settings = rondo_settings_new()};
  rondo_settings_progress(stopper.settings, stop_from_progress, &stopper);
  CHECK(rondo_settings_set(stopper.settings, "engine", "bmc", NULL));
  CHECK(rondo_settings_set(stopper.settings, "no-bmc-prove", NULL, NULL));
  RondoResult *result = rondo_check(model, 0, stopper.settings); /* would never end */
  CHECK(stopper.calls);
  CHECK_TEXT(rondo_result_reason(result), "cancelled");
  rondo_result_free(result);
  RondoSettings *others = rondo_settings_new(); /* are not touched, nor is a later call */
  rondo_settings_cancel(stopper.settings);
  CHECK_EQUAL(verdict_of(model, 0, others), RONDO_HOLDS);
  CHECK_EQUAL(verdict_of(model, 1, stopper.settings), RONDO_UNKNOWN);
  rondo_settings_progress(stopper.settings, NULL, NULL);
  CHECK_EQUAL(verdict_of(model, 1, stopper.settings), RONDO_VIOLATED);
  rondo_settings_free(others);
  rondo_settings_free(stopper.settings);
  rondo_model_free(model);
}

TEST(one_property_can_be_left_and_the_others_go_on) {
  RondoModel *model = traffic_light();
  Stopper stopper = {.settings = rondo_settings_new(), .skip = true};
  rondo_settings_progress(stopper.settings, stop_from_progress, &stopper);
  CHECK(rondo_settings_set(stopper.settings, "engine", "bmc", NULL));
  CHECK(rondo_settings_set(stopper.settings, "no-bmc-prove", NULL, NULL));
  CHECK(rondo_settings_set(stopper.settings, "timeout", "60", NULL));
  Counts counts = {0};
  RondoWatch watch = {NULL, count, &counts};
  rondo_check_all(model, NULL, 3, stopper.settings, &watch);
  CHECK_EQUAL(counts.unknown + counts.decided, 3);
  CHECK(counts.unknown >= 2); /* those that hold, which this engine cannot show */
  rondo_settings_free(stopper.settings);
  rondo_model_free(model);
}

/* ---- models in memory ---- */

/* A counter that a gate holds below five, with a word beside it that only grows. */
static RondoModel *built(void) {
  RondoModel *m = rondo_model_new("built");
  const uint64_t zero = 0;
  RondoBit go = rondo_input(m, "go"), flag = rondo_latch(m, "flag", RONDO_RESET_1);
  RondoWord n = rondo_word_latch(m, "n", 3, &zero), one = rondo_word_constant(m, 1, 3);
  RondoWord full = rondo_word(m, RONDO_WORD_EQUAL, n, rondo_word_constant(m, 4, 3));
  RondoWord more = rondo_word(m, RONDO_WORD_ADD, n, one);
  RondoWord next = rondo_word_if(m, rondo_word_bit(m, full, 0), rondo_word_constant(m, 0, 3), more);
  CHECK(rondo_word_set_next(m, n, rondo_word_if(m, go, next, n)));
  CHECK(rondo_set_next(m, flag, rondo_not(m, flag)));
  CHECK(!rondo_set_next(m, flag, flag)); /* once */
  RondoBit small =
      rondo_word_bit(m, rondo_word(m, RONDO_WORD_LESS, n, rondo_word_constant(m, 5, 3)), 0);
  CHECK(rondo_define(m, "small", small));
  CHECK(rondo_add_always(m, "stays_small", small));
  CHECK(rondo_add_always(m, "stays_flagged", flag));
  CHECK(rondo_add_cover(m, "gets_full", rondo_word_bit(m, full, 0)));
  CHECK(rondo_add_justice(m, "idle_for_ever", &(RondoBit){rondo_not(m, go)}, 1));
  CHECK(rondo_add_ltl(m, "ltl", "G (n = 4 -> small)", NULL));
  return m;
}

TEST(a_model_is_built_checked_converted_and_read_again_in_memory) {
  static const RondoVerdict expected[] = {RONDO_HOLDS, RONDO_VIOLATED, RONDO_REACHED,
                                          RONDO_VIOLATED, RONDO_HOLDS};
  RondoModel *model = built();
  RondoSettings *settings = rondo_settings_new();
  CHECK_EQUAL(rondo_model_size(model, RONDO_LATCHES), 4);
  CHECK_EQUAL(rondo_model_size(model, RONDO_INPUTS), 1);
  for (size_t i = 0; i < 5; i++) CHECK_EQUAL(verdict_of(model, i, settings), expected[i]);
  size_t size = 0;
  char *error = NULL;
  CHECK(!rondo_convert(model, "aag", 0, &size, &error)); /* AIGER cannot say LTL */
  CHECK(strstr(error, "'ltl' cannot be written"));
  free(error);
  CHECK_EQUAL(rondo_property_count(model), 5); /* and nothing is lost by asking */
  char *bytes = rondo_convert(model, "aig", RONDO_CONVERT_DROP, &size, NULL);
  CHECK(bytes && size > 10);
  RondoModel *again = rondo_load_bytes("again", bytes, size, NULL, NULL, NULL, NULL);
  CHECK(again && rondo_property_count(again) == 4);
  for (size_t i = 0; i < 2; i++) CHECK_EQUAL(verdict_of(again, i, settings), expected[i]);
  CHECK(!rondo_load_bytes("short.aag", "aag 1", 5, NULL, NULL, NULL, &error));
  CHECK(!strncmp(error, "short.aag:1:", 12));
  free(error);
  rondo_free(bytes);
  rondo_settings_free(settings);
  rondo_model_free(again);
  rondo_model_free(model);
}

TEST(what_is_no_bit_or_word_is_passed_on_and_refused_in_the_end) {
  RondoModel *m = rondo_model_new("wrong");
  RondoBit a = rondo_input(m, "a");
  CHECK_EQUAL(rondo_input(m, "a"), RONDO_NO_BIT);
  CHECK_EQUAL(rondo_and(m, a, 5000), RONDO_NO_BIT);
  CHECK_EQUAL(rondo_not(m, RONDO_NO_BIT), RONDO_NO_BIT);
  RondoWord w = rondo_word_input(m, "w", 4), wide = rondo_word_input(m, "wide", 5);
  CHECK_EQUAL(rondo_word(m, RONDO_WORD_ADD, w, wide), RONDO_NO_WORD);
  CHECK_EQUAL(rondo_word(m, RONDO_WORD_ADD, w, 77), RONDO_NO_WORD);
  CHECK_EQUAL(rondo_word_input(m, "x", 0), RONDO_NO_WORD);
  CHECK_EQUAL(rondo_word_bit(m, w, 4), RONDO_NO_BIT);
  CHECK(!rondo_set_next(m, a, a) && !rondo_word_set_next(m, w, w));
  CHECK(!rondo_add_always(m, "p", rondo_and(m, a, RONDO_NO_BIT)));
  CHECK(!rondo_define(m, "w", a) && !rondo_constrain(m, 4711));
  CHECK_EQUAL(rondo_property_count(m), 0);
  rondo_model_free(m);
}

TEST(words_compute_as_numbers_do) {
  static const struct {
    RondoWordOperator operation;
    uint64_t a, b, result;
    unsigned width;
  } rows[] = {
      {RONDO_WORD_ADD, 250, 10, 4, 8},         {RONDO_WORD_SUBTRACT, 3, 5, 254, 8},
      {RONDO_WORD_MULTIPLY, 20, 13, 4, 8},     {RONDO_WORD_DIVIDE, 200, 7, 28, 8},
      {RONDO_WORD_REMAINDER, 200, 7, 4, 8},    {RONDO_WORD_DIVIDE, 9, 0, 255, 8},
      {RONDO_WORD_AND, 12, 10, 8, 8},          {RONDO_WORD_OR, 12, 10, 14, 8},
      {RONDO_WORD_XOR, 12, 10, 6, 8},          {RONDO_WORD_SHIFT_LEFT, 3, 4, 48, 8},
      {RONDO_WORD_SHIFT_RIGHT, 240, 4, 15, 8}, {RONDO_WORD_EQUAL, 7, 7, 1, 1},
      {RONDO_WORD_LESS, 3, 200, 1, 1},         {RONDO_WORD_LESS_SIGNED, 3, 200, 0, 1},
  };
  RondoModel *m = rondo_model_new("numbers");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    RondoWord word = rondo_word(m, rows[i].operation, rondo_word_constant(m, rows[i].a, 8),
                                rondo_word_constant(m, rows[i].b, 8));
    CHECK_EQUAL(rondo_word_width(m, word), rows[i].width);
    for (unsigned k = 0; k < rows[i].width; k++) /* constants fold */
      CHECK_EQUAL(rondo_word_bit(m, word, k), rows[i].result >> k & 1);
  }
  rondo_model_free(m);
}

/* ---- evidence in memory, runs ---- */

TEST(evidence_in_memory_is_accepted_and_wrong_evidence_is_not) {
  RondoModel *model = traffic_light();
  RondoSettings *settings = rondo_settings_new();
  RondoResult *holds = rondo_check(model, 0, settings), *violated = rondo_check(model, 1, settings);
  size_t size = 0;
  char *certificate = rondo_certificate_bytes(holds, false, &size), *words = NULL;
  char *witness = rondo_witness_text(violated), *vcd = rondo_vcd_text(violated, 0);
  CHECK(certificate && witness && vcd && !rondo_vcd_text(violated, 1) &&
        !rondo_witness_text(holds));
  CHECK_EQUAL(rondo_certify(model, 0, "c", certificate, size, settings, &words), RONDO_ACCEPTED);
  CHECK_TEXT(words, "the certificate proves both_green\n");
  free(words);
  CHECK_EQUAL(rondo_certify(model, 1, "c", certificate, size, settings, NULL), RONDO_REJECTED);
  CHECK_EQUAL(rondo_certify(model, -1, "w", witness, strlen(witness), settings, NULL),
              RONDO_ACCEPTED);
  CHECK_EQUAL(rondo_certify(model, 7, "w", witness, strlen(witness), settings, NULL),
              RONDO_UNREADABLE);
  CHECK_EQUAL(rondo_certify(model, 0, "n", "nonsense", 8, settings, &words), RONDO_UNREADABLE);
  free(words);
  RondoRun *run = rondo_run_read(model, "v", vcd, strlen(vcd), 1, NULL);
  CHECK(run && rondo_run_length(run) == 5 && rondo_run_stuck(run) && !rondo_run_random(run, 3));
  rondo_run_free(run);
  CHECK(!rondo_run_read(model, "v", vcd, strlen(vcd), 2, NULL));
  free(certificate);
  free(witness);
  free(vcd);
  rondo_result_free(holds);
  rondo_result_free(violated);
  rondo_settings_free(settings);
  rondo_model_free(model);
}

TEST(a_run_grows_through_the_api) {
  RondoModel *model = built();
  RondoRun *run = rondo_run_new(model, 5, NULL);
  CHECK(run && !rondo_run_take(run, 99));
  CHECK(rondo_run_take(run, 0)); /* the one initial state */
  CHECK(rondo_run_constrain(run, "go", NULL));
  CHECK_EQUAL(rondo_run_random(run, 4), 4);
  char *text = rondo_run_json(run, RONDO_TRACE_FULL);
  CHECK(strstr(text, "\"n\":4"));
  free(text);
  CHECK(!rondo_run_constrain(run, "nonsense", NULL));
  CHECK(rondo_run_constrain(run, "n = 7", NULL));
  CHECK_TEXT(rondo_run_stuck(run), "no step satisfies the condition");
  rondo_run_back(run, 2);
  CHECK_EQUAL(rondo_run_length(run), 2);
  rondo_run_free(run);
  rondo_model_free(model);
}

/* ---- what the process does for the library ---- */

static void keep_words(void *context, const char *words) {
  Text *text = context;
  text_add(text, words);
}

TEST(warnings_go_where_they_are_asked_for) {
  static const char source[] = "MODULE main VAR x : boolean; ASSIGN init(x) := 1; next(x) := x;";
  Text heard = {0};
  rondo_on_warning(keep_words, &heard);
  RondoModel *model = rondo_load_bytes("w.smv", source, sizeof source - 1, NULL, NULL, NULL, NULL);
  rondo_on_warning(NULL, NULL);
  CHECK(model && heard.size && strstr(heard.data, "a number is assigned to the Boolean"));
  text_free(&heard);
  rondo_model_free(model);
}

TEST(engines_and_defaults_are_listed) {
  size_t engines = 0;
  for (; rondo_engine_name(engines); engines++)
    CHECK(rondo_engine_help(rondo_engine_name(engines)));
  CHECK(engines > 8 && !rondo_engine_help("nonsense"));
  CHECK(rondo_engine_can("ic3", RONDO_HOLDS) && !rondo_engine_can("sim", RONDO_HOLDS));
  char *value = rondo_option_default("seed");
  CHECK_TEXT(value, "1");
  free(value);
  CHECK(!rondo_option_default("nonsense"));
  struct {
    const char *group, *name;
    char behind; /* what an older program has there */
  } small = {.behind = 'x'};
  CHECK(rondo_option_sized(0, (RondoOption *)&small, 2 * sizeof(char *)));
  CHECK(small.name && small.behind == 'x');
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
