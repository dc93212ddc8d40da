/* Questions about Promela programs asked of the engines for circuits; see view/process_system.h.
 *
 * A run that they find is taken by the step function from the initial state, and judged there.
 * Their proofs are checked on the circuit like any other, and show also that no run leaves the
 * bounds that it was made with; that the circuit is the program is not shown, and said. */
#ifndef RONDO_CHECK_PROCESS_SYMBOLIC_H
#define RONDO_CHECK_PROCESS_SYMBOLIC_H

#include "check/check.h"

typedef struct ProcessSymbolic ProcessSymbolic;

ProcessSymbolic *process_symbolic_new(const Model *model, const Settings *settings);
void process_symbolic_free(ProcessSymbolic *symbolic); /* NULL is fine */

typedef enum {
  SYMBOLIC_OPEN,    /* more time may help */
  SYMBOLIC_DECIDED, /* or cannot be: the result is filled in, but for the time */
  SYMBOLIC_STUCK,   /* the engines gave up; the result has their reason */
} SymbolicAnswer;

/* Works on a property for so many seconds. */
SymbolicAnswer process_symbolic_try(ProcessSymbolic *symbolic, size_t property, double seconds,
                                    Budget *budget, Result *result);

/* From now on within a budget, NULL: none, with so many jobs and bytes of memory (0: no limit). */
void process_symbolic_limit(ProcessSymbolic *symbolic, Budget *within, int64_t jobs,
                            uint64_t memory);

/* Why the program is no circuit, a sentence; NULL: it is one, as far as is known. */
const char *process_symbolic_refusal(const ProcessSymbolic *symbolic);

/* The program as a circuit, with the properties that are asked of it, for other tools; NULL and an
 * error if it is none. A bad state is also one in which a step leaves the bounds. */
Model *process_symbolic_convert(const Model *model, const Settings *settings, Error *error);

#endif
