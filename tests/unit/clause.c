#include "engine/reach/clause.h"

#include "base/random.h"
#include "test.h"

TEST(a_clause_is_sorted_and_has_no_repetitions) {
  Clause *clause = clause_new((Lit[]){8, 3, 8, 5, 3}, 5);
  CHECK_EQUAL(clause->size, 3);
  CHECK(clause->lits[0] == 3 && clause->lits[1] == 5 && clause->lits[2] == 8);
  Clause *negation = clause_negation(clause), *again = clause_negation(negation);
  CHECK(negation->lits[0] == 2 && negation->lits[1] == 4 && negation->lits[2] == 9);
  CHECK(clause_equal(clause, again) && !clause_equal(clause, negation));
  clause_free(clause);
  clause_free(negation);
  clause_free(again);
}

TEST(a_long_clause_is_sorted_too) {
  enum { COUNT = 40 };
  LitVec lits = {0};
  for (Lit i = 0; i < COUNT; i++) vec_push(&lits, 2 * (i * 7 % COUNT));
  vec_push(&lits, 6);
  Clause *clause = clause_new(lits.data, lits.size);
  CHECK_EQUAL(clause->size, COUNT);
  for (Lit i = 0; i < clause->size; i++) CHECK_EQUAL(clause->lits[i], 2 * i);
  clause_free(clause);
  vec_free(&lits);
}

/* Of literals 0 .. 2 * variables - 1, by the bits of a number; one literal per variable at most. */
static Clause *clause_of(uint32_t used, uint32_t signs, uint32_t variables) {
  LitVec lits = {0};
  for (uint32_t v = 0; v < variables; v++)
    if (used >> v & 1) vec_push(&lits, 2 * v + (signs >> v & 1));
  Clause *clause = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return clause;
}

TEST(subsumption_is_the_subset_relation) {
  Random random = {1};
  size_t found = 0;
  for (int i = 0; i < 20000; i++) {
    uint32_t variables = i % 2 ? 6 : 30;
    uint32_t mask = ((uint32_t)1 << variables) - 1;
    uint32_t b = (uint32_t)random_word(&random) & mask, signs = (uint32_t)random_word(&random);
    uint32_t a = i % 3 ? b & (uint32_t)random_word(&random) : (uint32_t)random_word(&random) & mask;
    uint32_t other = i % 5 ? signs : signs ^ (uint32_t)1 << random_below(&random, variables);
    Clause *first = clause_of(a, signs, variables), *second = clause_of(b, other, variables);
    bool expected = !(a & ~b) && !(a & (signs ^ other));
    CHECK_EQUAL(clause_subsumes(first, second), expected);
    found += expected;
    clause_free(first);
    clause_free(second);
  }
  CHECK(found > 1000 && found < 19000);
}

TEST(reduced_clauses_have_no_subsumed_ones_and_the_same_meaning) {
  Random random = {2};
  enum { VARIABLES = 5 };
  for (int round = 0; round < 300; round++) {
    ClauseVec clauses = {0};
    for (uint32_t i = 0; i < 12; i++)
      vec_push(&clauses, clause_of((uint32_t)random_word(&random), (uint32_t)random_word(&random),
                                   VARIABLES));
    ClauseVec reduced = clauses_copy(&clauses);
    clauses_reduce(&reduced);
    CHECK(reduced.size <= clauses.size && reduced.size);
    CHECK(clauses_literals(&reduced) <= clauses_literals(&clauses));
    for (size_t i = 0; i < reduced.size; i++)
      for (size_t k = 0; k < reduced.size; k++)
        CHECK(i == k || !clause_subsumes(reduced.data[i], reduced.data[k]));
    for (size_t i = 0; i < clauses.size; i++) {
      bool covered = false;
      for (size_t k = 0; k < reduced.size; k++)
        covered |= clause_subsumes(reduced.data[k], clauses.data[i]);
      CHECK(covered);
    }
    clauses_free(&clauses);
    clauses_free(&reduced);
  }
}
