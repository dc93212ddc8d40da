/* EG nodes without fairness, by paths of growing length from one state: is there one of k steps
 * inside U? If not, the state and its like leave U. If there is, it may run into a state that is
 * known, or around a loop; or a loop of at most k steps is looked for. All of that is one solver
 * over the paths of paths.c. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

/* What one query may cost, and literals that may fail to drop. */
enum { QUERY_WORK = 1000000, MOST_FAILURES = 8 };

/* How long paths may be: steps and gates. And how many states may leave U of a node in this way
 * before it is left to walks: a walk removes the states on its way, too. */
enum { MOST_STEPS = 64, MOST_GATES = 400000, MOST_REFUTED = 32 };

size_t deep_most(const Iictl *e, uint32_t node) {
  size_t gates = MOST_GATES / (e->gates + 1);
  if (e->nodes[node].refuted >= MOST_REFUTED) return 0;
  return gates < MOST_STEPS ? gates : MOST_STEPS;
}

static void open_solver(Iictl *e) {
  if (e->deep_sat) return;
  e->deep_sat = sat_new(SAT_LEAN);
  e->deep_cnf = cnf_new(e->aig, e->deep_sat);
}

void deep_close(Iictl *e) {
  if (!e->deep_sat) return;
  cnf_free(e->deep_cnf);
  sat_free(e->deep_sat);
  e->deep_cnf = NULL;
  e->deep_sat = NULL;
}

static void assume(Iictl *e, Lit lit) {
  sat_assume(e->deep_sat, cnf_literal(e->deep_cnf, lit, CNF_POSITIVE));
}

static SatResult solve(Iictl *e, Lit paths, const Cube *cube) {
  assume(e, paths);
  for (size_t i = 0; i < cube->size; i++) assume(e, cube->lits[i]);
  Budget slice = budget_slice(&e->hard, QUERY_WORK);
  e->stats.deep_queries++;
  SatResult result = sat_solve(e->deep_sat, &slice);
  if (result == SAT_UNKNOWN && budget_state(&e->hard) != BUDGET_LEFT) e->interrupted = true;
  return result;
}

static Cube *core_of(Iictl *e, const Cube *cube) {
  LitVec lits = {0};
  for (size_t i = 0; i < cube->size; i++)
    if (sat_failed(e->deep_sat, cnf_literal(e->deep_cnf, cube->lits[i], CNF_POSITIVE)))
      vec_push(&lits, cube->lits[i]);
  Cube *core = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return core;
}

/* A small part of a cube from which there is no path, either. Takes the cube. */
static Cube *shrink(Iictl *e, Lit paths, Cube *cube) {
  for (size_t i = 0, failures = 0; i < cube->size && failures < MOST_FAILURES && !e->interrupted;) {
    Cube *part = clause_without(cube, i);
    if (solve(e, paths, part) == SAT_UNSATISFIABLE) {
      clause_free(cube);
      cube = core_of(e, part);
    } else {
      failures++;
      i++;
    }
    clause_free(part);
  }
  return cube;
}

/* The last state of a path is one of the earlier ones. */
static Lit looping(Iictl *e, uint32_t node, size_t steps) {
  Lit any = LIT_FALSE;
  for (size_t j = 0; j < steps; j++) {
    Lit same = LIT_TRUE;
    for (size_t i = 0; i < e->system->latches.size; i++)
      same = aig_and(
          e->aig, same,
          lit_not(aig_xor(e->aig, paths_latch(e, node, j, i), paths_latch(e, node, steps, i))));
    any = aig_or(e->aig, any, same);
  }
  return any;
}

static void take_path(Iictl *e, uint32_t node, size_t steps, Trace *trace) {
  for (size_t k = 0; k < steps; k++) {
    Step *step = &vec_last(&trace->steps);
    bits_fill(&step->inputs, false);
    for (size_t i = 0; i < e->inputs; i++)
      bits_put(&step->inputs, i, cnf_value(e->deep_cnf, paths_input(e, node, k, i)));
    trace_add_step(trace, e->system);
    trace_advance(trace, e->system, trace->steps.size - 2);
  }
}

DeepResult deep_walk(Iictl *e, uint32_t node, size_t steps, bool loop, Trace *trace) {
  open_solver(e);
  Lit paths = paths_inside(e, node, steps);
  if (loop) paths = aig_and(e->aig, paths, looping(e, node, steps));
  Cube *cube = cube_of_state(e->system, &trace->steps.data[0].latches);
  SatResult result = solve(e, paths, cube);
  if (result == SAT_SATISFIABLE) {
    take_path(e, node, steps, trace);
  } else if (result == SAT_UNSATISFIABLE && !loop) {
    Cube *core = shrink(e, paths, core_of(e, cube));
    if (!e->interrupted) {
      update_out_cube(e, node, steps - 1, core);
      e->nodes[node].refuted++;
    }
    clause_free(core);
  }
  clause_free(cube);
  if (result == SAT_UNKNOWN) return DEEP_UNKNOWN;
  return result == SAT_SATISFIABLE ? DEEP_PATH : DEEP_NONE;
}
