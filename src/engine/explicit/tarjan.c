#include "engine/explicit/tarjan.h"

#include "base/memory.h"

typedef struct {
  uint32_t state, next;
} Frame;

typedef struct {
  const StateGraph *graph;
  const Bits *within;
  uint32_t *order,
      *low;     /* by state: 0: new; else the smallest order that is known to be reachable */
  uint32_t *of; /* by state: its component, once that is known */
  VEC(Frame) path;
  U32Vec stack;
  uint32_t last, count;
} Tarjan;

static void push(Tarjan *tarjan, uint32_t state) {
  tarjan->order[state] = tarjan->low[state] = ++tarjan->last;
  vec_push(&tarjan->path, ((Frame){state, 0}));
  vec_push(&tarjan->stack, state);
}

/* The component of a root: everything above it on the stack. */
static void finish(Tarjan *tarjan, uint32_t root) {
  uint32_t state;
  do {
    state = vec_pop(&tarjan->stack);
    tarjan->of[state] = tarjan->count;
  } while (state != root);
  tarjan->count++;
}

static void lower(Tarjan *tarjan, uint32_t state, uint32_t to) {
  if (to < tarjan->low[state]) tarjan->low[state] = to;
}

static void run(Tarjan *tarjan) {
  while (tarjan->path.size) {
    Frame *top = &vec_last(&tarjan->path);
    uint32_t state = top->state;
    Numbers successors = state_successors(tarjan->graph, state);
    if (top->next < successors.size) {
      uint32_t target = successors.data[top->next++];
      if (tarjan->within && !bits_get(tarjan->within, target)) continue;
      if (!tarjan->order[target]) push(tarjan, target);
      else if (tarjan->of[target] == NO_COMPONENT) lower(tarjan, state, tarjan->order[target]);
      continue;
    }
    tarjan->path.size--;
    if (tarjan->low[state] == tarjan->order[state]) finish(tarjan, state);
    else lower(tarjan, vec_last(&tarjan->path).state, tarjan->low[state]);
  }
}

uint32_t *strong_components(const StateGraph *graph, const Bits *within, uint32_t *count) {
  Tarjan tarjan = {.graph = graph,
                   .within = within,
                   .order = mem_array(graph->states, sizeof *tarjan.order),
                   .low = mem_array(graph->states, sizeof *tarjan.low),
                   .of = mem_array(graph->states, sizeof *tarjan.of)};
  for (size_t s = 0; s < graph->states; s++) tarjan.of[s] = NO_COMPONENT;
  for (uint32_t s = 0; s < graph->states; s++) {
    if (tarjan.order[s] || (within && !bits_get(within, s))) continue;
    push(&tarjan, s);
    run(&tarjan);
  }
  *count = tarjan.count;
  mem_free(tarjan.order);
  mem_free(tarjan.low);
  vec_free(&tarjan.path);
  vec_free(&tarjan.stack);
  return tarjan.of;
}

uint32_t *terminal_components(const StateGraph *graph, uint32_t *count) {
  uint32_t all, *of = strong_components(graph, NULL, &all);
  uint32_t *number = mem_array((size_t)all + 1, sizeof *number); /* of a terminal one, plus one */
  Bits left = bits_new((size_t)all + 1);
  for (uint32_t s = 0; s < graph->states; s++) {
    Numbers successors = state_successors(graph, s);
    for (size_t i = 0; i < successors.size; i++)
      if (of[successors.data[i]] != of[s]) bits_set(&left, of[s]);
  }
  *count = 0;
  for (uint32_t i = 0; i < all; i++)
    if (!bits_get(&left, i)) number[i] = ++*count;
  for (uint32_t s = 0; s < graph->states; s++)
    of[s] = number[of[s]] ? number[of[s]] - 1 : NO_COMPONENT;
  bits_free(&left);
  mem_free(number);
  return of;
}
