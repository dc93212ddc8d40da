/* Forall-exists generalization (3.2). A cube of L is made larger by one literal: if every undecided
 * state with the literal flipped satisfies the node, too, the literal can go. There is no
 * quantifier alternation: states that do not obviously belong to L are looked at one by one, and
 * each that belongs there takes its like with it. One that does not is a counterexample to
 * generalization (CTG); if it cannot be reached, that becomes part of R, and it does not count; if
 * it is known to be reachable, it is looked at before all queries. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

/* What a literal and a cube may cost. */
enum { MOST_LIFTS = 3, MOST_FAILURES = 4, MIC_WORK = 20000, MOST_REACHED = 512 };

bool invariant_has(const Iictl *e, const Clause *clause) {
  for (size_t i = 0; i < e->invariant.size; i++)
    if (clause_subsumes(e->invariant.data[i], clause)) return true;
  return false;
}

/* ---- what is known of single states ----
 *
 * A full question to Reach (the paper's approach 3) leaves something behind when the state turns
 * out to be reachable, too: the clauses of the infinite frame, and the states of the run. */

/* Clauses that Reach has shown on its way, whatever became of its question: from now on they are
 * part of R. */
static void learn(Iictl *e, ClauseVec *clauses) {
  ClauseVec news = {0};
  for (size_t i = 0; i < clauses->size; i++)
    if (!invariant_has(e, clauses->data[i])) vec_push(&news, clause_copy(clauses->data[i]));
  if (news.size) {
    update_reachable(e, &news);
    reach_add_invariant(e->global, &news);
    vec_append(&e->invariant, &news);
  }
  vec_free(&news);
  clauses_free(clauses);
}

/* The states of a run from an initial state can be reached. */
static void remember(Iictl *e, const Trace *run) {
  for (size_t i = 0; i < run->steps.size; i++) {
    Bits state = bits_copy(&run->steps.data[i].latches);
    if (e->reached.size < MOST_REACHED) {
      vec_push(&e->reached, state);
    } else {
      Bits *oldest = e->reached.data + e->reached_next++ % MOST_REACHED;
      bits_free(oldest);
      *oldest = state;
    }
  }
}

bool state_unreachable(Iictl *e, const Bits *state, uint64_t work) {
  if (e->options.effort == EFFORT_NONE) return false;
  Cube *cube = cube_of_state(e->system, state);
  const Cube *cubes[] = {cube};
  ReachOptions options = e->reach_options;
  options.infinite = e->options.effort == EFFORT_FULL;
  ReachSet from = {.kind = REACH_RESET};
  ReachSet target = {.kind = REACH_CUBES, .cubes = cubes, .count = 1};
  if (e->global) reach_retarget(e->global, &target);
  else e->global = reach_new(e->model, &from, &target, &options);
  clause_free(cube);
  Budget slice = budget_slice(&e->hard, e->options.effort == EFFORT_MIC ? work : 0);
  e->stats.counterexamples++;
  ReachResult result = reach_run(e->global, &slice);
  if (budget_state(&e->hard) != BUDGET_LEFT) e->interrupted = true;
  bool proved = result == REACH_PROOF;
  ClauseVec shown = {0};
  if (proved) shown = reach_proof(e->global);
  else if (options.infinite) shown = reach_infinite(e->global);
  learn(e, &shown);
  if (result == REACH_TRACE && options.infinite) {
    Trace *run = reach_trace(e->global);
    remember(e, run);
    trace_free(run);
  }
  return proved;
}

/* A step by which the state goes to the goal: query (14) or (19). */
static bool goes(Iictl *e, const Bits *state, Lit goal, Bits *inputs) {
  step_assume(e, e->structure->valid);
  step_assume_next(e, aig_and(e->aig, e->reachable, goal));
  step_assume_state(e, state);
  if (step_solve(e) != SAT_SATISFIABLE) return false;
  step_inputs(e, inputs);
  return true;
}

