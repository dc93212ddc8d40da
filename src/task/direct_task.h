/* LTL without an automaton: the search for a lasso of the model on which a formula is false, as a
 * question about bad steps.
 *
 * Latvala, Biere, Heljanko, Junttila, "Simple bounded LTL model checking", FMCAD 2004; with past,
 * incrementally and completely: Heljanko, Junttila, Latvala, "Incremental and complete bounded
 * model checking for full PLTL", CAV 2005. Their encoding of paths is written down once, as a
 * system: the model, and beside it what its path has promised so far. A lasso of k + 1 steps of the
 * model that violates the formula is a run of k + 1 steps of this system whose last one is bad, and
 * the other way round. So a shortest run is a shortest counterexample, also with past operators,
 * and whatever decides bad states decides the formula; what the paper calls completeness are the
 * recurrence radii of this system. */
#ifndef RONDO_TASK_DIRECT_TASK_H
#define RONDO_TASK_DIRECT_TASK_H

#include "system/trace.h"
#include "task/task_formula.h"

typedef struct {
  Task *task;      /* of bad steps; its inputs and latches begin with those of the model */
  TaskModel model; /* of the task that was asked */
  size_t enter;    /* the input that says: the loop is entered in this step */
} DirectTask;

/* Adds what finds such lassos to a system, and gives the literal that is true in a step that closes
 * one. A lasso repeats the values of `latches`, by index, and meets the system's fairness. The
 * literals of the atoms, by index in the store, are those of the system. */
Lit direct_add(System *system, const U32Vec *latches, const Formulas *formulas, Formula formula,
               const LitVec *atoms);

/* The task knows its formula, see task_knows_ltl. */
DirectTask direct_task_new(const Task *task);
void direct_task_free(DirectTask *direct);

/* The lasso of the model in a run to a bad step. */
Trace *direct_task_lasso(const DirectTask *direct, const Trace *run);

#endif
