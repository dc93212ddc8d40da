/* Simplification of a list of clauses by subsumption, self-subsuming resolution and bounded
 * variable elimination. Internal to the encoder. */
#ifndef RONDO_LOGIC_CNF_ELIMINATE_H
#define RONDO_LOGIC_CNF_ELIMINATE_H

#include "base/vec.h"

/* `lits` holds clauses over the variables 1 .. variables, each ended by 0, satisfiable together. It
 * is replaced by clauses that have the same satisfying assignments over the variables 1 .. keep;
 * others may be gone. Returns the number of clauses. */
size_t cnf_eliminate(IntVec *lits, int variables, int keep);

#endif
