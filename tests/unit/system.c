#include "test.h"

#include "base/random.h"
#include "system/evidence.h"
#include "system/system.h"
#include "system/trace.h"
#include "system/unroll.h"
#include "task/task.h"

/* A three-bit counter that counts when its input is true. */
static System *counter(void) {
  System *system = system_new();
  Lit carry = system_input(system), bit[3];
  signal_add_bit(&system->signals, "enable", SIGNAL_INPUT, carry);
  for (int i = 0; i < 3; i++) bit[i] = system_latch(system, i == 2 ? RESET_FREE : RESET_0);
  Signal *count = signal_add(&system->signals, "count", SIGNAL_STATE, SIGNAL_WORD);
  for (int i = 0; i < 3; i++) vec_push(&count->bits, bit[i]);
  for (int i = 0; i < 3; i++) {
    system_set_next(system, bit[i], aig_xor(system->aig, bit[i], carry));
    carry = aig_and(system->aig, carry, bit[i]);
  }
  return system;
}

TEST(an_unrolling_agrees_with_simulation) {
  System *system = counter();
  Unroll *unroll = unroll_new(system, true);
  Aig *aig = unroll_aig(unroll);
  Random random = {7};
  enum { STEPS = 12 };
  Lit inputs[STEPS], bits[STEPS][3];
  for (int k = STEPS - 1; k >= 0; k--) { /* the last first: earlier steps are made on demand */
    inputs[k] = unroll_literal(unroll, system->inputs.data[0], (size_t)k);
    for (int i = 0; i < 3; i++)
      bits[k][i] = unroll_literal(unroll, system->latches.data[i].current, (size_t)k);
  }
  for (int round = 0; round < 20; round++) {
    Trace *trace = trace_new();
    Bits values = bits_new(aig->size);
    bool top = random_chance(&random, 1, 2);
    bits_put(&values, lit_node(bits[0][2]), top);
    for (int k = 0; k < STEPS; k++) {
      Step *step = trace_add_step(trace, system);
      bits_put(&step->inputs, 0, random_chance(&random, 2, 3));
      bits_put(&values, lit_node(inputs[k]), bits_get(&step->inputs, 0));
    }
    bits_put(&trace->steps.data[0].latches, 2, top);
    for (size_t k = 0; k + 1 < STEPS; k++) trace_advance(trace, system, k);
    for (int k = 0; k < STEPS; k++)
      for (int i = 0; i < 3; i++)
        CHECK_EQUAL(aig_evaluate(aig, bits[k][i], &values),
                    bits_get(&trace->steps.data[k].latches, (size_t)i));
    bits_free(&values);
    trace_free(trace);
  }
  CHECK_EQUAL(bits[0][0], LIT_FALSE); /* resets are folded in */
  unroll_free(unroll);
  system_free(system);
}

TEST(a_long_unrolling_needs_no_stack) {
  System *system = system_new();
  Lit latch = system_latch(system, RESET_0), input = system_input(system);
  system_set_next(system, latch, aig_xor(system->aig, latch, input));
  Unroll *unroll = unroll_new(system, true);
  CHECK(unroll_literal(unroll, latch, 100000) != LIT_NONE);
  CHECK_EQUAL(unroll_aig(unroll)->variables, 100000);
  unroll_free(unroll);
  system_free(system);
}

TEST(a_copy_keeps_order_names_and_functions) {
  System *system = counter();
  vec_push(&system->constraints, lit_not(system->inputs.data[0]));
  system_assume_initially(system, system->latches.data[2].current);
  Lit *map;
  System *copy = system_copy(system, &map);
  CHECK_EQUAL(copy->latches.size, 4);
  CHECK_EQUAL(copy->constraints.size, 2);
  CHECK_EQUAL(copy->latches.data[2].reset, RESET_FREE);
  CHECK_EQUAL(copy->first, copy->latches.data[3].current);
  const Signal *count = signal_find(&copy->signals, "count");
  CHECK(count && count->bits.size == 3 && count->bits.data[1] == copy->latches.data[1].current);
  for (uint32_t n = 1; n < system->aig->size; n++) CHECK(map[n] != LIT_NONE);
  mem_free(map);
  system_free(copy);
  system_free(system);
}

TEST(an_initial_condition_becomes_a_constraint_of_the_first_step) {
  System *system = counter();
  system_assume_initially(system, system->latches.data[2].current);
  Unroll *unroll = unroll_new(system, true);
  CHECK_EQUAL(unroll_constraint(unroll, 0),
              unroll_literal(unroll, system->latches.data[2].current, 0));
  CHECK_EQUAL(unroll_constraint(unroll, 1), LIT_TRUE);
  unroll_free(unroll);
  system_free(system);
}

TEST(a_condition_that_reads_inputs_is_delayed_by_a_latch) {
  System *system = counter();
  Lit state = system->latches.data[0].current;
  CHECK(!system_reads_inputs(system, state));
  CHECK_EQUAL(system_delayed(system, state), state);
  Lit mixed = aig_and(system->aig, state, system->inputs.data[0]);
  CHECK(system_reads_inputs(system, mixed));
  Lit latch = system_delayed(system, mixed);
  CHECK(latch == vec_last(&system->latches).current && vec_last(&system->latches).next == mixed);
  system_free(system);
}

static void check_shown(const Signal *signal, uint64_t code, const char *expected) {
  bool values[64];
  for (size_t i = 0; i < signal->bits.size; i++) values[i] = code >> i & 1;
  Text text = {0};
  signal_print(signal, values, &text);
  CHECK_TEXT(text.data, expected);
  text_free(&text);
}

TEST(values_are_shown_as_people_write_them) {
  SignalVec signals = {0};
  Signal *state = signal_add(&signals, "state", SIGNAL_STATE, SIGNAL_ENUMERATION);
  vec_resize(&state->bits, 2);
  vec_push(&state->values, mem_string("idle"));
  vec_push(&state->values, mem_string("busy"));
  check_shown(state, 1, "busy");
  check_shown(state, 3, "(invalid code 3)");
  Signal *range = signal_add(&signals, "range", SIGNAL_STATE, SIGNAL_RANGE);
  vec_resize(&range->bits, 3);
  range->low = -2;
  check_shown(range, 5, "3");
  Signal *word = signal_add(&signals, "word", SIGNAL_STATE, SIGNAL_WORD);
  vec_resize(&word->bits, 4);
  check_shown(word, 15, "15");
  word->is_signed = true;
  check_shown(word, 15, "-1");
  vec_resize(&word->bits, 64);
  check_shown(word, 0x1f, "0x000000000000001f");
  signals_free(&signals);
}
