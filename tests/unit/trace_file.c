#include "evidence/trace_file.h"

#include "evidence/replay.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

/* Two latches in a ring, the second inverted, moved by the one input. */
static System *ring(void) {
  System *system = system_new();
  Lit move = system_input(system);
  Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_1);
  system_set_next(system, a, aig_mux(system->aig, move, b, a));
  system_set_next(system, b, aig_mux(system->aig, move, lit_not(a), b));
  return system;
}

static bool read_text(const char *text, const System *system, TraceClaims *claims, Error *error) {
  return trace_file_read("w", text, strlen(text), system, claims, error);
}

TEST(a_witness_is_read_and_its_latches_follow_by_simulation) {
  System *system = ring();
  TraceClaims claims = {0};
  Error error = {0};
  CHECK(read_text("1\nb0\n01\n1\n0\n1\n.\n", system, &claims, &error));
  CHECK_EQUAL(claims.size, 1);
  TraceClaim *claim = claims.data;
  CHECK_EQUAL(claim->verdict, VERDICT_VIOLATED);
  CHECK_EQUAL(claim->properties.size, 1);
  CHECK(!claim->properties.data[0].justice && !claim->properties.data[0].index);
  CHECK_EQUAL(claim->trace->steps.size, 3);
  CHECK_EQUAL(claim->trace->loop, TRACE_NO_LOOP);
  for (size_t k = 0; k < 3; k++) {
    CHECK_EQUAL(bits_get(&claim->trace->steps.data[k].latches, 0), k > 0);
    CHECK_EQUAL(bits_get(&claim->trace->steps.data[k].latches, 1), true);
    CHECK_EQUAL(bits_get(&claim->trace->steps.data[k].inputs, 0), k != 1);
  }
  trace_claims_free(&claims);
  system_free(system);
}

TEST(all_witnesses_of_a_file_are_read_and_notes_between_them_skipped) {
  System *system = ring();
  TraceClaims claims = {0};
  Error error = {0};
  CHECK(read_text("c made by hand\nu17\n0\nb0\n.\n\n1\r\nb1 j12\r\n0x\r\nx\r\n.\r\nc more\n"
                  "2\nj3\n.\n0\n1\nj0b1\n00\n1\n1\n.",
                  system, &claims, &error));
  CHECK_EQUAL(claims.size, 5);
  static const Verdict verdicts[] = {VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_UNKNOWN,
                                     VERDICT_HOLDS, VERDICT_VIOLATED};
  static const int lines[] = {3, 7, 13, 16, 17};
  static const size_t properties[] = {1, 2, 1, 0, 2};
  for (size_t i = 0; i < 5; i++) {
    CHECK_EQUAL(claims.data[i].verdict, verdicts[i]);
    CHECK_EQUAL(claims.data[i].line, lines[i]);
    CHECK_EQUAL(claims.data[i].properties.size, properties[i]);
  }
  CHECK(claims.data[1].properties.data[1].justice);
  CHECK_EQUAL(claims.data[1].properties.data[1].index, 12);
  CHECK(bits_empty(&claims.data[1].trace->steps.data[0].latches)); /* x is 0 */
  trace_claims_free(&claims);
  system_free(system);
}

TEST(a_malformed_witness_gives_line_and_column) {
  static const struct {
    const char *text, *error;
  } cases[] = {
      {"", "w:1:1: error: the file contains no witness\n  \n  ^"},
      {"c nothing", "w:1:10: error: the file contains no witness\n  c nothing\n           ^"},
      {"3\n", "w:1:1: error: expected the status of a witness: 0, 1 or 2\n  3\n  ^"},
      {"3 %s\001\n", "w:1:1: error: expected the status of a witness: 0, 1 or 2\n  3 %s\n  ^"},
      {"10\n", "w:1:2: error: expected nothing after the status of a witness\n  10\n   ^"},
      {"1\n01\n", "w:2:1: error: expected the property that is violated, like b0 or j0\n  01\n  ^"},
      {"1\n\nb0\n", "w:2:1: error: expected the property that is violated, like b0 or j0\n  \n  ^"},
      {"1\nb4294967300\n", "w:2:11: error: the number of the property is too large\n"
                           "  b4294967300\n            ^"},
      {"1\nb\n", "w:2:2: error: expected the number of a property\n  b\n   ^"},
      {"0\nb\n", "w:2:2: error: expected the number of a property\n  b\n   ^"},
      {"2\njx\n.\n", "w:2:2: error: expected the number of a property\n  jx\n   ^"},
      {"1\nb0x\n", "w:2:3: error: expected a property, like b0 or j0, or the end of the line\n"
                   "  b0x\n    ^"},
      {"1\nb99999999999\n", "w:2:11: error: the number of the property is too large\n"
                            "  b99999999999\n            ^"},
      {"1\nb0\n0\n", "w:3:2: error: expected the value of latch 1 of 2: 0, 1 or x\n  0\n   ^"},
      {"1\nb0\n010\n", "w:3:3: error: expected the end of the line after the values of 2 latches\n"
                       "  010\n    ^"},
      {"1\nb0\n01\n2\n", "w:4:1: error: expected the value of input 0 of 1: 0, 1 or x\n  2\n  ^"},
      {"1\nb0\n01\n1\n11\n", "w:5:2: error: expected the end of the line after the values of 1 "
                             "input\n  11\n   ^"},
      {"1\nb0\n01\n1\n", "w:5:1: error: expected the '.' that ends a witness\n  \n  ^"},
      {"1\nb0\n01\n.\n", "w:4:1: error: expected the inputs of at least one step\n  .\n  ^"},
      {"0\nb0\n.x\n", "w:3:2: error: expected nothing after the '.' that ends a witness\n"
                      "  .x\n   ^"},
      {"1\nb0\n01\n1\n.x\n", "w:5:2: error: expected nothing after the '.' that ends a witness\n"
                             "  .x\n   ^"},
  };
  System *system = ring();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    TraceClaims claims = {0};
    Error error = {0};
    CHECK(!read_text(cases[i].text, system, &claims, &error));
    char *text = error_text(&error);
    CHECK_TEXT(text, cases[i].error);
    mem_free(text);
    error_free(&error);
    trace_claims_free(&claims);
  }
  system_free(system);
}

