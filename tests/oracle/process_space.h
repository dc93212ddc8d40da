/* The whole state space of a small Promela program, made by a plain search, and the questions that
 * SPIN answers about it. Slow and simple: what engines are compared with. */
#ifndef RONDO_TESTS_ORACLE_PROCESS_SPACE_H
#define RONDO_TESTS_ORACLE_PROCESS_SPACE_H

#include "base/map.h"
#include "model/process_step.h"

typedef struct {
  const Processes *program;
  ProcessMachine *machine;
  ProcessMachine *fast; /* compared with it in every state */
  Names states;         /* byte strings by number; 0 is the first state */
  U32Vec successors;    /* of all states, one after the other */
  U32Vec movers;        /* who takes the step to each */
  U32Vec first;         /* where those of a state begin */
  size_t counted;       /* states that SPIN counts: nobody is inside an atomic sequence */
  size_t deadlocks;     /* invalid end states */
  size_t faults[PROCESS_FAULTS];
} ProcessSpace;

/* False if there are more than `limit` states, or the first one cannot be made. */
bool process_space_build(ProcessSpace *space, const Processes *program, size_t limit);
void process_space_free(ProcessSpace *space);

/* No assertion fails, no step is faulty, no end state is invalid. */
bool process_space_is_safe(const ProcessSpace *space);

/* Whether there is a run that the never claim or the negation of the formula accepts. A run that
 * ends repeats its last state for ever. `fair`: among those on which each process that from some
 * point on can always begin a step does so again and again. */
bool process_space_violates(ProcessSpace *space, const ProcessClaim *claim, bool fair);

/* Whether there is a cycle through a label `accept...`; one without a label `progress...`. */
bool process_space_has_acceptance_cycle(ProcessSpace *space, bool fair);
bool process_space_has_idle_cycle(ProcessSpace *space, bool fair);

#endif
