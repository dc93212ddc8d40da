/* Automata: building, normal form of the edges, intersection. */
#include "formula/automaton/automaton.h"

#include <stdlib.h>

Automaton *automaton_new(Labels *labels, const U32Vec *atoms) {
  Automaton *automaton = mem_zalloc(sizeof *automaton);
  automaton->labels = labels;
  vec_append(&automaton->atoms, atoms);
  return automaton;
}

Automaton *automaton_copy(const Automaton *automaton) {
  Automaton *copy = automaton_new(automaton->labels, &automaton->atoms);
  copy->states = automaton->states;
  copy->initial = automaton->initial;
  copy->sets = automaton->sets;
  copy->state_based = automaton->state_based;
  vec_append(&copy->edges, &automaton->edges);
  automaton_finish(copy);
  return copy;
}

void automaton_free(Automaton *automaton) {
  if (!automaton) return;
  vec_free(&automaton->atoms);
  vec_free(&automaton->edges);
  mem_free(automaton->first);
  mem_free(automaton);
}

void automaton_edge(Automaton *automaton, uint32_t source, uint32_t target, Label label,
                    Marks marks) {
  if (label == LABEL_FALSE) return;
  LabelledEdge edge = {source, target, label, marks};
  vec_push(&automaton->edges, edge);
}

static int compare_edges(const void *a, const void *b) {
  const LabelledEdge *e = a, *f = b;
  if (e->source != f->source) return e->source < f->source ? -1 : 1;
  if (e->target != f->target) return e->target < f->target ? -1 : 1;
  if (e->marks != f->marks) return e->marks < f->marks ? -1 : 1;
  return e->label < f->label ? -1 : e->label > f->label;
}

/* Between two states an edge with more marks makes one with fewer useless where labels overlap. */
static void drop_covered(Automaton *automaton, LabelledEdge *edges, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++)
      if (i != j && (edges[i].marks & ~edges[j].marks) == 0)
        edges[i].label = label_minus(automaton->labels, edges[i].label, edges[j].label);
}

void automaton_finish(Automaton *automaton) {
  vec_reserve(&automaton->edges, 1); /* so that there is an array to point into */
  LabelledEdge *edges = automaton->edges.data;
  size_t n = automaton->edges.size, size = 0;
  if (n) qsort(edges, n, sizeof *edges, compare_edges);
  for (size_t i = 0; i < n; i++) {
    LabelledEdge *last = size ? edges + size - 1 : NULL;
    if (last && last->source == edges[i].source && last->target == edges[i].target &&
        last->marks == edges[i].marks)
      last->label = label_or(automaton->labels, last->label, edges[i].label);
    else edges[size++] = edges[i];
  }
  n = size;
  for (size_t i = 0, j; i < n; i = j) {
    for (j = i + 1;
         j < n && edges[j].source == edges[i].source && edges[j].target == edges[i].target;)
      j++;
    if (j > i + 1) drop_covered(automaton, edges + i, j - i);
  }
  size = 0;
  for (size_t i = 0; i < n; i++)
    if (edges[i].label != LABEL_FALSE) edges[size++] = edges[i];
  automaton->edges.size = size;
  mem_free(automaton->first);
  automaton->first = mem_array(automaton->states + 1, sizeof *automaton->first);
  for (size_t i = 0; i < size; i++) automaton->first[edges[i].source + 1]++;
  for (uint32_t s = 0; s < automaton->states; s++) automaton->first[s + 1] += automaton->first[s];
}

