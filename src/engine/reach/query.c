/* The solvers of an instance and the queries put to them.
 *
 * Every frame has a solver of its own, made when it is first asked: the shared CNF, the
 * constraints, and the lemmas of this and all later frames. (One solver for all frames with
 * activation literals was measured against this; see docs/engines/ic3.md.) Lifting has one more, in
 * which nothing is asserted but the transition functions. Each query names the cone it needs; see
 * model.c. */
#include "engine/reach/internal.h"

#include <stdlib.h>

Solver *solver_new(Reach *reach) {
  Solver *solver = mem_zalloc(sizeof *solver);
  solver->sat = sat_new((SatKind)reach->options.solver);
  cnf_formula_load(reach->model->formula, solver->sat);
  solver->truth = sat_variable(solver->sat);
  solver->edge = sat_variable(solver->sat);
  solver->last = sat_variable(solver->sat);
  sat_clause1(solver->sat, solver->truth);
  reach->stats.solvers++;
  return solver;
}

void solver_free(Solver *solver) {
  if (!solver) return;
  cnf_free(solver->now);
  cnf_free(solver->next);
  vec_free(&solver->violations);
  vec_free(&solver->last_violations);
  sat_free(solver->sat);
  mem_free(solver);
}

Solver *frame_solver(Reach *reach, size_t at) {
  Frame *frame = at == LEVEL_INFINITE ? &reach->infinite : &reach->frames.data[at];
  Solver *solver = frame->solver;
  size_t most = (size_t)reach->options.recycle;
  if (solver && solver->obsolete > most && solver->obsolete > solver->lemmas / 2) {
    solver_free(solver);
    solver = NULL;
    reach->stats.recycled++;
  }
  if (!solver) {
    solver = frame->solver = solver_new(reach);
    solver_assert_system(reach, solver);
    for (size_t i = 0; at == 0 && reach->from_value && i < reach->model->latches; i++) {
      uint8_t value = reach->from_value[i];
      int variable = model_latch_variable(i);
      if (value != TERNARY_X) sat_clause1(solver->sat, value == TERNARY_1 ? variable : -variable);
    }
    if (!frame_is_exact(reach, at)) frame_load(reach, solver, at);
  }
  solver_assert_constraints(reach, solver);
  return solver;
}

SatResult query_solve(Reach *reach, Solver *solver) {
  uint64_t before = sat_stats(solver->sat)->work;
  SatResult result = sat_solve(solver->sat, &reach->hard);
  reach->stats.queries++;
  reach->stats.query_work += sat_stats(solver->sat)->work - before;
  if (result == SAT_UNKNOWN) reach->interrupted = true;
  return result;
}

static void use_domain(Reach *reach, Solver *solver) {
  domain_close(reach);
  sat_domain(solver->sat, reach->domain.data, reach->domain.size);
}

static void count(ReachStats *stats, QueryPurpose purpose, bool unsatisfiable) {
  switch (purpose) {
  case QUERY_BLOCK:
    stats->block_queries++;
    stats->block_unsatisfiable += unsatisfiable;
    break;
  case QUERY_DROP:
    stats->drop_queries++;
    stats->drop_unsatisfiable += unsatisfiable;
    break;
  case QUERY_PUSH:
    stats->push_queries++;
    stats->push_unsatisfiable += unsatisfiable;
    break;
  }
}

SatResult query_relative(Reach *reach, size_t frame, const Lit *cube, size_t size, bool inductive,
                         QueryPurpose purpose, LitVec *core) {
  const ReachModel *model = reach->model;
  if (!size && inductive) { /* the negation of the cube of all states holds nowhere */
    if (core) vec_clear(core);
    return SAT_UNSATISFIABLE;
  }
  Solver *solver = reach->answered = frame_solver(reach, frame);
  Sat *sat = solver->sat;
  domain_begin(reach, solver);
  if (inductive) {
    vec_clear(&reach->scratch);
    for (size_t i = 0; i < size; i++) {
      vec_push(&reach->scratch, -now_literal(model, cube[i]));
      domain_add(reach, now_literal(model, cube[i]));
    }
    sat_temporary(sat, reach->scratch.data, reach->scratch.size);
  }
  /* Active literals first: the core is likely to consist of them. */
  vec_clear(&reach->ordered);
  for (size_t i = 0; i < size; i++) vec_push(&reach->ordered, cube[i]);
  activity_sort(reach, reach->ordered.data, size, false);
  sat_assume(sat, solver->edge);
  for (size_t i = 0; i < size; i++) {
    int next = next_literal(model, solver, reach->ordered.data[i]);
    sat_assume(sat, next);
    domain_add(reach, next);
  }
  use_domain(reach, solver);
  SatResult result = query_solve(reach, solver);
  count(&reach->stats, purpose, result == SAT_UNSATISFIABLE);
  if (result == SAT_UNSATISFIABLE && core) {
    vec_clear(core);
    for (size_t i = 0; i < size; i++)
      if (sat_failed(sat, next_literal(model, solver, cube[i]))) vec_push(core, cube[i]);
    if (core->size < size) initiation_repair(reach, cube, size, core);
  }
  return result;
}

/* The domain of a predicate: its cone, or what it reads where the shared CNF has no variable for
 * it. */
