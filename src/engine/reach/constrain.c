/* The constraints C of edges. Each is needed in two readings: asserted, in the solvers of frames,
 * where it holds if the literal `edge` does; and refuted, in the lifting solver, where a fresh
 * literal implies that it is violated. Lifting asks for a violation of anything that the edge must
 * obey, so it needs the second reading for every constraint: forgetting one gives cubes with states
 * that have no such edge.
 *
 * For a wall W with clauses c_1 .. c_n, a state outside satisfies some negated clause:
 *   not W    is  a_1 or ... or a_n  with  a_i -> not l  for every l in c_i. */
#include "engine/reach/internal.h"

typedef int (*Place)(const Reach *reach, const Solver *solver, Lit lit);

static int place_now(const Reach *reach, const Solver *solver, Lit lit) {
  (void)solver;
  return now_literal(reach->model, lit);
}

static int place_next(const Reach *reach, const Solver *solver, Lit lit) {
  return next_literal(reach->model, solver, lit);
}

/* An encoder of predicates in which the latches have their current or their next values. */
static Cnf *encoder(const Reach *reach, Solver *solver, bool next) {
  Cnf **cnf = next ? &solver->next : &solver->now;
  if (*cnf) return *cnf;
  const System *system = reach->model->system;
  *cnf = cnf_new(system->aig, solver->sat);
  for (size_t i = 0; i < system->latches.size; i++) {
    Lit latch = system->latches.data[i].current;
    int literal = (next ? place_next : place_now)(reach, solver, latch);
    cnf_bind(*cnf, lit_node(latch), literal);
  }
  for (size_t i = 0; i < system->inputs.size && !next; i++)
    cnf_bind(*cnf, lit_node(system->inputs.data[i]), (int)(1 + system->latches.size + i));
  return *cnf;
}

int solver_predicate(const Reach *reach, Solver *solver, Lit predicate) {
  if (!lit_node(predicate)) return predicate == LIT_TRUE ? solver->truth : -solver->truth;
  int known = lit_node(predicate) < reach->model->formula->node_count
                  ? cnf_formula_literal(reach->model->formula, predicate)
                  : 0;
  return known ? known : cnf_literal(encoder(reach, solver, false), predicate, CNF_BOTH);
}

static int predicate_literal(const Reach *reach, Solver *solver, const Constraint *constraint) {
  if (!constraint->at_next || !lit_node(constraint->predicate))
    return solver_predicate(reach, solver, constraint->predicate);
  return cnf_literal(encoder(reach, solver, true), constraint->predicate, CNF_BOTH);
}

/* Adds (first or second or a_1 or ... or a_n) for a wall as above; second may be 0. */
static void outside(const Reach *reach, Solver *solver, const ClauseVec *wall, Place place,
                    int first, int second) {
  IntVec some = {0};
  vec_push(&some, first);
  if (second) vec_push(&some, second);
  for (size_t i = 0; i < wall->size; i++) {
    int a = sat_variable(solver->sat);
    vec_push(&some, a);
    for (size_t k = 0; k < wall->data[i]->size; k++)
      sat_clause2(solver->sat, -a, -place(reach, solver, wall->data[i]->lits[k]));
  }
  sat_clause(solver->sat, some.data, some.size);
  vec_free(&some);
}

/* Adds (first or second or c_i) for every clause of the wall. */
static void inside(const Reach *reach, Solver *solver, const ClauseVec *wall, Place place,
                   int first, int second) {
  IntVec clause = {0};
  for (size_t i = 0; i < wall->size; i++) {
    vec_clear(&clause);
    vec_push(&clause, first);
    if (second) vec_push(&clause, second);
    for (size_t k = 0; k < wall->data[i]->size; k++) {
      int literal = place(reach, solver, wall->data[i]->lits[k]);
      vec_push(&clause, literal);
    }
    sat_clause(solver->sat, clause.data, clause.size);
  }
  vec_free(&clause);
}

static void collect(const Reach *reach, const Solver *solver, const Constraint *constraint,
                    IntVec *lits) {
  for (size_t i = 0; i < constraint->now.size; i++) {
    int literal = place_now(reach, solver, constraint->now.data[i]);
    vec_push(lits, literal);
  }
  for (size_t i = 0; i < constraint->next.size; i++) {
    int literal = place_next(reach, solver, constraint->next.data[i]);
    vec_push(lits, literal);
  }
}

void solver_assert_system(const Reach *reach, Solver *solver) {
  const ReachModel *model = reach->model;
  if (model->contradictory) sat_clause1(solver->sat, -solver->truth);
  for (size_t i = 0; i < model->constraints.size; i++)
    sat_clause1(solver->sat, model->constraints.data[i]);
}

