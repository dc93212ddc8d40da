/* Accepted runs by the nested depth-first search that the slides of Esparza and Merz print
 * (Courcoubetis, Vardi, Wolper and Yannakakis 1992); see kripke.h.
 *
 *     dfs(search_cycle):
 *       p = top(stack)
 *       for all successors q of p:
 *         if search_cycle and q = seed: report the cycle on the stack
 *         if (q, search_cycle) was not visited:
 *           push q on the stack, visit (q, search_cycle), dfs(search_cycle)
 *           if not search_cycle and q is accepting: seed = q, dfs(true)
 *       pop(stack)
 *
 * Two points of it are mended. The inner search begins while its seed is still on the stack and
 * after all that the outer one does below it: in any other order runs are missed. And it also
 * begins at the initial pair, which nobody pushed as a successor, if that is accepting. */
#include "base/memory.h"
#include "engine/explicit/product.h"

enum { OUTSIDE = 1, INSIDE = 2 }; /* the modes in which a pair was visited */

typedef struct {
  const Kripke *kripke;
  const Automaton *automaton;
  PairNumbers visited;
  VEC(Steps) stack;
  size_t seed; /* its place on the stack while a cycle is searched, else SIZE_MAX */
  uint64_t count;
} Search;

static bool visit(Search *search, Pair pair, uint32_t mode) {
  uint32_t *modes = pair_number(&search->visited, pair);
  if (*modes & mode) return false;
  *modes |= mode;
  search->count++;
  return true;
}

static void push(Search *search, Pair pair) {
  vec_push(&search->stack, steps_begin(search->kripke, search->automaton, pair, true));
}

static bool is_seed(const Search *search, Pair pair) {
  if (search->seed == SIZE_MAX) return false;
  Pair seed = search->stack.data[search->seed].pair;
  return seed.state == pair.state && seed.place == pair.place;
}

/* The successors of the top are done with. */
static void leave(Search *search) {
  size_t top = search->stack.size - 1;
  Pair pair = search->stack.data[top].pair;
  if (search->seed == top) {
    search->seed = SIZE_MAX; /* no cycle leads back to it */
  } else if (search->seed == SIZE_MAX && pair_accepting(search->kripke, search->automaton, pair)) {
    search->seed = top; /* and its successors once more, now for a cycle */
    search->stack.data[top] = steps_begin(search->kripke, search->automaton, pair, true);
    return;
  }
  search->stack.size--;
}

static void make_lasso(const Search *search, StateLasso *lasso) {
  for (size_t i = 0; i < search->stack.size; i++) {
    vec_push(&lasso->states, search->stack.data[i].pair.state);
    vec_push(&lasso->taken, search->stack.data[i].taken);
  }
  lasso->loop = search->seed;
}

RunSearch run_by_published_search(const Kripke *kripke, const Automaton *automaton, Budget *budget,
                                  StateLasso *lasso, uint64_t *pairs) {
  Search search = {.kripke = kripke,
                   .automaton = automaton,
                   .visited = {.places = automaton->states},
                   .seed = SIZE_MAX};
  RunSearch result = RUN_NONE;
  visit(&search, (Pair){0, automaton->initial}, OUTSIDE);
  push(&search, (Pair){0, automaton->initial});
  while (search.stack.size && result == RUN_NONE) {
    PairStep step;
    if (!steps_next(kripke, automaton, &vec_last(&search.stack), &step)) {
      leave(&search);
    } else if (is_seed(&search, step.pair)) {
      make_lasso(&search, lasso);
      result = RUN_FOUND;
    } else if (visit(&search, step.pair, search.seed == SIZE_MAX ? OUTSIDE : INSIDE)) {
      push(&search, step.pair);
      if (budget_spent(budget)) result = RUN_UNKNOWN;
    }
  }
  *pairs += search.count;
  mem_free(search.visited.numbers);
  vec_free(&search.stack);
  return result;
}
