/* Random models in the dialect of vl2mv: in random states the values of all wires, and the
 * registers after the step, are those of a slow interpreter; a choice has exactly the alternatives
 * that are written; registers start with what `initial` says. */
#include "test.h"

#include <stdio.h>

#include "base/log.h"
#include "front/blif/blif.h"
#include "front/vl2mv/vl2mv.h"
#include "oracle/random_vl2mv.h"
#include "system/trace.h"

typedef struct {
  const VlModel *source;
  const System *system;
  Roles roles;
  Step step;
  Bits values;
} Comparison;

static const Signal *signal_of(const Comparison *c, const VlVariable *v, unsigned element) {
  char name[32];
  if (v->elements) snprintf(name, sizeof name, "%s<*%u*>", v->name, element);
  else snprintf(name, sizeof name, "%s", v->name);
  const Signal *signal = signal_find(&c->system->signals, name);
  if (!signal) test_fail(__FILE__, __LINE__, "%sno signal %s", c->source->text.data, name);
  CHECK_EQUAL(signal->bits.size, v->width);
  return signal;
}

static unsigned elements_of(const VlVariable *v) { return v->elements ? v->elements : 1; }

static uint64_t value_of(const Comparison *c, const Signal *signal) {
  uint64_t value = 0;
  for (size_t i = 0; i < signal->bits.size; i++)
    value |= (uint64_t)values_of(&c->values, signal->bits.data[i]) << i;
  return value;
}

/* A register is a latch for each bit, an input an input. */
static void set_bits(Comparison *c, const Signal *signal, uint64_t value) {
  for (size_t i = 0; i < signal->bits.size; i++) {
    uint32_t node = lit_node(signal->bits.data[i]);
    bool bit = value >> i & 1;
    if (c->roles.role[node] == ROLE_LATCH) bits_put(&c->step.latches, c->roles.index[node], bit);
    else bits_put(&c->step.inputs, c->roles.index[node], bit);
  }
}

static void check(const Comparison *c, const VlVariable *v, unsigned element, uint64_t actual,
                  uint64_t expected, const char *when) {
  if (actual == expected) return;
  printf("%s", c->source->text.data);
  test_fail(__FILE__, __LINE__, "%s (element %u) is %llu %s, not %llu", v->name, element,
            (unsigned long long)actual, when, (unsigned long long)expected);
}

/* Choices and wires in the order of the text, each beside what the interpreter makes of those
 * before it; then the registers after the step. Returns which alternatives were seen, a bit for
 * each. */
static void compare_step(Comparison *c, Random *random, VlState *state) {
  for (size_t i = 0; i < c->step.inputs.size; i++)
    bits_put(&c->step.inputs, i, random_chance(random, 1, 2));
  for (unsigned i = 0; i < c->source->count; i++) {
    const VlVariable *v = c->source->variables + i;
    for (unsigned k = 0; v->role == VL_REGISTER && k < elements_of(v); k++) {
      state->value[i][k] = v->is_enumeration ? random_below(random, VL_VALUES)
                                             : random_below(random, 1u << v->width);
      set_bits(c, signal_of(c, v, k), state->value[i][k]);
    }
    if (v->role != VL_INPUT) continue;
    state->value[i][0] = random_below(random, 1u << v->width);
    set_bits(c, signal_of(c, v, 0), state->value[i][0]);
  }
  step_evaluate(c->system, &c->step, &c->values);
  for (unsigned i = 0; i < c->source->count; i++) {
    const VlVariable *v = c->source->variables + i;
    if (v->role == VL_CHOICE) {
      uint64_t chosen = value_of(c, signal_of(c, v, 0));
      bool found = false;
      vl_settle(c->source, state);
      for (unsigned k = 0; k < vl_alternatives(v); k++)
        found |= vl_alternative(c->source, v, k, state) == chosen;
      if (!found) check(c, v, 0, chosen, ~(uint64_t)0, "which is no alternative");
      state->value[i][0] = chosen;
    }
  }
  vl_settle(c->source, state);
  for (unsigned i = 0; i < c->source->count; i++)
    if (c->source->variables[i].role == VL_WIRE) {
      const VlVariable *v = c->source->variables + i;
      check(c, v, 0, value_of(c, signal_of(c, v, 0)), state->value[i][0], "as a wire");
    }
  VlState after;
  vl_step(c->source, state, &after);
  for (unsigned i = 0; i < c->source->count; i++) {
    const VlVariable *v = c->source->variables + i;
    for (unsigned k = 0; v->role == VL_REGISTER && k < elements_of(v); k++) {
      const Signal *signal = signal_of(c, v, k);
      uint64_t next = 0;
      for (size_t b = 0; b < signal->bits.size; b++) {
        uint32_t latch = c->roles.index[lit_node(signal->bits.data[b])];
        next |= (uint64_t)values_of(&c->values, c->system->latches.data[latch].next) << b;
      }
      check(c, v, k, next, after.value[i][k], "after the step");
    }
  }
}

