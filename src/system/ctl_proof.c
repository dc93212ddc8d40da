#include "system/ctl_proof.h"

#include "base/memory.h"

CtlProof *ctl_proof_new(void) { return mem_zalloc(sizeof(CtlProof)); }

void ctl_update_free(CtlUpdate *update) {
  vec_free(&update->states);
  vec_free(&update->inputs);
  vec_free(&update->functions);
}

void ctl_proof_free(CtlProof *proof) {
  if (!proof) return;
  for (size_t i = 0; i < proof->updates.size; i++) ctl_update_free(proof->updates.data + i);
  vec_free(&proof->updates);
  vec_free(&proof->gates);
  mem_free(proof);
}

CtlUpdate *ctl_proof_add(CtlProof *proof, CtlUpdateKind kind, uint32_t node) {
  CtlUpdate update = {.kind = kind, .node = node};
  vec_push(&proof->updates, update);
  return &vec_last(&proof->updates);
}

int ctl_proof_add_gate(CtlProof *proof, size_t latches, int left, int right) {
  vec_push(&proof->gates, left);
  vec_push(&proof->gates, right);
  return (int)(latches + proof->gates.size / 2);
}

bool ctl_update_global(const CtlUpdate *update) {
  return update->kind == CTL_REACHABLE || update->kind == CTL_EQUAL;
}

void ctl_proof_forget(CtlProof *proof, uint32_t node) {
  size_t kept = 0;
  for (size_t i = 0; i < proof->updates.size; i++) {
    CtlUpdate *update = proof->updates.data + i;
    if (ctl_update_global(update) || update->node != node) proof->updates.data[kept++] = *update;
    else ctl_update_free(update);
  }
  proof->updates.size = kept;
}
