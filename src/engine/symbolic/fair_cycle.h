/* Whether some run of the system has a fair cycle in an SCC-closed set: fair components are looked
 * for (scc.h), and for each whether it can be reached (fair_run.h). One that cannot leaves the
 * invariant, with all states that have a way to it. */
#ifndef RONDO_ENGINE_SYMBOLIC_FAIR_CYCLE_H
#define RONDO_ENGINE_SYMBOLIC_FAIR_CYCLE_H

#include "engine/symbolic/fair_run.h"
#include "engine/symbolic/scc.h"

typedef struct {
  ExactSystem exact;
  SccSearch *search;
  bool told; /* a component that is to be asked about */
  FairRun *run;
  Bdd invariant; /* inductive; shrinks */
  uint64_t components, unreachable;
  Trace *trace; /* a fair run, when it is done and has found one */
} FairCycle;

/* Of an open part of the partition; `inside` is the exact relation, perhaps within that part. */
FairCycle *fair_cycle_new(const ExactSystem *exact, Transitions *inside, Partition *partition,
                          uint32_t part, const BddVec *conditions, SccMethod method, Bdd invariant);
void fair_cycle_free(FairCycle *cycle);
SymbolicEnd fair_cycle_find(FairCycle *cycle, const System *of, Budget *budget);

#endif
