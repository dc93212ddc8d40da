/* Invariants: rings forwards from the initial states, and backwards from the bad ones, until they
 * meet or one of them is closed. One direction alone is the special case that the other has only
 * its first ring.
 *
 * A state is bad here if some inputs meet the constraints and the bad literal in it. Either closed
 * set gives an inductive invariant: the states that are reached, or those that reach no bad one.
 * Nothing is looked at outside what other engines know of the reachable states. */
#include "engine/bdd/internal.h"

static bool begin(void *context) {
  BddEngine *self = context;
  Bdd bad = symbolic_states(self->model, self->root_functions.data[0]);
  bad = bdd_and(self->model->manager, bad, self->invariant);
  if (bad == BDD_NONE) return false;
  Transitions *relation = self->within ? self->within : self->relation;
  self->forward =
      self->base ? self->base->forward : reachable_new(relation, self->model->initial, BDD_TRUE);
  self->backward = reachable_new(relation, bad, BDD_TRUE);
  return true;
}

static SymbolicEnd prepare(BddEngine *self, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  if (self->base) self->invariant = BDD_TRUE;
  else if (self->invariant == BDD_NONE)
    end = sharing_know(&self->sharing, self->model, &self->invariant, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!self->within && self->invariant != BDD_TRUE)
    self->within = transitions_within(self->relation, self->invariant);
  if (self->within) end = transitions_build(self->within, budget);
  return end == SYMBOLIC_DONE ? symbolic_do(self->model, begin, self, budget) : end;
}

/* A new state of one direction is in the last ring of that one; but rings that are shared may have
 * been made by others. */
static bool meet(void *context) {
  BddEngine *self = context;
  BddManager *m = self->model->manager;
  Bdd front = self->base ? self->forward->states : vec_last(&self->forward->rings);
  Bdd met = bdd_and(m, front, self->backward->states);
  if (met == BDD_FALSE) met = bdd_and(m, self->forward->states, vec_last(&self->backward->rings));
  if (met == BDD_NONE) return false;
  self->meeting = met;
  return true;
}

/* From the meeting back to an initial state; turned round; and on to a bad one. */
static SymbolicEnd walk_on(BddEngine *self, Budget *budget);

static SymbolicEnd walk_back(BddEngine *self, Budget *budget) {
  if (!self->walking) {
    vec_push(&self->states, concrete_pick(self->model, self->meeting));
    size_t ring = concrete_ring(self->model, self->forward, &vec_last(&self->states));
    self->walk = (RingWalk){self->relation, self->forward, false, ring, &self->states};
    self->walking = true;
  }
  SymbolicEnd end = concrete_along_rings(&self->walk, budget);
  if (end != SYMBOLIC_DONE) return end;
  concrete_reverse(&self->states);
  size_t ring = concrete_ring(self->model, self->backward, &vec_last(&self->states));
  self->walk = (RingWalk){self->relation, self->backward, true, ring, &self->states};
  return bdd_go_to(self, walk_on);
}

static SymbolicEnd walk_on(BddEngine *self, Budget *budget) {
  SymbolicEnd end = concrete_along_rings(&self->walk, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->trace = concrete_trace(self->model, &self->states, TRACE_NO_LOOP,
                               self->root_functions.data[0], self->task->system, budget, &end);
  return self->trace ? bdd_answer(self, VERDICT_VIOLATED, ENDED_MET) : end;
}

/* This property is done, but there may be others. */
static SymbolicEnd offer(BddEngine *self, Budget *budget) {
  SymbolicEnd end = sharing_offer(&self->sharing, self->model, self->forward->states, budget);
  return end == SYMBOLIC_DONE ? bdd_answer(self, VERDICT_HOLDS, ENDED_CLOSED) : end;
}

static SymbolicEnd advance(BddEngine *self, Budget *budget) {
  bool backward = self->options.search == SEARCH_BACKWARD;
  if (self->options.search == SEARCH_BOTH) /* the one whose last ring is smaller */
    backward = bdd_size(self->model->manager, &vec_last(&self->backward->rings), 1) <
               bdd_size(self->model->manager, &vec_last(&self->forward->rings), 1);
  return backward ? reachable_backward(self->backward, budget)
                  : reachable_forward(self->forward, budget);
}

SymbolicEnd bdd_search(BddEngine *self, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!self->forward) end = prepare(self, budget);
  if (self->base) self->meeting = BDD_NONE; /* others may have made rings since the last turn */
  while (end == SYMBOLIC_DONE) {
    if (self->meeting == BDD_NONE) end = symbolic_do(self->model, meet, self, budget);
    if (end != SYMBOLIC_DONE) break;
    if (self->meeting != BDD_FALSE) return bdd_go_to(self, walk_back);
    if (self->forward->closed) return bdd_go_to(self, offer);
    if (self->backward->closed) return bdd_answer(self, VERDICT_HOLDS, ENDED_CLOSED);
    if (budget_spent(budget)) return SYMBOLIC_SPENT;
    end = advance(self, budget);
    if (end != SYMBOLIC_DONE) break;
    self->meeting = BDD_NONE;
    end = sharing_offer_rings(&self->sharing, self->forward, budget);
  }
  return end;
}

Witness *bdd_invariant_witness(BddEngine *self) {
  Lit *map;
  Witness *witness = witness_new(system_copy(self->task->system, &map));
  Aig *aig = witness->circuit->aig;
  Lit bad = aig_map_lit(map, self->task->bad);
  bool forward = self->forward->closed;
  Bdd known = forward ? self->forward->states : self->invariant;
  Bdd safe = forward ? BDD_TRUE : bdd_not(self->backward->states);
  Lit states = aig_and(aig, symbolic_circuit(self->model, known, witness->circuit),
                       symbolic_circuit(self->model, safe, witness->circuit));
  witness->bad = lit_not(aig_and(aig, states, lit_not(bad)));
  mem_free(map);
  return witness;
}
