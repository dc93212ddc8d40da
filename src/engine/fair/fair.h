/* FAIR as a part of other engines: the same object as the engine, for questions that someone else
 * asks about a system of their own. The answer is a lasso, or a *ranking* of a part of the states:
 * the argument of the certificate before it becomes a circuit.
 *
 * What is given back speaks about fair_system, a copy of the task's system with the same latches
 * and inputs, by index, in another graph. */
#ifndef RONDO_ENGINE_FAIR_FAIR_H
#define RONDO_ENGINE_FAIR_FAIR_H

#include "base/budget.h"
#include "engine/reach/clause.h"
#include "system/trace.h"
#include "task/task.h"

typedef struct Fair Fair;

/* A cube of ranks at which a condition is missed: literals 2 * entry + sign. */
typedef struct {
  size_t condition;
  U32Vec entries;
} FairMissed;

/* Along every edge in R that starts in the part, the rank does not decrease, first entry most
 * significant. Each state of the part in R is in one of the cubes, and an edge that keeps its rank
 * does not meet the condition of the cube at its start. */
typedef struct {
  LitVec rank; /* predicates over latches */
  VEC(FairMissed) missed;
} FairRanking;
void ranking_clear(FairRanking *ranking); /* frees what it holds */

/* `part` is a predicate over latches that no edge leaves, and outside of which no condition is
 * true. The task, which has conditions, outlives the object. */
Fair *fair_new(const Task *task, uint64_t seed, Lit part);
void fair_free(Fair *fair);

/* Works until there is an answer or the budget is spent; unknown with a budget that is not spent:
 * it has given up. */
Verdict fair_run(Fair *fair, Budget *budget);

/* After VERDICT_VIOLATED; the caller's from now on. */
Trace *fair_lasso(Fair *fair);

/* After VERDICT_HOLDS: the ranking, and the clauses of R, which is inductive and contains the
 * initial states; all of it is of the object. */
const FairRanking *fair_ranking(const Fair *fair);
typedef VEC(const Clause *) FairClauses;
FairClauses fair_reachable(const Fair *fair); /* the list is the caller's */
const System *fair_system(const Fair *fair);

#endif
