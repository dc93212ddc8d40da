/* A search for violations that is handed over from one solver to another: our own has it as long as
 * its questions are easy, however large they are; CaDiCaL has it from the first hard one on, and is
 * told then how far it had come. */
#ifndef RONDO_ENGINE_BMC_RELAY_H
#define RONDO_ENGINE_BMC_RELAY_H

#include "engine/bmc/search.h"

typedef struct Relay Relay;

/* As the functions of search.h with these names. The conditions must outlive it. A question is hard
 * after this much work, beside what its size takes in any case. */
enum { RELAY_TURN = 20000 };
Relay *relay_new_bad(const System *system, Lit bad, SearchPace pace, uint64_t turn);
Relay *relay_new_lasso(const System *system, const LitVec *conditions, SearchPace pace,
                       uint64_t turn);
void relay_free(Relay *relay); /* may be NULL */
void relay_know(Relay *relay, const ClauseVec *clauses);
SatResult relay_run(Relay *relay, size_t limit, Budget *budget);
size_t relay_refuted(const Relay *relay);
bool relay_is_hard(const Relay *relay); /* a question has been */
/* Somebody else has found out that no violation has so many steps or fewer. */
void relay_skip(Relay *relay, size_t refuted);
Trace *relay_take_trace(Relay *relay);
void relay_statistics(const Relay *relay, Stats *stats); /* of its solvers */

#endif
