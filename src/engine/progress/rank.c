/* Ranks in witness circuits; see docs/certificates.md. */
#include "engine/progress/progress.h"

Lit rank_at_most(Witness *witness, const LitVec *rank) {
  Aig *aig = witness->circuit->aig;
  Lit at_most = LIT_TRUE; /* from the least significant entry up */
  for (size_t i = rank->size; i-- > 0;) {
    Intervention intervention = {rank->data[i], system_input(witness->circuit)};
    vec_push(&witness->interventions, intervention);
    Lit differ = aig_xor(aig, rank->data[i], intervention.input);
    at_most = aig_mux(aig, differ, rank->data[i], at_most);
  }
  return at_most;
}

Lit proof_literal(Aig *to, const Lit *map, const ClauseVec *proof) {
  LitVec clauses = {0}, lits = {0};
  for (size_t i = 0; i < proof->size; i++) {
    vec_clear(&lits);
    for (size_t k = 0; k < proof->data[i]->size; k++)
      vec_push(&lits, aig_map_lit(map, proof->data[i]->lits[k]));
    vec_push(&clauses, aig_or_all(to, lits.data, lits.size));
  }
  Lit all = aig_and_all(to, clauses.data, clauses.size);
  vec_free(&clauses);
  vec_free(&lits);
  return all;
}
