/* The search for violations: is there one in exactly k steps, for k = 0, 1, 2, ... ? Either a run
 * whose last step is bad, or a lasso that closes after its last step and meets every condition
 * inside its loop. Each k is asked about, also where several are asked about at once, and the
 * violation that is found is a shortest one. */
#ifndef RONDO_ENGINE_BMC_SEARCH_H
#define RONDO_ENGINE_BMC_SEARCH_H

#include "engine/bmc/timeline.h"
#include "task/task.h"

typedef struct {
  size_t stride;  /* steps in one question ... */
  size_t from;    /* ... from this step on; before it they are single */
  bool doubling;  /* the stride doubles with every question */
  SatKind solver; /* SAT_CADICAL unless something else is said */
  bool sweep;     /* frames are swept, see sweep.h */
} SearchPace;

typedef struct Search Search;

/* A search for a bad step, or for lassos; the conditions are copied. */
Search *bmc_search_new_bad(const System *system, Lit bad, SearchPace pace);
Search *bmc_search_new_lasso(const System *system, const LitVec *conditions, SearchPace pace);
void bmc_search_free(Search *search); /* may be NULL */

/* A search for lassos, in the beginning: only beside a lasso of another system, as timeline_follow
 * has it. */
void bmc_search_follow(Search *search, const Trace *lasso, const U32Vec *inputs,
                       const U32Vec *latches);

/* Clauses over latches that hold in all reachable states; the solver is told so of every step. */
void bmc_search_know(Search *search, const ClauseVec *clauses);

/* Asks one question about steps below `limit`. SAT_UNSATISFIABLE: there is no violation in fewer
 * steps than bmc_search_refuted now says. SAT_SATISFIABLE: there is one, and it stays so. */
SatResult bmc_search_run(Search *search, size_t limit, Budget *budget);

/* Somebody else has found out that no violation has so many steps or fewer. The work is noted, and
 * if the budget is spent before the end, there is more to do another time. */
void bmc_search_catch_up(Search *search, size_t refuted, Budget *budget);

/* No violation has this many steps or fewer (k + 1 steps for k); SIZE_MAX where no run goes on. */
size_t bmc_search_refuted(const Search *search);

Trace *bmc_search_take_trace(Search *search); /* the violation that was found; NULL: none */

const SatStats *bmc_search_sat_stats(Search *search);

#endif