/* Brings one undecided state and its like into L, if it goes there. */
static bool settle_known(Iictl *e, uint32_t node, const Bits *state, Lit left, Lit goal) {
  Bits inputs = bits_new(e->system->inputs.size);
  bool fine = state_satisfies(e, state, left) && goes(e, state, goal, &inputs);
  if (fine) {
    Cube *used;
    Cube *cube = step_lift(e, node, state, &inputs, left, goal, &used);
    if (cube) {
      update_in(e, node, cube, used);
      clause_free(cube);
      clause_free(used);
    }
  }
  bits_free(&inputs);
  return fine && !e->interrupted;
}

/* The same, or shows that it cannot be reached. */
static bool settle(Iictl *e, uint32_t node, const Bits *state, Lit left, Lit goal) {
  if (settle_known(e, node, state, left, goal)) return true;
  return !e->interrupted && state_unreachable(e, state, MIC_WORK) && !e->interrupted;
}

static bool is_in(const Iictl *e, const Bits *state, const Cube *cube) {
  for (size_t i = 0; i < cube->size; i++) {
    uint32_t latch = e->roles.index[lit_node(cube->lits[i])];
    if (bits_get(state, latch) == lit_negated(cube->lits[i])) return false;
  }
  return true;
}

/* Whether a state of the cube that is known to be reachable, and is undecided, does not go to what
 * is known to satisfy the node: then the cube cannot be brought into L, and no query need find that
 * out. One that goes there is settled at once. */
static bool is_obstructed(Iictl *e, uint32_t node, const Cube *cube, Lit left) {
  const CtlNode *info = e->structure->nodes.data + node;
  const Bounds *bounds = &e->nodes[node].bounds;
  for (size_t i = 0; i < e->reached.size && !e->interrupted; i++) {
    const Bits *state = e->reached.data + i;
    if (!is_in(e, state, cube) || state_satisfies(e, state, bounds->lower) ||
        !state_satisfies(e, state, bounds->upper))
      continue;
    Lit goal = info->kind == CTL_EX ? lower_of(e, info->left) : bounds->lower;
    if (!settle_known(e, node, state, left, goal)) {
      e->stats.obstructed++;
      return true;
    }
  }
  return false;
}

/* Whether all undecided states of a cube could be brought into L: queries (13), (17) and (18). */
static bool cover(Iictl *e, uint32_t node, const Cube *cube) {
  const CtlNode *info = e->structure->nodes.data + node;
  Bits state = bits_new(e->system->latches.size);
  bool ex_node = info->kind == CTL_EX;
  bool covered = false,
       fine = !is_obstructed(e, node, cube, ex_node ? LIT_TRUE : lower_of(e, info->left));
  for (size_t lifts = 0; lifts < MOST_LIFTS && fine && !covered; lifts++) {
    Lit left = ex_node ? LIT_TRUE : lower_of(e, info->left);
    Lit goal = ex_node ? lower_of(e, info->left) : e->nodes[node].bounds.lower;
    SatResult result = step_misses(e, node, cube, left, goal);
    covered = result == SAT_UNSATISFIABLE;
    if (result != SAT_SATISFIABLE) break;
    step_state(e, &state);
    fine = settle(e, node, &state, left, goal);
  }
  bits_free(&state);
  return covered;
}

static Cube *flipped(const Cube *cube, size_t literal, bool keep) {
  LitVec lits = {0};
  for (size_t i = 0; i < cube->size; i++)
    if (i != literal || keep) vec_push(&lits, lit_not_if(cube->lits[i], i == literal));
  Cube *result = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return result;
}

void forall_generalize(Iictl *e, uint32_t node, const Cube *given) {
  if (universal_step(e, node) || hold_inputs(e, node) || e->interrupted) return;
  Cube *cube = clause_copy(given), *none = clause_new(NULL, 0);
  for (size_t i = 0, failures = 0; i < cube->size && failures < MOST_FAILURES && !e->interrupted;) {
    Cube *other = flipped(cube, i, true);
    if (cover(e, node, other)) {
      Cube *part = flipped(cube, i, false);
      clause_free(cube);
      cube = part;
      failures = 0;
    } else {
      i++;
      failures++;
    }
    clause_free(other);
  }
  /* Nothing in it is undecided any more, so any inputs will do. */
  if (cube->size < given->size) {
    e->stats.generalized += given->size - cube->size;
    update_in(e, node, cube, none);
  }
  clause_free(cube);
  clause_free(none);
}
