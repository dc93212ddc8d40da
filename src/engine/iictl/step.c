/* One step of the system in one solver: `now` encodes the graph in a state, `next` in the state
 * that the next-state functions give. Bounds only grow or shrink by further gates, so what the
 * solver learned stays valid. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

/* Literals that may fail to drop from a cube before one is content. */
enum { MOST_FAILURES = 24 };

void step_open(Iictl *e) {
  e->sat = sat_new(SAT_LEAN);
  e->now = cnf_new(e->aig, e->sat);
  e->next = cnf_new(e->aig, e->sat);
  for (size_t i = 0; i < e->system->latches.size; i++) {
    const Latch *latch = e->system->latches.data + i;
    cnf_bind(e->next, lit_node(latch->current), cnf_literal(e->now, latch->next, CNF_BOTH));
  }
}

void step_close(Iictl *e) {
  cnf_free(e->now);
  cnf_free(e->next);
  sat_free(e->sat);
}

void step_assume(Iictl *e, Lit lit) { sat_assume(e->sat, cnf_literal(e->now, lit, CNF_POSITIVE)); }

void step_assume_next(Iictl *e, Lit lit) {
  sat_assume(e->sat, cnf_literal(e->next, lit, CNF_POSITIVE));
}

static Lit state_literal(const Iictl *e, const Bits *state, size_t latch) {
  return lit_not_if(e->system->latches.data[latch].current, !bits_get(state, latch));
}

void step_assume_state(Iictl *e, const Bits *state) {
  for (size_t i = 0; i < e->system->latches.size; i++) step_assume(e, state_literal(e, state, i));
}

SatResult step_solve_within(Iictl *e, uint64_t work) {
  Budget slice = budget_slice(&e->hard, work);
  e->stats.queries++;
  SatResult result = sat_solve(e->sat, &slice);
  if (result == SAT_UNKNOWN && budget_state(&e->hard) != BUDGET_LEFT) e->interrupted = true;
  return result;
}

SatResult step_solve(Iictl *e) {
  e->stats.queries++;
  SatResult result = sat_solve(e->sat, &e->hard);
  if (result == SAT_UNKNOWN) e->interrupted = true;
  return result;
}

void step_state(Iictl *e, Bits *state) {
  for (size_t i = 0; i < e->system->latches.size; i++)
    bits_put(state, i, cnf_value(e->now, e->system->latches.data[i].current));
}

void step_inputs(Iictl *e, Bits *inputs) {
  for (size_t i = 0; i < e->inputs; i++)
    bits_put(inputs, i, cnf_value(e->now, e->system->inputs.data[i]));
}

void step_next_state(Iictl *e, Bits *state) {
  for (size_t i = 0; i < e->system->latches.size; i++)
    bits_put(state, i, cnf_value(e->now, e->system->latches.data[i].next));
}

StepQuery step_query(Iictl *e, Lit now, Lit next) {
  Lit valid = aig_and(e->aig, e->structure->valid, e->reachable);
  return (StepQuery){aig_and(e->aig, valid, now), aig_and(e->aig, valid, next)};
}

void step_assume_query(Iictl *e, const StepQuery *query) {
  step_assume(e, query->now);
  step_assume_next(e, query->next);
}

static bool failed(Iictl *e, Lit lit) {
  return sat_failed(e->sat, cnf_literal(e->now, lit, CNF_POSITIVE));
}

Cube *step_core(Iictl *e, const Cube *cube) {
  LitVec lits = {0};
  for (size_t i = 0; i < cube->size; i++)
    if (failed(e, cube->lits[i])) vec_push(&lits, cube->lits[i]);
  Cube *core = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return core;
}

/* Whether no step fits the query from a state of the cube. */
static SatResult solve_from(Iictl *e, const StepQuery *query, const Cube *cube) {
  step_assume_query(e, query);
  for (size_t i = 0; i < cube->size; i++) step_assume(e, cube->lits[i]);
  return step_solve(e);
}

