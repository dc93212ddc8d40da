/* The reachable states of a Promela program, found breadth first: so that the first state with some
 * defect is one with a shortest run to it.
 *
 * States are byte strings whose length changes as processes and channels come and go. Those of one
 * length in words share a tree store (store.h), so that a step looks up the nodes above the words
 * that it changed. Nothing is lost: the first word is the length in bytes. */
#ifndef RONDO_ENGINE_EXPLICIT_PROGRAM_SPACE_H
#define RONDO_ENGINE_EXPLICIT_PROGRAM_SPACE_H

#include "model/process_step.h"

typedef struct ProgramSpace ProgramSpace;

/* What became of a state when it was expanded. */
typedef struct {
  size_t successors;  /* steps, the faulty ones too */
  bool invalid_end;   /* there is none, and some process should not have stopped here */
  ProcessFault fault; /* of the first step that is faulty, ... */
  uint32_t faulty;    /* ... and its place among the successors */
} ProgramExpansion;

/* With the initial state, number 0. The program outlives it. NULL and the fault if that state
 * cannot be made. */
ProgramSpace *program_space_new(const Processes *program, ProcessFault *fault);
void program_space_free(ProgramSpace *space); /* NULL is fine */

/* Takes all steps of the oldest state that is not expanded yet, adds what they reach, and gives its
 * number; false if there is no such state. After a failed assertion a run goes on, after any other
 * fault it does not. */
bool program_space_expand(ProgramSpace *space, uint32_t *state, ProgramExpansion *expansion);

/* The state that was expanded last, loaded into the machine that took its steps; NULL if someone is
 * inside an atomic sequence there, so that formulas do not see it. */
ProcessMachine *program_space_look(ProgramSpace *space);

size_t program_space_states(const ProgramSpace *space);
size_t program_space_counted(const ProgramSpace *space); /* of the expanded: those SPIN counts */
uint64_t program_space_transitions(const ProgramSpace *space);
size_t program_space_bytes(const ProgramSpace *space); /* that all states take */
bool program_space_full(const ProgramSpace *space);    /* no number is left for another state */

/* The run on which a state was found: for each step its place among the successors. */
void program_space_run(ProgramSpace *space, uint32_t state, U32Vec *choices);

#endif
