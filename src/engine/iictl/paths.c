/* Paths of several steps inside U of an EG node, as a predicate over their first state and over
 * variables for the inputs of each step; see deep.c. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

typedef struct {
  LitVec inputs; /* of the step */
  Lit *map;      /* by node of the graph, as of `size`: what it is after the step */
  size_t size;
  Lit valid; /* this step and all before it meet the constraints */
} PathStep;

struct Paths {
  VEC(PathStep) steps;
};

static Lit after(Iictl *e, PathStep *step, Lit lit) {
  if (step->size < e->aig->size) {
    step->map = mem_resize(step->map, e->aig->size * sizeof *step->map);
    for (; step->size < e->aig->size; step->size++) step->map[step->size] = LIT_NONE;
  }
  return aig_copy(e->aig, e->aig, lit, step->map);
}

static void prolong(Iictl *e, Paths *paths) {
  const LatchVec *latches = &e->system->latches;
  PathStep *last = paths->steps.size ? &vec_last(&paths->steps) : NULL;
  PathStep step = {0};
  for (size_t i = 0; i < e->inputs; i++) vec_push(&step.inputs, aig_variable(e->aig));
  LitVec states = {0}, next = {0};
  for (size_t i = 0; i < latches->size; i++)
    vec_push(&states, last ? after(e, last, latches->data[i].current) : latches->data[i].current);
  Lit *here = aig_map_new(e->aig);
  for (size_t i = 0; i < latches->size; i++)
    here[lit_node(latches->data[i].current)] = states.data[i];
  for (size_t i = 0; i < e->inputs; i++)
    here[lit_node(e->system->inputs.data[i])] = step.inputs.data[i];
  for (size_t i = 0; i < latches->size; i++)
    vec_push(&next, aig_copy(e->aig, e->aig, latches->data[i].next, here));
  step.valid = aig_copy(e->aig, e->aig, e->structure->valid, here);
  if (last) step.valid = aig_and(e->aig, step.valid, last->valid);
  step.map = aig_map_new(e->aig);
  step.size = e->aig->size;
  for (size_t i = 0; i < latches->size; i++)
    step.map[lit_node(latches->data[i].current)] = next.data[i];
  vec_push(&paths->steps, step);
  vec_free(&states);
  vec_free(&next);
  mem_free(here);
}

Lit paths_inside(Iictl *e, uint32_t node, size_t steps) {
  if (!e->nodes[node].paths) e->nodes[node].paths = mem_zalloc(sizeof *e->nodes[node].paths);
  Paths *paths = e->nodes[node].paths;
  while (paths->steps.size < steps) prolong(e, paths);
  Lit inside = aig_and(e->aig, e->reachable, e->nodes[node].bounds.upper), result = inside;
  for (size_t k = 0; k < steps; k++)
    result = aig_and(e->aig, result, after(e, paths->steps.data + k, inside));
  return steps ? aig_and(e->aig, result, paths->steps.data[steps - 1].valid) : result;
}

Lit paths_latch(Iictl *e, uint32_t node, size_t step, size_t latch) {
  Lit current = e->system->latches.data[latch].current;
  return step ? after(e, e->nodes[node].paths->steps.data + step - 1, current) : current;
}

Lit paths_input(const Iictl *e, uint32_t node, size_t step, size_t input) {
  return e->nodes[node].paths->steps.data[step].inputs.data[input];
}

void paths_close(Iictl *e) {
  for (size_t v = 0; v < e->structure->nodes.size; v++) {
    Paths *paths = e->nodes[v].paths;
    if (!paths) continue;
    for (size_t k = 0; k < paths->steps.size; k++) {
      mem_free(paths->steps.data[k].map);
      vec_free(&paths->steps.data[k].inputs);
    }
    vec_free(&paths->steps);
    mem_free(paths);
  }
}
