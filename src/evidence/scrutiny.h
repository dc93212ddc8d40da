/* What the checker of certificates does with the answer "unsatisfiable", on which all its verdicts
 * rest, for users who do not want to believe a solver (`--proof`, `--distrust-solver`).
 *
 * Such a query is written down as it is: the clauses of its solver, its assumptions as single
 * literals, its temporary clause; and it is solved once more by another solver, SAT_LEAN, which
 * leaves a proof in DRAT. The query and the proof go to a folder, for others to check, or the proof
 * is checked here (drat.h), or both. A query that has a model after all, or a proof that does not
 * check, is a failure of the evidence: no verdict comes from it.
 *
 * Clauses that an earlier query of the same solver has shown to follow may be among the clauses:
 * that one has its own proof. */
#ifndef RONDO_EVIDENCE_SCRUTINY_H
#define RONDO_EVIDENCE_SCRUTINY_H

#include "base/budget.h"
#include "base/error.h"
#include "base/stats.h"
#include "logic/sat.h"

typedef struct {
  uint64_t queries, lines;
  double solve_seconds, check_seconds;
} ScrutinyStats;

extern const StatField scrutiny_stat_fields[];
extern const size_t scrutiny_stat_field_count;

/* A zeroed struct asks for nothing. */
typedef struct {
  const char *folder;          /* where queries and proofs are written; NULL: nowhere */
  bool distrust;               /* proofs are checked here */
  const char *model, *subject; /* the model's file and the property, for comments */
  Budget *budget;              /* of the proofs; NULL: no limit */
  uint64_t written;            /* the last number in the folder */
  Error failure;  /* what did not check, or could not be written; freed by scrutiny_end */
  bool unwritten; /* it is that a file could not be written */
  ScrutinyStats stats;
} Scrutiny;

/* Evidence about a property of a model is checked from now on; both names outlive that. Nothing
 * has failed, and nothing is counted yet. */
void scrutiny_begin(Scrutiny *scrutiny, const char *model, const char *subject, Budget *budget);

/* Adds what was counted, if there were queries to look at, and forgets the failure. */
void scrutiny_end(Scrutiny *scrutiny, Stats *stats);

/* A new solver whose queries are looked at (NULL: they are not). */
Sat *scrutiny_solver(const Scrutiny *scrutiny);

/* sat_solve for a query of that solver. SAT_UNSATISFIABLE is said only if nothing failed, for this
 * query or an earlier one; else SAT_UNKNOWN, as when the budget is spent. `obligation` says what
 * the query is to show, in the words of docs/certificates.md. */
SatResult scrutiny_solve(Scrutiny *scrutiny, Sat *sat, const char *obligation, Budget *budget);

/* Whether something failed; says what. */
bool scrutiny_failed(const Scrutiny *scrutiny, Error *error);

#endif
