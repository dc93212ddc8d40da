#include "evidence/replay.h"

#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

/* A two-bit counter that counts where `go` is true; `go` and `stop` are never both true. */
static Task *counter(TaskKind kind) {
  System *system = system_new();
  Lit go = system_input(system), stop = system_input(system);
  Lit low = system_latch(system, RESET_0), high = system_latch(system, RESET_FREE);
  Aig *aig = system->aig;
  system_set_next(system, low, aig_xor(aig, low, go));
  system_set_next(system, high, aig_xor(aig, high, aig_and(aig, low, go)));
  Lit clash = aig_and(aig, go, stop), full = aig_and(aig, low, high);
  vec_push(&system->constraints, lit_not(clash));
  signal_add_bit(&system->signals, "clash", SIGNAL_DEFINE, clash);
  signal_add_bit(&system->signals, "full", SIGNAL_DEFINE, full);
  signal_add_bit(&system->signals, "go", SIGNAL_INPUT, go);
  Signal *count = signal_add(&system->signals, "count", SIGNAL_STATE, SIGNAL_WORD);
  vec_push(&count->bits, low);
  vec_push(&count->bits, high);
  Task *task = task_new(kind, system);
  if (kind == TASK_BAD) task->bad = full;
  else {
    vec_push(&task->conditions, low);
    vec_push(&task->conditions, stop);
  }
  return task;
}

/* A run from a state with the given inputs, two bits for each step. */
static Trace *run(const Task *task, unsigned state, const char *inputs) {
  Trace *trace = trace_new();
  for (size_t k = 0; inputs[2 * k]; k++) {
    Step *step = trace_add_step(trace, task->system);
    for (size_t i = 0; i < 2; i++) bits_put(&step->inputs, i, inputs[2 * k + i] == '1');
    for (size_t i = 0; !k && i < 2; i++) bits_put(&step->latches, i, state >> i & 1);
    if (k) trace_advance(trace, task->system, k - 1);
  }
  return trace;
}

static void check_report(const Task *task, Trace *trace, const char *expected) {
  Error report = {0};
  bool good = replay(task, trace, &report);
  if (expected) CHECK_TEXT(report.message, expected);
  CHECK_EQUAL(good, !expected);
  CHECK_EQUAL(report.message == NULL, good);
  error_free(&report);
  trace_free(trace);
}

TEST(a_run_to_a_bad_state_is_accepted) {
  Task *task = counter(TASK_BAD);
  check_report(task,
               run(task, 0,
                   "10010010"
                   "1000"),
               NULL);
  check_report(task, run(task, 2, "1001"), NULL);
  task_free(task);
}

TEST(a_replay_names_the_first_step_that_fails_and_what_fails_there) {
  Task *task = counter(TASK_BAD);
  check_report(task, run(task, 1, "101000"), "step 0: count[0] is 1, but is reset to 0");
  check_report(task, run(task, 2, "10"),
               "step 0: the bad literal (full) is not true in this last step");
  check_report(task, run(task, 2, "1011"), "step 1: constraint 0 (!clash) does not hold");
  Trace *trace = run(task, 0, "10101001");
  bits_clear(&trace->steps.data[2].latches, 1);
  check_report(task, trace, "step 1: its successor must have count[1] = 1, but step 2 has 0");
  trace = run(task, 2, "1001");
  bits_resize(&trace->steps.data[1].inputs, 1);
  check_report(task, trace,
               "step 1 has values for 2 latches and 1 inputs, but the system has 2 "
               "latches and 2 inputs");
  trace = run(task, 2, "1001");
  bits_resize(&trace->steps.data[0].latches, 1);
  check_report(task, trace,
               "step 0 has values for 1 latches and 2 inputs, but the system has 2 "
               "latches and 2 inputs");
  check_report(task, run(task, 2, ""), "the trace has no steps");
  trace = run(task, 2, "1001");
  trace->loop = 0;
  check_report(task, trace, "the trace has a loop, but violates an invariant");
  task_free(task);
}

/* Inputs without names, of which one is negated, and a name with a sign that formats have. */
TEST(a_replay_names_what_has_no_name_and_what_has_any) {
  System *system = system_new();
  Lit first = system_input(system), second = system_input(system);
  Lit latch = system_latch(system, RESET_0);
  system_set_next(system, latch, latch);
  vec_push(&system->constraints, lit_not(first));
  vec_push(&system->constraints, second);
  Task *task = task_new(TASK_BAD, system);
  task->bad = latch;
  static const char *const inputs[] = {"11", "00"};
  static const char *const reports[] = {"step 0: constraint 0 (!input 0) does not hold",
                                        "step 0: constraint 1 (input 1) does not hold"};
  for (size_t i = 0; i < 2; i++) {
    Trace *trace = trace_new();
    Step *step = trace_add_step(trace, system);
    for (size_t k = 0; k < 2; k++) bits_put(&step->inputs, k, inputs[i][k] == '1');
    check_report(task, trace, reports[i]);
  }
  Trace *trace = trace_new();
  Step *step = trace_add_step(trace, system);
  bits_free(&step->inputs);
  step->inputs = bits_new(5);
  check_report(task, trace,
               "step 0 has values for 1 latches and 5 inputs, but the system has 1 latches and 2 "
               "inputs");
  signal_add_bit(&system->signals, "100%d%s", SIGNAL_INPUT, first);
  trace = trace_new();
  bits_set(&trace_add_step(trace, system)->inputs, 0);
  check_report(task, trace, "step 0: constraint 0 (!100%d%s) does not hold");
  task_free(task);
}

