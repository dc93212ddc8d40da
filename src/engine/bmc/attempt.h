/* An attempt to prove by one method that violations need not be asked for beyond some length. For
 * fair sets this is Theorem 3.1 of Awedh and Somenzi (2005), with (1b'') added, see attempt.c; for
 * bad literals it is the recurrence radii of Sheeran, Singh and Stålmarck (2000). */
#ifndef RONDO_ENGINE_BMC_ATTEMPT_H
#define RONDO_ENGINE_BMC_ATTEMPT_H

#include "engine/bmc/path.h"
#include "system/bmc_proof.h"
#include "task/task.h"

/* Which of (1b') and (1b''), or of backward and forward radii, is asked. */
typedef enum { ASK_BOTH, ASK_INTO, ASK_OUT_OF } AttemptSides;

typedef struct {
  PathPairs pairs;
  AttemptSides sides;
  bool facts;   /* what a product knows of its own latches is told to the solver */
  size_t limit; /* give up with longer paths; 0: never */
} AttemptOptions;

typedef enum {
  ATTEMPT_OPEN,
  ATTEMPT_BOUNDED, /* the numbers are known; see attempt_searches */
  ATTEMPT_FAILED,  /* it can prove nothing, or has reached its limit */
} AttemptState;

typedef struct Attempt Attempt;

Attempt *attempt_new(const Task *task, BmcMethod method, size_t set, AttemptOptions options);
void attempt_free(Attempt *attempt); /* may be NULL */

/* Clauses over the latches of the task that hold in all reachable states. */
void attempt_know(Attempt *attempt, const ClauseVec *clauses);

/* Asks one question. */
AttemptState attempt_run(Attempt *attempt, Budget *budget);
AttemptState attempt_state(const Attempt *attempt);

/* Whether lassos of a weaker kind than the task's have been refuted: then a bounded attempt is a
 * proof, and the search for violations need not have come so far. */
bool attempt_searches(const Attempt *attempt);

uint64_t attempt_work(const Attempt *attempt);

typedef struct {
  uint64_t m, n, pairs;
  bool m_known, n_known;
} AttemptNumbers;
AttemptNumbers attempt_numbers(const Attempt *attempt);
void attempt_statistics(const Attempt *attempt, Stats *stats); /* of its solvers */

/* Of a bounded attempt: its numbers as a proof, without latches and invariant. */
BmcProof attempt_proof(const Attempt *attempt);

/* Of a bounded attempt with the criterion BMC_BACKWARD: how much of it is needed. */
PathNeed attempt_need(Attempt *attempt, Budget *budget);

#endif
