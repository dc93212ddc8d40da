/* From a trace to sets of states: each state of it is lifted to the part that matters, last one
 * first, so that each goes to what the one behind it became. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

/* How many steps of a trace, from its end, are generalized beyond lifting. */
enum { MOST_STEPS = 16 };

void generalize_cube(Iictl *e, uint32_t node, const Cube *cube) {
  if (!decide_goes_on(e)) return;
  if (e->nodes[node].again) forall_generalize(e, node, cube);
  else vec_push(&e->nodes[node].later, clause_copy(cube));
}

bool generalize_rest(Iictl *e, uint32_t node) {
  ClauseVec *later = &e->nodes[node].later;
  if (!later->size) return false;
  e->nodes[node].again = true;
  for (size_t i = 0; i < later->size && !e->interrupted; i++)
    forall_generalize(e, node, later->data[i]);
  if (!e->interrupted) {
    for (size_t i = 0; i < later->size; i++) clause_free(later->data[i]);
    vec_clear(later);
  }
  return true;
}

void generalize_path(Iictl *e, uint32_t node, const Trace *trace, size_t first, size_t last) {
  for (size_t i = last; i-- > first;) {
    const Step *step = trace->steps.data + i;
    if (state_satisfies(e, &step->latches, e->nodes[node].bounds.lower)) continue;
    Lit left = lower_of(e, e->structure->nodes.data[node].left);
    Cube *inputs;
    Cube *cube = step_lift(e, node, &step->latches, &step->inputs, left,
                           e->nodes[node].bounds.lower, &inputs);
    if (!cube) return;
    update_in(e, node, cube, inputs);
    if (last - i <= MOST_STEPS) generalize_cube(e, node, cube);
    clause_free(cube);
    clause_free(inputs);
  }
}

/* What must be true in step k of a cycle: the child, and the conditions that this step is the first
 * to meet. */
static Lit duty(Iictl *e, uint32_t node, const Trace *trace, size_t loop, size_t k) {
  Lit goal = lower_of(e, e->structure->nodes.data[node].left);
  for (size_t f = 0; f < e->system->fairness.size; f++) {
    Lit condition = e->system->fairness.data[f];
    size_t i = loop;
    while (i < trace->steps.size && !state_satisfies(e, &trace->steps.data[i].latches, condition))
      i++;
    if (i == k) goal = aig_and(e->aig, goal, condition);
  }
  return goal;
}

void generalize_cycle(Iictl *e, uint32_t node, const Trace *trace, size_t loop) {
  size_t count = trace->steps.size - loop;
  ClauseVec cubes = {0}, inputs = {0};
  for (size_t k = 0; k < count; k++) {
    vec_push(&cubes, cube_of_state(e->system, &trace->steps.data[loop + k].latches));
    vec_push(&inputs, clause_new(NULL, 0));
  }
  /* Once around makes every cube fit the one behind it; what the first one gained in that is of use
   * to the last one in a second turn. A cube may only grow: the one before was made to fit it. */
  bool good = true;
  for (size_t turn = 0; turn < 2 * count && good; turn++) {
    size_t k = count - 1 - turn % count;
    const Step *step = trace->steps.data + loop + k;
    Lit behind = cube_build(e->aig, cubes.data[(k + 1) % count]);
    const Bounds *bounds = &e->nodes[node].bounds;
    Lit next = aig_or(e->aig, aig_and(e->aig, behind, bounds->upper), bounds->lower);
    Cube *used = NULL;
    Cube *cube = step_lift(e, node, &step->latches, &step->inputs,
                           duty(e, node, trace, loop, loop + k), next, &used);
    good = cube != NULL;
    if (!good) break;
    bool grows = clause_subsumes(cube, cubes.data[k]);
    clause_free(grows ? cubes.data[k] : cube);
    clause_free(grows ? inputs.data[k] : used);
    if (!grows) continue;
    cubes.data[k] = cube;
    inputs.data[k] = used;
  }
  if (good) update_cycle(e, node, &cubes, &inputs);
  for (size_t k = 0; good && k < count && k < MOST_STEPS; k++)
    generalize_cube(e, node, cubes.data[k]);
  clauses_free(&cubes);
  clauses_free(&inputs);
}
