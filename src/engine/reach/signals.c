/* See signals.h. Which gates: a fan-out marks what a designer, or synthesis, found worth sharing,
 * such as "queue empty", "addresses match", "carry". The roots are there because a proof is often
 * *not bad and a few clauses*: Bradley (2011) keeps the property in the frames for that reason. */
#include "engine/reach/signals.h"

#include "base/memory.h"

/* By node: whether it reads latches alone. Children have smaller numbers. */
static Bits state_predicates(const System *system) {
  const Aig *aig = system->aig;
  Bits states = bits_new(aig->size);
  for (size_t i = 0; i < system->latches.size; i++)
    bits_set(&states, lit_node(system->latches.data[i].current));
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_and(aig, node) && bits_get(&states, lit_node(aig->nodes[node].left)) &&
        bits_get(&states, lit_node(aig->nodes[node].right)))
      bits_set(&states, node);
  return states;
}

/* By node: how many gates of the cones read it; of a root UINT32_MAX. */
static uint32_t *count_users(const System *system, const Lit *roots, size_t count) {
  const Aig *aig = system->aig;
  LitVec tops = {0};
  for (size_t i = 0; i < count; i++) vec_push(&tops, roots[i]);
  for (size_t i = 0; i < system->latches.size; i++) vec_push(&tops, system->latches.data[i].next);
  vec_append(&tops, &system->constraints);
  U32Vec cone = {0};
  Bits seen = bits_new(aig->size);
  aig_cone(aig, tops.data, tops.size, &seen, &cone);
  uint32_t *users = mem_array(aig->size, sizeof *users);
  for (size_t i = 0; i < cone.size; i++)
    if (aig_is_and(aig, cone.data[i])) {
      users[lit_node(aig->nodes[cone.data[i]].left)]++;
      users[lit_node(aig->nodes[cone.data[i]].right)]++;
    }
  for (size_t i = 0; i < count; i++) users[lit_node(roots[i])] = UINT32_MAX;
  bits_free(&seen);
  vec_free(&cone);
  vec_free(&tops);
  return users;
}

LitVec signals_choose(const System *system, const Lit *roots, size_t count, size_t most) {
  const Aig *aig = system->aig;
  Bits states = state_predicates(system);
  uint32_t *users = count_users(system, roots, count);
  LitVec chosen = {0};
  /* The fewer are wanted, the more users a gate must have. */
  for (uint32_t least = 2, next; least; least = next) {
    vec_clear(&chosen);
    next = 0;
    for (uint32_t node = 1; node < aig->size; node++) {
      if (!aig_is_and(aig, node) || !bits_get(&states, node) || users[node] < least) continue;
      vec_push(&chosen, lit_of(node, false));
      if (users[node] >= least && users[node] != UINT32_MAX && (!next || users[node] < next))
        next = users[node];
    }
    if (chosen.size <= most) break;
    next = next ? next + 1 : 0;
  }
  if (chosen.size > most) chosen.size = most;
  mem_free(users);
  bits_free(&states);
  return chosen;
}

LitVec signals_after_step(System *system, const LitVec *signals) {
  Aig *aig = system->aig;
  Lit *after = aig_map_new(aig);
  for (size_t i = 0; i < system->latches.size; i++)
    after[lit_node(system->latches.data[i].current)] = system->latches.data[i].next;
  LitVec later = {0};
  for (size_t i = 0; i < signals->size; i++) {
    Lit lit = aig_copy(aig, aig, signals->data[i], after);
    vec_push(&later, lit);
  }
  mem_free(after);
  return later;
}