/* What is nobody's comes first in the graph, and takes no value from the input behind it. */
TEST(values_of_a_trace_are_those_of_the_inputs_by_their_order) {
  System *system = system_new();
  aig_variable(system->aig);
  Task *task = task_new(TASK_BAD, system);
  task->bad = system_input(system);
  Trace *trace = trace_new();
  bits_set(&trace_add_step(trace, system)->inputs, 0);
  check_report(task, trace, NULL);
  task_free(task);
}

TEST(of_two_failures_only_the_earlier_is_told) {
  Task *task = counter(TASK_BAD);
  Trace *trace = run(task, 0, "1000110000"); /* a clash in step 2 ... */
  bits_set(&trace->steps.data[1].latches, 1);
  check_report(task, trace, "step 0: its successor must have count[1] = 0, but step 1 has 1");
  task_free(task);
}

TEST(a_trace_shows_nothing_about_ctl) {
  Task *task = counter(TASK_BAD);
  Trace *trace = run(task, 0, "00");
  task->kind = TASK_CTL;
  check_report(task, trace, "a trace is evidence for invariants and progress properties only");
  task_free(task);
}

static Trace *lasso(const Task *task, const char *inputs, int64_t loop) {
  Trace *trace = run(task, 0, inputs);
  trace->loop = loop;
  return trace;
}

TEST(a_lasso_must_close_and_meet_every_condition_in_its_loop) {
  Task *task = counter(TASK_FAIR);
  const char *round = "1010011010"; /* counts to 4, that is to 0, with a `stop` on the way */
  check_report(task, lasso(task, round, 0), NULL);
  check_report(task, lasso(task, round, TRACE_NO_LOOP),
               "the trace has no loop, but must show an infinite run");
  check_report(task, lasso(task, round, 5),
               "the loop goes back to step 5, but the trace has 5 steps");
  check_report(task, lasso(task, round, -2),
               "the loop goes back to step -2, but the trace has 5 steps");
  check_report(task, lasso(task, round, 1),
               "step 4: its successor must have count[0] = 0, but the "
               "loop goes back to step 1, which has 1");
  check_report(task, lasso(task, "10100100", 2),
               "condition 0 (count[0]) is true in no step of the loop, steps 2 to 3");
  check_report(task, lasso(task, "10100000", 2),
               "condition 0 (count[0]) is true in no step of the loop, steps 2 to 3");
  check_report(task, lasso(task, "10011000", 1),
               "step 3: its successor must have count[0] = 0, but the loop goes back to step 1, "
               "which has 1");
  check_report(task, lasso(task, "100001", 1), NULL);
  task_free(task);
}

TEST(a_long_trace_fails_where_it_is_wrong) {
  Task *task = counter(TASK_BAD);
  enum { STEPS = 200 };
  char inputs[2 * STEPS + 1];
  for (int k = 0; k < STEPS; k++) memcpy(inputs + 2 * k, k < STEPS - 3 ? "00" : "10", 3);
  check_report(task, run(task, 0, inputs),
               "step 199: the bad literal (full) is not true in "
               "this last step");
  inputs[2 * 5] = '1';
  check_report(task, run(task, 0, inputs), NULL);
  for (size_t k = 0; k < STEPS; k++) {
    Trace *trace = run(task, 0, inputs);
    size_t bit = k % 2;
    bool value = !bits_get(&trace->steps.data[k].latches, bit);
    bits_put(&trace->steps.data[k].latches, bit, value);
    Text expected = {0};
    if (k == 0) text_format(&expected, "step 0: count[0] is 1, but is reset to 0");
    else
      text_format(&expected,
                  "step %zu: its successor must have count[%zu] = %d, but step %zu has "
                  "%d",
                  k - 1, bit, !value, k, value);
    check_report(task, trace, expected.data);
    text_free(&expected);
  }
  task_free(task);
}

/* Steps are looked at in blocks of 64; the ends of traces and the beginnings of loops come before,
 * at and after the ends of blocks. */
