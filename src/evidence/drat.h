/* A checker of DRAT proofs: that a list of clauses, closed by zeros, has no model. It is the reason
 * why not even the SAT solver behind the checker of certificates has to be believed, and so shares
 * nothing with any solver.
 *
 * A proof is a list of lines (Wetzler, Heule and Hunt: "DRAT-trim", SAT 2014). Each adds a clause
 * or takes one away. A clause may be added if
 * - RUP: to assume all its literals false leads to a conflict by unit propagation, or
 * - RAT: its first literal p is such that for every clause D with the negation of p, the clause
 *   together with D without that negation is RUP.
 * Neither takes the last model away, and fewer clauses have more models: so once unit propagation
 * alone leads to a conflict, the clauses of the beginning have no model. The lines behind that
 * point are not looked at. As in drat-trim, a clause that at this moment gives a variable its value
 * (one literal true, all others false, by unit propagation alone) is not taken away, nor one that
 * is not there; to keep clauses is always sound.
 *
 * Lines are ASCII (`1 -2 0`, `d 1 -2 0`, comments begin with `c`) or the binary form of drat-trim
 * and CaDiCaL (`a` or `d`, literals as 2 * variable + sign in groups of seven bits, a zero byte);
 * which of them a proof is, a zero byte in it tells. */
#ifndef RONDO_EVIDENCE_DRAT_H
#define RONDO_EVIDENCE_DRAT_H

#include "base/budget.h"
#include "base/error.h"
#include "base/vec.h"

typedef enum {
  DRAT_ACCEPTED,
  DRAT_REJECTED,   /* a clause is neither RUP nor RAT, or the proof ends without a conflict */
  DRAT_UNREADABLE, /* not the form of a proof */
  DRAT_STOPPED,    /* the budget was spent */
} DratOutcome;

typedef struct {
  uint64_t added, deleted; /* lines that were looked at */
  uint64_t rat;            /* clauses added that are not RUP */
} DratCounts;

/* `clauses` as above; `name` is what errors call the proof. `counts`, if not NULL, is added to.
 * But for DRAT_ACCEPTED, `error` says why. */
DratOutcome drat_check(const IntVec *clauses, const char *name, const char *proof, size_t size,
                       Budget *budget, DratCounts *counts, Error *error);

/* Clauses of a DIMACS file as a list, closed by zeros. False, with an error, if it is not one. */
bool dimacs_read(const char *name, const char *data, size_t size, IntVec *clauses, Error *error);

#endif
