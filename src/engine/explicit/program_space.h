/* States of a Promela program by number, in the order in which they are found. Who asks decides
 * which is expanded next: the oldest, so that the first state with some defect is one with a
 * shortest run to it, or the newest, when runs are looked for (program_runs.h).
 *
 * States are byte strings whose length changes as processes and channels come and go. Those of one
 * length in words share a tree store (store.h), so that a step looks up the nodes above the words
 * that it changed. Nothing is lost: the first word is the length in bytes. */
#ifndef RONDO_ENGINE_EXPLICIT_PROGRAM_SPACE_H
#define RONDO_ENGINE_EXPLICIT_PROGRAM_SPACE_H

#include "model/process_step.h"
#include "view/graph.h"

typedef struct ProgramSpace ProgramSpace;

/* What became of a state when it was expanded. */
typedef struct {
  size_t successors;  /* steps, the faulty ones too */
  bool invalid_end;   /* there is none, and some process should not have stopped here */
  ProcessFault fault; /* of the first step that is faulty, ... */
  uint32_t faulty;    /* ... and its place among the successors */
  Numbers targets;    /* where steps lead that are followed, valid until the next call, ... */
  Numbers movers;     /* ... and the process that takes each; of a handshake the sender */
} ProgramExpansion;

typedef struct {
  uint64_t salt; /* another one gives other hash values */
} ProgramSpaceOptions;

/* With the initial state, number 0. The program outlives it. NULL and the fault if that state
 * cannot be made. */
ProgramSpace *program_space_new(const Processes *program, ProgramSpaceOptions options,
                                ProcessFault *fault);
void program_space_free(ProgramSpace *space); /* NULL is fine */

/* Takes all steps of a state and adds what they reach. After a failed assertion a run goes on,
 * after any other fault it does not. Each state is to be expanded once. */
void program_space_expand(ProgramSpace *space, uint32_t state, ProgramExpansion *expansion);

/* A state, loaded into the machine; NULL if someone is inside an atomic sequence there, so that
 * formulas do not see it. */
ProcessMachine *program_space_look(ProgramSpace *space, uint32_t state);

size_t program_space_states(const ProgramSpace *space);
size_t program_space_counted(const ProgramSpace *space); /* of the expanded: those SPIN counts */
uint64_t program_space_transitions(const ProgramSpace *space);
size_t program_space_bytes(const ProgramSpace *space); /* that all states take */
bool program_space_full(const ProgramSpace *space);    /* no number is left for another state */

/* Appends the step from one state to another that this process takes (PROCESS_NONE: any does): its
 * place among the successors. */
void program_space_step(ProgramSpace *space, uint32_t from, uint32_t to, uint32_t mover,
                        U32Vec *choices);

/* The run on which a state was found, as such steps. */
void program_space_run(ProgramSpace *space, uint32_t state, U32Vec *choices);

#endif
