/* A search for violations by two solvers that take turns, since which of them is the faster one is
 * seen only when they run: often by far, and on the same model for all steps alike. Who has
 * answered the last question begins with the next, and the other one comes when that took several
 * times as much work. What one has found out, the other one is told. The second solver is made when
 * it is needed: easy questions never cost more than one of them. */
#ifndef RONDO_ENGINE_BMC_DUEL_H
#define RONDO_ENGINE_BMC_DUEL_H

#include "engine/bmc/search.h"

typedef struct Duel Duel;

/* As the functions of search.h with these names. The conditions must outlive it; `turn` is the work
 * that a side may do in any case before the other one comes. */
enum { DUEL_TURN = 20000 };
Duel *duel_new_bad(const System *system, Lit bad, SearchPace pace, uint64_t turn);
Duel *duel_new_lasso(const System *system, const LitVec *conditions, SearchPace pace,
                     uint64_t turn);
void duel_free(Duel *duel); /* may be NULL */
void duel_know(Duel *duel, const ClauseVec *clauses);
SatResult duel_run(Duel *duel, size_t limit, Budget *budget);
size_t duel_refuted(const Duel *duel);
Trace *duel_take_trace(Duel *duel);
void duel_statistics(const Duel *duel, Stats *stats); /* of both solvers */

#endif
