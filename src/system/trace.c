#include "system/trace.h"

#include "base/memory.h"

Trace *trace_new(void) {
  Trace *trace = mem_zalloc(sizeof *trace);
  trace->loop = TRACE_NO_LOOP;
  return trace;
}

void trace_free(Trace *trace) {
  if (!trace) return;
  for (size_t i = 0; i < trace->steps.size; i++) {
    bits_free(&trace->steps.data[i].latches);
    bits_free(&trace->steps.data[i].inputs);
  }
  vec_free(&trace->steps);
  mem_free(trace);
}

Trace *trace_copy(const Trace *trace) {
  Trace *copy = trace_new();
  for (size_t i = 0; i < trace->steps.size; i++) {
    const Step *from = trace->steps.data + i;
    Step step = {bits_copy(&from->latches), bits_copy(&from->inputs)};
    vec_push(&copy->steps, step);
  }
  copy->loop = trace->loop;
  return copy;
}

void trace_cut(Trace *trace, size_t length) {
  while (trace->steps.size > length) {
    Step step = vec_pop(&trace->steps);
    bits_free(&step.latches);
    bits_free(&step.inputs);
  }
}

Step *trace_add_step(Trace *trace, const System *system) {
  Step step = {bits_new(system->latches.size), bits_new(system->inputs.size)};
  vec_push(&trace->steps, step);
  return &vec_last(&trace->steps);
}

void step_evaluate(const System *system, const Step *step, Bits *values) {
  const Aig *aig = system->aig;
  bits_fill(values, false);
  for (size_t i = 0; i < system->inputs.size; i++)
    if (bits_get(&step->inputs, i)) bits_set(values, lit_node(system->inputs.data[i]));
  for (size_t i = 0; i < system->latches.size; i++)
    if (bits_get(&step->latches, i)) bits_set(values, lit_node(system->latches.data[i].current));
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_and(aig, node) && values_of(values, aig->nodes[node].left) &&
        values_of(values, aig->nodes[node].right))
      bits_set(values, node);
}

void trace_advance(Trace *trace, const System *system, size_t k) {
  assert(k + 1 < trace->steps.size);
  Bits values = bits_new(system->aig->size);
  step_evaluate(system, trace->steps.data + k, &values);
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&trace->steps.data[k + 1].latches, i,
             values_of(&values, system->latches.data[i].next));
  bits_free(&values);
}
