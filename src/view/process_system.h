/* A Promela program as a circuit, within bounds: control states, variables and messages are binary
 * numbers as wide as the bounds ask, and inputs choose the process that moves, which of its options
 * it takes, and who receives a message without buffer. A choice that is not executable is no step
 * (a constraint); where nothing is, the state stays. So the runs of the circuit are the maximal
 * runs of the program, the last state of those that end repeated.
 *
 * A step that fails, or that would leave the bounds, leads into a state of its own, `gone`, for
 * ever. A proof therefore shows that no run leaves the bounds, too; if one does, they are widened
 * by what it reaches. A step does what process_step.c says, bit for bit: tests/oracle compares all
 * successors of all states of random programs. */
#ifndef RONDO_VIEW_PROCESS_SYSTEM_H
#define RONDO_VIEW_PROCESS_SYSTEM_H

#include "system/trace.h"
#include "view/process_bounds.h"

typedef struct {
  const Processes *program;
  System *system;    /* the caller's; NULL: refused */
  char *refused;     /* why, as a sentence */
  Lit gone;          /* a latch: a step has failed or left the bounds */
  Lit fails;         /* this step does something that ends the run, ... */
  Lit asserts;       /* ... or violates an assertion, ... */
  Lit leaves;        /* ... or leaves the bounds */
  Lit inside;        /* somebody is inside an atomic sequence: formulas see nothing */
  Lit ended;         /* nothing is executable */
  Lit valid_end;     /* all processes are where they may end */
  bool loops_inside; /* a run could stay inside atomic sequences for ever */
  void *circuit;     /* for atoms and states */
} ProcessSystem;

/* `budget` may be NULL; the program is refused when it is spent. */
ProcessSystem process_system(const Processes *program, const ProcessBounds *bounds, Budget *budget);
void process_system_free(ProcessSystem *view); /* but for the system */

/* An expression over what everybody sees, as literals: whether it is true, and whether it cannot be
 * evaluated. False if it cannot be translated. */
bool process_system_atom(ProcessSystem *view, uint32_t expression, Lit *holds, Lit *fault);

/* The latches in the state that is loaded, which is within the bounds. */
void process_system_encode(const ProcessSystem *view, const ProcessMachine *machine,
                           const uint8_t *state, Bits *latches);

/* The way back: the move that a step of a trace chooses in the state that is loaded. The step is
 * one of the program's, or else the state has none. */
ProcessMove process_system_move(const ProcessSystem *view, const Step *step,
                                const ProcessMachine *machine, const uint8_t *state);

#endif
