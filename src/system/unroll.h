/* Unrolling in time: the steps of a system as one combinational graph of their own. A literal of
 * step k is made on demand, by substitution with constant folding and hashing across steps, so that
 * reset values fold deep into the first steps and only what is asked for is built. */
#ifndef RONDO_SYSTEM_UNROLL_H
#define RONDO_SYSTEM_UNROLL_H

#include "system/system.h"

typedef struct Unroll Unroll;

/* From the resets, or (initial false) from arbitrary states: then all latches of step 0 are
 * variables. */
Unroll *unroll_new(const System *system, bool initial);
void unroll_free(Unroll *unroll);
Aig *unroll_aig(Unroll *unroll);

/* The literal of the system as it is in step k. */
Lit unroll_literal(Unroll *unroll, Lit lit, size_t k);

/* The conjunction of the system's constraints in step k. */
Lit unroll_constraint(Unroll *unroll, size_t k);

#endif
