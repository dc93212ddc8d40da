/* Shoals as sets, and as a certificate.
 *
 * Write V_j for the union of shoals 1 to j. Edges within R do not leave V_j: from a state of shoal j
 * that is in no earlier one they lead into shoal j or V_{j-1}, and V_{j-1} is not left. So the rank
 * w = (V_n, ..., V_1) never decreases. An edge that keeps it stays in shoal j, outside V_{j-1}, for
 * some j, and misses the condition of shoal j; or it stays outside V_n, then it starts in the last
 * proof and misses its condition. The invariant is R and (last proof or V_n). */
#include "engine/progress/progress.h"
#include "engine/rlive/internal.h"

void shoals_free(ShoalVec *shoals) {
  for (size_t i = 0; i < shoals->size; i++) clauses_free(&shoals->data[i].states);
  vec_free(shoals);
}

static bool satisfied(const Roles *roles, const Clause *clause, const Bits *state) {
  for (size_t i = 0; i < clause->size; i++)
    if (bits_get(state, roles->index[lit_node(clause->lits[i])]) != lit_negated(clause->lits[i]))
      return true;
  return false;
}

bool shoal_contains(const Roles *roles, const Shoal *shoal, const Bits *state) {
  for (size_t i = 0; i < shoal->states.size; i++)
    if (!satisfied(roles, shoal->states.data[i], state)) return false;
  return true;
}

Witness *shoals_witness(const Task *task, const ShoalVec *shoals, const ClauseVec *reachable,
                        const Shoal *last) {
  Lit *map;
  Witness *witness = witness_new(system_copy(task->system, &map));
  Aig *aig = witness->circuit->aig;
  LitVec rank = {0}, missed = {0};
  Lit within = LIT_FALSE; /* V_j */
  for (size_t i = 0; i < task->conditions.size; i++) vec_push(&missed, LIT_FALSE);
  for (size_t j = 0; j < shoals->size; j++) {
    const Shoal *shoal = &shoals->data[j];
    Lit inside = proof_literal(aig, map, &shoal->states);
    Lit *miss = &missed.data[shoal->condition];
    *miss = aig_or(aig, *miss, aig_and(aig, inside, lit_not(within)));
    within = aig_or(aig, within, inside);
    vec_push(&rank, within);
  }
  for (size_t i = 0, j = rank.size; i + 1 < j; i++) { /* the largest first */
    Lit swap = rank.data[i];
    rank.data[i] = rank.data[--j];
    rank.data[j] = swap;
  }
  Lit *miss = &missed.data[last->condition];
  *miss = aig_or(aig, *miss, lit_not(within));
  Lit invariant = aig_or(aig, within, proof_literal(aig, map, &last->states));
  invariant = aig_and(aig, invariant, proof_literal(aig, map, reachable));
  witness->bad = lit_not(invariant);
  Lit at_most = rank_at_most(witness, &rank);
  for (size_t i = 0; i < missed.size; i++)
    vec_push(&witness->justice, lit_not(aig_and(aig, at_most, missed.data[i])));
  vec_free(&rank);
  vec_free(&missed);
  mem_free(map);
  return witness;
}
