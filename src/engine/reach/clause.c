#include "engine/reach/clause.h"

#include <stdlib.h>

static int compare(const void *a, const void *b) {
  Lit x = *(const Lit *)a, y = *(const Lit *)b;
  return (x > y) - (x < y);
}

void lits_sort(Lit *lits, size_t count) {
  if (count > 24) {
    qsort(lits, count, sizeof *lits, compare);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    Lit lit = lits[i];
    size_t j = i;
    for (; j && lits[j - 1] > lit; j--) lits[j] = lits[j - 1];
    lits[j] = lit;
  }
}

uint64_t clause_signature(const Lit *lits, size_t count) {
  uint64_t signature = 0;
  for (size_t i = 0; i < count; i++) signature |= (uint64_t)1 << (lits[i] * 0x9e3779b1u >> 26);
  return signature;
}

static Clause *allocate(size_t count) {
  Clause *clause = mem_alloc(sizeof *clause + count * sizeof *clause->lits);
  clause->size = (uint32_t)count;
  return clause;
}

Clause *clause_new(const Lit *lits, size_t count) {
  Clause *clause = allocate(count);
  if (count) memcpy(clause->lits, lits, count * sizeof *lits);
  lits_sort(clause->lits, count);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    assert(!kept || clause->lits[kept - 1] != lit_not(clause->lits[i]));
    if (!kept || clause->lits[kept - 1] != clause->lits[i]) clause->lits[kept++] = clause->lits[i];
  }
  clause->size = (uint32_t)kept;
  clause->signature = clause_signature(clause->lits, kept);
  return clause;
}

Clause *clause_copy(const Clause *clause) {
  Clause *copy = allocate(clause->size);
  memcpy(copy, clause, sizeof *clause + clause->size * sizeof *clause->lits);
  return copy;
}

Clause *clause_negation(const Clause *clause) {
  Clause *negation = allocate(clause->size);
  for (size_t i = 0; i < clause->size; i++) negation->lits[i] = lit_not(clause->lits[i]);
  negation->signature = clause_signature(negation->lits, negation->size);
  return negation;
}

Clause *clause_without(const Clause *clause, size_t place) {
  LitVec lits = {0};
  for (size_t i = 0; i < clause->size; i++)
    if (i != place) vec_push(&lits, clause->lits[i]);
  Clause *rest = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return rest;
}

Cube *cube_of_state(const System *system, const Bits *state) {
  LitVec lits = {0};
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&lits, lit_not_if(system->latches.data[i].current, !bits_get(state, i)));
  Cube *cube = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return cube;
}

void clause_free(Clause *clause) { mem_free(clause); }

bool clause_equal(const Clause *a, const Clause *b) {
  return a->signature == b->signature && a->size == b->size &&
         !memcmp(a->lits, b->lits, a->size * sizeof *a->lits);
}

bool clause_subsumes_lits(const Clause *a, const Lit *lits, size_t count, uint64_t signature) {
  if (a->size > count || (a->signature & ~signature)) return false;
  size_t j = 0;
  for (size_t i = 0; i < a->size; i++) {
    while (j < count && lits[j] < a->lits[i]) j++;
    if (j == count || lits[j++] != a->lits[i]) return false;
  }
  return true;
}

bool clause_subsumes(const Clause *a, const Clause *b) {
  return clause_subsumes_lits(a, b->lits, b->size, b->signature);
}

ClauseVec clauses_copy(const ClauseVec *clauses) {
  ClauseVec copy = {0};
  vec_reserve(&copy, clauses->size);
  for (size_t i = 0; i < clauses->size; i++) vec_push(&copy, clause_copy(clauses->data[i]));
  return copy;
}

void clauses_free(ClauseVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++) clause_free(clauses->data[i]);
  vec_free(clauses);
}

size_t clauses_literals(const ClauseVec *clauses) {
  size_t sum = 0;
  for (size_t i = 0; i < clauses->size; i++) sum += clauses->data[i]->size;
  return sum;
}

void clauses_reduce(ClauseVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++) {
    for (size_t j = 0; j < clauses->size && clauses->data[i]; j++) {
      if (i == j || !clauses->data[j]) continue;
      if (!clause_subsumes(clauses->data[j], clauses->data[i])) continue;
      if (j > i && clause_equal(clauses->data[i], clauses->data[j])) continue;
      clause_free(clauses->data[i]);
      clauses->data[i] = NULL;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < clauses->size; i++)
    if (clauses->data[i]) clauses->data[kept++] = clauses->data[i];
  clauses->size = kept;
}

Lit clauses_build(Aig *aig, const ClauseVec *clauses) {
  LitVec conjuncts = {0};
  for (size_t i = 0; i < clauses->size; i++)
    vec_push(&conjuncts, aig_or_all(aig, clauses->data[i]->lits, clauses->data[i]->size));
  Lit all = aig_and_all(aig, conjuncts.data, conjuncts.size);
  vec_free(&conjuncts);
  return all;
}