static void domain_predicate(Reach *reach, Lit predicate, int literal) {
  if (abs(literal) <= reach->model->formula->variables) {
    domain_add(reach, literal);
    return;
  }
  U32Vec support = {0};
  aig_support(reach->model->system->aig, predicate, &support);
  for (size_t i = 0; i < support.size; i++)
    domain_add(reach, cnf_formula_literal(reach->model->formula, lit_of(support.data[i], false)));
  vec_free(&support);
}

SatResult query_target(Reach *reach, size_t frame, size_t alternative) {
  Solver *solver = reach->answered = frame_solver(reach, frame);
  const LitVec *target = &reach->targets.data[alternative];
  vec_clear(&reach->scratch);
  for (size_t i = 0; i < target->size; i++) {
    int literal = solver_predicate(reach, solver, target->data[i]);
    vec_push(&reach->scratch, literal);
  }
  domain_begin(reach, solver);
  if (reach->target_leaves) {
    sat_assume(solver->sat, solver->edge);
    sat_assume(solver->sat, solver->last);
  }
  for (size_t i = 0; i < target->size; i++) {
    sat_assume(solver->sat, reach->scratch.data[i]);
    domain_predicate(reach, target->data[i], reach->scratch.data[i]);
  }
  use_domain(reach, solver);
  reach->stats.target_queries++;
  return query_solve(reach, solver);
}

void query_state(Reach *reach, LitVec *state, LitVec *inputs) {
  const ReachModel *model = reach->model;
  Sat *sat = reach->answered->sat;
  vec_clear(state);
  vec_clear(inputs);
  for (size_t i = 0; i < reach->domain.size; i++) {
    size_t variable = (size_t)reach->domain.data[i];
    if (variable <= model->latches) {
      Lit latch = model->system->latches.data[variable - 1].current;
      vec_push(state, lit_not_if(latch, !sat_value(sat, (int)variable)));
    } else if (variable <= model->latches + model->inputs) {
      Lit input = model->system->inputs.data[variable - 1 - model->latches];
      vec_push(inputs, lit_not_if(input, !sat_value(sat, (int)variable)));
    }
  }
  for (size_t i = 0; i < model->signals.size; i++) {
    int literal = model->signal_literals.data[i];
    if (reach->mark[abs(literal)] == reach->stamp)
      vec_push(state, lit_not_if(model->signals.data[i], !sat_value(sat, literal)));
  }
  lits_sort(state->data, state->size);
  lits_sort(inputs->data, inputs->size);
}

bool query_latch_value(Reach *reach, Lit latch) {
  return sat_value(reach->answered->sat, now_literal(reach->model, latch));
}

/* In the lifting solver: inputs, state, and the clause that something is wrong: a literal of the
 * cube is missed, or a constraint is violated. */
bool query_lift(Reach *reach, const LitVec *state, const LitVec *inputs, const Cube *cube,
                size_t alternative, LitVec *core) {
  const ReachModel *model = reach->model;
  if (!reach->lift) reach->lift = solver_new(reach);
  Solver *solver = reach->lift;
  Sat *sat = solver->sat;
  bool edge = cube || reach->target_leaves;
  if (edge) solver_refute_constraints(reach, solver);
  IntVec *wrong = &reach->scratch;
  vec_clear(wrong);
  for (size_t i = 0; cube && i < cube->size; i++)
    vec_push(wrong, -next_literal(model, solver, cube->lits[i]));
  for (size_t i = 0; !cube && i < reach->targets.data[alternative].size; i++) {
    int literal = solver_predicate(reach, solver, reach->targets.data[alternative].data[i]);
    vec_push(wrong, -literal);
  }
  for (size_t i = 0; i < model->constraints.size; i++) vec_push(wrong, -model->constraints.data[i]);
  if (edge) vec_append(wrong, &solver->violations);
  if (edge && !cube) vec_append(wrong, &solver->last_violations);
  vec_clear(core);
  if (!wrong->size) return true;
  sat_temporary(sat, wrong->data, wrong->size);
  for (size_t i = 0; i < inputs->size; i++)
    sat_assume(sat, lit_negated(inputs->data[i])
                        ? -cnf_formula_literal(model->formula, lit_positive(inputs->data[i]))
                        : cnf_formula_literal(model->formula, inputs->data[i]));
  for (size_t i = 0; i < state->size; i++) sat_assume(sat, now_literal(model, state->data[i]));
  /* The cone of the query that gave the state, but with this solver's own variables. */
  int last = model->formula->variables;
  size_t kept = 0;
  for (size_t i = 0; i < reach->domain.size; i++)
    if (reach->domain.data[i] <= last) reach->domain.data[kept++] = reach->domain.data[i];
  reach->domain.size = kept;
  for (int v = last + 1; v <= sat_variables(sat); v++) vec_push(&reach->domain, v);
  sat_domain(sat, reach->domain.data, reach->domain.size);
  reach->stats.lift_queries++;
  SatResult result = query_solve(reach, solver);
  assert(result != SAT_SATISFIABLE);
  if (result == SAT_UNKNOWN) return false;
  for (size_t i = 0; i < state->size; i++)
    if (sat_failed(sat, now_literal(model, state->data[i]))) vec_push(core, state->data[i]);
  return true;
}
