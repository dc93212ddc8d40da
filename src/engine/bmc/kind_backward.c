/* The witness of a k-induction proof that needed distinct states.
 *
 * Let n be the length of the proof, and let B be the set of states from which a bad step can be
 * reached by at most n - 1 transitions, constraints included. The step case says that no path of n
 * transitions through distinct states, bad only in its last step, exists. Then B is closed under
 * predecessors: were the shortest way from some state to a bad step longer than n - 1 transitions,
 * its last n would be such a path, for a shortest way repeats no state and has no bad step earlier.
 * So no transition leads from outside of B into it; no initial state is in B, by the base case; and
 * a state outside of B has no bad step: the complement of B is an inductive invariant.
 *
 * With an invariant I that the proof used, all this is so within I, which transitions do not leave:
 * only states of I have to be covered, and what is invariant is I without what was covered.
 *
 * What remains is to write B without quantifiers over the inputs. A solver gives a path of at most
 * n - 1 transitions from a state not yet covered; a second one says which latches matter, with the
 * inputs of the path kept; that cube of states is covered; and so on until nothing is left. There
 * may be very many cubes: then the engine runs out of its budget and has no proof to show. */
#include "engine/bmc/kind.h"

#include "base/memory.h"
#include "engine/progress/progress.h"
#include "logic/cnf.h"
#include "system/unroll.h"

typedef LitVec Row; /* a literal 2 * i + sign speaks of latch i */
typedef VEC(Row) RowVec;

struct Backward {
  const Task *task;
  const ClauseVec *known;
  Unroll *unroll;
  Sat *paths; /* a path into something bad, from a state that no cube covers */
  Cnf *path_cnf;
  Sat *lifting; /* no path into something bad */
  Cnf *lifting_cnf;
  LitVec states; /* the latches of step 0 in the unrolled graph, by index */
  RowVec cubes;
  bool complete;
};

/* Bad within `depth` transitions, constraints holding up to the bad step. */
static Lit target(Backward *b, size_t depth) {
  Aig *aig = unroll_aig(b->unroll);
  Lit reached = LIT_FALSE;
  for (size_t k = depth + 1; k-- > 0;) {
    Lit bad = unroll_literal(b->unroll, b->task->bad, k);
    reached = aig_and(aig, unroll_constraint(b->unroll, k), aig_or(aig, bad, reached));
  }
  return reached;
}

static Lit in_invariant(Backward *b) {
  Lit *map = aig_map_new(b->task->system->aig);
  for (size_t i = 0; i < b->states.size; i++)
    map[lit_node(b->task->system->latches.data[i].current)] = b->states.data[i];
  Lit all = proof_literal(unroll_aig(b->unroll), map, b->known);
  mem_free(map);
  return all;
}

Backward *backward_new(const Task *task, const ClauseVec *known, size_t depth) {
  Backward *b = mem_zalloc(sizeof *b);
  b->task = task;
  b->known = known;
  b->unroll = unroll_new(task->system, false);
  for (size_t i = 0; i < task->system->latches.size; i++)
    vec_push(&b->states, unroll_literal(b->unroll, task->system->latches.data[i].current, 0));
  Lit reached = target(b, depth);
  b->paths = sat_new(SAT_CADICAL);
  b->path_cnf = cnf_new(unroll_aig(b->unroll), b->paths);
  cnf_assert(b->path_cnf, reached);
  cnf_assert(b->path_cnf, in_invariant(b));
  b->lifting = sat_new(SAT_CADICAL);
  b->lifting_cnf = cnf_new(unroll_aig(b->unroll), b->lifting);
  cnf_assert(b->lifting_cnf, lit_not(reached));
  return b;
}

void backward_free(Backward *b) {
  if (!b) return;
  cnf_free(b->path_cnf);
  cnf_free(b->lifting_cnf);
  sat_free(b->paths);
  sat_free(b->lifting);
  unroll_free(b->unroll);
  vec_free(&b->states);
  for (size_t i = 0; i < b->cubes.size; i++) vec_free(b->cubes.data + i);
  vec_free(&b->cubes);
  mem_free(b);
}

size_t backward_cubes(const Backward *b) { return b->cubes.size; }

/* The literal of a cube in the unrolled graph. */
static Lit in_first_step(const Backward *b, Lit lit) {
  return lit_not_if(b->states.data[lit_node(lit)], lit_negated(lit));
}

/* Whether all states of the cube, with the inputs of the path, reach something bad. The cube is
 * then replaced by the part that the solver used. */
