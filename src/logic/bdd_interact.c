/* Which variables interact: some function that is kept reads both. Levels of others are swapped by
 * changing two numbers, and what a variable's move can gain lies with those that it interacts with
 * (Panda and Somenzi 1995). The order does not change it. */
#include "logic/bdd_internal.h"

enum {
  MOST_VARIABLES = 1 << 12, /* a square of bits of at most two megabytes */
  MOST_VISITS = 16          /* of each node, on average: beyond that, all count as interacting */
};

typedef struct {
  BddManager *m;
  uint32_t *stamps; /* by node: the number of the last function that it was seen in */
  uint32_t stamp;
  size_t visits;
  U32Vec stack;
} Search;

/* The variables of a function. One whose root was seen is a part of another, and adds nothing. */
static void look(Search *self, Bdd root) {
  BddManager *m = self->m;
  if (root == BDD_NONE || !node_of(root) || self->stamps[node_of(root)]) return;
  Bits support = bits_new(m->variable_count);
  self->stamp++;
  vec_push(&self->stack, node_of(root));
  while (self->stack.size) {
    uint32_t node = vec_pop(&self->stack);
    if (!node || self->stamps[node] == self->stamp) continue;
    self->stamps[node] = self->stamp;
    self->visits++;
    bits_set(&support, m->nodes[node].variable);
    vec_push(&self->stack, node_of(m->nodes[node].low));
    vec_push(&self->stack, node_of(m->nodes[node].high));
  }
  for (size_t v = bits_next(&support, 0); v < support.size; v = bits_next(&support, v + 1))
    bits_or(m->interacting + v, &support);
  bits_free(&support);
}

static bool look_at_all(Search *self, size_t most) {
  BddManager *m = self->m;
  for (size_t i = 0; i < m->places.size && self->visits < most; i++) look(self, *m->places.data[i]);
  for (size_t i = 0; i < m->vectors.size; i++)
    for (size_t k = m->vectors.data[i]->size; k-- > 0 && self->visits < most;)
      look(self, m->vectors.data[i]->data[k]);
  return self->visits < most;
}

void bdd_interact(BddManager *m) {
  if (m->variable_count > MOST_VARIABLES) return;
  m->interacting = mem_array(m->variable_count + 1, sizeof *m->interacting);
  for (size_t v = 0; v < m->variable_count; v++) m->interacting[v] = bits_new(m->variable_count);
  Search self = {.m = m, .stamps = mem_array(m->size, sizeof *self.stamps)};
  bool all = look_at_all(&self, MOST_VISITS * m->used);
  mem_free(self.stamps);
  vec_free(&self.stack);
  if (!all) bdd_interact_free(m);
}

void bdd_interact_free(BddManager *m) {
  for (size_t v = 0; m->interacting && v < m->variable_count; v++) bits_free(m->interacting + v);
  mem_free(m->interacting);
  m->interacting = NULL;
}
