/* The computation: a stem to one state of the skeleton, and the runs from each state to the next as
 * its loop. A run ends with the step in which the next run begins, so the last step of each is
 * dropped. From a state that must be left by its very edge, the run begins at the end of that edge.
 *
 * Where a state occurs twice in a run, what lies between is cut out. */
#include "engine/fair/internal.h"

static void add_step(Trace *trace, const System *system, const Bits *latches, const Bits *inputs) {
  Step *step = trace_add_step(trace, system);
  for (size_t i = 0; i < latches->size; i++) bits_put(&step->latches, i, bits_get(latches, i));
  for (size_t i = 0; i < inputs->size; i++) bits_put(&step->inputs, i, bits_get(inputs, i));
}

/* All steps but the last, going to the last occurrence of a state at once; only the first state may
 * not go to the end, or a loop would vanish. */
static void add_run(Trace *trace, const System *system, const Trace *run) {
  size_t last = run->steps.size - 1;
  for (size_t k = 0; k < last; k++) {
    const Bits *state = &run->steps.data[k].latches;
    size_t later = k ? last : last - 1;
    while (!bits_equal(state, &run->steps.data[later].latches)) later--;
    k = later;
    if (k < last) add_step(trace, system, state, &run->steps.data[k].inputs);
  }
}

Trace *lasso_build(const System *system, const Skeleton *skeleton, const Trace *stem, size_t entry,
                   Trace *const *runs) {
  Trace *trace = trace_new();
  add_run(trace, system, stem);
  trace->loop = (int64_t)trace->steps.size;
  for (size_t i = 0; i < skeleton->size; i++) {
    const Bone *bone = skeleton->data + (entry + i) % skeleton->size;
    if (bone->edge) add_step(trace, system, &bone->state, &bone->inputs);
    add_run(trace, system, runs[(entry + i) % skeleton->size]);
  }
  return trace;
}
