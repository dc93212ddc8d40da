#include "system/bmc_proof.h"

#include "base/memory.h"
#include "system/evidence.h"

const char *bmc_method_name(BmcMethod method) {
  static const char *const names[] = {
      [BMC_ONE] = "one",     [BMC_OR] = "or",   [BMC_FLAG] = "flag",     [BMC_COUNTER] = "counter",
      [BMC_TRANS] = "trans", [BMC_BAD] = "bad", [BMC_DIRECT] = "direct",
  };
  return names[method];
}

bool bmc_method_has_radii(BmcMethod method) {
  return method == BMC_BAD || method == BMC_TRANS || method == BMC_DIRECT;
}

const char *bmc_criterion_name(BmcCriterion criterion) {
  static const char *const names[] = {
      [BMC_INTO] = "into",
      [BMC_OUT_OF] = "out-of",
      [BMC_FORWARD] = "forward",
      [BMC_BACKWARD] = "backward",
  };
  return names[criterion];
}

BmcProof *bmc_proof_copy(const BmcProof *proof) {
  BmcProof *copy = mem_zalloc(sizeof *copy);
  *copy = *proof;
  copy->latches = (U32Vec){0};
  vec_append(&copy->latches, &proof->latches);
  copy->invariant = witness_copy(proof->invariant);
  return copy;
}

void bmc_proof_free(BmcProof *proof) {
  if (!proof) return;
  vec_free(&proof->latches);
  witness_free(proof->invariant);
  mem_free(proof);
}

size_t bmc_proof_length(const BmcProof *proof) {
  if (!proof->n) return 0;
  switch (proof->method) {
  case BMC_BAD:
  case BMC_DIRECT: return proof->n;
  case BMC_TRANS: return proof->n - 1; /* a lasso of k steps is bad k transitions later */
  default: return proof->n + proof->m;
  }
}
