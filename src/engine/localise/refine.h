/* Refinement: what is missing in an abstraction that has a run to a bad step. */
#ifndef RONDO_ENGINE_LOCALISE_REFINE_H
#define RONDO_ENGINE_LOCALISE_REFINE_H

#include "engine/localise/partial.h"
#include "task/task.h"

typedef struct {
  uint64_t refinements, by_length, by_run, queries;
} RefineStats;

typedef struct {
  const Task *task;
  Partial *partial;
  U32Vec kept;    /* latches of the abstraction, in the order in which they came in */
  Bits is_kept;   /* the same, by latch */
  uint64_t whole; /* work for the question about all runs of a length */
  RefineStats stats;
} Refinement;

/* The abstraction has a run to a bad step. Either the task has one, too, though perhaps a shorter
 * one: SAT_SATISFIABLE, and it is in `violation`. Or latches are added that exclude the run, and
 * often all others of its length: SAT_UNSATISFIABLE. SAT_UNKNOWN if the budget is spent. */
SatResult refine(Refinement *refinement, const Trace *run, Budget *budget, Trace **violation);

#endif
