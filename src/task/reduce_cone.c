/* The cone of influence: what the question and the constraints depend on, over any number of steps.
 * Constraints always count, even those that share no variable with the question: they may forbid
 * every run. Fairness counts for fair tasks, whose conditions contain it. */
#include "task/reduce_pass.h"

typedef struct {
  const System *system;
  const Replacement *replacement;
  Roles roles;
  Cone cone;
  U32Vec stack, spared_stack; /* nodes still to be looked into, in either reading */
} Search;

static void want(Search *search, Lit lit) { vec_push(&search->stack, lit_node(lit)); }

static void want_variable(Search *search, uint32_t node) {
  uint32_t index = search->roles.index[node];
  if (search->roles.role[node] == ROLE_INPUT) bits_set(&search->cone.inputs, index);
  if (search->roles.role[node] != ROLE_LATCH || bits_get(&search->cone.latches, index)) return;
  bits_set(&search->cone.latches, index);
  if (replacement_frees(search->replacement, index)) { /* what feeds it is not needed */
    if (search->system->latches.data[index].reset != RESET_FREE)
      want(search, search->replacement->first);
    return;
  }
  want(search, search->system->latches.data[index].next);
}

static void look_into(Search *search, uint32_t node) {
  const Aig *aig = search->system->aig;
  if (bits_get(&search->cone.nodes, node)) return;
  bits_set(&search->cone.nodes, node);
  if (search->replacement->by[node] != LIT_NONE) {
    want(search, search->replacement->by[node]);
  } else if (aig_is_and(aig, node)) {
    want(search, aig->nodes[node].left);
    want(search, aig->nodes[node].right);
  } else {
    want_variable(search, node);
  }
}

static void look_into_spared(Search *search, uint32_t node) {
  const Aig *aig = search->system->aig;
  if (bits_get(&search->cone.spared, node)) return;
  bits_set(&search->cone.spared, node);
  if (aig_is_and(aig, node)) {
    vec_push(&search->spared_stack, lit_node(aig->nodes[node].left));
    vec_push(&search->spared_stack, lit_node(aig->nodes[node].right));
  } else {
    want_variable(search, node);
  }
}

static void run(Search *search) {
  while (search->stack.size || search->spared_stack.size) {
    if (search->stack.size) look_into(search, vec_pop(&search->stack));
    else look_into_spared(search, vec_pop(&search->spared_stack));
  }
}

Cone cone_find(const Task *task, const Replacement *replacement, bool all) {
  const System *system = task->system;
  size_t size = system->aig->size;
  Search search = {system,
                   replacement,
                   roles_new(system),
                   {bits_new(size), bits_new(size), bits_new(system->inputs.size),
                    bits_new(system->latches.size)},
                   {0},
                   {0}};
  if (task->kind == TASK_BAD) want(&search, task->bad);
  for (size_t i = 0; i < task->conditions.size; i++) want(&search, task->conditions.data[i]);
  for (size_t i = 0; i < system->constraints.size; i++) {
    Lit constraint = system->constraints.data[i];
    if (replacement->spares_constraints) vec_push(&search.spared_stack, lit_node(constraint));
    else want(&search, constraint);
  }
  if (all) {
    for (size_t i = 0; i < system->latches.size; i++)
      want(&search, system->latches.data[i].current);
    bits_fill(&search.cone.inputs, true);
  }
  run(&search);
  vec_free(&search.stack);
  vec_free(&search.spared_stack);
  roles_free(&search.roles);
  return search.cone;
}

void cone_free(Cone *cone) {
  bits_free(&cone->nodes);
  bits_free(&cone->spared);
  bits_free(&cone->inputs);
  bits_free(&cone->latches);
}