/* Keeps what the initial state reaches, numbered in breadth-first order. */
static void keep_reachable(Automaton *automaton) {
  uint32_t *to = mem_alloc((automaton->states + 1) * sizeof *to);
  for (uint32_t s = 0; s < automaton->states; s++) to[s] = UINT32_MAX;
  U32Vec queue = {0};
  to[automaton->initial] = 0;
  vec_push(&queue, automaton->initial);
  for (size_t i = 0; i < queue.size; i++)
    for (EACH_EDGE(automaton, queue.data[i], edge))
      if (to[edge->target] == UINT32_MAX) {
        to[edge->target] = (uint32_t)queue.size;
        vec_push(&queue, edge->target);
      }
  size_t size = 0;
  for (size_t i = 0; i < automaton->edges.size; i++) {
    LabelledEdge edge = automaton->edges.data[i];
    if (to[edge.source] == UINT32_MAX) continue;
    edge.source = to[edge.source];
    edge.target = to[edge.target];
    automaton->edges.data[size++] = edge;
  }
  automaton->edges.size = size;
  automaton->states = (uint32_t)queue.size;
  automaton->initial = 0;
  vec_free(&queue);
  mem_free(to);
  automaton_finish(automaton);
}

void automaton_renumber(Automaton *automaton, const uint32_t *to, uint32_t count) {
  size_t size = 0;
  for (size_t i = 0; i < automaton->edges.size; i++) {
    LabelledEdge edge = automaton->edges.data[i];
    edge.source = to[edge.source];
    edge.target = to[edge.target];
    if (edge.source != UINT32_MAX && edge.target != UINT32_MAX)
      automaton->edges.data[size++] = edge;
  }
  automaton->edges.size = size;
  automaton->initial = to[automaton->initial];
  automaton->states = count;
  if (automaton->initial == UINT32_MAX) { /* nothing is left: one state without edges */
    automaton->edges.size = 0;
    automaton->initial = 0;
    automaton->states = 1;
  }
  automaton_finish(automaton);
  keep_reachable(automaton);
}

bool automaton_is_deterministic(const Automaton *automaton) {
  for (uint32_t s = 0; s < automaton->states; s++) {
    Label seen = LABEL_FALSE;
    for (EACH_EDGE(automaton, s, edge)) {
      if (!label_disjoint(automaton->labels, seen, edge->label)) return false;
      seen = label_or(automaton->labels, seen, edge->label);
    }
  }
  return true;
}

bool automaton_is_empty(const Automaton *automaton) {
  Automaton *copy = automaton_copy(automaton);
  keep_reachable(copy);
  Components components = components_new(copy);
  bool empty = true;
  for (uint32_t c = 0; c < components.count; c++) empty &= !components.accepting[c];
  components_free(&components);
  automaton_free(copy);
  return empty;
}

static uint32_t pair_state(Map *numbers, uint32_t s, uint32_t t) {
  uint64_t key = (uint64_t)s << 32 | t, number;
  if (map_get(numbers, key, &number)) return (uint32_t)number;
  number = numbers->size;
  map_put(numbers, key, number);
  return (uint32_t)number;
}

Automaton *automaton_product(const Automaton *a, const Automaton *b, uint32_t limit) {
  assert(a->labels == b->labels);
  if (a->sets + b->sets > AUTOMATON_SETS) return NULL;
  Automaton *product = automaton_new(a->labels, &a->atoms);
  product->sets = a->sets + b->sets;
  Map numbers = {0};
  pair_state(&numbers, a->initial, b->initial);
  for (uint32_t n = 0; n < numbers.size && n <= limit; n++) {
    uint32_t s = (uint32_t)(numbers.entries[n].key >> 32), t = (uint32_t)numbers.entries[n].key;
    for (EACH_EDGE(a, s, e))
      for (EACH_EDGE(b, t, f)) {
        Label label = label_and(a->labels, e->label, f->label);
        if (label == LABEL_FALSE) continue;
        Marks marks = e->marks | (a->sets < 64 ? f->marks << a->sets : 0);
        automaton_edge(product, n, pair_state(&numbers, e->target, f->target), label, marks);
      }
  }
  product->states = (uint32_t)numbers.size;
  map_free(&numbers);
  if (product->states > limit) {
    automaton_free(product);
    return NULL;
  }
  automaton_finish(product);
  return product;
}

bool automaton_disjoint(const Automaton *a, const Automaton *b) {
  Automaton *product = automaton_product(a, b, 1 << 16);
  bool disjoint = product && automaton_is_empty(product);
  automaton_free(product);
  return disjoint;
}
