/* Any bytes as a certificate, for two models of which no certificate can be valid: a counter that
 * reaches its bad state and meets its condition forever. Whatever is accepted is a false proof. */
#include <assert.h>

#include "evidence/certify.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (TaskKind kind = TASK_BAD; kind <= TASK_FAIR; kind++) {
    Task *task = make_task(kind);
    Error report = {0};
    bool accepted = certify_witness_bytes(task, "fuzz", (const char *)data, size, 0, &report);
    assert(!accepted && report.message);
    (void)accepted;
    error_free(&report);
    task_free(task);
  }
  return 0;
}
