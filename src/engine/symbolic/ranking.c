/* Ranks of partitions as witnesses; see ranking.h. */
#include "engine/symbolic/ranking.h"

#include "engine/progress/progress.h"

Ranking *ranking_new(SymbolicModel *model, Bdd invariant) {
  Ranking *ranking = mem_zalloc(sizeof *ranking);
  ranking->model = model;
  ranking->invariant = invariant;
  bdd_watch(model->manager, &ranking->invariant);
  bdd_watch_all(model->manager, &ranking->bits);
  bdd_watch_all(model->manager, &ranking->missed);
  return ranking;
}

void ranking_free(Ranking *ranking) {
  if (!ranking) return;
  BddManager *m = ranking->model->manager;
  bdd_unwatch(m, &ranking->invariant);
  bdd_unwatch_all(m, &ranking->bits);
  bdd_unwatch_all(m, &ranking->missed);
  vec_free(&ranking->bits);
  vec_free(&ranking->missed);
  mem_free(ranking);
}

typedef struct {
  Ranking *ranking;
  const Partition *partition;
  size_t conditions;
} Make;

/* Outside the invariant nobody looks at the rank: that makes the circuits smaller. */
static bool minimize(Ranking *ranking, BddVec *functions) {
  for (size_t i = 0; i < functions->size; i++) {
    Bdd smaller = bdd_minimize(ranking->model->manager, functions->data[i], ranking->invariant);
    if (smaller == BDD_NONE) return false;
    functions->data[i] = smaller;
  }
  return true;
}

static bool make(void *context) {
  Make *it = context;
  Ranking *ranking = it->ranking;
  return partition_rank(it->partition, &ranking->bits) &&
         partition_missed(it->partition, it->conditions, &ranking->missed) &&
         minimize(ranking, &ranking->bits) && minimize(ranking, &ranking->missed);
}

SymbolicEnd ranking_make(Ranking *ranking, const Partition *partition, size_t conditions,
                         Budget *budget) {
  Make it = {ranking, partition, conditions};
  return symbolic_do(ranking->model, make, &it, budget);
}

Witness *ranking_witness(const Ranking *ranking) {
  SymbolicModel *model = ranking->model;
  Witness *witness = witness_new(system_copy(model->system, NULL));
  Aig *aig = witness->circuit->aig;
  LitVec rank = {0};
  for (size_t i = 0; i < ranking->bits.size; i++)
    vec_push(&rank, symbolic_circuit(model, ranking->bits.data[i], witness->circuit));
  witness->bad = lit_not(symbolic_circuit(model, ranking->invariant, witness->circuit));
  Lit at_most = rank_at_most(witness, &rank);
  for (size_t i = 0; i < ranking->missed.size; i++) {
    Lit missed = symbolic_circuit(model, ranking->missed.data[i], witness->circuit);
    vec_push(&witness->justice, lit_not(aig_and(aig, at_most, missed)));
  }
  vec_free(&rank);
  return witness;
}
