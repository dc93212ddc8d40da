/* Internal signals (Dureja, Gurfinkel, Ivrii and Vizel, "IC3 with internal signals", FMCAD 2021). A
 * lemma of IC3 is a clause over latches; some invariants are one gate, or small over gates, and
 * huge as clauses over latches. So the language of a Reach becomes latches and chosen gates. */
#ifndef RONDO_ENGINE_REACH_SIGNALS_H
#define RONDO_ENGINE_REACH_SIGNALS_H

#include "system/system.h"

/* Gates worth a place among the latches, ascending and at most so many: they read latches alone,
 * and are a root or have more than one user in the cones of the roots, next-state functions and
 * constraints. */
LitVec signals_choose(const System *system, const Lit *roots, size_t count, size_t most);

/* What gates over latches will be after a step, as literals over latches and inputs, in the same
 * order; the graph grows. */
LitVec signals_after_step(System *system, const LitVec *signals);

#endif
