/* Traces as text: the language of the model decides what they look like. */
#include "report/trace_form.h"
#include "test.h"

/* A bit that toggles, and an output that is its complement. */
static Model *toggle(const char *format, Trace *trace) {
  Model *model = model_new("toggle");
  model->format = format;
  Lit bit = system_latch(model->system, RESET_0);
  system_set_next(model->system, bit, lit_not(bit));
  signal_add_bit(&model->system->signals, "bit", SIGNAL_STATE, bit);
  signal_add_bit(&model->system->signals, "other", SIGNAL_DEFINE, lit_not(bit));
  signal_add_bit(&model->system->signals, "secret", SIGNAL_HIDDEN, bit);
  for (size_t k = 0; k < 3; k++) {
    trace_add_step(trace, model->system);
    if (k) trace_advance(trace, model->system, k - 1);
  }
  trace_cut(trace, 2);
  trace->loop = 0;
  return model;
}

static void check_trace(const char *format, bool full, bool defines, const char *expected) {
  Trace *trace = trace_new();
  Model *model = toggle(format, trace);
  TraceForm form = trace_form_of(model);
  Text text = {0};
  trace_print(form, model->system, trace, trace_options(form, full, defines), " ", &text);
  CHECK_TEXT(text.data, expected);
  text_free(&text);
  trace_free(trace);
  model_free(model);
}

TEST(traces_of_models_in_smv_look_as_in_nusmv_with_defines_on_request) {
  const char *plain = " Trace Type: Counterexample\n   -- Loop starts here\n"
                      "   -> State: 1.1 <-\n     bit = FALSE\n"
                      "   -> State: 1.2 <-\n     bit = TRUE\n"
                      "   -> State: 1.3 <-\n     bit = FALSE\n";
  check_trace("smv", false, false, plain);
  check_trace("smv-old", false, false, plain);
  check_trace("smv", false, true,
              " Trace Type: Counterexample\n   -- Loop starts here\n"
              "   -> State: 1.1 <-\n     bit = FALSE\n     other = TRUE\n"
              "   -> State: 1.2 <-\n     bit = TRUE\n     other = FALSE\n"
              "   -> State: 1.3 <-\n     bit = FALSE\n     other = TRUE\n");
}

TEST(traces_of_other_models_are_plain_with_their_outputs) {
  const char *plain = " -- loop starts here\n step 0\n   bit   = 0\n   other = 1\n"
                      " step 1\n   bit   = 1\n   other = 0\n -- back to step 0\n";
  check_trace("aiger", false, false, plain);
  check_trace(NULL, false, false, plain);
  check_trace("aiger", true, false,
              " -- loop starts here\n step 0\n   bit    = 0\n   other  = 1\n   secret = 0\n"
              " step 1\n   bit    = 1\n   other  = 0\n   secret = 1\n -- back to step 0\n");
}

TEST(a_walk_along_a_trace_knows_what_changed_since_the_step_visited_before) {
  Trace *trace = trace_new();
  Model *model = toggle("aiger", trace);
  TraceWalk walk = trace_walk_new(model->system, trace);
  const Signal *bit = model->system->signals.data;
  trace_walk_visit(&walk, 1);
  CHECK(trace_walk_changed(&walk, bit)); /* there was no step before */
  trace_walk_visit(&walk, 1);
  CHECK(!trace_walk_changed(&walk, bit));
  trace_walk_visit(&walk, 0);
  CHECK(trace_walk_changed(&walk, bit));
  trace_walk_free(&walk);
  trace_free(trace);
  model_free(model);
}
