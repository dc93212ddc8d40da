/* Proof refinements on random questions: the result is a proof; strengthening never weakens,
 * shrinking and weakening never add. */
#include "engine/reach/refine.h"
#include "oracle/reach_question.h"
#include "test.h"

#include <stdio.h>

typedef void (*Refine)(Reach *reach, ClauseVec *proof, Budget *budget);

typedef struct {
  size_t proofs, clauses_before, clauses_after, literals_before, literals_after;
} Tally;

static bool is_subset(const ClauseVec *part, const ClauseVec *whole) {
  for (size_t i = 0; i < part->size; i++) {
    bool found = false;
    for (size_t k = 0; k < whole->size && !found; k++)
      found = clause_equal(part->data[i], whole->data[k]);
    if (!found) return false;
  }
  return true;
}

/* Proofs as IC3 gives them. */
static Tally try_all(Refine refine, bool stronger, bool subset, bool may_grow, Budget *budget) {
  Tally tally = {0};
  for (uint64_t seed = 1; seed <= test_cases(400); seed++) {
    Question *q = question_new(seed, 5 + (unsigned)(seed % 5), seed % 4 != 0);
    ReachOptions options = reach_default_options;
    options.ctg = false;
    options.attempts = 1; /* generalized badly, so that there is something to refine */
    Reach *reach = question_reach(q, q->rules.size, &options);
    if (reach_run(reach, NULL) == REACH_PROOF) {
      ClauseVec proof = reach_proof(reach), before = clauses_copy(&proof);
      refine(reach, &proof, budget);
      const char *fault = question_proof_fault(q, &proof);
      if (fault) fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, fault);
      CHECK(!fault);
      Bits old = question_states(q, &before), new = question_states(q, &proof);
      if (stronger) CHECK(bits_subset(&new, &old));
      if (subset) CHECK(is_subset(&proof, &before));
      if (!may_grow) {
        CHECK(proof.size <= before.size);
        CHECK(clauses_literals(&proof) <= clauses_literals(&before));
      }
      tally.proofs++;
      tally.clauses_before += before.size;
      tally.clauses_after += proof.size;
      tally.literals_before += clauses_literals(&before);
      tally.literals_after += clauses_literals(&proof);
      bits_free(&old);
      bits_free(&new);
      clauses_free(&proof);
      clauses_free(&before);
    }
    reach_free(reach);
    question_free(q);
  }
  CHECK_COVERAGE(tally.proofs > 0);
  return tally;
}

TEST(a_generalized_property_is_a_stronger_proof) {
  try_all(refine_property, true, false, true, NULL);
}

TEST(a_strengthened_proof_is_stronger_and_not_larger) {
  Tally tally = try_all(refine_strengthen, true, false, false, NULL);
  CHECK_COVERAGE(tally.literals_after < tally.literals_before);
}

TEST(a_shrunk_proof_is_part_of_the_old_one) { try_all(refine_shrink, false, true, false, NULL); }

TEST(a_weakened_proof_is_part_of_the_old_one) {
  Tally tally = try_all(refine_weaken, false, true, false, NULL);
  CHECK_COVERAGE(tally.clauses_after < tally.clauses_before);
}

TEST(a_minimized_proof_is_smaller) {
  Tally tally = try_all(refine_minimize, false, false, false, NULL);
  CHECK_COVERAGE(tally.literals_after < tally.literals_before);
}

TEST(a_refinement_without_budget_leaves_a_proof) {
  volatile sig_atomic_t cancel = 1;
  Budget budget = {.cancel = &cancel};
  try_all(refine_minimize, false, false, false, &budget);
}

/* After strengthening no single literal can be dropped, after weakening no single clause. */
TEST(a_strengthened_proof_stays_as_it_is) {
  for (uint64_t seed = 1; seed <= test_cases(100); seed++) {
    Question *q = question_new(seed, 5 + (unsigned)(seed % 5), true);
    Reach *reach = question_reach(q, q->rules.size, NULL);
    if (reach_run(reach, NULL) == REACH_PROOF) {
      ClauseVec proof = reach_proof(reach);
      refine_minimize(reach, &proof, NULL);
      size_t clauses = proof.size, literals = clauses_literals(&proof);
      refine_strengthen(reach, &proof, NULL);
      refine_weaken(reach, &proof, NULL);
      CHECK_EQUAL(proof.size, clauses);
      CHECK_EQUAL(clauses_literals(&proof), literals);
      clauses_free(&proof);
    }
    reach_free(reach);
    question_free(q);
  }
}
