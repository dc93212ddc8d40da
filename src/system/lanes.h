/* A system in 64 states at once, its *lanes*: each node of the graph has a word, whose bit i
 * belongs to lane i. The one simulator of engines and reductions. What states and inputs there are,
 * and what becomes of a lane that breaks a constraint, is theirs to say. */
#ifndef RONDO_SYSTEM_LANES_H
#define RONDO_SYSTEM_LANES_H

#include "base/random.h"
#include "system/system.h"

typedef struct {
  const System *system;
  uint64_t *words; /* by node */
  size_t room;     /* the graph may grow */
} Lanes;

void lanes_open(Lanes *lanes, const System *system);
void lanes_close(Lanes *lanes);

/* States, by latch, and inputs, by input: all lanes of a word. */
void lanes_put_latches(Lanes *lanes, const uint64_t *latches);
void lanes_put_inputs(Lanes *lanes, const uint64_t *inputs);
/* Random inputs for some of the lanes; what a bias is says random_biased, 0 is none. */
void lanes_random_inputs(Lanes *lanes, uint64_t some, Random *random, uint64_t bias);

/* Evaluates the gates of an order, as lanes_cone gives it; NULL: all that there are. */
void lanes_evaluate(Lanes *lanes, const U32Vec *order);
/* The nodes that some literals depend on, children first, and those of all next states. */
U32Vec lanes_cone(const System *system, const LitVec *roots);
U32Vec lanes_step_cone(const System *system, const LitVec *roots);

/* After that: the lanes in which a literal is true, in which the constraints are met; the next
 * states by latch. */
static inline uint64_t lanes_word(const Lanes *lanes, Lit lit) {
  assert(lit_node(lit) < lanes->room);
  return aig_word(lanes->words, lit);
}
uint64_t lanes_valid(const Lanes *lanes);
void lanes_next(const Lanes *lanes, uint64_t *latches);

#endif
