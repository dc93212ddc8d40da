/* The trace: from a state of F in the first obligation's cube, simulated with the recorded inputs.
 * By lifting, every state of an obligation's cube reaches the next one's under its inputs and meets
 * all constraints, so any state of F in the first cube will do, and inputs that were not recorded
 * may have any value. */
#include "engine/reach/internal.h"

#include "base/map.h"

Trace *counterexample_build(Reach *reach, const Obligation *start) {
  const ReachModel *model = reach->model;
  const System *system = model->system;
  Trace *trace = trace_new();
  bool after = reach->from == REACH_SUCCESSORS;
  Bits state = bits_new(model->latches);
  Step *before = after ? trace_add_step(trace, system) : NULL;
  if (!initiation_state(reach, start->cube, &state, before)) {
    bits_free(&state);
    trace_free(trace);
    return NULL;
  }
  Map input_of = {0};
  for (size_t i = 0; i < model->inputs; i++)
    map_put(&input_of, lit_node(system->inputs.data[i]), i);
  for (const Obligation *o = start; o; o = o->next) {
    Step *step = trace_add_step(trace, system);
    size_t k = trace->steps.size - 1;
    if (k) trace_advance(trace, system, k - 1);
    else bits_or(&step->latches, &state);
    for (size_t i = 0; i < o->inputs->size; i++) {
      uint64_t input = 0;
      map_get(&input_of, lit_node(o->inputs->lits[i]), &input);
      bits_put(&step->inputs, input, !lit_negated(o->inputs->lits[i]));
    }
  }
  map_free(&input_of);
  bits_free(&state);
  return trace;
}
