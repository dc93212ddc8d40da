/* See solver.h. */
#include "judge/solver.h"

#include <ccadical.h>

struct Solver {
  CCaDiCaL *cadical;
  int variables;
};

int solver_variable(Solver *solver) { return ++solver->variables; }

Solver *solver_new(void) {
  Solver *solver = zeroed(1, sizeof *solver);
  solver->cadical = ccadical_init();
  solver_assert(solver, solver_variable(solver)); /* variable 1 */
  return solver;
}

void solver_free(Solver *solver) { ccadical_release(solver->cadical); }

int solver_true(const Solver *solver) {
  (void)solver;
  return 1;
}

void solver_clause(Solver *solver, const int *lits, size_t count) {
  for (size_t i = 0; i < count; i++) ccadical_add(solver->cadical, lits[i]);
  ccadical_add(solver->cadical, 0);
}

void solver_assert(Solver *solver, int lit) { solver_clause(solver, &lit, 1); }

int solver_and(Solver *solver, int a, int b) {
  int g = solver_variable(solver);
  solver_clause(solver, (int[]){-g, a}, 2);
  solver_clause(solver, (int[]){-g, b}, 2);
  solver_clause(solver, (int[]){g, -a, -b}, 3);
  return g;
}

int solver_or(Solver *solver, int a, int b) { return -solver_and(solver, -a, -b); }

int solver_equal(Solver *solver, int a, int b) {
  return solver_and(solver, solver_or(solver, -a, b), solver_or(solver, a, -b));
}

void solver_assume(Solver *solver, int lit) { ccadical_assume(solver->cadical, lit); }

enum { SATISFIABLE = 10, UNSATISFIABLE = 20 }; /* the answers of the solver */

bool solver_unsatisfiable(Solver *solver) {
  int answer = ccadical_solve(solver->cadical);
  if (answer != SATISFIABLE && answer != UNSATISFIABLE) unreadable("the solver gave no answer");
  return answer == UNSATISFIABLE;
}

bool solver_refutes_soon(Solver *solver, int conflicts) {
  ccadical_limit(solver->cadical, "conflicts", conflicts); /* of the next question alone */
  return ccadical_solve(solver->cadical) == UNSATISFIABLE;
}

bool solver_value(Solver *solver, int lit) { return ccadical_val(solver->cadical, lit) > 0; }

/* ---- moments ---- */

Moment moment_new(Solver *solver, const Circuit *circuit) {
  Moment moment = {.solver = solver, .circuit = circuit};
  moment.lits = longer(NULL, &moment.room, circuit->count, sizeof *moment.lits);
  moment.lits[0] = -solver_true(solver);
  return moment;
}

/* Circuits may have grown since the moment was made. */
static int *place_of(Moment *moment, unsigned variable) {
  moment->lits = longer(moment->lits, &moment->room, variable + 1, sizeof *moment->lits);
  return moment->lits + variable;
}

void moment_set(Moment *moment, Lit lit, int value) {
  *place_of(moment, variable_of(lit)) = is_negated(lit) ? -value : value;
}

static int known(Moment *moment, Lit lit) {
  int value = *place_of(moment, variable_of(lit));
  return is_negated(lit) ? -value : value;
}

/* Gates below first, with a stack of its own: circuits may be very deep. */
static void encode(Moment *moment, unsigned variable) {
  static Lits stack; /* empty between calls */
  lits_add(&stack, variable);
  while (stack.size) {
    unsigned top = stack.data[stack.size - 1];
    const Variable *v = moment->circuit->variables + top;
    if (*place_of(moment, top)) {
      stack.size--;
    } else if (v->kind != GATE) {
      *place_of(moment, top) = solver_variable(moment->solver);
    } else if (!known(moment, v->left)) {
      lits_add(&stack, variable_of(v->left));
    } else if (!known(moment, v->right)) {
      lits_add(&stack, variable_of(v->right));
    } else {
      int g = solver_and(moment->solver, known(moment, v->left), known(moment, v->right));
      *place_of(moment, top) = g;
    }
  }
}

int moment_lit(Moment *moment, Lit lit) {
  if (!known(moment, lit)) encode(moment, variable_of(lit));
  return known(moment, lit);
}

void moment_follow(Moment *after, Moment *now) {
  const Circuit *c = now->circuit;
  for (size_t i = 0; i < c->latch_count; i++)
    moment_set(after, c->latches[i].lit, moment_lit(now, c->latches[i].next));
}

int moment_all(Moment *moment, const Lits *lits) {
  int all = solver_true(moment->solver);
  for (size_t i = 0; i < lits->size; i++)
    all = solver_and(moment->solver, all, moment_lit(moment, lits->data[i]));
  return all;
}

int moment_any(Moment *moment, const Lits *lits) {
  int any = -solver_true(moment->solver);
  for (size_t i = 0; i < lits->size; i++)
    any = solver_or(moment->solver, any, moment_lit(moment, lits->data[i]));
  return any;
}
