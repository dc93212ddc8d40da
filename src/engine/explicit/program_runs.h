/* Runs of a Promela program that violate something, looked for on the fly: the product of its
 * states with an automaton (program_claim.h), by strongly connected components or by nested
 * depth-first search (kripke.h).
 *
 * The automaton sees what SPIN's claims see: it moves first, in every state in which nobody is
 * inside an atomic sequence; a run that ends repeats its last state for ever.
 *
 * Weak fairness, with SPIN's meaning: a process that from some point on can always begin a step
 * does so again and again. Each process is an acceptance set of its own, of the steps that it takes
 * and of those from states in which it can begin none; nothing is copied for it. A handshake is the
 * sender's step; who waits for one begins none. */
#ifndef RONDO_ENGINE_EXPLICIT_PROGRAM_RUNS_H
#define RONDO_ENGINE_EXPLICIT_PROGRAM_RUNS_H

#include "engine/explicit/kripke.h"
#include "engine/explicit/program_claim.h"
#include "engine/explicit/program_space.h"

typedef struct {
  bool weak_fairness;
  bool second;        /* with other hash values, in another order, and nested where that can be */
  bool partial_order; /* with stubborn sets, if there are some; not with fairness */
} ProgramRunOptions;

enum { NOTHING_HAPPENS = UINT32_MAX }; /* a step of a run: the state has no successor, and stays */

/* A run as choices among successors (or NOTHING_HAPPENS); after the last comes choice `loop`. */
typedef struct {
  U32Vec choices;
  size_t loop;
} ProgramRun;

typedef struct {
  uint64_t states, inner_states, pairs, reduced_states, transitions, bytes;
} ProgramRunFigures;

/* The state of affairs, for progress. */
typedef void (*ProgramRunsTell)(void *context, const ProgramRunFigures *figures);

typedef struct {
  RunSearch found;
  ProgramRun run;     /* of RUN_FOUND */
  const char *reason; /* of RUN_UNKNOWN, unless the budget is spent: why; else NULL */
  ProgramRunFigures figures;
} ProgramRunAnswer;

/* The claim is state-based exactly if it is for a second search without fairness. */
ProgramRunAnswer program_runs_search(const ProgramClaim *claim, ProgramRunOptions options,
                                     Budget *budget, ProgramRunsTell tell, void *context);
void program_run_free(ProgramRun *run); /* what it holds */

#endif