TEST(runs_of_every_length_around_a_block_are_accepted) {
  Task *task = counter(TASK_BAD);
  for (size_t steps = 60; steps < 200; steps++) {
    Text inputs = {0};
    for (size_t k = 0; k < steps; k++) text_add(&inputs, k + 2 < steps ? "00" : "10");
    Trace *trace = run(task, 2, inputs.data);
    check_report(task, trace, NULL);
    text_free(&inputs);
  }
  task_free(task);
}

TEST(a_condition_that_only_the_stem_meets_is_missed_wherever_the_loop_begins) {
  Task *task = counter(TASK_FAIR);
  vec_clear(&task->conditions);
  vec_push(&task->conditions, task->system->inputs.data[1]); /* stop */
  enum { STEPS = 200 };
  for (size_t met = 0; met < STEPS; met += 21)
    for (size_t loop = 0; loop < STEPS; loop++) {
      Text inputs = {0}, expected = {0};
      for (size_t k = 0; k < STEPS; k++) text_add(&inputs, k == met ? "01" : "00");
      text_format(&expected,
                  "condition 0 (input 1) is true in no step of the loop, steps %zu to 199", loop);
      check_report(task, lasso(task, inputs.data, (int64_t)loop),
                   met < loop ? expected.data : NULL);
      text_free(&inputs);
      text_free(&expected);
    }
  task_free(task);
}

/* A random run: not always one, since nothing is done about constraints. */
static Trace *random_run(const Task *task, Random *random) {
  const System *system = task->system;
  Trace *trace = trace_new();
  size_t length = 1 + random_below(random, 6);
  for (size_t k = 0; k < length; k++) {
    Step *step = trace_add_step(trace, system);
    for (size_t i = 0; i < system->inputs.size; i++)
      bits_put(&step->inputs, i, random_chance(random, 1, 2));
    for (size_t i = 0; !k && i < system->latches.size; i++) {
      Reset reset = system->latches.data[i].reset;
      bits_put(&step->latches, i,
               reset == RESET_FREE ? random_chance(random, 1, 2) : reset == RESET_1);
    }
    if (k) trace_advance(trace, system, k - 1);
  }
  if (task->kind == TASK_FAIR) trace->loop = (int64_t)random_below(random, (uint32_t)length);
  return trace;
}

/* The replay agrees with the oracle's tables on a trace; true if both accept it. */
static bool agreed(const Task *task, const Explicit *e, const Trace *trace) {
  Error report = {0};
  bool good = replay(task, trace, &report);
  const char *fault = explicit_trace_fault(e, task, trace);
  if (good != !fault)
    test_fail(__FILE__, __LINE__, "replay: %s; oracle: %s",
              report.message ? report.message : "good", fault ? fault : "good");
  error_free(&report);
  return good;
}

/* All traces that differ in one bit, or in where the loop begins. */
static void check_changes(const Task *task, const Explicit *e, Trace *trace, unsigned *broken) {
  for (size_t k = 0; k < trace->steps.size; k++) {
    Bits *parts[2] = {&trace->steps.data[k].latches, &trace->steps.data[k].inputs};
    for (size_t p = 0; p < 2; p++)
      for (size_t i = 0; i < parts[p]->size; i++) {
        bool value = bits_get(parts[p], i);
        bits_put(parts[p], i, !value);
        *broken += !agreed(task, e, trace);
        bits_put(parts[p], i, value);
      }
  }
  if (task->kind != TASK_FAIR) return;
  int64_t loop = trace->loop;
  for (trace->loop = 0; trace->loop < (int64_t)trace->steps.size; trace->loop++)
    *broken += !agreed(task, e, trace);
  trace->loop = loop;
}

TEST(every_change_of_a_bit_that_breaks_a_trace_is_noticed) {
  unsigned accepted = 0, broken = 0;
  for (unsigned seed = 0; seed < test_cases(150); seed++) {
    RandomModel *model = random_model(seed, 8);
    Random random = {seed};
    for (size_t p = 0; p < model->bad.size + model->justice.size; p++) {
      Task *task = p < model->bad.size ? random_model_bad_task(model, p)
                                       : random_model_fair_task(model, p - model->bad.size);
      Explicit *e = explicit_new(task->system);
      Trace *found = task->kind == TASK_FAIR
                         ? explicit_fair_trace(e, task->conditions.data, task->conditions.size)
                         : NULL;
      for (int round = 0; round < 20; round++) {
        Trace *trace = found && !round ? trace_copy(found) : random_run(task, &random);
        if (agreed(task, e, trace)) {
          accepted++;
          check_changes(task, e, trace, &broken);
        }
        trace_free(trace);
      }
      trace_free(found);
      explicit_free(e);
      task_free(task);
    }
    random_model_free(model);
  }
  CHECK_COVERAGE(accepted > 100);
  CHECK_COVERAGE(broken > 1000);
}
