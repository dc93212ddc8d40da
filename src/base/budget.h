/* What a computation may use: wall time, memory, solver conflicts; and whether it was cancelled.
 * Every loop that can run long asks budget_spent, which costs a few instructions on most calls.
 * A slice is a budget inside another: it ends at its own limits or at its parent's.
 *
 * Work is counted in solver conflicts and propagation ticks (see logic/sat.h), not in seconds, so
 * that a run that is sliced by work repeats itself exactly. */
#ifndef RONDO_BASE_BUDGET_H
#define RONDO_BASE_BUDGET_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
  BUDGET_LEFT,   /* there is something left */
  BUDGET_TIME,   /* the deadline has passed */
  BUDGET_MEMORY, /* the process is larger than allowed */
  BUDGET_WORK,   /* the work of this slice is done */
  BUDGET_CANCEL, /* someone asked to stop */
} BudgetState;

typedef struct Budget {
  struct Budget *parent;
  double deadline;                     /* clock_wall() at the end; 0: none */
  uint64_t memory;                     /* bytes of resident memory; 0: no limit */
  uint64_t work;                       /* units of work allowed; 0: no limit */
  uint64_t used;                       /* units of work used */
  const volatile sig_atomic_t *cancel; /* set from outside, perhaps by a signal; may be NULL */
  const volatile sig_atomic_t *stop;   /* a second one of that kind */
  unsigned calls;                      /* expensive limits are looked at every few calls */
  BudgetState state;                   /* sticky, except that a slice may be refilled */
} Budget;

/* No limit at all. */
#define BUDGET_UNLIMITED ((Budget){0})

/* A part of `parent` (may be NULL) that may do `work` units. */
Budget budget_slice(Budget *parent, uint64_t work);

/* The same limits but that of work, for a step that must not be cut in the middle by it: a slice
 * then ends between two steps, and a run does not depend on how it was sliced. The work used is
 * noted here alone; the caller passes it on with budget_use. */
Budget budget_without_work(const Budget *budget);

/* Whether to stop now; budget may be NULL. */
bool budget_spent(Budget *budget);

/* The same, with a look at all limits: for those who ask seldom. */
bool budget_spent_now(Budget *budget);

/* Notes work done, here and in all parents. */
void budget_use(Budget *budget, uint64_t work);

/* Work left before the slice or a parent's runs out; UINT64_MAX for no limit. */
uint64_t budget_work_left(const Budget *budget);

/* Seconds to the nearest deadline, or a huge number. */
double budget_seconds_left(const Budget *budget);

/* Why it is spent: the state of this budget or of the parent that stopped it. */
BudgetState budget_state(const Budget *budget);

/* "time limit reached" and so on, for people. */
const char *budget_reason(BudgetState state);

/* Resident memory of this process in bytes. */
uint64_t memory_resident(void);

#endif
