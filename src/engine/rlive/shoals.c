/* Shoals as sets, and as a certificate.
 *
 * Write V_j for the union of shoals 1 to j, and open for the states on no closed side. Edges of the
 * arena within R do not leave V_j: from a state of shoal j that is in no earlier one they lead into
 * shoal j or V_{j-1}, and V_{j-1} is not left. So the rank w = (ranks of the walls; open and V_n,
 * ..., open and V_1) never decreases: an edge outside the arena raises the rank of the walls, or
 * stays on closed sides, where the rest is 0. An edge that keeps w is on closed sides and misses
 * the condition of the first; or it is in the arena. Then it stays in shoal j, outside V_{j-1}, for
 * some j, and misses the condition of shoal j; or it stays outside V_n, and then the last proof
 * says what it misses. */
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

static void miss(Aig *aig, LitVec *missed, size_t condition, Lit where) {
  Lit *place = &missed->data[condition];
  *place = aig_or(aig, *place, where);
}

Witness *shoals_witness(const System *system, const Stable *stable, const ShoalVec *shoals,
                        const ClauseVec *reachable, const Shoal *last) {
  Lit *map;
  Witness *witness = witness_new(system_copy(system, &map));
  Aig *aig = witness->circuit->aig;
  LitVec rank = {0}, missed = {0}, unions = {0};
  Lit open = aig_map_lit(map, stable->rank.open), within = LIT_FALSE; /* V_j */
  for (size_t i = 0; i < stable->missed.size; i++)
    vec_push(&missed, aig_map_lit(map, stable->missed.data[i]));
  for (size_t j = 0; j < shoals->size; j++) {
    Lit inside = aig_and(aig, open, proof_literal(aig, map, &shoals->data[j].states));
    miss(aig, &missed, shoals->data[j].condition, aig_and(aig, inside, lit_not(within)));
    within = aig_or(aig, within, inside);
    vec_push(&unions, within);
  }
  miss(aig, &missed, last->condition, aig_and(aig, open, lit_not(within)));
  for (size_t i = 0; i < stable->rank.entries.size; i++)
    vec_push(&rank, aig_map_lit(map, stable->rank.entries.data[i]));
  for (size_t j = unions.size; j-- > 0;) vec_push(&rank, unions.data[j]); /* the largest first */
  Lit invariant = proof_literal(aig, map, &last->states);
  if (!stable->walls.size) invariant = aig_or(aig, within, invariant);
  invariant = aig_and(aig, invariant, proof_literal(aig, map, reachable));
  witness->bad = lit_not(invariant);
  Lit at_most = rank_at_most(witness, &rank);
  for (size_t i = 0; i < missed.size; i++)
    vec_push(&witness->justice, lit_not(aig_and(aig, at_most, missed.data[i])));
  vec_free(&rank);
  vec_free(&missed);
  vec_free(&unions);
  mem_free(map);
  return witness;
}
