/* Latches that never leave their reset value, by ternary simulation. One ternary state stands for
 * all reachable ones: it starts as the resets, inputs are X, and a latch whose next value is not
 * surely its value becomes X for good. When nothing changes any more, the latches that are not X
 * are constant, and their conjunction is inductive by itself: if it holds in a state, then whatever
 * the other latches and the inputs are, it holds in the next.
 *
 * Values only ever change to X, each at most once; so instead of simulating the graph again and
 * again, a change is followed along the fanouts, and all of it takes linear time. */
#include "task/reduce_pass.h"

typedef struct {
  const System *system;
  uint8_t *values;   /* of Ternary, by node */
  uint32_t *start;   /* by node: where its readers begin; the last one is the end of all */
  uint32_t *readers; /* an AND is its node number; latch i is aig->size + i */
  U32Vec changed;    /* nodes that became X and whose readers do not know yet */
} Ternaries;

static void count_reader(uint32_t *start, Lit lit) { start[lit_node(lit) + 1]++; }

static void put_reader(Ternaries *t, uint32_t *fill, Lit lit, uint32_t reader) {
  t->readers[fill[lit_node(lit)]++] = reader;
}

static void find_readers(Ternaries *t) {
  const Aig *aig = t->system->aig;
  const LatchVec *latches = &t->system->latches;
  t->start = mem_array(aig->size + 1, sizeof *t->start);
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_and(aig, node)) {
      count_reader(t->start, aig->nodes[node].left);
      count_reader(t->start, aig->nodes[node].right);
    }
  for (size_t i = 0; i < latches->size; i++) count_reader(t->start, latches->data[i].next);
  for (size_t node = 0; node < aig->size; node++) t->start[node + 1] += t->start[node];
  t->readers = mem_array(t->start[aig->size], sizeof *t->readers);
  uint32_t *fill = mem_array(aig->size, sizeof *fill);
  memcpy(fill, t->start, aig->size * sizeof *fill);
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_and(aig, node)) {
      put_reader(t, fill, aig->nodes[node].left, node);
      put_reader(t, fill, aig->nodes[node].right, node);
    }
  for (size_t i = 0; i < latches->size; i++)
    put_reader(t, fill, latches->data[i].next, (uint32_t)(aig->size + i));
  mem_free(fill);
}

static void become_unknown(Ternaries *t, uint32_t node) {
  if (t->values[node] == TERNARY_X) return;
  t->values[node] = TERNARY_X;
  vec_push(&t->changed, node);
}

static void start(Ternaries *t) {
  const System *system = t->system;
  for (size_t i = 0; i < system->inputs.size; i++)
    t->values[lit_node(system->inputs.data[i])] = TERNARY_X;
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    t->values[lit_node(latch->current)] = latch->reset == RESET_FREE ? TERNARY_X
                                          : latch->reset == RESET_1  ? TERNARY_1
                                                                     : TERNARY_0;
  }
  aig_simulate_ternary(system->aig, t->values);
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    if (ternary_of(t->values, latch->next) != ternary_of(t->values, latch->current))
      become_unknown(t, lit_node(latch->current));
  }
}

/* A reader of a node that is X now. An AND with a child that is 0 stays 0. */
static void follow(Ternaries *t, uint32_t reader) {
  const Aig *aig = t->system->aig;
  if (reader >= aig->size)
    become_unknown(t, lit_node(t->system->latches.data[reader - aig->size].current));
  else if (ternary_of(t->values, aig->nodes[reader].left) != TERNARY_0 &&
           ternary_of(t->values, aig->nodes[reader].right) != TERNARY_0)
    become_unknown(t, reader);
}

Replacement *constants_find(const System *system) {
  Ternaries t = {.system = system, .values = mem_array(system->aig->size, 1)};
  find_readers(&t);
  start(&t);
  while (t.changed.size) {
    uint32_t node = vec_pop(&t.changed);
    for (uint32_t i = t.start[node]; i < t.start[node + 1]; i++) follow(&t, t.readers[i]);
  }
  Replacement *replacement = replacement_new(system);
  for (size_t i = 0; i < system->latches.size; i++) {
    Lit latch = system->latches.data[i].current;
    Ternary value = ternary_of(t.values, latch);
    if (value == TERNARY_X) continue;
    replacement->by[lit_node(latch)] = lit_constant(value == TERNARY_1);
    vec_push(&replacement->equalities, ((Equality){latch, lit_constant(value == TERNARY_1)}));
    replacement->constants++;
  }
  vec_free(&t.changed);
  mem_free(t.values);
  mem_free(t.start);
  mem_free(t.readers);
  return replacement;
}
