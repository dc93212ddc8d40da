/* Predicates in 64 states at once: a state is one bit of each latch's word. */
#include "engine/fair/internal.h"

void lanes_open(Lanes *lanes, const System *system) {
  *lanes = (Lanes){.system = system, .roles = roles_new(system)};
}

void lanes_close(Lanes *lanes) {
  roles_free(&lanes->roles);
  mem_free(lanes->words);
}

uint64_t *lanes_words(Lanes *lanes) {
  const Aig *aig = lanes->system->aig;
  if (lanes->size < aig->size) {
    mem_free(lanes->words);
    lanes->size = aig->capacity;
    lanes->words = mem_array(lanes->size, sizeof(uint64_t));
  }
  return lanes->words;
}

uint64_t lanes_value(Lanes *lanes, const ClauseVec *clauses, Lit predicate,
                     const uint64_t *latches) {
  if (!clauses->size) {
    uint64_t *words = lanes_words(lanes);
    for (size_t i = 0; i < lanes->system->latches.size; i++)
      words[lit_node(lanes->system->latches.data[i].current)] = latches[i];
    aig_simulate(lanes->system->aig, words);
    return aig_word(words, predicate);
  }
  uint64_t all = UINT64_MAX;
  for (size_t i = 0; i < clauses->size; i++) {
    uint64_t some = 0;
    for (size_t k = 0; k < clauses->data[i]->size; k++) {
      Lit lit = clauses->data[i]->lits[k];
      some |= latches[lanes->roles.index[lit_node(lit)]] ^ -(uint64_t)lit_negated(lit);
    }
    all &= some;
  }
  return all;
}