/* Every alternative can be chosen: in one state all inputs are tried. */
static size_t check_alternatives(Comparison *c, Random *random) {
  VlState state = {0};
  size_t seen = 0;
  compare_step(c, random, &state);
  Bits before = bits_copy(&c->step.inputs);
  for (unsigned i = 0; i < c->source->count; i++) {
    const VlVariable *v = c->source->variables + i;
    if (v->role != VL_CHOICE) continue;
    for (unsigned k = 0; k < vl_alternatives(v); k++) {
      uint64_t wanted = vl_alternative(c->source, v, k, &state);
      bool found = false;
      /* Only the choice itself is varied: what it reads stays as it is. */
      char name[32];
      size_t prefix = (size_t)snprintf(name, sizeof name, "%s$ND", v->name);
      const Signal *choice = NULL;
      for (size_t s = 0; s < c->system->signals.size; s++)
        if (!strncmp(c->system->signals.data[s].name, name, prefix))
          choice = c->system->signals.data + s;
      uint64_t codes = choice ? (uint64_t)1 << choice->bits.size : 1;
      for (uint64_t code = 0; code < codes && !found; code++) {
        if (choice) set_bits(c, choice, code);
        step_evaluate(c->system, &c->step, &c->values);
        found = value_of(c, signal_of(c, v, 0)) == wanted;
      }
      if (!found) check(c, v, 0, ~(uint64_t)0, wanted, "never");
      for (size_t b = 0; b < before.size; b++) bits_put(&c->step.inputs, b, bits_get(&before, b));
      seen++;
    }
  }
  bits_free(&before);
  return seen;
}

static void check_initial(const Comparison *c) {
  for (unsigned i = 0; i < c->source->count; i++) {
    const VlVariable *v = c->source->variables + i;
    for (unsigned k = 0; v->role == VL_REGISTER && k < elements_of(v); k++) {
      const Signal *signal = signal_of(c, v, k);
      uint64_t value = 0;
      for (size_t b = 0; b < signal->bits.size; b++) {
        uint32_t latch = c->roles.index[lit_node(signal->bits.data[b])];
        Reset reset = c->system->latches.data[latch].reset;
        CHECK(reset != RESET_FREE);
        value |= (uint64_t)(reset == RESET_1) << b;
      }
      check(c, v, k, value, vl_initial(c->source, v), "at first");
    }
  }
}

static Comparison comparison_new(const VlModel *source, const System *system) {
  return (Comparison){.source = source,
                      .system = system,
                      .roles = roles_new(system),
                      .step = {bits_new(system->latches.size), bits_new(system->inputs.size)},
                      .values = bits_new(system->aig->size)};
}

static void comparison_free(Comparison *c) {
  bits_free(&c->step.latches);
  bits_free(&c->step.inputs);
  bits_free(&c->values);
  roles_free(&c->roles);
}

TEST(random_models_in_the_dialect_of_vl2mv_mean_what_the_interpreter_says) {
  log_set_level(LOG_QUIET); /* of loops that end early */
  Random random = {18};
  size_t alternatives = 0;
  for (unsigned i = 0; i < test_cases(1500); i++) {
    VlModel *source = vl_model_new(&random);
    Error error = {0};
    Model *model = vl2mv_read("random.v", source->text.data, source->text.size, NULL, &error);
    if (!model) printf("%s%s\n", source->text.data, error_text(&error));
    CHECK(model);
    Comparison c = comparison_new(source, model->system);
    for (unsigned k = 0; k < 12; k++) compare_step(&c, &random, &(VlState){0});
    alternatives += check_alternatives(&c, &random);
    check_initial(&c);
    comparison_free(&c);
    model_free(model);
    vl_model_free(source);
  }
  CHECK_COVERAGE(alternatives > 1000);
}

static Model *through_blif_mv(const Model *model) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  CHECK(stream && blif_mv_write(model, stream));
  fclose(stream);
  Error error = {0};
  Model *again = blif_mv_read("random.mv", text, size, NULL, &error);
  if (!again) printf("%s%s\n", text, error_text(&error));
  CHECK(again);
  free(text);
  return again;
}

static bool counts_upwards(const VlModel *source) {
  for (unsigned i = 0; i < source->count; i++)
    if (source->variables[i].upwards) return true;
  return false;
}

/* Vectors whose lowest index is the highest bit come back turned round: bits have only numbers. */
TEST(random_models_mean_the_same_after_a_round_trip_through_blif_mv) {
  log_set_level(LOG_QUIET);
  Random random = {19};
  size_t compared = 0;
  for (unsigned i = 0; i < test_cases(400); i++) {
    VlModel *source = vl_model_new(&random);
    Error error = {0};
    Model *model = vl2mv_read("random.v", source->text.data, source->text.size, NULL, &error);
    CHECK(model);
    Model *again = through_blif_mv(model);
    CHECK_EQUAL(again->system->latches.size, model->system->latches.size);
    CHECK_EQUAL(again->system->inputs.size, model->system->inputs.size);
    if (!counts_upwards(source)) {
      Comparison c = comparison_new(source, again->system);
      for (unsigned k = 0; k < 12; k++) compare_step(&c, &random, &(VlState){0});
      check_alternatives(&c, &random);
      check_initial(&c);
      comparison_free(&c);
      compared++;
    }
    model_free(model);
    model_free(again);
    vl_model_free(source);
  }
  CHECK_COVERAGE(compared > 100);
}
