/* See circuit.h. Of bad steps, a proof by paths into them is k-induction, and there are circuits
 * for that (kind.h). Of lassos, numbers of simple paths are no inductive invariant of anything; but
 * it is known then that the saved state of liveness to safety (l2s) never comes back, and the
 * engine for that looks for the reason, which is what the circuit says. */
#include "engine/bmc/circuit.h"

#include "engine/bmc/kind.h"
#include "engine/engine.h"

enum { HISTORY_LATCHES = 20000, CIRCUIT_WORK = 2000000 };

static Evidence history(const Task *task, const ClauseVec *known, size_t length, bool no_stutter) {
  size_t step = task->system->latches.size + task->system->inputs.size;
  if (length * step > HISTORY_LATCHES) return (Evidence){0};
  return (Evidence){.kind = EVIDENCE_INVARIANT,
                    .witness = history_witness(task, known, length, no_stutter),
                    .size = length};
}

static Evidence cubes(const Task *task, const ClauseVec *known, size_t length, Budget *budget) {
  Evidence evidence = {0};
  Backward *backward = backward_new(task, known, length - 1);
  if (backward_run(backward, budget))
    evidence = (Evidence){.kind = EVIDENCE_INVARIANT,
                          .witness = backward_witness(backward),
                          .size = backward_cubes(backward)};
  backward_free(backward);
  return evidence;
}

static Evidence saved_states(const Task *task, Budget *budget) {
  const Engine *l2s = engine_find("l2s");
  EngineSetup setup = {.options = l2s->option_defaults};
  void *state = engine_open(l2s, task, &setup);
  EngineResult result = {0};
  l2s->run(state, budget);
  l2s->result(state, &result);
  l2s->close(state);
  if (result.verdict == VERDICT_HOLDS) return result.evidence;
  evidence_free(&result.evidence);
  return (Evidence){0};
}

Evidence circuit_of_proof(const Task *task, const ClauseVec *known, size_t length, PathNeed need,
                          Budget *budget) {
  if (!length) length = 1;
  Budget slice = budget_slice(budget, CIRCUIT_WORK);
  if (task->kind == TASK_FAIR) return saved_states(task, &slice);
  switch (need) {
  case NEEDS_NOTHING: return history(task, known, length, false);
  case NEEDS_MOVEMENT: return history(task, known, length, true);
  case NEEDS_DISTINCT: return cubes(task, known, length, &slice);
  case NEED_UNKNOWN: break;
  }
  return (Evidence){0};
}