/* What is shown of the line that is wrong: all of it up to 120 letters that can be printed, else
 * nothing; and only that line. */
TEST(the_line_of_an_error_is_shown_where_a_person_can_read_it) {
  System *system = ring();
  for (int length = 118; length <= 123; length++) {
    char line[128];
    memset(line, '~', sizeof line);
    line[0] = '3';
    line[length] = 0;
    TraceClaims claims = {0};
    Error error = {0};
    CHECK(!read_text(line, system, &claims, &error));
    if (length <= 120) CHECK_TEXT(error.excerpt, line);
    else CHECK(!error.excerpt);
    error_free(&error);
    trace_claims_free(&claims);
  }
  system_free(system);
}

TEST(nothing_behind_the_end_of_a_witness_is_read) {
  System *system = ring();
  TraceClaims claims = {0};
  Error error = {0};
  CHECK(!trace_file_read("w", "3ab", 2, system, &claims, &error));
  CHECK_TEXT(error.excerpt, "3a");
  error_free(&error);
  trace_claims_free(&claims);
  CHECK(trace_file_read("w", "1\nb4294967299\n01\n1\n.x", 20, system, &claims, &error));
  CHECK_EQUAL(claims.data[0].properties.data[0].index, 4294967299);
  trace_claims_free(&claims);
  system_free(system);
}

TEST(the_loop_of_a_justice_witness_is_the_longest_there_is) {
  System *system = ring();
  TraceClaims claims = {0};
  Error error = {0};
  CHECK(read_text("1\nj0\n01\n0\n1\n1\n1\n1\n.\n1\nj0\n01\n1\n1\n.\n", system, &claims, &error));
  CHECK(trace_find_loop(claims.data[0].trace, system, &error));
  CHECK_EQUAL(claims.data[0].trace->loop, 0);
  CHECK_EQUAL(claims.data[0].trace->steps.size, 5);
  CHECK(!trace_find_loop(claims.data[1].trace, system, &error));
  CHECK_TEXT(error.message, "the state after the last step, step 1, has not occurred before, so "
                            "the trace is no infinite run");
  error_free(&error);
  trace_claims_free(&claims);
  system_free(system);
}

/* The text of a trace; the caller frees it. */
static char *written(const TraceProperty *property, const Trace *trace, size_t *size) {
  char *text = NULL;
  FILE *stream = open_memstream(&text, size);
  CHECK(trace_file_write(stream, property, trace));
  fclose(stream);
  return text;
}

TEST(a_trace_without_steps_is_no_infinite_run) {
  System *system = ring();
  Trace *trace = trace_new();
  Error error = {0};
  CHECK(!trace_find_loop(trace, system, &error));
  CHECK_TEXT(error.message, "the trace has no steps");
  error_free(&error);
  trace_free(trace);
  system_free(system);
}

TEST(a_witness_that_is_written_says_which_property_it_violates) {
  static const TraceProperty properties[] = {{false, 12}, {true, 0}};
  static const char *const expected[] = {"1\nb12\n10\n1\n0\n.\n", "1\nj0\n10\n1\n0\n.\n"};
  System *system = ring();
  Trace *trace = trace_new();
  bits_set(&trace_add_step(trace, system)->latches, 0);
  bits_set(&trace->steps.data[0].inputs, 0);
  bits_set(&trace_add_step(trace, system)->latches, 1);
  for (size_t i = 0; i < 2; i++) {
    size_t size;
    char *text = written(&properties[i], trace, &size);
    CHECK_TEXT(text, expected[i]);
    free(text);
  }
  trace_free(trace);
  system_free(system);
}

TEST(what_is_written_is_read_again_and_replayed) {
  unsigned lassos = 0;
  for (unsigned seed = 0; seed < test_cases(100); seed++) {
    RandomModel *model = random_model(seed, 8);
    for (size_t p = 0; p < model->justice.size; p++) {
      Task *task = random_model_fair_task(model, p);
      Explicit *e = explicit_new(task->system);
      Trace *trace = explicit_fair_trace(e, task->conditions.data, task->conditions.size);
      if (trace) {
        TraceProperty property = {true, p};
        TraceClaims claims = {0};
        Error error = {0};
        size_t size;
        char *text = written(&property, trace, &size);
        CHECK(trace_file_read("w", text, size, task->system, &claims, &error));
        CHECK_EQUAL(claims.size, 1);
        CHECK_EQUAL(claims.data[0].properties.data[0].index, p);
        CHECK(trace_find_loop(claims.data[0].trace, task->system, &error));
        CHECK(claims.data[0].trace->loop <= trace->loop);
        CHECK(replay(task, claims.data[0].trace, &error));
        trace_claims_free(&claims);
        free(text);
        lassos++;
      }
      trace_free(trace);
      explicit_free(e);
      task_free(task);
    }
    random_model_free(model);
  }
  CHECK_COVERAGE(lassos > 20);
}
