/* Runs of Promela programs: judged by the step function from the initial state on, and shown.
 *
 * A run is what was chosen in each step: the place among the successors, or NOTHING_HAPPENS in a
 * state without one that is followed. */
#ifndef RONDO_CHECK_PROCESS_RUN_H
#define RONDO_CHECK_PROCESS_RUN_H

#include "base/error.h"
#include "engine/explicit/program_runs.h"
#include "system/trace.h"

typedef enum {
  SHOWS_FAULT,       /* the last step is faulty: a failed assertion, or worse */
  SHOWS_INVALID_END, /* it ends in a state without successor, in which not all may end */
  SHOWS_FALSE,       /* a formula is false in its last state, or cannot be evaluated there, and
                        nobody is inside an atomic sequence */
  SHOWS_RUN,         /* it goes on for ever, and violates what is asked of runs */
} ProcessDefectKind;

enum { PROCESS_NO_LOOP = -1 };

typedef struct {
  ProcessDefectKind kind;
  uint32_t formula; /* of SHOWS_FALSE, without temporal operators: see process_formula.h */
  ProgramRunQuestion question; /* of SHOWS_RUN */
  bool weak_fairness;          /* of SHOWS_RUN: the run must be fair */
} ProcessDefect;

/* The judge: replays the run and looks whether it shows that. False and why if it does not. It
 * shares with searches the step function and nothing else: formulas are evaluated by their
 * definition, claims followed as they are written. After the last choice comes choice `loop`; with
 * PROCESS_NO_LOOP the run may go on in any way. */
bool process_run_shows(const Processes *program, const U32Vec *run, int64_t loop,
                       ProcessDefect defect, Error *error);

/* The part of the judge for runs that go on for ever; see process_lasso.c. */
bool process_lasso_shows(const Processes *program, const U32Vec *run, int64_t loop,
                         ProcessDefect defect, Error *error);

/* A system and a trace that show a run that was judged. After the last choice comes choice `loop`;
 * where that is their number, the last state repeats. Variables and the contents of channels are
 * state; who moves, how, and where that is written are inputs. The system has no behaviour of its
 * own. Elements of arrays that stay 0 are hidden. A formula of SHOWS_FALSE that cannot be evaluated
 * in the last state is said to be so there; `defect` may be NULL. */
System *process_run_trace(const Processes *program, const U32Vec *run, int64_t loop,
                          const ProcessDefect *defect, Trace **trace);

#endif
