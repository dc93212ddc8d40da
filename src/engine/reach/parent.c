/* Parent lemmas: a cube to be generalized for a frame often contains one that is blocked by a lemma
 * of the frame before, which could not be moved on. That lemma was made for the same reason, and
 * says two things about the cube.
 *
 * - Its literals are the ones to keep: they are tried last, so that the new lemma becomes one that
 *   the frame before has, too (Xia, Becchi, Cimatti, Griggio, Li, Pu, "Searching for i-good lemmas
 *   to accelerate safety model checking", CAV 2023).
 * - The lemma with one more literal of the cube may be all that is needed: a query or two in the
 *   place of one for each literal (Su, Yang, Ci, "Predicting lemmas in generalization of IC3", DAC
 *   2024; without their counterexamples to propagation the literal is one that occurs in many
 *   lemmas). */
#include "engine/reach/internal.h"

/* Literals that are tried as the one more. */
enum { MOST_PREDICTIONS = 3 };

const Clause *parent_find(const Reach *reach, const LitVec *cube, size_t at) {
  if (at < 2 || !cube->size) return NULL;
  const ClauseVec *lemmas = &reach->frames.data[at - 1].lemmas;
  const Clause *parent = NULL;
  Cube *whole = clause_new(cube->data, cube->size);
  Clause *clause = clause_negation(whole);
  for (size_t i = lemmas->size; i-- > 0 && !parent;)
    if (clause_subsumes(lemmas->data[i], clause)) parent = lemmas->data[i];
  clause_free(clause);
  clause_free(whole);
  return parent;
}

/* Of the literals those whose negations are in the lemma, or the others, behind what is there. */
static void take(LitVec *to, const LitVec *from, const Clause *lemma, bool inside) {
  for (size_t i = 0; i < from->size; i++) {
    bool found = false;
    for (uint32_t k = 0; k < lemma->size && !found; k++)
      found = lemma->lits[k] == lit_not(from->data[i]);
    if (found == inside) vec_push(to, from->data[i]);
  }
}

void parent_last(const Clause *parent, LitVec *order) {
  LitVec sorted = {0};
  take(&sorted, order, parent, false);
  take(&sorted, order, parent, true);
  vec_free(order);
  *order = sorted;
}

/* The query wants its literals sorted. */
static bool try_with(Reach *reach, const Clause *parent, Lit more, size_t at, LitVec *core) {
  LitVec lits = {0};
  for (uint32_t i = 0; i < parent->size; i++) vec_push(&lits, lit_not(parent->lits[i]));
  vec_push(&lits, more);
  Cube *cube = clause_new(lits.data, lits.size);
  vec_free(&lits);
  reach->stats.predictions++;
  bool blocked = initiation_holds(reach, cube->lits, cube->size) && !reach->interrupted &&
                 query_relative(reach, at - 1, cube->lits, cube->size, true, QUERY_DROP, core) ==
                     SAT_UNSATISFIABLE;
  reach->stats.predicted += blocked;
  clause_free(cube);
  return blocked;
}

bool parent_predict(Reach *reach, const Clause *parent, LitVec *cube, size_t at) {
  if (parent->size + 1 >= cube->size) return false;
  LitVec rest = {0}, core = {0};
  bool found = false;
  take(&rest, cube, parent, false);
  activity_sort(reach, rest.data, rest.size, false);
  for (size_t i = 0; i < rest.size && i < MOST_PREDICTIONS && !found && !reach->interrupted; i++)
    found = try_with(reach, parent, rest.data[i], at, &core);
  if (found) {
    vec_clear(cube);
    vec_append(cube, &core);
  }
  vec_free(&rest);
  vec_free(&core);
  return found;
}
