/* Random walks, 64 at once: a state is one bit of each latch's word. What they are good for is in
 * far.c and hold.c. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

void walk_open(Walk *w, Iictl *e, Lit inside, Lit known, Lit open) {
  *w = (Walk){.e = e, .inside = inside, .known = known, .open = open};
  LitVec roots = {0};
  for (size_t i = 0; i < e->system->latches.size; i++)
    vec_push(&roots, e->system->latches.data[i].next);
  vec_push(&roots, w->inside);
  vec_push(&roots, w->known);
  vec_push(&roots, w->open);
  vec_push(&roots, e->structure->valid);
  Bits seen = bits_new(e->aig->size);
  aig_cone(e->aig, roots.data, roots.size, &seen, &w->order);
  bits_free(&seen);
  vec_free(&roots);
  w->words = mem_array(e->aig->size, sizeof *w->words);
  w->states = mem_array(e->system->latches.size, sizeof *w->states);
  w->before = mem_array(e->system->latches.size, sizeof *w->before);
}

void walk_close(Walk *w) {
  vec_free(&w->order);
  mem_free(w->words);
  mem_free(w->states);
  mem_free(w->before);
}

void walk_seed(Walk *w, uint32_t node, uint64_t attempt) {
  w->random.state = hash_word(w->e->setup.seed ^ hash_word(node) ^ attempt);
  w->bias = attempt;
}

void walk_start(Walk *w, const Bits *state) {
  for (size_t i = 0; i < state->size; i++)
    w->states[i] = w->before[i] = -(uint64_t)bits_get(state, i);
}

void walk_choose(Walk *w) {
  const LitVec *inputs = &w->e->system->inputs;
  for (size_t i = 0; i < inputs->size; i++)
    w->words[lit_node(inputs->data[i])] = random_biased(&w->random, w->bias);
}

void walk_evaluate(Walk *w) {
  const LatchVec *latches = &w->e->system->latches;
  for (size_t i = 0; i < latches->size; i++)
    w->words[lit_node(latches->data[i].current)] = w->states[i];
  aig_simulate_cone(w->e->aig, &w->order, w->words);
  budget_use(&w->e->hard, 1 + w->order.size / WALK_GATES);
  if (budget_spent(&w->e->hard)) w->e->interrupted = true;
}

uint64_t walk_word(const Walk *w, Lit lit) { return aig_word(w->words, lit); }

uint64_t walk_steps(const Walk *w) {
  return walk_word(w, w->inside) & walk_word(w, w->e->structure->valid);
}

void walk_move(Walk *w) {
  const LatchVec *latches = &w->e->system->latches;
  uint64_t stays = walk_word(w, w->inside), steps = walk_steps(w);
  for (size_t i = 0; i < latches->size; i++) {
    uint64_t state = w->states[i], next = walk_word(w, latches->data[i].next);
    w->states[i] = (next & steps) | (state & stays & ~steps) | (w->before[i] & ~stays);
    w->before[i] = (state & stays) | (w->before[i] & ~stays);
  }
}

void walk_state(const Walk *w, int lane, Bits *state) {
  for (size_t i = 0; i < state->size; i++) bits_put(state, i, w->states[i] >> lane & 1);
}
