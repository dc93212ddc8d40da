/* Random walks, 64 at once: a state is one bit of each latch's word. What they are good for is in
 * far.c and hold.c. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

void walk_open(Walk *w, Iictl *e, Lit inside, Lit known, Lit open) {
  *w = (Walk){.e = e, .inside = inside, .known = known, .open = open};
  LitVec roots = {0};
  vec_push(&roots, w->inside);
  vec_push(&roots, w->known);
  vec_push(&roots, w->open);
  vec_push(&roots, e->structure->valid);
  w->order = lanes_step_cone(e->system, &roots);
  vec_free(&roots);
  lanes_open(&w->lanes, e->system);
  w->states = mem_array(e->system->latches.size, sizeof *w->states);
  w->before = mem_array(e->system->latches.size, sizeof *w->before);
}

void walk_close(Walk *w) {
  vec_free(&w->order);
  lanes_close(&w->lanes);
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

void walk_choose(Walk *w) { lanes_random_inputs(&w->lanes, UINT64_MAX, &w->random, w->bias); }

void walk_evaluate(Walk *w) {
  lanes_put_latches(&w->lanes, w->states);
  lanes_evaluate(&w->lanes, &w->order);
  budget_use(&w->e->hard, 1 + w->order.size / WALK_GATES);
  if (budget_spent(&w->e->hard)) w->e->interrupted = true;
}

uint64_t walk_word(const Walk *w, Lit lit) { return lanes_word(&w->lanes, lit); }

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
