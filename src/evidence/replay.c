#include "evidence/replay.h"

#include "evidence/bridge.h"
#include "judge/trace.h"

typedef struct {
  const Task *task;
  const Trace *trace;
} Claim;

/* Variables of the graph that are no inputs of the system have no values in a trace. */
static bool value_in(const Bits *bits, size_t place) {
  return place < bits->size && bits_get(bits, place);
}

static bool latch_at(const void *owner, size_t step, size_t place) {
  return value_in(&((const Trace *)owner)->steps.data[step].latches, place);
}

static bool input_at(const void *owner, size_t step, size_t place) {
  return value_in(&((const Trace *)owner)->steps.data[step].inputs, place);
}

static void check_sizes(Judge *judge, const System *system, const Trace *trace) {
  for (size_t k = 0; k < trace->steps.size; k++) {
    const Step *step = trace->steps.data + k;
    if (step->latches.size != system->latches.size || step->inputs.size != system->inputs.size)
      refuse(judge,
             "step %zu has values for %zu latches and %zu inputs, but the system has %zu latches "
             "and %zu inputs",
             k, step->latches.size, step->inputs.size, system->latches.size, system->inputs.size);
  }
}

static void argue(Judge *judge, void *about) {
  const Task *task = ((Claim *)about)->task;
  const Trace *trace = ((Claim *)about)->trace;
  if (task->kind != TASK_BAD && task->kind != TASK_FAIR)
    refuse(judge, "a trace is evidence for invariants and progress properties only");
  check_sizes(judge, task->system, trace);
  Run run = {.model = bridge_circuit(judge, task->system, NULL, "model"),
             .steps = trace->steps.size,
             .loop = trace->loop,
             .latch = latch_at,
             .input = input_at,
             .owner = trace,
             .progress = task->kind == TASK_FAIR,
             .bad = task->bad};
  bridge_lits(judge, &task->conditions, &run.conditions);
  check_trace(&run);
}

bool replay(const Task *task, const Trace *trace, Error *report) {
  Claim claim = {task, trace};
  return bridge_judge(argue, &claim, NULL, NULL, report);
}
