/* CaDiCaL (Biere et al., versions 1.5 to 2.x) behind the gate, through its C interface.
 *
 * The temporary clause is CaDiCaL's `constrain`. Budgets reach it through the terminate callback,
 * which CaDiCaL calls once per decision (option terminateint) and in its inprocessing loops. The C
 * interface has no statistics, so work is counted from what it does show: polls of that callback
 * and learnt clauses; both repeat exactly from run to run.
 *
 * CaDiCaL knows only variables that occurred in a call; it is not asked about others. */
#include <ccadical.h>

#include <limits.h>
#include <stdlib.h>

#include "logic/sat_backend.h"

/* Rough prices in the lean solver's unit, propagations: the two back ends' slices should be of
 * similar length, not more. */
enum { WORK_QUERY = 10, WORK_DECISION = 10, WORK_CONFLICT = 100 };

typedef struct {
  CCaDiCaL *cadical;
  int largest;     /* variable that CaDiCaL has seen */
  SatMeter *meter; /* of the running query, else NULL */
  bool has_temporary, temporary_failed;
} Cadical;

/* CaDiCaL allocates with C++'s new, whose exception nobody above could catch: when memory runs out
 * the process must end with our message, not by abort(). This is std::set_new_handler(), reached
 * by its mangled name because this is C. */
typedef void (*NewHandler)(void);
#ifdef __APPLE__
#define CXX_NAME(name) "_" name
#else
#define CXX_NAME(name) name
#endif
extern NewHandler
set_new_handler(NewHandler handler) __asm__(CXX_NAME("_ZSt15set_new_handlerPFvvE"));

static int poll_budget(void *state) {
  Cadical *c = state;
  if (!c->meter) return 0;
  c->meter->work += WORK_DECISION;
  return meter_spent(c->meter);
}

static void note_learnt(void *state, int *clause) {
  Cadical *c = state;
  (void)clause;
  if (c->meter) c->meter->work += WORK_CONFLICT;
}

static void *create(void) {
  set_new_handler(mem_exhausted);
  Cadical *c = mem_zalloc(sizeof *c);
  c->cadical = ccadical_init();
  ccadical_set_option(c->cadical, "quiet", 1);
  ccadical_set_option(c->cadical, "terminateint", 0);
  ccadical_set_terminate(c->cadical, c, poll_budget);
  ccadical_set_learn(c->cadical, c, INT_MAX, note_learnt);
  return c;
}

static void destroy(void *solver) {
  Cadical *c = solver;
  ccadical_release(c->cadical);
  mem_free(c);
}

static void see(Cadical *c, int lit) {
  if (abs(lit) > c->largest) c->largest = abs(lit);
}

static void clause(void *solver, const int *lits, size_t count) {
  Cadical *c = solver;
  for (size_t i = 0; i < count; i++) {
    see(c, lits[i]);
    ccadical_add(c->cadical, lits[i]);
  }
  ccadical_add(c->cadical, 0);
}

static void assume(void *solver, int lit) {
  Cadical *c = solver;
  see(c, lit);
  ccadical_assume(c->cadical, lit);
}

static void temporary(void *solver, const int *lits, size_t count) {
  Cadical *c = solver;
  for (size_t i = 0; i < count; i++) {
    see(c, lits[i]);
    ccadical_constrain(c->cadical, lits[i]);
  }
  ccadical_constrain(c->cadical, 0);
  c->has_temporary = true;
}

/* CaDiCaL 1.5.3 keeps the constraint of a query that was interrupted, though it drops the
 * assumptions. There is no call to drop it, but a new one replaces it: a tautology. */
static void forget_temporary(Cadical *c) {
  const int tautology[] = {c->largest, -c->largest, 0};
  for (int i = 0; i < 3; i++) ccadical_constrain(c->cadical, tautology[i]);
}

static SatResult solve(void *solver, SatMeter *meter) {
  Cadical *c = solver;
  meter->work += WORK_QUERY;
  c->meter = meter;
  int result = ccadical_solve(c->cadical);
  c->meter = NULL;
  c->temporary_failed =
      result == SAT_UNSATISFIABLE && c->has_temporary && ccadical_constraint_failed(c->cadical);
  if (result == SAT_UNKNOWN && c->has_temporary) forget_temporary(c);
  c->has_temporary = false;
  return (SatResult)result;
}

static bool value(void *solver, int lit) {
  Cadical *c = solver;
  if (abs(lit) > c->largest) return lit < 0;
  return (ccadical_val(c->cadical, abs(lit)) > 0) == (lit > 0);
}

static bool failed(void *solver, int lit) {
  Cadical *c = solver;
  return abs(lit) <= c->largest && ccadical_failed(c->cadical, lit);
}

static bool temporary_failed(void *solver) { return ((Cadical *)solver)->temporary_failed; }

static int fixed(void *solver, int lit) {
  Cadical *c = solver;
  return abs(lit) > c->largest ? 0 : ccadical_fixed(c->cadical, lit);
}

const SatBackend sat_cadical = {
    .create = create,
    .destroy = destroy,
    .clause = clause,
    .assume = assume,
    .temporary = temporary,
    .solve = solve,
    .value = value,
    .failed = failed,
    .temporary_failed = temporary_failed,
    .fixed = fixed,
};
