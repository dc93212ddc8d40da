/* See ctl_reduce.h. One pass of the reductions, whose question are the predicates of all nodes and
 * the fairness conditions. */
#include "task/ctl_reduce.h"

#include "base/memory.h"
#include "task/reduce_pass.h"

static Task question_of(const CtlStructure *large) {
  Task task = {.kind = TASK_FAIR, .system = large->system};
  for (size_t v = 0; v < large->nodes.size; v++)
    if (large->nodes.data[v].kind == CTL_PREDICATE)
      vec_push(&task.conditions, large->nodes.data[v].predicate);
  vec_append(&task.conditions, &large->system->fairness);
  return task;
}

/* A predicate over states stays one: where a gate reads no input, it is not replaced by one that
 * does, though they are equal in all states that can be reached. */
static void keep_over_states(const System *system, Replacement *found) {
  const Aig *aig = system->aig;
  Bits reads = bits_new(aig->size);
  for (size_t i = 0; i < system->inputs.size; i++)
    bits_set(&reads, lit_node(system->inputs.data[i]));
  for (uint32_t node = 1; node < aig->size; node++) {
    const AigNode *gate = aig->nodes + node;
    if (aig_is_and(aig, node) &&
        (bits_get(&reads, lit_node(gate->left)) || bits_get(&reads, lit_node(gate->right))))
      bits_set(&reads, node);
    Lit by = found->by[node];
    if (by != LIT_NONE && !bits_get(&reads, node) && bits_get(&reads, lit_node(by)))
      found->by[node] = LIT_NONE;
  }
  bits_free(&reads);
}

static Lit conjunction(System *system, const LitVec *lits) {
  return aig_and_all(system->aig, lits->data, lits->size);
}

/* Takes the system of the result out of the pass. */
static CtlStructure *structure_of(const CtlStructure *large, Task *result) {
  CtlStructure *small = mem_zalloc(sizeof *small);
  System *system = small->system = result->system;
  result->system = NULL;
  small->tau = large->tau;
  small->root = large->root;
  for (size_t v = 0, next = 0; v < large->nodes.size; v++) {
    CtlNode node = large->nodes.data[v];
    if (node.kind == CTL_PREDICATE) node.predicate = result->conditions.data[next++];
    vec_push(&small->nodes, node);
  }
  small->valid = conjunction(system, &system->constraints);
  small->initial = ctl_initial(system);
  return small;
}

CtlReduced *ctl_reduce(const CtlStructure *large, Budget *budget) {
  uint64_t rounds = 0;
  Replacement *found = equivalences_find(large->system, false, budget, &rounds);
  if (!found || !found->equalities.size) {
    replacement_free(found);
    return NULL;
  }
  keep_over_states(large->system, found);
  CtlReduced *reduced = mem_zalloc(sizeof *reduced);
  for (size_t i = 0; i < found->equalities.size; i++) {
    vec_push(&reduced->equalities, found->equalities.data[i].a);
    vec_push(&reduced->equalities, found->equalities.data[i].b);
  }
  Task question = question_of(large);
  Pass *pass = pass_new(&question, found, false);
  reduced->structure = structure_of(large, pass->task);
  vec_append(&reduced->latches, &pass->latches);
  vec_append(&reduced->inputs, &pass->inputs);
  pass_free(pass);
  vec_free(&question.conditions);
  return reduced;
}

void ctl_reduced_free(CtlReduced *reduced) {
  if (!reduced) return;
  ctl_structure_free(reduced->structure);
  vec_free(&reduced->latches);
  vec_free(&reduced->inputs);
  vec_free(&reduced->equalities);
  mem_free(reduced);
}
