#include "engine/explicit/terminal.h"

#include "base/memory.h"

typedef struct {
  uint32_t state, next;
} Frame;

typedef struct {
  const StateGraph *graph;
  uint32_t *low;     /* by state: 0: new; else the smallest order that is known to be reachable */
  uint32_t *of;      /* by state: its terminal component */
  Bits done, leaves; /* by state; `leaves`: an edge leads from it to a component that is done */
  VEC(Frame) path;
  U32Vec stack;
  uint32_t order, count;
} Tarjan;

static void push(Tarjan *tarjan, uint32_t state, uint32_t *order) {
  order[state] = tarjan->low[state] = ++tarjan->order;
  vec_push(&tarjan->path, ((Frame){state, 0}));
  vec_push(&tarjan->stack, state);
}

/* The component of a root: everything above it on the stack. */
static void finish(Tarjan *tarjan, uint32_t root) {
  size_t start = tarjan->stack.size;
  bool terminal = true;
  do {
    start--;
    terminal &= !bits_get(&tarjan->leaves, tarjan->stack.data[start]);
  } while (tarjan->stack.data[start] != root);
  for (size_t i = start; i < tarjan->stack.size; i++) {
    tarjan->of[tarjan->stack.data[i]] = terminal ? tarjan->count : NOT_TERMINAL;
    bits_set(&tarjan->done, tarjan->stack.data[i]);
  }
  tarjan->count += terminal;
  tarjan->stack.size = start;
}

static void run(Tarjan *tarjan, uint32_t *order) {
  while (tarjan->path.size) {
    Frame *top = &vec_last(&tarjan->path);
    uint32_t state = top->state;
    Numbers successors = state_successors(tarjan->graph, state);
    if (top->next < successors.size) {
      uint32_t target = successors.data[top->next++];
      if (!order[target]) push(tarjan, target, order);
      else if (bits_get(&tarjan->done, target)) bits_set(&tarjan->leaves, state);
      else if (order[target] < tarjan->low[state]) tarjan->low[state] = order[target];
      continue;
    }
    tarjan->path.size--;
    if (tarjan->low[state] == order[state]) finish(tarjan, state);
    if (!tarjan->path.size) continue;
    uint32_t before = vec_last(&tarjan->path).state;
    if (bits_get(&tarjan->done, state)) bits_set(&tarjan->leaves, before);
    else if (tarjan->low[state] < tarjan->low[before]) tarjan->low[before] = tarjan->low[state];
  }
}

uint32_t *terminal_components(const StateGraph *graph, uint32_t *count) {
  Tarjan tarjan = {.graph = graph,
                   .low = mem_array(graph->states, sizeof *tarjan.low),
                   .of = mem_array(graph->states, sizeof *tarjan.of),
                   .done = bits_new(graph->states),
                   .leaves = bits_new(graph->states)};
  uint32_t *order = mem_array(graph->states, sizeof *order);
  for (uint32_t s = 0; s < graph->states; s++) {
    if (order[s]) continue;
    push(&tarjan, s, order);
    run(&tarjan, order);
  }
  *count = tarjan.count;
  mem_free(order);
  mem_free(tarjan.low);
  bits_free(&tarjan.done);
  bits_free(&tarjan.leaves);
  vec_free(&tarjan.path);
  vec_free(&tarjan.stack);
  return tarjan.of;
}
