/* Automata for properties that are the same at all times, such as G F a, and their use beside
 * others (after Babiak and others, SPIN 2013, "Compositional approach to suspension").
 *
 * G F a for a guarantee a: the automaton of F a is terminal, so it knows after finitely many steps
 * that F a was true; going back to its start then, with a mark, makes it look for the next time.
 *
 * In a conjunction of such a property q with another, q matters only where the other's automaton
 * may stay for ever: its automaton sleeps, and is started anew when an accepting component of the
 * other is entered. */
#include "formula/automaton/reduce_automaton.h"
#include "formula/automaton/strength.h"

Automaton *automaton_repeat(const Automaton *guarantee) {
  if (automaton_strength(guarantee) != STRENGTH_TERMINAL) return NULL;
  Components components = components_new(guarantee);
  Automaton *result = automaton_copy(guarantee);
  result->sets = 1;
  for (size_t i = 0; i < result->edges.size; i++) {
    LabelledEdge *edge = result->edges.data + i;
    bool done = components.accepting[components.of[edge->target]];
    edge->marks = done;
    if (done) edge->target = guarantee->initial;
  }
  components_free(&components);
  automaton_finish(result);
  return result;
}

enum { ASLEEP = UINT32_MAX };

static uint32_t pair_state(Map *numbers, uint32_t s, uint32_t t) {
  uint64_t key = (uint64_t)s << 32 | t, number = numbers->size;
  if (!map_get(numbers, key, &number)) map_put(numbers, key, number);
  return (uint32_t)number;
}

Automaton *automaton_product_suspended(const Automaton *a, const Automaton *q, uint32_t limit) {
  if (a->sets + q->sets > AUTOMATON_SETS) return NULL;
  Components components = components_new(a);
  Automaton *product = automaton_new(a->labels, &a->atoms);
  product->sets = a->sets + q->sets;
  Map numbers = {0};
  bool awake = components.accepting[components.of[a->initial]];
  pair_state(&numbers, a->initial, awake ? q->initial : ASLEEP);
  for (uint32_t n = 0; n < numbers.size && n <= limit; n++) {
    uint32_t s = (uint32_t)(numbers.entries[n].key >> 32), t = (uint32_t)numbers.entries[n].key;
    for (EACH_EDGE(a, s, e)) {
      uint32_t component = components.of[e->target];
      if (t != ASLEEP && component == components.of[s]) {
        for (EACH_EDGE(q, t, f)) {
          Label label = label_and(a->labels, e->label, f->label);
          if (label == LABEL_FALSE) continue;
          Marks marks = e->marks | (a->sets < 64 ? f->marks << a->sets : 0);
          automaton_edge(product, n, pair_state(&numbers, e->target, f->target), label, marks);
        }
      } else { /* no accepting cycle goes through here, so marks do not matter */
        uint32_t next = components.accepting[component] ? q->initial : ASLEEP;
        automaton_edge(product, n, pair_state(&numbers, e->target, next), e->label, 0);
      }
    }
  }
  product->states = (uint32_t)numbers.size;
  map_free(&numbers);
  components_free(&components);
  if (product->states > limit) {
    automaton_free(product);
    return NULL;
  }
  automaton_finish(product);
  return product;
}
