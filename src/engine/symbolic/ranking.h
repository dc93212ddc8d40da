/* The proof that an ordered partition is, as a witness: a condition that reads inputs is a latch of
 * the model, true after a step that met it; so a step inside a part whose states miss it did not
 * meet it. */
#ifndef RONDO_ENGINE_SYMBOLIC_RANKING_H
#define RONDO_ENGINE_SYMBOLIC_RANKING_H

#include "engine/symbolic/partition.h"
#include "system/evidence.h"

typedef struct {
  SymbolicModel *model;
  Bdd invariant;
  BddVec bits;   /* see partition.h */
  bool nested;   /* an entry is the conjunction of its bit and all before */
  U32Vec missed; /* by rank */
} Ranking;

/* Every leaf of the partition that has states in the invariant is gone. */
Ranking *ranking_new(SymbolicModel *model, Bdd invariant);
void ranking_free(Ranking *ranking);
SymbolicEnd ranking_make(Ranking *ranking, const Partition *partition, Budget *budget);
Witness *ranking_witness(const Ranking *ranking, size_t conditions); /* of the task */

#endif
