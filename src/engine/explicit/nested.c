/* Accepted runs by nested depth-first search; see kripke.h.
 *
 * published.c with the colours of Schwoon and Esparza (TACAS 2005, Figure 7): cyan is on the path
 * of the outer search, blue is done with, red was met by an inner search without success. The outer
 * search stops as soon as it closes a cycle with an accepting pair at one of its ends; the inner
 * one at any cyan pair. */
#include "base/memory.h"
#include "engine/explicit/product.h"

enum { WHITE, CYAN, BLUE, RED };

typedef struct {
  const Kripke *kripke;
  const Automaton *automaton;
  Budget *budget;
  PairNumbers colours;
  uint64_t count;
  VEC(Steps) outer, inner;
} Search;

static void push(Search *search, bool inner, Pair pair) {
  Steps steps = steps_begin(search->kripke, search->automaton, pair, true);
  if (inner) vec_push(&search->inner, steps);
  else vec_push(&search->outer, steps);
}

/* The outer path, the inner one behind it, and back to a pair of the outer path. */
static void make_lasso(Search *search, Pair back, StateLasso *lasso) {
  for (size_t i = 0; i < search->outer.size; i++) {
    Pair pair = search->outer.data[i].pair;
    if (pair.state == back.state && pair.place == back.place) lasso->loop = i;
    vec_push(&lasso->states, pair.state);
    vec_push(&lasso->taken, search->outer.data[i].taken);
  }
  /* the inner path begins with the pair that the outer one ends with */
  if (search->inner.size) vec_last(&lasso->taken) = search->inner.data[0].taken;
  for (size_t i = 1; i < search->inner.size; i++) {
    vec_push(&lasso->states, search->inner.data[i].pair.state);
    vec_push(&lasso->taken, search->inner.data[i].taken);
  }
}

static RunSearch inner_search(Search *search, Pair seed, StateLasso *lasso) {
  vec_clear(&search->inner);
  push(search, true, seed);
  while (search->inner.size) {
    PairStep step;
    if (!steps_next(search->kripke, search->automaton, &vec_last(&search->inner), &step)) {
      search->inner.size--;
      continue;
    }
    uint32_t *colour = pair_number(&search->colours, step.pair);
    if (*colour == CYAN) {
      make_lasso(search, step.pair, lasso);
      return RUN_FOUND;
    }
    if (*colour != BLUE) continue;
    *colour = RED;
    push(search, true, step.pair);
    search->count++;
    if (budget_spent(search->budget)) return RUN_UNKNOWN;
  }
  return RUN_NONE;
}

static RunSearch outer_step(Search *search, StateLasso *lasso) {
  const Automaton *automaton = search->automaton;
  PairStep step;
  Steps *top = &vec_last(&search->outer);
  Pair from = top->pair;
  if (steps_next(search->kripke, automaton, top, &step)) {
    uint32_t *colour = pair_number(&search->colours, step.pair);
    if (*colour == CYAN && (pair_accepting(search->kripke, automaton, from) ||
                            pair_accepting(search->kripke, automaton, step.pair))) {
      vec_clear(&search->inner);
      make_lasso(search, step.pair, lasso);
      return RUN_FOUND;
    }
    if (*colour != WHITE) return RUN_NONE;
    *colour = CYAN;
    push(search, false, step.pair);
    search->count++;
    return budget_spent(search->budget) ? RUN_UNKNOWN : RUN_NONE;
  }
  RunSearch result = RUN_NONE;
  bool accepts = pair_accepting(search->kripke, automaton, from);
  if (accepts) result = inner_search(search, from, lasso);
  *pair_number(&search->colours, from) = accepts ? RED : BLUE;
  search->outer.size--;
  return result;
}

RunSearch run_by_nested_search(const Kripke *kripke, const Automaton *automaton, Budget *budget,
                               StateLasso *lasso, uint64_t *pairs) {
  Search search = {.kripke = kripke,
                   .automaton = automaton,
                   .budget = budget,
                   .colours = {.places = automaton->states}};
  RunSearch result = RUN_NONE;
  Pair first = {0, automaton->initial};
  *pair_number(&search.colours, first) = CYAN;
  push(&search, false, first);
  while (search.outer.size && result == RUN_NONE) result = outer_step(&search, lasso);
  *pairs += search.count;
  mem_free(search.colours.numbers);
  vec_free(&search.outer);
  vec_free(&search.inner);
  return result;
}
