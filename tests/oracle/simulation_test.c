/* A simulation finds a step exactly where enumeration finds one, and every run of it is a run. */
#include "check/simulation.h"

#include "evidence/replay.h"
#include "oracle/random_system.h"
#include "test.h"

static bool legal(const System *system, const Step *step, Bits *values) {
  step_evaluate(system, step, values);
  bool good = true;
  for (size_t i = 0; i < system->constraints.size && good; i++)
    good = values_of(values, system->constraints.data[i]);
  return good;
}

static void put_inputs(Step *step, unsigned code) {
  for (size_t i = 0; i < step->inputs.size; i++) bits_put(&step->inputs, i, code >> i & 1);
}

/* Whether a state, or the one that a step leads to, can meet the constraints. */
static bool can_be(const System *system, Step *step, Bits *values) {
  for (unsigned code = 0; code < 1u << system->inputs.size; code++) {
    put_inputs(step, code);
    if (legal(system, step, values)) return true;
  }
  return false;
}

static bool has_successor(const System *system, const Step *at) {
  Bits values = bits_new(system->aig->size);
  Step now = {bits_copy(&at->latches), bits_new(system->inputs.size)};
  Step next = {bits_new(system->latches.size), bits_new(system->inputs.size)};
  bool found = false;
  for (unsigned code = 0; code < 1u << system->inputs.size && !found; code++) {
    put_inputs(&now, code);
    if (!legal(system, &now, &values)) continue;
    for (size_t i = 0; i < system->latches.size; i++)
      bits_put(&next.latches, i, values_of(&values, system->latches.data[i].next));
    found = can_be(system, &next, &values);
  }
  bits_free(&values);
  bits_free(&now.latches);
  bits_free(&now.inputs);
  bits_free(&next.latches);
  bits_free(&next.inputs);
  return found;
}

static bool has_initial(const System *system) {
  Bits values = bits_new(system->aig->size);
  Step step = {bits_new(system->latches.size), bits_new(system->inputs.size)};
  bool found = false;
  for (unsigned code = 0; code < 1u << system->latches.size && !found; code++) {
    bool allowed = true;
    for (size_t i = 0; i < system->latches.size; i++) {
      Reset reset = system->latches.data[i].reset;
      allowed &= reset == RESET_FREE || (reset == RESET_1) == (code >> i & 1);
      bits_put(&step.latches, i, code >> i & 1);
    }
    found = allowed && can_be(system, &step, &values);
  }
  bits_free(&values);
  bits_free(&step.latches);
  bits_free(&step.inputs);
  return found;
}

TEST(a_simulation_stops_only_where_there_is_no_step) {
  size_t stuck = 0, without_initial = 0, walked = 0;
  for (unsigned seed = 0; seed < test_cases(400); seed++) {
    RandomModel *model = random_model(seed, 8);
    System *system = model->system;
    Random random = {seed};
    Simulation *simulation = simulation_new(system);
    while (simulation_length(simulation) < 12 && simulation_random(simulation, NULL, &random)) {
    }
    size_t length = simulation_length(simulation);
    Trace *trace = simulation_trace(simulation, &random);
    if (length < 12 && length) {
      CHECK(!has_successor(system, &vec_last(&trace->steps)));
      CHECK(simulation_is_stuck(simulation));
      stuck++;
    }
    if (!length) {
      CHECK(!has_initial(system));
      without_initial++;
    }
    if (length) { /* resets, constraints and steps, the last one's inputs included */
      Error error = {0};
      Task *task = task_new(TASK_BAD, system_copy(system, NULL));
      task->bad = LIT_TRUE;
      if (!replay(task, trace, &error))
        test_fail(__FILE__, __LINE__, "seed %u: %s", seed, error.message);
      task_free(task);
      walked += length == 12;
    }
    trace_free(trace);
    simulation_free(simulation);
    random_model_free(model);
  }
  CHECK_COVERAGE(stuck > 10 && without_initial > 3 && walked > 100);
}

/* The moves of a state, listed, are as many as there are by enumeration, where each latch and input
 * is shown. */
TEST(all_moves_are_listed_once) {
  size_t compared = 0;
  for (unsigned seed = 0; seed < test_cases(200); seed++) {
    RandomModel *model = random_model(seed, 6);
    System *system = model->system;
    signals_free(&system->signals);
    system->signals = (SignalVec){0};
    for (size_t i = 0; i < system->inputs.size; i++)
      signal_add_bit(&system->signals, "i", SIGNAL_INPUT, system->inputs.data[i]);
    for (size_t i = 0; i < system->latches.size; i++)
      signal_add_bit(&system->signals, "l", SIGNAL_STATE, system->latches.data[i].current);
    Random random = {seed};
    Simulation *simulation = simulation_new(system);
    Bits values = bits_new(system->aig->size);
    for (int k = 0; k < 4 && simulation_random(simulation, NULL, &random); k++) {
      Trace *trace = simulation_trace(simulation, &random);
      Step now = {vec_last(&trace->steps).latches, bits_new(system->inputs.size)};
      Step next = {bits_new(system->latches.size), bits_new(system->inputs.size)};
      size_t expected = 0;
      for (unsigned code = 0; code < 1u << system->inputs.size; code++) {
        put_inputs(&now, code);
        if (!legal(system, &now, &values)) continue;
        for (size_t i = 0; i < system->latches.size; i++)
          bits_put(&next.latches, i, values_of(&values, system->latches.data[i].next));
        expected += can_be(system, &next, &values);
      }
      MoveVec moves = simulation_moves(simulation, 1000, &random);
      if (moves.size != expected)
        test_fail(__FILE__, __LINE__, "seed %u, step %d: %zu moves, not %zu", seed, k, moves.size,
                  expected);
      compared += expected > 1;
      moves_free(&moves);
      bits_free(&now.inputs);
      bits_free(&next.latches);
      bits_free(&next.inputs);
      trace_free(trace);
    }
    bits_free(&values);
    simulation_free(simulation);
    random_model_free(model);
  }
  CHECK_COVERAGE(compared > 50);
}
