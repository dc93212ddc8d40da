/* Any bytes as the message of a worker that has gone wrong: nothing is read that is not there, and
 * what decodes can be judged. The first byte chooses the kind of task. */
#include "portfolio/wire.h"

#include "evidence/certify.h"
#include "evidence/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Task *make_task(TaskKind kind) {
  System *system = system_new();
  Lit count = system_input(system), bit[2];
  for (int i = 0; i < 2; i++) bit[i] = system_latch(system, RESET_0);
  system_set_next(system, bit[0], aig_xor(system->aig, bit[0], count));
  system_set_next(system, bit[1],
                  aig_xor(system->aig, bit[1], aig_and(system->aig, bit[0], count)));
  Task *task = task_new(kind, system);
  task->bad = aig_and(system->aig, bit[0], bit[1]);
  if (kind == TASK_FAIR) vec_push(&task->conditions, bit[1]);
  return task;
}

static void judge(const Task *task, const WireFrame *frame) {
  WireResult result;
  Error error = {0};
  if (wire_read_result(frame, task, &result, &error)) {
    if (result.result.evidence.trace) replay(task, result.result.evidence.trace, &error);
    if (result.result.evidence.witness)
      certify_witness(task, result.result.evidence.witness, &error);
    wire_result_free(&result);
  }
  error_free(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  Task *task = make_task(*data % 2 ? TASK_FAIR : TASK_BAD);
  WireFrame frame = {.data = (const char *)data + 1, .size = size - 1};
  WireProgress progress;
  ClauseVec clauses = {0};
  judge(task, &frame);
  wire_read_progress(&frame, &progress);
  wire_read_lemmas(&frame, task, &clauses);
  clauses_free(&clauses);
  task_free(task);
  return 0;
}
