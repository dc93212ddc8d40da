/* See unroll.h. Step k has a map from the nodes of the system to literals of the unrolled graph;
 * the latches of step k are the next-state literals of step k-1. Asking for a literal of step k may
 * ask for latches of step k-1, and so on down: this is worked off with an explicit list per step,
 * from the last step to the first and back, so that long unrollings do not recurse. */
#include "system/unroll.h"

#include "base/memory.h"

struct Unroll {
  const System *system;
  bool initial;
  Aig *aig;
  Roles roles;
  VEC(Lit *) steps; /* per step: the map of aig_copy */
};

Unroll *unroll_new(const System *system, bool initial) {
  Unroll *unroll = mem_zalloc(sizeof *unroll);
  unroll->system = system;
  unroll->initial = initial;
  unroll->aig = aig_new();
  unroll->roles = roles_new(system);
  return unroll;
}

void unroll_free(Unroll *unroll) {
  if (!unroll) return;
  for (size_t k = 0; k < unroll->steps.size; k++) mem_free(unroll->steps.data[k]);
  vec_free(&unroll->steps);
  roles_free(&unroll->roles);
  aig_free(unroll->aig);
  mem_free(unroll);
}

Aig *unroll_aig(Unroll *unroll) { return unroll->aig; }

static Lit first_value(Unroll *unroll, const Latch *latch) {
  if (!unroll->initial || latch->reset == RESET_FREE) return aig_variable(unroll->aig);
  return lit_constant(latch->reset == RESET_1);
}

/* The nodes of a cone that step k does not know yet: inputs and latches go to `variables`. */
static void unknown_variables(const Unroll *unroll, const Lit *map, const Lit *roots, size_t count,
                              Bits *seen, U32Vec *variables) {
  const Aig *aig = unroll->system->aig;
  U32Vec stack = {0};
  for (size_t i = 0; i < count; i++) vec_push(&stack, lit_node(roots[i]));
  while (stack.size) {
    uint32_t node = vec_pop(&stack);
    if (map[node] != LIT_NONE || bits_get(seen, node)) continue;
    bits_set(seen, node);
    if (aig_is_and(aig, node)) {
      vec_push(&stack, lit_node(aig->nodes[node].left));
      vec_push(&stack, lit_node(aig->nodes[node].right));
    } else {
      vec_push(variables, node);
    }
  }
  vec_free(&stack);
}

static const Latch *latch_of(const Unroll *unroll, uint32_t node) {
  return unroll->system->latches.data + unroll->roles.index[node];
}

Lit unroll_literal(Unroll *unroll, Lit lit, size_t k) {
  const System *system = unroll->system;
  while (unroll->steps.size <= k) vec_push(&unroll->steps, aig_map_new(system->aig));
  if (unroll->steps.data[k][lit_node(lit)] != LIT_NONE)
    return aig_map_lit(unroll->steps.data[k], lit);

  /* down: which variables each step needs */
  VEC(U32Vec) needed = {0}; /* by distance from step k */
  LitVec roots = {0};
  vec_push(&roots, lit);
  size_t lowest = k;
  Bits seen = bits_new(system->aig->size);
  for (size_t step = k;; step--) {
    lowest = step;
    vec_push(&needed, (U32Vec){0});
    U32Vec *variables = &vec_last(&needed);
    bits_fill(&seen, false);
    unknown_variables(unroll, unroll->steps.data[step], roots.data, roots.size, &seen, variables);
    vec_clear(&roots);
    for (size_t i = 0; i < variables->size; i++)
      if (unroll->roles.role[variables->data[i]] == ROLE_LATCH)
        vec_push(&roots, latch_of(unroll, variables->data[i])->next);
    if (!step || !roots.size) break;
  }
  bits_free(&seen);
  vec_free(&roots);

  /* and up: give them their literals */
  for (size_t step = lowest; step <= k; step++) {
    Lit *map = unroll->steps.data[step];
    U32Vec *variables = needed.data + (k - step);
    for (size_t i = 0; i < variables->size; i++) {
      uint32_t node = variables->data[i];
      if (unroll->roles.role[node] != ROLE_LATCH) map[node] = aig_variable(unroll->aig);
      else if (!step) map[node] = first_value(unroll, latch_of(unroll, node));
      else
        map[node] = aig_copy(unroll->aig, system->aig, latch_of(unroll, node)->next,
                             unroll->steps.data[step - 1]);
    }
    vec_free(variables);
  }
  vec_free(&needed);
  return aig_copy(unroll->aig, system->aig, lit, unroll->steps.data[k]);
}

Lit unroll_constraint(Unroll *unroll, size_t k) {
  const LitVec *constraints = &unroll->system->constraints;
  LitVec lits = {0};
  for (size_t i = 0; i < constraints->size; i++)
    vec_push(&lits, unroll_literal(unroll, constraints->data[i], k));
  Lit all = aig_and_all(unroll->aig, lits.data, lits.size);
  vec_free(&lits);
  return all;
}
