/* 64 lanes are 64 simulations, one bit each. */
#include "system/lanes.h"

#include "base/memory.h"
#include "oracle/random_system.h"
#include "system/trace.h"
#include "test.h"

/* A lane as a step of a trace, which trace_advance evaluates gate by gate. */
static void check_lane(const System *system, const Lanes *lanes, const uint64_t *next, int lane) {
  Trace *trace = trace_new();
  Step *step = trace_add_step(trace, system);
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&step->latches, i, lanes_word(lanes, system->latches.data[i].current) >> lane & 1);
  for (size_t i = 0; i < system->inputs.size; i++)
    bits_put(&step->inputs, i, lanes_word(lanes, system->inputs.data[i]) >> lane & 1);
  trace_add_step(trace, system);
  trace_advance(trace, system, 0);
  for (size_t i = 0; i < system->latches.size; i++)
    CHECK_EQUAL(bits_get(&trace->steps.data[1].latches, i), next[i] >> lane & 1);
  trace_free(trace);
}

TEST(each_of_64_lanes_makes_the_step_that_it_would_make_alone) {
  for (uint64_t seed = 0; seed < test_cases(60); seed++) {
    RandomModel *model = random_model(seed, 6);
    const System *system = model->system;
    Random random = {seed};
    uint64_t *state = mem_array(system->latches.size, sizeof *state);
    for (size_t i = 0; i < system->latches.size; i++) state[i] = random_word(&random);
    Lanes lanes;
    lanes_open(&lanes, system);
    U32Vec order = lanes_step_cone(system, &system->constraints);
    lanes_put_latches(&lanes, state);
    lanes_random_inputs(&lanes, UINT64_MAX, &random, seed);
    lanes_evaluate(&lanes, seed % 2 ? &order : NULL);
    lanes_next(&lanes, state);
    for (int lane = 0; lane < 64; lane += 9) check_lane(system, &lanes, state, lane);
    vec_free(&order);
    lanes_close(&lanes);
    mem_free(state);
    random_model_free(model);
  }
}

TEST(lanes_may_get_other_inputs_while_the_rest_keep_theirs) {
  System *system = system_new();
  Lit a = system_input(system), b = system_input(system);
  vec_push(&system->constraints, aig_and(system->aig, a, b));
  Lanes lanes;
  Random random = {7};
  lanes_open(&lanes, system);
  lanes_put_inputs(&lanes, (uint64_t[]){0xff00ff, 0xf0f0f0});
  lanes_random_inputs(&lanes, ~(uint64_t)0xffffff, &random, 0);
  Lit more = aig_or(system->aig, a, b); /* a gate that joins later */
  lanes_evaluate(&lanes, NULL);
  CHECK_EQUAL(lanes_valid(&lanes) & 0xffffff, 0xf000f0);
  CHECK_EQUAL(lanes_word(&lanes, more) & 0xffffff, 0xfff0ff);
  CHECK(lanes_word(&lanes, a) >> 24 && lanes_word(&lanes, a) >> 24 != UINT64_MAX >> 24);
  lanes_close(&lanes);
  system_free(system);
}
