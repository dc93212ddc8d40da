/* What the gate (sat.c) asks of a solver behind it: one table of functions per solver. The gate has
 * checked the order of calls and the range of literals before it calls here, so back ends do not.
 * Assumptions, temporary clause and domain hold for the next `solve` alone; a back end forgets them
 * when its `solve` returns, but remembers what `failed` and `temporary_failed` need.
 *
 * The meter is how a back end reports the effort of the running query: it adds to `work`, which
 * must be deterministic, and asks meter_spent from time to time whether to stop. */
#ifndef RONDO_LOGIC_SAT_BACKEND_H
#define RONDO_LOGIC_SAT_BACKEND_H

#include "base/budget.h"
#include "logic/sat.h"

typedef struct {
  Budget *budget;   /* may be NULL */
  uint64_t work;    /* of this query so far; written by the back end */
  uint64_t charged; /* the part of it the budget has been told */
} SatMeter;

/* Tells the budget what was done and asks whether anything is left. */
bool meter_spent(SatMeter *meter);

typedef struct {
  void *(*create)(void);
  void (*destroy)(void *solver);
  void (*variable)(void *solver); /* there is one more; may be NULL */
  void (*clause)(void *solver, const int *lits, size_t count);
  void (*assume)(void *solver, int lit);
  void (*temporary)(void *solver, const int *lits, size_t count);
  void (*domain)(void *solver, const int *variables, size_t count); /* may be NULL */
  SatResult (*solve)(void *solver, SatMeter *meter);
  bool (*value)(void *solver, int lit);
  bool (*failed)(void *solver, int lit);
  bool (*temporary_failed)(void *solver);
  int (*fixed)(void *solver, int lit);
  void (*log_proof)(void *solver, Text *proof); /* see sat_log_proof; may be NULL */
} SatBackend;

extern const SatBackend sat_cadical, sat_lean;

/* Puts another solver in the place of one, for tests of what a wrong answer does; gives the one
 * that was there. */
const SatBackend *sat_replace_backend(SatKind kind, const SatBackend *backend);

#endif