void solver_assert_constraints(const Reach *reach, Solver *solver) {
  for (; solver->constraints < reach->constraints.size; solver->constraints++) {
    const Constraint *constraint = &reach->constraints.data[solver->constraints];
    switch (constraint->form) {
    case CONSTRAINT_CLAUSE: {
      IntVec clause = {0};
      vec_push(&clause, -solver->edge);
      collect(reach, solver, constraint, &clause);
      sat_clause(solver->sat, clause.data, clause.size);
      vec_free(&clause);
      break;
    }
    case CONSTRAINT_PREDICATE: {
      int literal = predicate_literal(reach, solver, constraint);
      sat_clause2(solver->sat, -solver->edge, literal);
      break;
    }
    case CONSTRAINT_OUTSIDE:
      outside(reach, solver, &constraint->wall, place_next, -solver->edge, 0);
      break;
    case CONSTRAINT_LAST_OUTSIDE:
      outside(reach, solver, &constraint->wall, place_next, -solver->last, 0);
      break;
    case CONSTRAINT_STAY: { /* W' implies W */
      int left = sat_variable(solver->sat);
      outside(reach, solver, &constraint->wall, place_next, -solver->edge, left);
      inside(reach, solver, &constraint->wall, place_now, -left, 0);
      break;
    }
    }
  }
}

void solver_refute_constraints(const Reach *reach, Solver *solver) {
  for (; solver->constraints < reach->constraints.size; solver->constraints++) {
    const Constraint *constraint = &reach->constraints.data[solver->constraints];
    int violated = sat_variable(solver->sat);
    switch (constraint->form) {
    case CONSTRAINT_CLAUSE: {
      IntVec clause = {0};
      collect(reach, solver, constraint, &clause);
      for (size_t i = 0; i < clause.size; i++) sat_clause2(solver->sat, -violated, -clause.data[i]);
      vec_free(&clause);
      break;
    }
    case CONSTRAINT_PREDICATE: {
      int literal = predicate_literal(reach, solver, constraint);
      sat_clause2(solver->sat, -violated, -literal);
      break;
    }
    case CONSTRAINT_OUTSIDE: /* W' */
    case CONSTRAINT_LAST_OUTSIDE:
      inside(reach, solver, &constraint->wall, place_next, -violated, 0);
      break;
    case CONSTRAINT_STAY: /* W' and not W */
      inside(reach, solver, &constraint->wall, place_next, -violated, 0);
      outside(reach, solver, &constraint->wall, place_now, -violated, 0);
      break;
    }
    bool last = constraint->form == CONSTRAINT_LAST_OUTSIDE;
    vec_push(last ? &solver->last_violations : &solver->violations, violated);
  }
}

void constraint_free(Constraint *constraint) {
  vec_free(&constraint->now);
  vec_free(&constraint->next);
  clauses_free(&constraint->wall);
}

/* ---- the public side ------------------------------------------------------------------------- */

/* Every query of an edge has to see what its constraints read. */
static void read_by_all(Reach *reach, Lit lit, bool next) {
  int variable =
      next ? reach->model->next[model_place(reach->model, lit)] : now_literal(reach->model, lit);
  if (variable) vec_push(&reach->always, variable);
}

static void read_wall(Reach *reach, const ClauseVec *wall, bool next) {
  for (size_t i = 0; i < wall->size; i++)
    for (size_t k = 0; k < wall->data[i]->size; k++)
      read_by_all(reach, wall->data[i]->lits[k], next);
}

static void read_predicate(Reach *reach, Lit predicate, bool next) {
  const ReachModel *model = reach->model;
  U32Vec support = {0};
  aig_support(model->system->aig, predicate, &support);
  for (size_t i = 0; i < support.size; i++) {
    if (model->place_of[support.data[i]]) read_by_all(reach, lit_of(support.data[i], false), next);
    else if (!next) {
      int input = cnf_formula_literal(model->formula, lit_of(support.data[i], false));
      vec_push(&reach->always, input);
    }
  }
  int known = lit_node(predicate) < model->formula->node_count
                  ? cnf_formula_literal(model->formula, predicate)
                  : 0;
  if (known && !next) vec_push(&reach->always, known);
  vec_free(&support);
}

static void add(Reach *reach, Constraint constraint) {
  vec_push(&reach->constraints, constraint);
  reach_restart(reach);
}

void reach_constrain(Reach *reach, const Lit *now, size_t now_count, const Lit *next,
                     size_t next_count) {
  Constraint constraint = {.form = CONSTRAINT_CLAUSE};
  for (size_t i = 0; i < now_count; i++) {
    vec_push(&constraint.now, now[i]);
    read_by_all(reach, now[i], false);
  }
  for (size_t i = 0; i < next_count; i++) {
    vec_push(&constraint.next, next[i]);
    read_by_all(reach, next[i], true);
  }
  add(reach, constraint);
}

void reach_constrain_predicate(Reach *reach, Lit predicate, bool next) {
  read_predicate(reach, predicate, next);
  add(reach, (Constraint){.form = CONSTRAINT_PREDICATE, .predicate = predicate, .at_next = next});
}

void reach_constrain_wall(Reach *reach, const ClauseVec *wall, ReachWall kind) {
  if (kind == WALL_INSIDE) {
    for (size_t i = 0; i < wall->size; i++)
      reach_constrain(reach, wall->data[i]->lits, wall->data[i]->size, NULL, 0);
    return;
  }
  Constraint constraint = {.form = kind == WALL_STAY      ? CONSTRAINT_STAY
                                   : kind == WALL_OUTSIDE ? CONSTRAINT_OUTSIDE
                                                          : CONSTRAINT_LAST_OUTSIDE};
  constraint.wall = clauses_copy(wall);
  read_wall(reach, wall, true);
  if (kind == WALL_STAY) read_wall(reach, wall, false);
  add(reach, constraint);
}
