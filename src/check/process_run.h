/* Runs of Promela programs: judged by the step function from the initial state on, and shown.
 *
 * A run is what was chosen in each step: the place among the successors. */
#ifndef RONDO_CHECK_PROCESS_RUN_H
#define RONDO_CHECK_PROCESS_RUN_H

#include "base/error.h"
#include "model/process_step.h"
#include "system/trace.h"

typedef enum {
  SHOWS_FAULT,       /* the last step is faulty: a failed assertion, or worse */
  SHOWS_INVALID_END, /* it ends in a state without successor, in which not all may end */
  SHOWS_FALSE,       /* a formula is false in its last state, where nobody is inside an atomic
                        sequence */
} ProcessDefectKind;

typedef struct {
  ProcessDefectKind kind;
  uint32_t formula; /* of SHOWS_FALSE, without temporal operators: see process_formula.h */
} ProcessDefect;

/* The judge: replays the run and looks whether it shows that. False and why if it does not. It
 * shares with searches the step function and nothing else. */
bool process_run_shows(const Processes *program, const U32Vec *run, ProcessDefect defect,
                       Error *error);

/* A system and a trace that show a run that was judged: variables and the contents of channels as
 * state; who moves, how, and where that is written as inputs. The system has no behaviour of its
 * own. Elements of arrays that stay 0 are hidden. */
System *process_run_trace(const Processes *program, const U32Vec *run, Trace **trace);

#endif
