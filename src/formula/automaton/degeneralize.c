/* From many acceptance sets on transitions to one on states: in each accepting component the sets
 * are waited for one after another, and a copy (s, level) of a state knows how many of them were
 * met since the last visit to the last level, which is accepting (Gastin and Oddoux 2001; per
 * component: Babiak, Badie, Duret-Lutz, Kretinsky, Strejcek, SPIN 2013).
 *
 * All copies of a state have the same language. So an edge that enters a component may lead to any
 * copy, and of the graph of copies only one bottom component is needed, the smallest; it has a copy
 * of every state. Other components need no copies. The order of the sets is chosen for each
 * component by trying. */
#include "formula/automaton/reduce_automaton.h"

typedef struct {
  unsigned count;
  uint8_t set[AUTOMATON_SETS];
} Order;

typedef struct {
  const Automaton *from;
  const Components *components;
  uint32_t component;
  Order order;
  Map copies;       /* state << 8 | level, to number */
  Automaton *graph; /* of the copies; labels and marks do not matter */
} Levels;

static unsigned next_level(const Order *order, unsigned level, Marks marks) {
  if (level == order->count) level = 0;
  while (level < order->count && (marks >> order->set[level] & 1)) level++;
  return level;
}

static uint32_t copy_number(Map *copies, uint32_t state, unsigned level) {
  uint64_t key = (uint64_t)state << 8 | level, number = copies->size;
  if (!map_get(copies, key, &number)) map_put(copies, key, number);
  return (uint32_t)number;
}

/* The graph of all copies that level 0 of one state reaches. */
static void build_levels(Levels *levels, uint32_t start) {
  copy_number(&levels->copies, start, 0);
  for (uint32_t n = 0; n < levels->copies.size; n++) {
    uint64_t key = levels->copies.entries[n].key;
    for (EACH_EDGE(levels->from, key >> 8, edge)) {
      if (levels->components->of[edge->target] != levels->component) continue;
      unsigned level = next_level(&levels->order, key & 255, edge->marks);
      automaton_edge(levels->graph, n, copy_number(&levels->copies, edge->target, level),
                     LABEL_TRUE, 0);
    }
  }
  levels->graph->states = (uint32_t)levels->copies.size;
  automaton_finish(levels->graph);
}

typedef VEC(uint64_t) KeyVec;

/* The copies of the smallest bottom component, as keys. */
static void find_bottom(const Levels *levels, KeyVec *keys) {
  Components parts = components_new(levels->graph);
  bool *bottom = mem_array(parts.count, sizeof *bottom);
  size_t *size = mem_array(parts.count, sizeof *size);
  for (uint32_t c = 0; c < parts.count; c++) bottom[c] = true;
  for (uint32_t n = 0; n < levels->graph->states; n++) {
    size[parts.of[n]]++;
    for (EACH_EDGE(levels->graph, n, edge))
      if (parts.of[edge->target] != parts.of[n]) bottom[parts.of[n]] = false;
  }
  uint32_t best = UINT32_MAX;
  for (uint32_t c = 0; c < parts.count; c++)
    if (bottom[c] && (best == UINT32_MAX || size[c] < size[best])) best = c;
  for (uint32_t n = 0; n < levels->graph->states; n++)
    if (parts.of[n] == best) vec_push(keys, levels->copies.entries[n].key);
  mem_free(bottom);
  mem_free(size);
  components_free(&parts);
}

/* ---- orders to try ---- */

/* Order number `index` of `count` sets: all of them while there are few, else rotations, forward
 * and backward. False when there is none left. */
static bool make_order(const Order *sets, unsigned index, Order *order) {
  unsigned n = sets->count;
  *order = *sets;
  if (n > 4) {
    for (unsigned i = 0; i < n; i++)
      order->set[i] = sets->set[index < n ? (i + index) % n : (2 * n - 1 - i + index) % n];
    return index < 2 * n && index < 16;
  }
  unsigned left = index; /* the factorial number system */
  for (unsigned i = 0; i < n; i++) {
    unsigned k = left % (n - i);
    left /= n - i;
    uint8_t chosen = order->set[i + k];
    memmove(order->set + i + 1, order->set + i, k);
    order->set[i] = chosen;
  }
  return left == 0;
}

