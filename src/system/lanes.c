/* See lanes.h. */
#include "system/lanes.h"

#include <string.h>

#include "base/memory.h"

void lanes_open(Lanes *lanes, const System *system) {
  *lanes = (Lanes){.system = system, .room = system->aig->size};
  lanes->words = mem_array(lanes->room, sizeof *lanes->words);
}

void lanes_close(Lanes *lanes) { mem_free(lanes->words); }

/* Room for all nodes that there are by now. */
static void grow(Lanes *lanes) {
  const Aig *aig = lanes->system->aig;
  if (lanes->room >= aig->size) return;
  lanes->words = mem_resize(lanes->words, aig->capacity * sizeof *lanes->words);
  memset(lanes->words + lanes->room, 0, (aig->capacity - lanes->room) * sizeof *lanes->words);
  lanes->room = aig->capacity;
}

void lanes_put_latches(Lanes *lanes, const uint64_t *latches) {
  const LatchVec *all = &lanes->system->latches;
  for (size_t i = 0; i < all->size; i++) lanes->words[lit_node(all->data[i].current)] = latches[i];
}

void lanes_put_inputs(Lanes *lanes, const uint64_t *inputs) {
  const LitVec *all = &lanes->system->inputs;
  for (size_t i = 0; i < all->size; i++) lanes->words[lit_node(all->data[i])] = inputs[i];
}

void lanes_random_inputs(Lanes *lanes, uint64_t some, Random *random, uint64_t bias) {
  const LitVec *all = &lanes->system->inputs;
  for (size_t i = 0; i < all->size; i++) {
    uint64_t *word = lanes->words + lit_node(all->data[i]);
    *word = (*word & ~some) | (random_biased(random, bias) & some);
  }
}

void lanes_evaluate(Lanes *lanes, const U32Vec *order) {
  grow(lanes);
  if (order) aig_simulate_cone(lanes->system->aig, order, lanes->words);
  else aig_simulate(lanes->system->aig, lanes->words);
}

U32Vec lanes_cone(const System *system, const LitVec *roots) {
  Bits seen = bits_new(system->aig->size);
  U32Vec order = {0};
  aig_cone(system->aig, roots->data, roots->size, &seen, &order);
  bits_free(&seen);
  return order;
}

U32Vec lanes_step_cone(const System *system, const LitVec *roots) {
  LitVec all = {0};
  for (size_t i = 0; i < system->latches.size; i++) vec_push(&all, system->latches.data[i].next);
  vec_append(&all, roots);
  U32Vec order = lanes_cone(system, &all);
  vec_free(&all);
  return order;
}

uint64_t lanes_valid(const Lanes *lanes) {
  const LitVec *constraints = &lanes->system->constraints;
  uint64_t valid = UINT64_MAX;
  for (size_t i = 0; i < constraints->size; i++) valid &= lanes_word(lanes, constraints->data[i]);
  return valid;
}

void lanes_next(const Lanes *lanes, uint64_t *latches) {
  const LatchVec *all = &lanes->system->latches;
  for (size_t i = 0; i < all->size; i++) latches[i] = lanes_word(lanes, all->data[i].next);
}
