/* Stubborn sets of processes: in each state of a Promela program some processes whose steps are
 * enough (Valmari; guard-based, with necessary enabling sets: Laarman, Pater, van de Pol and Weber,
 * SPIN 2013).
 *
 * A set of processes is closed if, of each command at the control states where they are,
 *
 * - of one that is executable, all processes are in it that may at any time from here on conflict
 *   with it (process_effects.h);
 * - of one that is not, all that may write something which has to change before it is.
 *
 * So what those outside do, for as long as they like, neither disables a step of those inside, nor
 * enables another, and commutes with it. Several sets are tried, from each process that can move,
 * and the one with the fewest steps is taken. Deadlocks and the first step into a fault are
 * preserved; for formulas without next (stuttering) also, none of the steps may be visible, unless
 * all are taken, and nobody may be ignored for ever, which is the business of who searches
 * (program_space.h). */
#ifndef RONDO_ENGINE_EXPLICIT_PROGRAM_STUBBORN_H
#define RONDO_ENGINE_EXPLICIT_PROGRAM_STUBBORN_H

#include "model/process_visible.h"

typedef struct ProgramStubborn ProgramStubborn;

/* `atoms`: what must be seen, expressions or ATOM_... of program_claim.h. NULL and a reason if
 * there is nothing to reduce. `backwards` tries processes in the other order. */
ProgramStubborn *program_stubborn_new(const Processes *program, const U32Vec *atoms, bool backwards,
                                      const char **reason);
void program_stubborn_free(ProgramStubborn *stubborn); /* NULL is fine */

/* Loads a state that is opened in a machine, for the questions below. */
void program_stubborn_load(ProgramStubborn *stubborn, ProcessMachine *machine, uint32_t running);

/* Of all its steps those that are taken: sets `kept`. Returns how many. */
size_t program_stubborn_choose(ProgramStubborn *stubborn, const ProcessMove *moves, size_t count,
                               bool *kept);

/* The quickest case is a process alone that has one step: the others need not be asked for theirs.
 * Processes are tried in this order; it can only be one that may be alone, and it is if its only
 * step is so, which is then not seen either. */
uint32_t program_stubborn_process(const ProgramStubborn *stubborn, uint32_t place);
bool program_stubborn_may_be_alone(const ProgramStubborn *stubborn, uint32_t pid);
bool program_stubborn_is_alone(ProgramStubborn *stubborn, const ProcessMove *only);

/* Whether a step from the loaded state can be seen. */
bool program_stubborn_sees(ProgramStubborn *stubborn, ProcessMachine *machine,
                           const ProcessMove *move);

#endif
