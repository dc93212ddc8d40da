/* States with the same edges, up to the states that were found equal, become one: the coarsest
 * bisimulation by refinement of partitions. It needs only the edges, not pairs of them, so it comes
 * before simulation where the automaton is large. */
#include "formula/automaton/reduce_automaton.h"

#include <stdlib.h>

typedef struct {
  uint32_t class;
  Label label;
  Marks marks;
} Signature;

static int compare(const void *a, const void *b) { return memcmp(a, b, sizeof(Signature)); }

/* The class of s in the next round, from the classes of its targets. */
static uint32_t next_class(const Automaton *automaton, const uint32_t *class, uint32_t s,
                           Names *signatures) {
  size_t count = automaton->first[s + 1] - automaton->first[s], size = 0;
  Signature *signature = mem_zalloc((count + 1) * sizeof *signature); /* padding is zero, too */
  for (EACH_EDGE(automaton, s, edge)) {
    size_t i = 0;
    while (i < size &&
           (signature[i].class != class[edge->target] || signature[i].marks != edge->marks))
      i++;
    if (i == size) {
      signature[size].class = class[edge->target];
      signature[size++].marks = edge->marks;
    }
    signature[i].label = label_or(automaton->labels, signature[i].label, edge->label);
  }
  qsort(signature, size, sizeof *signature, compare);
  uint32_t number = names_add_n(signatures, (const char *)signature, size * sizeof *signature);
  mem_free(signature);
  return number;
}

void automaton_merge_equal(Automaton *automaton) {
  uint32_t n = automaton->states, classes = 1;
  uint32_t *class = mem_array(n, sizeof *class), *next = mem_array(n, sizeof *next);
  for (;;) {
    Names signatures = {0};
    for (uint32_t s = 0; s < n; s++) next[s] = next_class(automaton, class, s, &signatures);
    uint32_t count = (uint32_t)signatures.size;
    names_free(&signatures);
    uint32_t *swap = class;
    class = next;
    next = swap;
    if (count == classes) break;
    classes = count;
  }
  automaton_renumber(automaton, class, classes);
  mem_free(class);
  mem_free(next);
}
