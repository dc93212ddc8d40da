/* See smv_compare.h. */
#include "oracle/smv_compare.h"

#include "base/memory.h"
#include "oracle/explicit.h"
#include "report/trace_smv.h"
#include "test.h"

static void print_value(const Interpreter *it, Concrete value, Text *text) {
  int64_t number = value.number;
  bool negative = value.is_signed && number >> (value.width - 1) & 1;
  text_clear(text);
  switch (value.kind) {
  case CONCRETE_BOOLEAN: text_add(text, number ? "TRUE" : "FALSE"); break;
  case CONCRETE_INTEGER: text_format(text, "%lld", (long long)number); break;
  case CONCRETE_SYMBOL: text_add(text, it->syntax->names.text[number]); break;
  case CONCRETE_PROCESS:
    text_add(text, number ? it->scopes->scopes.data[number].path : "main");
    break;
  case CONCRETE_WORD:
    if (negative) number = ((int64_t)1 << value.width) - number;
    text_format(text, "%s0%cd%u_%lld", negative ? "-" : "", value.is_signed ? 's' : 'u',
                value.width, (long long)number);
  }
}

Valuation smv_values(const Interpreter *it, const System *system, const Step *step) {
  Bits values = bits_new(system->aig->size);
  step_evaluate(system, step, &values);
  Valuation valuation = interpreter_valuation(it, 0);
  for (size_t i = 0; i < it->scopes->variables.size && valuation; i++) {
    const ConcreteVariable *variable = it->scopes->variables.data + i;
    Text text = {0}, mine = {0};
    const Signal *signal = signal_find(&system->signals, variable->path);
    if (!signal) test_fail(__FILE__, __LINE__, "the front end has no variable %s", variable->path);
    trace_smv_value(signal, &values, &text);
    size_t j = 0;
    for (; j < variable->domain.size; j++) {
      print_value(it, variable->domain.data[j], &mine);
      if (!strcmp(mine.data, text.data)) break;
    }
    text_free(&text);
    text_free(&mine);
    valuation[i] = (uint32_t)j;
    if (j < variable->domain.size) continue;
    mem_free(valuation);
    valuation = NULL;
  }
  bits_free(&values);
  return valuation;
}

size_t smv_valuation(const Interpreter *it, const System *system, const Step *step) {
  Valuation values = smv_values(it, system, step);
  if (!values) return SMV_NO_VALUATION;
  size_t number = 0, factor = 1;
  for (size_t i = 0; i < it->scopes->variables.size; i++) {
    number += factor * values[i];
    factor *= it->scopes->variables.data[i].domain.size;
  }
  mem_free(values);
  return number;
}

void smv_compare_relations(const Interpreter *it, const System *system, const char *source) {
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
    valuation[step] = smv_valuation(it, system, values);
    if (!bits_get(&e->initial, state)) continue;
    if (valuation[step] == SMV_NO_VALUATION)
      test_fail(__FILE__, __LINE__, "an initial state has an unused code in\n%s", source);
    bits_set(&initial, valuation[step]);
  }
  for (size_t step = 0; step < e->steps; step++)
    for (size_t input = 0; valuation[step] < SMV_NO_VALUATION && input < e->inputs; input++) {
      size_t next = e->graph.edges.data[step].to * e->inputs + input;
      if (valuation[next] == SMV_NO_VALUATION)
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
