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

static bool minimize(Ranking *ranking, Bdd *function, Bdd care) {
  *function = bdd_minimize(ranking->model->manager, *function, care);
  return *function != BDD_NONE;
}

/* Outside the invariant nobody looks at the rank: that makes the circuits smaller. An entry that is
 * a subset of the one before is what it says inside that, and the judge, who looks at one entry
 * after the other, has to show no more. */
static bool minimize_all(Ranking *ranking) {
  BddManager *m = ranking->model->manager;
  bool fine = true;
  for (size_t i = ranking->bits.size; fine && i-- > 0;) {
    bool inside = ranking->nested && i;
    Bdd care = ranking->invariant;
    if (inside) care = bdd_and(m, care, ranking->bits.data[i - 1]);
    fine = minimize(ranking, ranking->bits.data + i, care);
  }
  for (size_t i = 0; fine && i < ranking->missed.size; i++)
    fine = minimize(ranking, ranking->missed.data + i, ranking->invariant);
  return fine;
}

static bool make(void *context) {
  Make *it = context;
  Ranking *ranking = it->ranking;
  return partition_rank(it->partition, &ranking->bits, &ranking->nested) &&
         partition_missed(it->partition, it->conditions, &ranking->missed) && minimize_all(ranking);
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
  for (size_t i = 0; i < ranking->bits.size; i++) {
    Lit entry = symbolic_circuit(model, ranking->bits.data[i], witness->circuit);
    vec_push(&rank, i && ranking->nested ? aig_and(aig, rank.data[i - 1], entry) : entry);
  }
  witness->bad = lit_not(symbolic_circuit(model, ranking->invariant, witness->circuit));
  Lit at_most = rank_at_most(witness, &rank);
  for (size_t i = 0; i < ranking->missed.size; i++) {
    Lit missed = symbolic_circuit(model, ranking->missed.data[i], witness->circuit);
    vec_push(&witness->justice, lit_not(aig_and(aig, at_most, missed)));
  }
  vec_free(&rank);
  return witness;
}
