#include "system/evidence.h"

#include "base/memory.h"

Witness *witness_new(System *circuit) {
  Witness *witness = mem_zalloc(sizeof *witness);
  witness->circuit = circuit;
  witness->bad = LIT_FALSE;
  return witness;
}

void witness_free(Witness *witness) {
  if (!witness) return;
  system_free(witness->circuit);
  vec_free(&witness->justice);
  vec_free(&witness->interventions);
  mem_free(witness);
}

const char *evidence_kind_name(EvidenceKind kind) {
  static const char *const names[] = {"none", "trace", "lasso", "invariant", "ranking", "ctl"};
  return names[kind];
}

void evidence_free(Evidence *evidence) {
  trace_free(evidence->trace);
  witness_free(evidence->witness);
  *evidence = (Evidence){0};
}