Cube *step_refute(Iictl *e, const StepQuery *query, const Bits *state) {
  Cube *cube = cube_of_state(e->system, state);
  if (solve_from(e, query, cube) != SAT_UNSATISFIABLE) {
    clause_free(cube);
    return NULL;
  }
  Cube *core = step_core(e, cube);
  clause_free(cube);
  cube = core;
  for (size_t i = 0, failures = 0; i < cube->size && failures < MOST_FAILURES;) {
    Cube *part = clause_without(cube, i);
    SatResult result = solve_from(e, query, part);
    if (result == SAT_UNSATISFIABLE) {
      /* The core is among the literals before i, which are needed, and those behind it. */
      clause_free(cube);
      cube = step_core(e, part);
    } else {
      failures++;
      i++;
    }
    clause_free(part);
    if (e->interrupted) break;
  }
  return cube;
}

/* ---- lifting ---- */

SatResult step_misses(Iictl *e, uint32_t node, const Cube *cube, Lit now, Lit next) {
  step_assume(e, e->reachable);
  step_assume(e, e->nodes[node].bounds.upper);
  step_assume(e, lit_not(e->nodes[node].bounds.lower));
  for (size_t i = 0; i < cube->size; i++) step_assume(e, cube->lits[i]);
  Lit valid = aig_and(e->aig, e->structure->valid, now);
  int clause[] = {-cnf_literal(e->now, valid, CNF_NEGATIVE),
                  -cnf_literal(e->next, aig_and(e->aig, e->reachable, next), CNF_NEGATIVE)};
  sat_temporary(e->sat, clause, 2);
  return step_solve(e);
}

static Cube *part_of(const Iictl *e, const Cube *cube, Role role) {
  LitVec lits = {0};
  for (size_t i = 0; i < cube->size; i++)
    if (e->roles.role[lit_node(cube->lits[i])] == role) vec_push(&lits, cube->lits[i]);
  Cube *part = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return part;
}

Cube *step_lift(Iictl *e, uint32_t node, const Bits *state, const Bits *inputs, Lit now, Lit next,
                Cube **used_inputs) {
  LitVec lits = {0};
  for (size_t i = 0; i < e->system->latches.size; i++) vec_push(&lits, state_literal(e, state, i));
  for (size_t i = 0; i < e->inputs; i++)
    vec_push(&lits, lit_not_if(e->system->inputs.data[i], !bits_get(inputs, i)));
  Cube *cube = clause_new(lits.data, lits.size);
  vec_free(&lits);
  /* A core is often smaller than the one before it, as long as it shrinks at all. */
  for (size_t before = SIZE_MAX; cube->size < before;) {
    before = cube->size;
    SatResult result = step_misses(e, node, cube, now, next);
    assert(result != SAT_SATISFIABLE);
    if (result != SAT_UNSATISFIABLE) {
      clause_free(cube);
      return NULL;
    }
    Cube *core = step_core(e, cube);
    clause_free(cube);
    cube = core;
  }
  e->stats.lifted_before += e->system->latches.size;
  Cube *part = part_of(e, cube, ROLE_LATCH);
  *used_inputs = part_of(e, cube, ROLE_INPUT);
  e->stats.lifted_after += part->size;
  clause_free(cube);
  return part;
}

/* ---- states ---- */

bool state_satisfies(Iictl *e, const Bits *state, Lit lit) {
  if (lit == LIT_TRUE || lit == LIT_FALSE) return lit == LIT_TRUE;
  if (e->values.size < e->aig->size) bits_resize(&e->values, 2 * e->aig->size);
  for (size_t i = 0; i < e->system->latches.size; i++)
    bits_put(&e->values, lit_node(e->system->latches.data[i].current), bits_get(state, i));
  return aig_evaluate(e->aig, lit, &e->values);
}

Lit cube_build(Aig *aig, const Cube *cube) { return aig_and_all(aig, cube->lits, cube->size); }
