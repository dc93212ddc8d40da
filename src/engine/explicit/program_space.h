/* States of a Promela program by number, in the order in which they are found. Who asks decides
 * which is expanded next: the oldest, so that the first state with some defect is one with a
 * shortest run to it, or the newest, when runs are looked for (program_runs.h).
 *
 * With stubborn sets, a state that is left by one step which nobody sees is passed by: it is not
 * stored, but the first one behind it in which there is a choice, or something to be seen. */
#ifndef RONDO_ENGINE_EXPLICIT_PROGRAM_SPACE_H
#define RONDO_ENGINE_EXPLICIT_PROGRAM_SPACE_H

#include "engine/explicit/program_stubborn.h"
#include "view/graph.h"

typedef struct ProgramSpace ProgramSpace;

/* What became of a state when it was expanded. */
typedef struct {
  size_t successors;  /* steps that were taken, the faulty ones too */
  bool invalid_end;   /* there is none, and some process should not have stopped here */
  ProcessFault fault; /* of the first step that is faulty, ... */
  Numbers fault_run;  /* ... and the way to it from the state, that step included */
  Numbers targets;    /* where steps lead that are followed, valid until the next call, ... */
  Numbers movers;     /* ... and the process that takes each; of a handshake the sender */
} ProgramExpansion;

/* Where stubborn sets leave out steps: when are all steps of a state taken after all, so that
 * nobody is ignored for ever? Unless ... */
typedef enum {
  IGNORE_WHOM_IT_MAY,      /* ... true: never; enough for deadlocks */
  IGNORE_NOBODY_OF_OLDEST, /* ... one leads to a state that is not expanded yet, if always the
                              oldest is (Bosnacki and Holzmann, SPIN 2005): enough for states */
  IGNORE_NOBODY_ON_CYCLES, /* ... all lead to new states, so that every cycle has a state all of
                              whose steps are taken: enough for runs, in any order */
} ProgramProviso;

typedef struct {
  uint64_t salt;             /* another one gives other hash values */
  ProgramStubborn *stubborn; /* NULL: all steps are taken */
  ProgramProviso proviso;
  bool forgets;      /* variables that are dead (process_live.h) become 0 */
  bool plain;        /* with the plain machine (process_step.h) */
  bool passes_inner; /* states inside atomic sequences are not stored, unless there are many */
} ProgramSpaceOptions;

/* States inside atomic sequences that are not stored, behind one that is: at most so many of those
 * found first. */
enum { PROGRAM_SPACE_MOST_INNER = 4096 };

/* With the initial state, number 0. The program outlives it. NULL and the fault if that state
 * cannot be made. */
ProgramSpace *program_space_new(const Processes *program, ProgramSpaceOptions options,
                                ProcessFault *fault);
void program_space_free(ProgramSpace *space); /* NULL is fine */

/* Takes steps of a state, all or enough of them, and adds what they reach. After a failed assertion
 * a run goes on, after any other fault it does not. Each state is to be expanded once. */
void program_space_expand(ProgramSpace *space, uint32_t state, ProgramExpansion *expansion);

/* The bytes of a state, valid until another is opened; and whether there is such a state. */
const uint8_t *program_space_open(ProgramSpace *space, uint32_t state, size_t *size);
bool program_space_has(ProgramSpace *space, const uint8_t *bytes, size_t size);

/* A state, loaded into the machine; NULL if someone is inside an atomic sequence there, so that
 * formulas do not see it. */
ProcessMachine *program_space_look(ProgramSpace *space, uint32_t state);

size_t program_space_states(const ProgramSpace *space);
size_t program_space_counted(const ProgramSpace *space); /* of the expanded: those SPIN counts */
uint64_t program_space_transitions(const ProgramSpace *space);
uint64_t program_space_reduced(const ProgramSpace *space); /* states with steps left out */
size_t program_space_bytes(const ProgramSpace *space);     /* that all states take */
/* Whether a command was taken in some step that was looked at; not known of those inside a d_step.
 */
bool program_space_reached(const ProgramSpace *space, uint32_t command);
bool program_space_full(const ProgramSpace *space); /* no number is left for another state */

/* Appends the steps from one state to another, of which this process takes the first (PROCESS_NONE:
 * any does): for each its place among the successors. False if there are none. */
bool program_space_step(ProgramSpace *space, uint32_t from, uint32_t to, uint32_t mover,
                        U32Vec *choices);

/* A run to a state, as such steps, if always the oldest state was expanded: the shortest one, if
 * all steps were taken. */
void program_space_run(ProgramSpace *space, uint32_t state, U32Vec *choices);

#endif
