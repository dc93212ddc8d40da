/* Static orders; see order.h. The search starts at what is asked about, goes depth first through
 * its gates, and then through the next-state functions of the latches that it met, in that order:
 * variables that meet in a gate come near each other. FORCE takes each next-state function with its
 * latch, and each constraint, for a spring between the variables it reads: again and again, every
 * variable moves to the mean of the centres of its springs. */
#include "engine/symbolic/order.h"

#include <stdlib.h>

enum {
  ROUNDS = 40,          /* of FORCE; it settles long before on most systems */
  MOST_LOOKS = 1 << 28, /* latches times gates: what finding the springs of more would take is too
                           long for a start */
};

typedef VEC(U32Vec) SpringVec;

static void meet(const System *system, Lit root, Bits *seen, U32Vec *nodes) {
  U32Vec cone = {0};
  aig_cone(system->aig, &root, 1, seen, &cone);
  for (size_t i = 0; i < cone.size; i++)
    if (aig_is_variable(system->aig, cone.data[i])) vec_push(nodes, cone.data[i]);
  vec_free(&cone);
}

static void depth_first(const System *system, const LitVec *roots, U32Vec *nodes) {
  Roles roles = roles_new(system);
  Bits seen = bits_new(system->aig->size);
  for (size_t i = 0; i < roots->size; i++) meet(system, roots->data[i], &seen, nodes);
  for (size_t i = 0; i < system->constraints.size; i++)
    meet(system, system->constraints.data[i], &seen, nodes);
  size_t done = 0;
  for (size_t latch = 0; latch <= system->latches.size; latch++) {
    /* new nodes are appended while it goes on */
    for (; done < nodes->size; done++)
      if (roles.role[nodes->data[done]] == ROLE_LATCH)
        meet(system, system->latches.data[roles.index[nodes->data[done]]].next, &seen, nodes);
    if (latch < system->latches.size)
      meet(system, system->latches.data[latch].current, &seen, nodes);
  }
  for (size_t i = 0; i < system->inputs.size; i++)
    meet(system, system->inputs.data[i], &seen, nodes);
  bits_free(&seen);
  roles_free(&roles);
}

/* ---- FORCE ---- */

static SpringVec springs_of(const System *system) {
  SpringVec springs = {0};
  for (size_t i = 0; i < system->latches.size; i++) {
    U32Vec spring = {0};
    aig_support(system->aig, system->latches.data[i].next, &spring);
    vec_push(&spring, lit_node(system->latches.data[i].current));
    vec_push(&springs, spring);
  }
  for (size_t i = 0; i < system->constraints.size; i++) {
    U32Vec spring = {0};
    aig_support(system->aig, system->constraints.data[i], &spring);
    vec_push(&springs, spring);
  }
  return springs;
}

/* How far the springs reach, all in all. */
static uint64_t total_span(const SpringVec *springs, const uint32_t *place) {
  uint64_t sum = 0;
  for (size_t i = 0; i < springs->size; i++) {
    uint32_t least = UINT32_MAX, most = 0;
    for (size_t k = 0; k < springs->data[i].size; k++) {
      uint32_t at = place[springs->data[i].data[k]];
      least = at < least ? at : least;
      most = at > most ? at : most;
    }
    if (springs->data[i].size) sum += most - least;
  }
  return sum;
}

typedef struct {
  uint32_t node, place; /* the place breaks ties */
  double pull, weight;
} Pulled;

static int by_pull(const void *a, const void *b) {
  const Pulled *x = a, *y = b;
  if (x->pull != y->pull) return x->pull < y->pull ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

static void pull(const SpringVec *springs, const U32Vec *nodes, uint32_t *place, Pulled *pulled) {
  for (size_t i = 0; i < nodes->size; i++) pulled[i] = (Pulled){nodes->data[i], (uint32_t)i, 0, 0};
  for (size_t i = 0; i < springs->size; i++) {
    const U32Vec *spring = springs->data + i;
    double centre = 0;
    for (size_t k = 0; k < spring->size; k++) centre += place[spring->data[k]];
    for (size_t k = 0; k < spring->size; k++) {
      Pulled *one = pulled + place[spring->data[k]];
      one->pull += centre / (double)spring->size;
      one->weight++;
    }
  }
  for (size_t i = 0; i < nodes->size; i++)
    pulled[i].pull = pulled[i].weight > 0 ? pulled[i].pull / pulled[i].weight : (double)i;
  qsort(pulled, nodes->size, sizeof *pulled, by_pull);
}

static void force(const System *system, U32Vec *nodes) {
  SpringVec springs = springs_of(system);
  uint32_t *place = mem_array(system->aig->size, sizeof *place);
  Pulled *pulled = mem_array(nodes->size + 1, sizeof *pulled);
  U32Vec moving = {0};
  vec_append(&moving, nodes);
  for (size_t i = 0; i < nodes->size; i++) place[nodes->data[i]] = (uint32_t)i;
  uint64_t best = total_span(&springs, place);
  for (int round = 0; round < ROUNDS; round++) {
    pull(&springs, &moving, place, pulled);
    for (size_t i = 0; i < moving.size; i++) {
      moving.data[i] = pulled[i].node;
      place[pulled[i].node] = (uint32_t)i;
    }
    uint64_t span = total_span(&springs, place);
    if (span >= best) continue;
    best = span;
    memcpy(nodes->data, moving.data, moving.size * sizeof *moving.data);
  }
  for (size_t i = 0; i < springs.size; i++) vec_free(springs.data + i);
  vec_free(&springs);
  vec_free(&moving);
  mem_free(place);
  mem_free(pulled);
}

void symbolic_order(const System *system, const LitVec *roots, OrderKind kind, U32Vec *nodes) {
  depth_first(system, roots, nodes);
  bool small = system->latches.size * system->aig->size <= MOST_LOOKS;
  if (kind == ORDER_FORCE && small) force(system, nodes);
}
