/* See solver.h: CaDiCaL. */
#include <ccadical.h>
#include <stdlib.h>

#include "judge/file.h"
#include "judge/solver.h"

enum { HURRY_CONFLICTS = 20000 };

static void *cadical_new(const Judge *judge) {
  (void)judge;
  CCaDiCaL *solver = ccadical_init();
  ccadical_set_option(solver, "quiet", 1);
  return solver;
}

static void cadical_free(void *solver) { ccadical_release(solver); }

static void cadical_clause(void *solver, const int *lits, size_t count) {
  for (size_t i = 0; i < count; i++) ccadical_add(solver, lits[i]);
  ccadical_add(solver, 0);
}

static Answer cadical_solve(void *solver, const int *assumed, size_t count, unsigned patience) {
  for (size_t i = 0; i < count; i++) ccadical_assume(solver, assumed[i]);
  if (patience) /* for this question alone */
    ccadical_limit(solver, "conflicts", (int)patience * HURRY_CONFLICTS);
  int answer = ccadical_solve(solver);
  return answer == 10 ? ANSWER_SATISFIABLE : answer == 20 ? ANSWER_UNSATISFIABLE : ANSWER_NONE;
}

/* Versions differ in what they say of a negated literal. */
static bool cadical_value(void *solver, int lit) {
  return (ccadical_val(solver, abs(lit)) > 0) == (lit > 0);
}

const SolverKind cadical = {cadical_new, cadical_free, cadical_clause, cadical_solve,
                            cadical_value};
