/* Strongly connected components of an automaton (Tarjan 1972), without recursion. A component is
 * accepting if its edges together carry all acceptance sets: as it is strongly connected, one cycle
 * goes through all of them. */
#include "formula/automaton/automaton.h"

typedef struct {
  uint32_t state;
  size_t edge; /* the next one to follow */
} Frame;

typedef struct {
  const Automaton *automaton;
  Components *components;
  uint32_t *number, *low; /* number 0: not visited */
  uint32_t visited;
  U32Vec open; /* visited states whose component is not complete */
  VEC(Frame) frames;
} Search;

static void enter(Search *search, uint32_t s) {
  Frame frame = {s, search->automaton->first[s]};
  search->number[s] = search->low[s] = ++search->visited;
  vec_push(&search->open, s);
  vec_push(&search->frames, frame);
}

static void leave(Search *search, uint32_t s) {
  search->frames.size--;
  if (search->frames.size) {
    uint32_t parent = vec_last(&search->frames).state;
    if (search->low[s] < search->low[parent]) search->low[parent] = search->low[s];
  }
  if (search->low[s] != search->number[s]) return;
  uint32_t t;
  do {
    t = vec_pop(&search->open);
    search->components->of[t] = search->components->count;
  } while (t != s);
  search->components->count++;
}

static void visit(Search *search, uint32_t root) {
  enter(search, root);
  while (search->frames.size) {
    Frame *frame = &vec_last(&search->frames);
    uint32_t s = frame->state;
    if (frame->edge == search->automaton->first[s + 1]) {
      leave(search, s);
      continue;
    }
    uint32_t t = search->automaton->edges.data[frame->edge++].target;
    if (!search->number[t]) enter(search, t);
    else if (search->components->of[t] == UINT32_MAX && search->number[t] < search->low[s])
      search->low[s] = search->number[t];
  }
}

Components components_new(const Automaton *automaton) {
  Components components = {0};
  uint32_t n = automaton->states;
  components.of = mem_alloc(n * sizeof *components.of);
  for (uint32_t s = 0; s < n; s++) components.of[s] = UINT32_MAX;
  Search search = {.automaton = automaton, .components = &components};
  search.number = mem_array(n, sizeof *search.number);
  search.low = mem_array(n, sizeof *search.low);
  for (uint32_t s = 0; s < n; s++)
    if (!search.number[s]) visit(&search, s);
  mem_free(search.number);
  mem_free(search.low);
  vec_free(&search.open);
  vec_free(&search.frames);

  components.accepting = mem_array(components.count, sizeof *components.accepting);
  components.trivial = mem_array(components.count, sizeof *components.trivial);
  components.marks = mem_array(components.count, sizeof *components.marks);
  components.common = mem_array(components.count, sizeof *components.common);
  Marks all = automaton_all(automaton);
  for (uint32_t c = 0; c < components.count; c++) {
    components.trivial[c] = true;
    components.common[c] = all;
  }
  for (size_t i = 0; i < automaton->edges.size; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    uint32_t c = components.of[edge->source];
    if (c != components.of[edge->target]) continue;
    components.trivial[c] = false;
    components.marks[c] |= edge->marks;
    components.common[c] &= edge->marks;
  }
  for (uint32_t c = 0; c < components.count; c++)
    components.accepting[c] = !components.trivial[c] && components.marks[c] == all;
  return components;
}

void components_free(Components *components) {
  mem_free(components->of);
  mem_free(components->accepting);
  mem_free(components->trivial);
  mem_free(components->marks);
  mem_free(components->common);
}
