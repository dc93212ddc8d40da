#include "check/learned.h"

enum { MOST_CLAUSES = 5000 };

void learned_tidy(Learned *learned) {
  clauses_reduce(&learned->clauses);
  while (learned->clauses.size > MOST_CLAUSES) {
    Clause *last = vec_pop(&learned->clauses);
    clause_free(last);
  }
}

void learned_free(Learned *learned) {
  clauses_free(&learned->clauses);
  symbolic_shelf_free(learned->shelf);
}

/* The clause with literals replaced; NULL if one has no image (LIT_NONE). */
static Clause *translate(const Clause *clause, const Lit *image, size_t size) {
  LitVec lits = {0};
  for (uint32_t i = 0; i < clause->size; i++) {
    uint32_t place = lit_node(clause->lits[i]);
    if (place < size && image[place] != LIT_NONE)
      vec_push(&lits, lit_not_if(image[place], lit_negated(clause->lits[i])));
  }
  Clause *result = lits.size == clause->size ? clause_new(lits.data, lits.size) : NULL;
  vec_free(&lits);
  return result;
}

static void translate_all(const ClauseVec *from, const LitVec *image, ClauseVec *to) {
  for (size_t i = 0; i < from->size; i++) {
    Clause *clause = translate(from->data[i], image->data, image->size);
    if (clause) vec_push(to, clause);
  }
}

static void fill(LitVec *image, size_t size) {
  for (size_t i = 0; i < size; i++) vec_push(image, LIT_NONE);
}

U32Vec learned_origins(const Reduction *reduction, const Reduction *cone) {
  U32Vec origins = reduction_latches(reduction);
  if (!cone) return origins;
  U32Vec before = reduction_latches(cone);
  for (size_t i = 0; i < origins.size; i++)
    origins.data[i] = origins.data[i] < before.size ? before.data[origins.data[i]] : UINT32_MAX;
  vec_free(&before);
  return origins;
}

ClauseVec learned_give(const Learned *learned, const Reduction *reduction, const Reduction *cone) {
  const System *system = reduction_task(reduction)->system;
  U32Vec origins = learned_origins(reduction, cone);
  LitVec image = {0};
  fill(&image, learned->latches);
  for (size_t i = 0; i < origins.size; i++)
    if (origins.data[i] < learned->latches)
      image.data[origins.data[i]] = system->latches.data[i].current;
  ClauseVec clauses = {0};
  translate_all(&learned->clauses, &image, &clauses);
  vec_free(&image);
  vec_free(&origins);
  return clauses;
}

void learned_take(Learned *learned, const Reduction *reduction, const Reduction *cone,
                  const ClauseVec *clauses) {
  const System *system = reduction_task(reduction)->system;
  U32Vec origins = learned_origins(reduction, cone);
  LitVec image = {0};
  fill(&image, system->aig->size);
  for (size_t i = 0; i < origins.size; i++)
    if (origins.data[i] < learned->latches)
      image.data[lit_node(system->latches.data[i].current)] = origins.data[i] << 1;
  translate_all(clauses, &image, &learned->clauses);
  learned_tidy(learned);
  vec_free(&image);
  vec_free(&origins);
}
