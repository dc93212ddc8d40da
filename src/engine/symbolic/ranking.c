/* Ranks of partitions as witnesses; see ranking.h. */
#include "engine/symbolic/ranking.h"

#include "engine/progress/progress.h"

Ranking *ranking_new(SymbolicModel *model, Bdd invariant) {
  Ranking *ranking = mem_zalloc(sizeof *ranking);
  ranking->model = model;
  ranking->invariant = invariant;
  bdd_watch(model->manager, &ranking->invariant);
  bdd_watch_all(model->manager, &ranking->bits);
  return ranking;
}

void ranking_free(Ranking *ranking) {
  if (!ranking) return;
  BddManager *m = ranking->model->manager;
  bdd_unwatch(m, &ranking->invariant);
  bdd_unwatch_all(m, &ranking->bits);
  vec_free(&ranking->bits);
  vec_free(&ranking->missed);
  mem_free(ranking);
}

typedef struct {
  Ranking *ranking;
  const Partition *partition;
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
  return fine;
}

static bool make(void *context) {
  Make *it = context;
  Ranking *ranking = it->ranking;
  return partition_rank(it->partition, &ranking->bits, &ranking->nested, &ranking->missed) &&
         minimize_all(ranking);
}

SymbolicEnd ranking_make(Ranking *ranking, const Partition *partition, Budget *budget) {
  Make it = {ranking, partition};
  return symbolic_do(ranking->model, make, &it, budget);
}

/* ---- the witness ---- */

/* That a rank of at least `first` and less than `end` is one that misses the condition: told by the
 * entries alone, not by states. So for the judge what is missed stays where the rank does, whatever
 * the sets look like, and every rank misses something. */
static Lit misses(const Ranking *ranking, const LitVec *rank, Aig *aig, uint32_t condition,
                  size_t first, size_t end) {
  size_t half = 1, bit = 0, same = first;
  bool missed = ranking->missed.data[first] == condition;
  while (same < end && (ranking->missed.data[same] == condition) == missed) same++;
  if (same == end) return missed ? LIT_TRUE : LIT_FALSE;
  for (; 2 * half < end - first; half *= 2) bit++;
  size_t middle = first + half; /* `first` is a multiple of 2 * half */
  Lit behind = rank->data[ranking->nested ? middle - 1 : rank->size - 1 - bit];
  return aig_mux(aig, behind, misses(ranking, rank, aig, condition, middle, end),
                 misses(ranking, rank, aig, condition, first, middle));
}

Witness *ranking_witness(const Ranking *ranking, size_t conditions) {
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
  for (uint32_t i = 0; i < (conditions ? conditions : 1); i++) {
    size_t ranks = ranking->missed.size;
    Lit missed = ranks ? misses(ranking, &rank, aig, i, 0, ranks) : LIT_TRUE;
    vec_push(&witness->justice, lit_not(aig_and(aig, at_most, missed)));
  }
  vec_free(&rank);
  return witness;
}
