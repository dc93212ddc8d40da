/* Accepted runs by strongly connected components; see kripke.h.
 *
 * Tarjan's algorithm with a stack of roots: each root stands for a component of pairs that are
 * known to be connected, with the marks of the edges inside. An edge back to a pair that is still
 * alive closes a cycle through all components above, which become one. As soon as a component has
 * all marks there is an accepted run, and no more of the product is built. */
#include <assert.h>

#include "base/map.h"
#include "base/memory.h"
#include "engine/explicit/product.h"

#define DEAD UINT32_MAX

typedef struct {
  uint32_t order; /* of the pair that was found first */
  Marks inside;   /* on edges in it */
  Marks before;   /* on the edge that led to it */
} Root;

typedef struct {
  const Kripke *kripke;
  const Automaton *automaton;
  bool backwards;
  Budget *budget;
  PairNumbers orders; /* 0: new; DEAD: its component is done; else when it was found */
  uint32_t count;
  VEC(Root) roots;
  VEC(Steps) path;
  PairVec alive; /* in the order of their coming */
} Search;

static void push(Search *search, Pair pair, Marks before) {
  *pair_number(&search->orders, pair) = ++search->count;
  vec_push(&search->roots, ((Root){search->count, 0, before}));
  vec_push(&search->alive, pair);
  vec_push(&search->path, steps_begin(search->kripke, search->automaton, pair, search->backwards));
}

static void pop(Search *search) {
  Pair pair = vec_pop(&search->path).pair;
  uint32_t order = *pair_number(&search->orders, pair);
  if (vec_last(&search->roots).order != order) return;
  search->roots.size--;
  for (bool own = false; !own;) {
    Pair done = vec_pop(&search->alive);
    own = done.state == pair.state && done.place == pair.place;
    *pair_number(&search->orders, done) = DEAD;
  }
}

/* A cycle through all roots above the pair with that order; whether it has all marks. */
static bool close_cycle(Search *search, uint32_t order, Marks marks) {
  while (vec_last(&search->roots).order > order) {
    Root root = vec_pop(&search->roots);
    marks |= root.inside | root.before;
  }
  Root *root = &vec_last(&search->roots);
  root->inside |= marks;
  return root->inside == product_marks(search->kripke, search->automaton);
}

/* ---- the run ---- */

static void turn_around(U32Vec *list, size_t start) {
  for (size_t i = start, k = list->size; i + 1 < k; i++, k--) {
    uint32_t other = list->data[i];
    list->data[i] = list->data[k - 1];
    list->data[k - 1] = other;
  }
}

/* From a pair of the last component to one behind an edge with one of the wanted marks, or, where
 * none are wanted, to `goal`; breadth first, inside the component. The states behind each step are
 * appended. Returns the marks on the way. */
static Marks walk(Search *search, Pair *at, Marks wanted, Pair goal, StateLasso *lasso) {
  uint32_t least = vec_last(&search->roots).order;
  typedef struct {
    Pair pair;
    size_t from;
    Marks marks;
    uint32_t taken;
  } Found;
  VEC(Found) found = {0};
  Map seen = {0};
  vec_push(&found, ((Found){*at, SIZE_MAX, 0, 0}));
  size_t end = SIZE_MAX;
  for (size_t i = 0; end == SIZE_MAX; i++) {
    assert(i < found.size); /* the component is connected, and has all marks */
    Pair pair = found.data[i].pair;
    Steps steps = steps_begin(search->kripke, search->automaton, pair, search->backwards);
    PairStep step;
    while (end == SIZE_MAX && steps_next(search->kripke, search->automaton, &steps, &step)) {
      uint32_t order = *pair_number(&search->orders, step.pair);
      if (order == DEAD || order < least) continue; /* new ones are 0 */
      bool there = wanted ? (step.marks & wanted) != 0
                          : step.pair.state == goal.state && step.pair.place == goal.place;
      uint64_t key = (uint64_t)step.pair.state << 32 | step.pair.place;
      if (!there && map_get(&seen, key, NULL)) continue;
      map_put(&seen, key, 1);
      vec_push(&found, ((Found){step.pair, i, step.marks, step.taken}));
      if (there) end = found.size - 1;
    }
  }
  *at = found.data[end].pair;
  size_t start = lasso->states.size, start_taken = lasso->taken.size;
  Marks marks = 0;
  for (size_t i = end; found.data[i].from != SIZE_MAX; i = found.data[i].from) {
    vec_push(&lasso->states, found.data[i].pair.state);
    vec_push(&lasso->taken, found.data[i].taken);
    marks |= found.data[i].marks;
  }
  turn_around(&lasso->states, start);
  turn_around(&lasso->taken, start_taken);
  vec_free(&found);
  map_free(&seen);
  return marks;
}

/* The path of the search to the root of the last component, then a round through its marks. */
static void make_lasso(Search *search, StateLasso *lasso) {
  uint32_t order = vec_last(&search->roots).order;
  size_t i = 0;
  for (;; i++) {
    Pair pair = search->path.data[i].pair;
    vec_push(&lasso->states, pair.state);
    if (*pair_number(&search->orders, pair) == order) break;
    vec_push(&lasso->taken, search->path.data[i].taken);
  }
  Pair root = search->path.data[i].pair, at = root;
  lasso->loop = lasso->states.size - 1;
  Marks wanted = product_marks(search->kripke, search->automaton);
  while (wanted) wanted &= ~walk(search, &at, wanted, root, lasso);
  if (at.state != root.state || at.place != root.place || lasso->states.size == lasso->loop + 1)
    walk(search, &at, 0, root, lasso);
  lasso->states.size--; /* the root again */
}

RunSearch run_by_components(const Kripke *kripke, const Automaton *automaton, bool backwards,
                            Budget *budget, StateLasso *lasso, uint64_t *pairs) {
  Search search = {.kripke = kripke,
                   .automaton = automaton,
                   .backwards = backwards,
                   .budget = budget,
                   .orders = {.places = automaton->states}};
  RunSearch result = RUN_NONE;
  push(&search, (Pair){0, automaton->initial}, 0);
  while (search.path.size && result == RUN_NONE) {
    PairStep step;
    if (!steps_next(kripke, automaton, &vec_last(&search.path), &step)) {
      pop(&search);
      continue;
    }
    uint32_t order = *pair_number(&search.orders, step.pair);
    if (!order) {
      push(&search, step.pair, step.marks);
      if (search.count >= DEAD - 1 || budget_spent(budget)) result = RUN_UNKNOWN;
    } else if (order != DEAD && close_cycle(&search, order, step.marks)) {
      result = RUN_FOUND;
      make_lasso(&search, lasso);
    }
  }
  *pairs += search.count;
  mem_free(search.orders.numbers);
  vec_free(&search.roots);
  vec_free(&search.path);
  vec_free(&search.alive);
  return result;
}
