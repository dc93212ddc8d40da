/* The abstraction of a task: the latches that are kept stay as they are, all others become inputs.
 * It has all runs of the task, and more (Kurshan, Computer-Aided Verification of Coordinating
 * Processes, 1994).
 *
 * So an inductive invariant of the abstraction that excludes the bad steps is one of the task: a
 * step of the task is a step of the abstraction in which the inputs that were latches have the
 * values of those latches. It speaks about kept latches alone, and only has to be written over the
 * latches of the task. */
#ifndef RONDO_ENGINE_LOCALISE_ABSTRACTION_H
#define RONDO_ENGINE_LOCALISE_ABSTRACTION_H

#include "engine/reach/reach.h"
#include "task/task.h"

typedef struct {
  System *system;
  Lit bad;
  U32Vec latches; /* by latch of the abstraction: its number in the task */
} Abstraction;

/* Keeps these latches, in this order. Of the rest of the task, what bad, the constraints and the
 * functions of the kept latches read comes along. */
Abstraction *abstraction_new(const Task *task, const U32Vec *kept);
void abstraction_free(Abstraction *abstraction); /* may be NULL */

/* A search in it begins with the frames of one in a coarser abstraction of the same task, whose
 * latches are the first of its own; so they are over the same latches. */
void abstraction_begin_with(const Abstraction *abstraction, Reach *reach,
                            const Abstraction *coarser, const ReachFrames *frames);

/* Clauses over its latches, over those of the task. */
ClauseVec abstraction_clauses_back(const Abstraction *abstraction, const Task *task,
                                   const ClauseVec *clauses);

/* The kept latches of a run of it, as latches of the task; all other values are false. */
Trace *abstraction_run_back(const Abstraction *abstraction, const Task *task, const Trace *run);

#endif
