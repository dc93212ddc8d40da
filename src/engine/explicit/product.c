#include "engine/explicit/product.h"

#include <string.h>

#include "base/memory.h"

uint32_t *pair_number(PairNumbers *numbers, Pair pair) {
  if (pair.state >= numbers->states) {
    size_t old = numbers->states, wanted = (size_t)pair.state + 1;
    size_t states = old + old / 2 > wanted ? old + old / 2 : wanted + 64;
    numbers->numbers = mem_resize(numbers->numbers, states * numbers->places * sizeof(uint32_t));
    memset(numbers->numbers + old * numbers->places, 0,
           (states - old) * numbers->places * sizeof(uint32_t));
    numbers->states = states;
  }
  return numbers->numbers + pair.state * numbers->places + pair.place;
}

Steps steps_begin(const Kripke *kripke, const Automaton *automaton, Pair pair, bool backwards) {
  return (Steps){.pair = pair,
                 .letter = kripke->letter(kripke->context, pair.state),
                 .edge = automaton->first[pair.place],
                 .backwards = backwards};
}

bool steps_next(const Kripke *kripke, const Automaton *automaton, Steps *steps, PairStep *step) {
  size_t end = automaton->first[steps->pair.place + 1];
  for (; steps->edge < end; steps->edge++, steps->target = 0) {
    const LabelledEdge *edge = automaton->edges.data + steps->edge;
    if (!steps->target && !label_value(automaton->labels, edge->label, steps->letter)) continue;
    Numbers next = kripke->successors(kripke->context, steps->pair.state);
    size_t count = next.size ? next.size : 1;
    if (steps->target >= count) continue;
    size_t i = steps->backwards ? count - 1 - steps->target : steps->target;
    steps->target++;
    step->pair = (Pair){next.size ? next.data[i] : steps->pair.state, edge->target};
    step->marks = edge->marks;
    return true;
  }
  return false;
}

void state_lasso_free(StateLasso *lasso) {
  vec_free(&lasso->states);
  lasso->loop = 0;
}
