/* Random small SMV models: the transition relation of the encoded system, by enumeration, is the
 * one that the interpreter of the syntax tree gives; likewise the initial states, and which models
 * are refused because some value is undefined or out of range. */
#include "test.h"

#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "front/smv/parser.h"
#include "front/smv/smv.h"
#include "oracle/explicit.h"
#include "oracle/random_smv.h"
#include "oracle/smv_interpreter.h"
#include "report/trace_smv.h"

/* --- the relation of the encoded system ------------------------------------------------------- */

/* Codes that stand for no value: such states exist, but must not be reached. */
#define UNUSED_CODE (SIZE_MAX - 1)

/* The number of the interpreter's valuation that the signals of a step show. */
static size_t valuation_of(const Interpreter *it, const System *system, const Step *step) {
  Bits values = bits_new(system->aig->size);
  step_evaluate(system, step, &values);
  size_t valuation = 0, factor = 1;
  for (size_t i = 0; i < it->variables.size; i++) {
    const ConcreteVariable *variable = it->variables.data + i;
    const char *name = it->syntax->names.text[variable->name];
    Text text = {0}, mine = {0};
    trace_smv_value(signal_find(&system->signals, name), &values, &text);
    size_t j = 0;
    for (; j < variable->domain.size; j++) {
      Concrete value = variable->domain.data[j];
      text_clear(&mine);
      if (value.kind == CONCRETE_BOOLEAN) text_add(&mine, value.number ? "TRUE" : "FALSE");
      else if (value.kind == CONCRETE_INTEGER) text_format(&mine, "%lld", (long long)value.number);
      else if (value.kind == CONCRETE_SYMBOL) text_add(&mine, it->syntax->names.text[value.number]);
      else text_format(&mine, "0ud%u_%lld", value.width, (long long)value.number);
      if (!strcmp(mine.data, text.data)) break;
    }
    text_free(&text);
    text_free(&mine);
    if (j == variable->domain.size) {
      bits_free(&values);
      return UNUSED_CODE;
    }
    valuation += factor * j;
    factor *= variable->domain.size;
  }
  bits_free(&values);
  return valuation;
}

static void compare(const Interpreter *it, const System *system, const char *source) {
  Explicit *e = explicit_new(system);
  Trace *scratch = trace_new();
  size_t n = it->states, none = SIZE_MAX;
  size_t *valuation = mem_array(e->steps, sizeof *valuation);
  Bits initial = bits_new(n), follows = bits_new(n * n);
  for (size_t step = 0; step < e->steps; step++) {
    valuation[step] = none;
    if (!bits_get(&e->valid, step)) continue;
    Step *values = scratch->steps.size ? scratch->steps.data : trace_add_step(scratch, system);
    size_t state = step / e->inputs, input = step % e->inputs;
    for (size_t i = 0; i < system->latches.size; i++) bits_put(&values->latches, i, state >> i & 1);
    for (size_t i = 0; i < system->inputs.size; i++) bits_put(&values->inputs, i, input >> i & 1);
    valuation[step] = valuation_of(it, system, values);
    if (!bits_get(&e->initial, state)) continue;
    if (valuation[step] == UNUSED_CODE)
      test_fail(__FILE__, __LINE__, "an initial state has an unused code in\n%s", source);
    bits_set(&initial, valuation[step]);
  }
  for (size_t step = 0; step < e->steps; step++)
    for (size_t input = 0; valuation[step] < UNUSED_CODE && input < e->inputs; input++) {
      size_t next = e->graph.edges.data[step].to * e->inputs + input;
      if (valuation[next] == UNUSED_CODE)
        test_fail(__FILE__, __LINE__, "a transition leads to an unused code in\n%s", source);
      if (valuation[next] != none) bits_set(&follows, valuation[step] * n + valuation[next]);
    }
  bool failed = false;
  for (size_t i = 0; i < n; i++) {
    if (interpreter_initial(it, i, &failed) != bits_get(&initial, i))
      test_fail(__FILE__, __LINE__, "valuation %zu: the initial states differ in\n%s", i, source);
    for (size_t j = 0; j < n; j++)
      if (interpreter_follows(it, i, j, &failed) != bits_get(&follows, i * n + j))
        test_fail(__FILE__, __LINE__, "from %zu to %zu: the transitions differ in\n%s", i, j,
                  source);
  }
  mem_free(valuation);
  bits_free(&initial);
  bits_free(&follows);
  trace_free(scratch);
  explicit_free(e);
}

/* Whether some value is undefined or out of range in the interpreter's eyes. */
static bool something_fails(const Interpreter *it) {
  bool failed = false;
  for (size_t i = 0; i < it->states && !failed; i++) {
    interpreter_initial(it, i, &failed);
    for (size_t j = 0; j < it->states && !failed; j++) interpreter_follows(it, i, j, &failed);
  }
  return failed;
}

TEST(random_smv_models_mean_what_the_interpreter_says) {
  log_set_level(LOG_QUIET);
  unsigned compared = 0, refused = 0;
  for (unsigned seed = 1; seed <= test_cases(400); seed++) {
    RandomSmv g = {.random = {seed}};
    random_smv_model(&g);
    /* exact transitions, and in half of the models no variable becomes an input */
    text_add(&g.text, "INVARSPEC TRUE\n");
    if (random_below(&g.random, 2)) text_add(&g.text, "CTLSPEC TRUE\n");
    Error error = {0}, parse_error = {0};
    Syntax syntax = {
        .file = "random.smv", .text = g.text.data, .length = g.text.size, .error = &parse_error};
    if (!smv_parse(&syntax))
      test_fail(__FILE__, __LINE__, "%s\n%s", parse_error.message, g.text.data);
    Interpreter *it = interpreter_new(&syntax);
    Model *model = smv_read("random.smv", g.text.data, g.text.size, NULL, &error);
    if (!model) {
      if (!something_fails(it))
        test_fail(__FILE__, __LINE__, "seed %u: %s, in\n%s", seed, error_text(&error), g.text.data);
      refused++;
    } else if (model->system->inputs.size + model->system->latches.size <= 13) {
      compare(it, model->system, g.text.data);
      compared++;
    }
    model_free(model);
    error_free(&error);
    interpreter_free(it);
    syntax_free(&syntax);
    text_free(&g.text);
  }
  log_set_level(LOG_NORMAL);
  printf("    %u compared, %u refused\n", compared, refused);
  CHECK(compared > refused / 4);
}
