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

Marks product_marks(const Kripke *kripke, const Automaton *automaton) {
  return automaton_all(automaton) | kripke->all_marks;
}

Steps steps_begin(const Kripke *kripke, const Automaton *automaton, Pair pair, bool backwards) {
  Steps steps = {.pair = pair, .backwards = backwards, .edge = automaton->first[pair.place]};
  steps.silent = kripke->is_silent && kripke->is_silent(kripke->context, pair.state);
  if (!steps.silent) steps.letter = kripke->letter(kripke->context, pair.state);
  return steps;
}

/* The next successor under an edge of the automaton that leads to `place`. */
static bool next_target(const Kripke *kripke, Steps *steps, uint32_t place, Marks marks,
                        PairStep *step) {
  Numbers next = kripke->successors(kripke->context, steps->pair.state);
  size_t count = next.size ? next.size : 1;
  if (steps->target >= count) return false;
  size_t i = steps->backwards ? count - 1 - steps->target : steps->target;
  steps->target++;
  step->taken = steps->taken = (uint32_t)i;
  step->pair = (Pair){next.size ? next.data[i] : steps->pair.state, place};
  step->marks = marks;
  if (kripke->marks) step->marks |= kripke->marks(kripke->context, steps->pair.state, i);
  return true;
}

Marks marks_unseen(const Automaton *automaton, uint32_t place) {
  for (EACH_EDGE(automaton, place, edge))
    if (edge->target == place && edge->label == LABEL_TRUE) return edge->marks;
  return 0;
}

bool steps_next(const Kripke *kripke, const Automaton *automaton, Steps *steps, PairStep *step) {
  if (steps->silent)
    return next_target(kripke, steps, steps->pair.place, marks_unseen(automaton, steps->pair.place),
                       step);
  size_t end = automaton->first[steps->pair.place + 1];
  for (; steps->edge < end; steps->edge++, steps->target = 0) {
    const LabelledEdge *edge = automaton->edges.data + steps->edge;
    if (!steps->target && !label_value(automaton->labels, edge->label, steps->letter)) continue;
    if (next_target(kripke, steps, edge->target, edge->marks, step)) return true;
  }
  return false;
}

bool pair_accepting(const Kripke *kripke, const Automaton *automaton, Pair pair) {
  if (kripke->is_silent && kripke->is_silent(kripke->context, pair.state))
    return marks_unseen(automaton, pair.place) & 1;
  if (!automaton->sets) return true;
  for (EACH_EDGE(automaton, pair.place, edge)) return (edge->marks & 1) != 0;
  return false;
}

void state_lasso_free(StateLasso *lasso) {
  vec_free(&lasso->states);
  vec_free(&lasso->taken);
  lasso->loop = 0;
}

RunSearch run_by(CycleSearch how, const Kripke *kripke, const Automaton *automaton, Budget *budget,
                 StateLasso *lasso, uint64_t *pairs) {
  switch (how) {
  case CYCLES_NESTED: return run_by_published_search(kripke, automaton, budget, lasso, pairs);
  case CYCLES_IMPROVED: return run_by_nested_search(kripke, automaton, budget, lasso, pairs);
  case CYCLES_BY_COMPONENTS: break;
  }
  return run_by_components(kripke, automaton, false, budget, lasso, pairs);
}

CycleSearch cycle_search_other(CycleSearch how) {
  return how == CYCLES_BY_COMPONENTS ? CYCLES_IMPROVED : CYCLES_BY_COMPONENTS;
}