static SatResult lift(Backward *b, const LitVec *inputs, Row *cube, Budget *budget) {
  for (size_t i = 0; i < inputs->size; i++)
    sat_assume(b->lifting, cnf_literal(b->lifting_cnf, inputs->data[i], CNF_BOTH));
  for (size_t i = 0; i < cube->size; i++)
    sat_assume(b->lifting, cnf_literal(b->lifting_cnf, in_first_step(b, cube->data[i]), CNF_BOTH));
  SatResult result = sat_solve(b->lifting, budget);
  if (result != SAT_UNSATISFIABLE) return result;
  size_t kept = 0;
  for (size_t i = 0; i < cube->size; i++)
    if (sat_failed(b->lifting, cnf_known(b->lifting_cnf, in_first_step(b, cube->data[i]))))
      cube->data[kept++] = cube->data[i];
  cube->size = kept;
  return result;
}

/* Drops one literal after another, where the rest still suffices. */
static SatResult shrink(Backward *b, const LitVec *inputs, Row *cube, Budget *budget) {
  SatResult result = lift(b, inputs, cube, budget);
  Row less = {0};
  for (size_t i = 0; i < cube->size && result != SAT_UNKNOWN;) {
    vec_clear(&less);
    for (size_t j = 0; j < cube->size; j++)
      if (j != i) vec_push(&less, cube->data[j]);
    result = lift(b, inputs, &less, budget);
    if (result == SAT_UNSATISFIABLE) { /* those before i were needed, and still are */
      vec_clear(cube);
      vec_append(cube, &less);
    } else {
      i++;
    }
  }
  vec_free(&less);
  return result;
}

static void block(Backward *b, const Row *cube) {
  IntVec clause = {0};
  for (size_t i = 0; i < cube->size; i++) {
    int literal = cnf_literal(b->path_cnf, in_first_step(b, cube->data[i]), CNF_BOTH);
    vec_push(&clause, -literal);
  }
  sat_clause(b->paths, clause.data, clause.size);
  vec_free(&clause);
}

/* Covers the first state of the path that was found, and all like it. False if the budget is
 * spent; then the path is looked for again another time. */
static bool cover(Backward *b, Budget *budget) {
  const Aig *aig = unroll_aig(b->unroll);
  Row cube = {0};
  LitVec inputs = {0};
  Bits is_state = bits_new(aig->size);
  for (size_t i = 0; i < b->states.size; i++) {
    bits_set(&is_state, lit_node(b->states.data[i]));
    vec_push(&cube, lit_of((uint32_t)i, !cnf_value(b->path_cnf, b->states.data[i])));
  }
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_variable(aig, node) && !bits_get(&is_state, node))
      vec_push(&inputs, lit_of(node, !cnf_value(b->path_cnf, lit_of(node, false))));
  bool done = shrink(b, &inputs, &cube, budget) != SAT_UNKNOWN;
  if (done) {
    block(b, &cube);
    vec_push(&b->cubes, cube);
  } else {
    vec_free(&cube);
  }
  vec_free(&inputs);
  bits_free(&is_state);
  return done;
}

bool backward_run(Backward *b, Budget *budget) {
  while (!b->complete && !budget_spent(budget)) {
    SatResult result = sat_solve(b->paths, budget);
    if (result == SAT_UNKNOWN || (result == SAT_SATISFIABLE && !cover(b, budget))) return false;
    b->complete = result == SAT_UNSATISFIABLE;
  }
  return b->complete;
}

Witness *backward_witness(const Backward *b) {
  assert(b->complete);
  Lit *map;
  System *circuit = system_copy(b->task->system, &map);
  Aig *aig = circuit->aig;
  LitVec parts = {0}, cube = {0};
  vec_push(&parts, aig_map_lit(map, b->task->bad));
  vec_push(&parts, lit_not(proof_literal(aig, map, b->known)));
  for (size_t i = 0; i < b->cubes.size; i++) {
    vec_clear(&cube);
    for (size_t j = 0; j < b->cubes.data[i].size; j++) {
      Lit lit = b->cubes.data[i].data[j];
      vec_push(&cube, lit_not_if(circuit->latches.data[lit_node(lit)].current, lit_negated(lit)));
    }
    Lit covered = aig_and_all(aig, cube.data, cube.size);
    vec_push(&parts, covered);
  }
  Witness *witness = witness_new(circuit);
  witness->bad = aig_or_all(aig, parts.data, parts.size);
  vec_free(&parts);
  vec_free(&cube);
  mem_free(map);
  return witness;
}
