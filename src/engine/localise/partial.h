/* Bounded questions about a system of which only chosen latches follow their functions: the rest
 * may have any value in any step. One incremental solver serves all choices and all lengths: what a
 * latch is in a step is a variable, and that the latch begins and goes on as the system has it is
 * said under an assumption of its own, its selector (McMillan and Amla, "Automatic abstraction
 * without counterexamples", TACAS 2003; Gupta, Ganai, Yang, Ashar, "Iterative abstraction using
 * SAT-based BMC with proof analysis", ICCAD 2003). So the assumptions that an unsatisfiable answer
 * used name latches that suffice for it.
 *
 * Only what a question needs is built: the functions of a latch come in when it is chosen for the
 * first time, and then for those steps alone whose value something reads. */
#ifndef RONDO_ENGINE_LOCALISE_PARTIAL_H
#define RONDO_ENGINE_LOCALISE_PARTIAL_H

#include "logic/sat.h"
#include "system/trace.h"

typedef struct Partial Partial;

Partial *partial_new(const System *system, Lit bad, SatKind solver); /* the system outlives it */
void partial_free(Partial *partial);

/* A latch that was chosen in a question is chosen in all that come: the solver knows for good what
 * its functions are, and answers are cheaper. */
void partial_keep(Partial *partial, size_t latch);

/* What a run must agree with beside the chosen latches: in every step, these latches have the
 * values of this trace, which is as long. */
typedef struct {
  const U32Vec *latches;
  const Trace *trace; /* NULL: nothing */
} Beside;

/* Is there a run with so many edges to a bad step in which the chosen latches, with all that are
 * kept, follow their functions? Work for building is noted in the budget, too, but never refused.
 */
SatResult partial_ask(Partial *partial, const Bits *chosen, size_t edges, Beside beside,
                      Budget *budget);

/* After SAT_UNSATISFIABLE: the kept latches, and the others that the answer used. */
Bits partial_core(Partial *partial, const Bits *chosen);

/* After SAT_SATISFIABLE: all values of the run, false where nothing reads them. */
Trace *partial_run(Partial *partial);

/* The latches that bad, the constraints or the functions of the chosen latches read, without the
 * chosen ones, all of which a question was asked about. If there are none, a run that was found is
 * one of the system. */
Bits partial_frontier(const Partial *partial, const Bits *chosen);

const SatStats *partial_sat_stats(const Partial *partial);

#endif
