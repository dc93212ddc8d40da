#include "engine/unfold/stutter.h"

#include "base/bits.h"

/* The states that a state reaches by edges that the letter allows, itself among them. */
static Bits reached(const Automaton *automaton, uint32_t from, uint64_t letter) {
  Bits seen = bits_new(automaton->states);
  U32Vec stack = {0};
  vec_push(&stack, from);
  bits_set(&seen, from);
  while (stack.size) {
    uint32_t state = vec_pop(&stack);
    for (EACH_EDGE(automaton, state, edge)) {
      if (bits_get(&seen, edge->target)) continue;
      if (!label_value(automaton->labels, edge->label, letter)) continue;
      bits_set(&seen, edge->target);
      vec_push(&stack, edge->target);
    }
  }
  vec_free(&stack);
  return seen;
}

/* An edge of the acceptance set is reached, and leads back to where it starts. */
bool automaton_accepts_stutter(const Automaton *automaton, uint32_t state, uint64_t letter) {
  Bits all = reached(automaton, state, letter);
  bool accepts = false;
  for (size_t i = 0; i < automaton->edges.size && !accepts; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    if (!bits_get(&all, edge->source) || edge->marks != automaton_all(automaton)) continue;
    if (!label_value(automaton->labels, edge->label, letter)) continue;
    Bits behind = reached(automaton, edge->target, letter);
    accepts = bits_get(&behind, edge->source);
    bits_free(&behind);
  }
  bits_free(&all);
  return accepts;
}
