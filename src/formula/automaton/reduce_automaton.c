/* The loop of reductions: prune, merge equal states, simulate forward and backward, until neither
 * states nor edges become fewer. */
#include "formula/automaton/reduce_automaton.h"

void automaton_reduce(Automaton *automaton) {
  automaton_prune(automaton);
  automaton_merge_equal(automaton);
  for (;;) {
    uint32_t states = automaton->states;
    size_t edges = automaton->edges.size;
    for (int step = 0; step < 3; step++) {
      automaton_simulate(automaton, step != 1, step == 2);
      automaton_prune(automaton);
    }
    if (automaton->states == states && automaton->edges.size >= edges) break;
  }
}
