#include "system/evidence.h"

#include "base/memory.h"

Witness *witness_new(System *circuit) {
  Witness *witness = mem_zalloc(sizeof *witness);
  witness->circuit = circuit;
  witness->bad = LIT_FALSE;
  return witness;
}

Witness *witness_copy(const Witness *witness) {
  Lit *map;
  Witness *copy = witness_new(system_copy(witness->circuit, &map));
  copy->bad = aig_map_lit(map, witness->bad);
  for (size_t i = 0; i < witness->justice.size; i++)
    vec_push(&copy->justice, aig_map_lit(map, witness->justice.data[i]));
  for (size_t i = 0; i < witness->interventions.size; i++) {
    const Intervention *from = witness->interventions.data + i;
    Intervention to = {aig_map_lit(map, from->signal), aig_map_lit(map, from->input)};
    vec_push(&copy->interventions, to);
  }
  mem_free(map);
  return copy;
}

void witness_free(Witness *witness) {
  if (!witness) return;
  system_free(witness->circuit);
  vec_free(&witness->justice);
  vec_free(&witness->interventions);
  mem_free(witness);
}

Evidence evidence_copy_of_proof(const Evidence *evidence) {
  Evidence copy = {.kind = evidence->kind, .size = evidence->size};
  if (evidence->witness) copy.witness = witness_copy(evidence->witness);
  if (evidence->bmc) copy.bmc = bmc_proof_copy(evidence->bmc);
  return copy;
}

void evidence_free(Evidence *evidence) {
  trace_free(evidence->trace);
  witness_free(evidence->witness);
  ctl_proof_free(evidence->ctl);
  bmc_proof_free(evidence->bmc);
  vec_free(&evidence->sets);
  *evidence = (Evidence){0};
}
