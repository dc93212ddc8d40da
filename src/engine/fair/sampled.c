/* Predicates in 64 states at once: a state is one bit of each latch's word. */
#include "engine/fair/internal.h"

void sampled_open(Sampled *sampled, const System *system) {
  sampled->roles = roles_new(system);
  lanes_open(&sampled->lanes, system);
}

void sampled_close(Sampled *sampled) {
  roles_free(&sampled->roles);
  lanes_close(&sampled->lanes);
  vec_free(&sampled->cone);
}

/* One predicate is mostly asked for in many states, one after the other. */
static void remember_cone(Sampled *sampled, Lit predicate) {
  if (sampled->cone_of == predicate) return;
  LitVec root = {.data = &predicate, .size = 1};
  vec_free(&sampled->cone);
  sampled->cone = lanes_cone(sampled->lanes.system, &root);
  sampled->cone_of = predicate;
}

uint64_t sampled_value(Sampled *sampled, const ClauseVec *clauses, Lit predicate,
                       const uint64_t *latches) {
  if (!clauses->size) {
    lanes_put_latches(&sampled->lanes, latches);
    remember_cone(sampled, predicate);
    lanes_evaluate(&sampled->lanes, &sampled->cone);
    return lanes_word(&sampled->lanes, predicate);
  }
  uint64_t all = UINT64_MAX;
  for (size_t i = 0; i < clauses->size; i++) {
    uint64_t some = 0;
    for (size_t k = 0; k < clauses->data[i]->size; k++) {
      Lit lit = clauses->data[i]->lits[k];
      some |= latches[sampled->roles.index[lit_node(lit)]] ^ -(uint64_t)lit_negated(lit);
    }
    all &= some;
  }
  return all;
}