/* The copies of the component's states, and the order behind them. */
static void choose_copies(Levels *levels, const Order *sets, uint32_t start, KeyVec *keys,
                          Order *best_order) {
  for (unsigned index = 0; make_order(sets, index, &levels->order); index++) {
    KeyVec found = {0};
    levels->graph = automaton_new(levels->from->labels, &levels->from->atoms);
    build_levels(levels, start);
    find_bottom(levels, &found);
    if (!keys->size || found.size < keys->size) {
      KeyVec swap = *keys;
      *keys = found;
      found = swap;
      *best_order = levels->order;
    }
    vec_free(&found);
    automaton_free(levels->graph);
    map_free(&levels->copies);
    levels->copies = (Map){0};
  }
}

/* ---- the result ---- */

typedef struct {
  const Automaton *from;
  const Components *components;
  Order *orders;   /* by component */
  Map copies;      /* state << 8 | level, to the number in the result */
  uint32_t *entry; /* by state: the copy where the component is entered */
} Result;

static void make_copies(Result *result) {
  const Automaton *from = result->from;
  const Components *components = result->components;
  U32Vec first = {0}; /* a state of each component */
  vec_resize(&first, components->count);
  for (uint32_t s = 0; s < from->states; s++) first.data[components->of[s]] = s;
  for (uint32_t c = 0; c < components->count; c++) {
    if (!components->accepting[c]) continue;
    Order sets = {0};
    for (unsigned set = 0; set < from->sets; set++)
      if (!(components->common[c] >> set & 1)) sets.set[sets.count++] = (uint8_t)set;
    Levels levels = {.from = from, .components = components, .component = c};
    KeyVec keys = {0};
    choose_copies(&levels, &sets, first.data[c], &keys, &result->orders[c]);
    for (size_t i = 0; i < keys.size; i++) {
      uint32_t number =
          copy_number(&result->copies, (uint32_t)(keys.data[i] >> 8), keys.data[i] & 255);
      uint32_t *entry = &result->entry[keys.data[i] >> 8];
      if (*entry == UINT32_MAX) *entry = number;
    }
    vec_free(&keys);
  }
  for (uint32_t s = 0; s < from->states; s++)
    if (!components->accepting[components->of[s]])
      result->entry[s] = copy_number(&result->copies, s, 0);
  vec_free(&first);
}

Automaton *automaton_degeneralize(const Automaton *from) {
  Components components = components_new(from);
  Result result = {.from = from, .components = &components};
  result.orders = mem_array(components.count, sizeof *result.orders);
  result.entry = mem_alloc((from->states + 1) * sizeof *result.entry);
  for (uint32_t s = 0; s < from->states; s++) result.entry[s] = UINT32_MAX;
  make_copies(&result);
  Automaton *automaton = automaton_new(from->labels, &from->atoms);
  automaton->sets = 1;
  automaton->state_based = true;
  automaton->states = (uint32_t)result.copies.size;
  automaton->initial = result.entry[from->initial];
  for (uint32_t n = 0; n < result.copies.size; n++) {
    uint32_t s = (uint32_t)(result.copies.entries[n].key >> 8), c = components.of[s];
    unsigned level = result.copies.entries[n].key & 255;
    Marks marks = components.accepting[c] && level == result.orders[c].count;
    for (EACH_EDGE(from, s, edge)) {
      uint32_t target = result.entry[edge->target];
      if (components.accepting[c] && components.of[edge->target] == c)
        target = copy_number(&result.copies, edge->target,
                             next_level(&result.orders[c], level, edge->marks));
      automaton_edge(automaton, n, target, edge->label, marks);
    }
  }
  automaton_finish(automaton);
  map_free(&result.copies);
  mem_free(result.orders);
  mem_free(result.entry);
  components_free(&components);
  uint32_t *same = mem_alloc((automaton->states + 1) * sizeof *same);
  for (uint32_t s = 0; s < automaton->states; s++) same[s] = s;
  automaton_renumber(automaton, same, automaton->states); /* drops what is not reached */
  mem_free(same);
  return automaton;
}
