/* Exists-forall generalization, beside the forall-exists one of the paper: inputs by which every
 * undecided state goes to L, such as those of a reset. Lifting keeps to the inputs of a trace, and
 * traces have no reason to take the step that many states have in common.
 *
 * States that must go to L are collected one by one: inputs are looked for that serve all of them
 * so far, then a state is looked for that they do not serve. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

/* How many states are collected; and after how many failures the pauses grow no more. */
enum { MOST_STATES = 12, MOST_DOUBLINGS = 10 };

/* The goal after a step from one state: a predicate over inputs. */
static Lit from_state(Iictl *e, const Bits *state, Lit goal) {
  const LatchVec *latches = &e->system->latches;
  Lit *now = aig_map_new(e->aig), *after = NULL;
  LitVec next = {0};
  for (size_t i = 0; i < latches->size; i++)
    now[lit_node(latches->data[i].current)] = lit_constant(bits_get(state, i));
  for (size_t i = 0; i < e->inputs; i++)
    now[lit_node(e->system->inputs.data[i])] = e->system->inputs.data[i];
  for (size_t i = 0; i < latches->size; i++)
    vec_push(&next, aig_copy(e->aig, e->aig, latches->data[i].next, now));
  Lit result = aig_copy(e->aig, e->aig, e->structure->valid, now);
  after = aig_map_new(e->aig);
  for (size_t i = 0; i < latches->size; i++)
    after[lit_node(latches->data[i].current)] = next.data[i];
  result = aig_and(e->aig, result, aig_copy(e->aig, e->aig, goal, after));
  vec_free(&next);
  mem_free(now);
  mem_free(after);
  return result;
}

static Cube *chosen_inputs(Iictl *e) {
  LitVec lits = {0};
  for (size_t i = 0; i < e->inputs; i++) {
    Lit input = e->system->inputs.data[i];
    vec_push(&lits, lit_not_if(input, !cnf_value(e->now, input)));
  }
  Cube *cube = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return cube;
}

static bool search(Iictl *e, uint32_t node, Bits *state, Lit left, Lit goal) {
  Lit served = LIT_TRUE;
  for (size_t states = 0; states < MOST_STATES && !e->interrupted; states++) {
    if (served == LIT_FALSE) return false;
    step_assume(e, served);
    if (step_solve(e) != SAT_SATISFIABLE) return false;
    Cube *inputs = chosen_inputs(e);
    SatResult result = step_misses(e, node, inputs, left, goal);
    if (result == SAT_SATISFIABLE) step_state(e, state);
    if (result == SAT_UNSATISFIABLE) {
      Cube *all = clause_new(NULL, 0), *used = step_core(e, inputs);
      update_in(e, node, all, used);
      clause_free(all);
      clause_free(used);
    }
    clause_free(inputs);
    if (result == SAT_UNSATISFIABLE) return true;
    if (result != SAT_SATISFIABLE || !state_satisfies(e, state, left)) return false;
    served = aig_and(e->aig, served, from_state(e, state, goal));
  }
  return false;
}

bool universal_step(Iictl *e, uint32_t node) {
  /* After each failure it waits twice as long. */
  if (e->nodes[node].universal.wait) {
    e->nodes[node].universal.wait--;
    return false;
  }
  const CtlNode *info = e->structure->nodes.data + node;
  bool ex = info->kind == CTL_EX;
  Lit left = ex ? LIT_TRUE : lower_of(e, info->left);
  Lit goal =
      aig_and(e->aig, e->reachable, ex ? lower_of(e, info->left) : e->nodes[node].bounds.lower);
  Bits state = bits_new(e->system->latches.size);
  bool found = search(e, node, &state, left, goal);
  bits_free(&state);
  if (!found) {
    if (e->nodes[node].universal.failures < MOST_DOUBLINGS) e->nodes[node].universal.failures++;
    e->nodes[node].universal.wait = (size_t)1 << e->nodes[node].universal.failures;
  }
  return found;
}
