/* Modules: disjoint sets of latches, by their distance from the property (section 9.1). The first
 * one has the latches that the conditions read, where an automaton keeps its state, and those that
 * cost nothing because they read nothing. The others are made of latches in the order of their
 * distance: how many steps it takes until a latch can be felt there. */
#include "engine/dnc/internal.h"

typedef struct {
  const System *system;
  Roles roles;
  uint32_t *distance; /* by latch; UINT32_MAX: far away */
  U32Vec queue;       /* latches, the nearest first */
} Distances;

static void reach(Distances *d, Lit lit, uint32_t distance) {
  U32Vec support = {0};
  aig_support(d->system->aig, lit, &support);
  for (size_t i = 0; i < support.size; i++) {
    uint32_t node = support.data[i], latch = d->roles.index[node];
    if (d->roles.role[node] != ROLE_LATCH || d->distance[latch] != UINT32_MAX) continue;
    d->distance[latch] = distance;
    vec_push(&d->queue, latch);
  }
  vec_free(&support);
}

static void measure(Distances *d, const LitVec *conditions) {
  const LatchVec *latches = &d->system->latches;
  for (size_t i = 0; i < conditions->size; i++) reach(d, conditions->data[i], 0);
  for (size_t i = 0; i < latches->size; i++)
    if (lit_node(latches->data[i].next) == 0) reach(d, latches->data[i].current, 0);
  for (size_t k = 0; k < d->queue.size; k++) {
    uint32_t latch = d->queue.data[k];
    reach(d, latches->data[latch].next, d->distance[latch] + 1);
  }
  for (uint32_t i = 0; i < latches->size; i++)
    if (d->distance[i] == UINT32_MAX) vec_push(&d->queue, i);
}

void dnc_modules(const System *system, const LitVec *conditions, size_t most, ModuleVec *modules) {
  size_t latches = system->latches.size;
  Distances d = {.system = system, .roles = roles_new(system)};
  d.distance = mem_array(latches, sizeof *d.distance);
  for (size_t i = 0; i < latches; i++) d.distance[i] = UINT32_MAX;
  measure(&d, conditions);
  vec_push(modules, bits_new(latches));
  for (size_t k = 0; k < d.queue.size; k++) {
    uint32_t latch = d.queue.data[k];
    bool first = modules->size == 1;
    bool full = first ? d.distance[latch] != 0 : bits_count(&vec_last(modules)) >= most;
    if (full) vec_push(modules, bits_new(latches));
    bits_set(&vec_last(modules), latch);
  }
  roles_free(&d.roles);
  mem_free(d.distance);
  vec_free(&d.queue);
}
