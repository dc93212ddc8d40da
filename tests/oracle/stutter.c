/* See stutter.h. */
#include "oracle/stutter.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/map.h"

void stutter_graph_free(StutterGraph *graph) {
  for (size_t i = 0; i < graph->next.size; i++) vec_free(&graph->next.data[i]);
  vec_free(&graph->next);
  vec_free(&graph->label);
}

/* Adds all states of the same block that can be reached without leaving it. */
static void close_within(const StutterGraph *graph, const U32Vec *block, U32Vec *states) {
  Bits met = bits_new(graph->next.size);
  for (size_t i = 0; i < states->size; i++) bits_set(&met, states->data[i]);
  for (size_t i = 0; i < states->size; i++) {
    uint32_t from = states->data[i];
    const U32Vec *next = &graph->next.data[from];
    for (size_t k = 0; k < next->size; k++) {
      uint32_t to = next->data[k];
      if (block->data[to] != block->data[from] || bits_get(&met, to)) continue;
      bits_set(&met, to);
      vec_push(states, to);
    }
  }
  bits_free(&met);
}

/* By state: whether a run can stay in the block for ever. Those that cannot are taken away until
 * nothing changes. */
static Bits staying(const StutterGraph *graph, const U32Vec *block) {
  Bits stays = bits_new(graph->next.size);
  bits_fill(&stays, true);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < graph->next.size; s++) {
      const U32Vec *next = &graph->next.data[s];
      bool can = !next->size;
      for (size_t k = 0; k < next->size && !can; k++)
        can = block->data[next->data[k]] == block->data[s] && bits_get(&stays, next->data[k]);
      if (can || !bits_get(&stays, s)) continue;
      bits_clear(&stays, s);
      changed = true;
    }
  }
  return stays;
}

static int by_number(const void *a, const void *b) {
  uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
  return (one > other) - (one < other);
}

static void sort_unique(U32Vec *numbers) {
  if (numbers->size > 1) qsort(numbers->data, numbers->size, sizeof *numbers->data, by_number);
  size_t kept = 0;
  for (size_t i = 0; i < numbers->size; i++)
    if (!i || numbers->data[i] != numbers->data[i - 1]) numbers->data[kept++] = numbers->data[i];
  numbers->size = kept;
}

/* ---- traces ---- */

typedef struct {
  U32Vec a, b;
} Pair;

/* The states behind the set where the label changes to this one, closed. */
static U32Vec step_to(const StutterGraph *graph, const U32Vec *states, uint32_t label) {
  U32Vec found = {0};
  for (size_t i = 0; i < states->size; i++) {
    const U32Vec *next = &graph->next.data[states->data[i]];
    for (size_t k = 0; k < next->size; k++)
      if (graph->label.data[next->data[k]] == label) vec_push(&found, next->data[k]);
  }
  sort_unique(&found);
  close_within(graph, &graph->label, &found);
  sort_unique(&found);
  return found;
}

static U32Vec labels_behind(const StutterGraph *graph, const U32Vec *states) {
  U32Vec labels = {0};
  for (size_t i = 0; i < states->size; i++) {
    uint32_t from = states->data[i];
    const U32Vec *next = &graph->next.data[from];
    for (size_t k = 0; k < next->size; k++)
      if (graph->label.data[next->data[k]] != graph->label.data[from])
        vec_push(&labels, graph->label.data[next->data[k]]);
  }
  sort_unique(&labels);
  return labels;
}

static bool any_stays(const Bits *stays, const U32Vec *states) {
  for (size_t i = 0; i < states->size; i++)
    if (bits_get(stays, states->data[i])) return true;
  return false;
}

static bool note_pair(Names *known, const Pair *pair) {
  U32Vec key = {0};
  vec_append(&key, &pair->a);
  vec_push(&key, UINT32_MAX);
  vec_append(&key, &pair->b);
  size_t before = known->size;
  names_add_n(known, (const char *)key.data, key.size * sizeof *key.data);
  vec_free(&key);
  return known->size > before;
}

bool stutter_same_traces(const StutterGraph *a, const StutterGraph *b) {
  Bits a_stays = staying(a, &a->label), b_stays = staying(b, &b->label);
  VEC(Pair) todo = {0};
  Names known = {0};
  bool same = a->label.data[0] == b->label.data[0];
  Pair first = {0};
  vec_push(&first.a, 0);
  vec_push(&first.b, 0);
  close_within(a, &a->label, &first.a);
  close_within(b, &b->label, &first.b);
  sort_unique(&first.a);
  sort_unique(&first.b);
  note_pair(&known, &first);
  vec_push(&todo, first);
  while (todo.size) {
    Pair pair = vec_pop(&todo);
    U32Vec a_labels = labels_behind(a, &pair.a), b_labels = labels_behind(b, &pair.b);
    same = same && any_stays(&a_stays, &pair.a) == any_stays(&b_stays, &pair.b) &&
           a_labels.size == b_labels.size;
    for (size_t i = 0; i < a_labels.size && same; i++) {
      same = a_labels.data[i] == b_labels.data[i];
      if (!same) break;
      Pair next = {step_to(a, &pair.a, a_labels.data[i]), step_to(b, &pair.b, a_labels.data[i])};
      if (note_pair(&known, &next)) {
        vec_push(&todo, next);
      } else {
        vec_free(&next.a);
        vec_free(&next.b);
      }
    }
    vec_free(&a_labels);
    vec_free(&b_labels);
    vec_free(&pair.a);
    vec_free(&pair.b);
  }
  vec_free(&todo);
  names_free(&known);
  bits_free(&a_stays);
  bits_free(&b_stays);
  return same;
}

/* ---- bisimulation ---- */

/* The blocks that a state reaches after a way through its own, and whether it can stay. */
static uint32_t signature(const StutterGraph *graph, const U32Vec *block, const Bits *stays,
                          uint32_t state, Names *signatures) {
  U32Vec within = {0}, key = {0};
  vec_push(&within, state);
  close_within(graph, block, &within);
  for (size_t i = 0; i < within.size; i++) {
    const U32Vec *next = &graph->next.data[within.data[i]];
    for (size_t k = 0; k < next->size; k++)
      if (block->data[next->data[k]] != block->data[state])
        vec_push(&key, block->data[next->data[k]]);
  }
  sort_unique(&key);
  vec_push(&key, block->data[state]);
  vec_push(&key, any_stays(stays, &within));
  uint32_t number = names_add_n(signatures, (const char *)key.data, key.size * sizeof *key.data);
  vec_free(&within);
  vec_free(&key);
  return number;
}

bool stutter_bisimilar(const StutterGraph *a, const StutterGraph *b) {
  StutterGraph both = {0};
  uint32_t shift = (uint32_t)a->next.size;
  vec_append(&both.label, &a->label);
  vec_append(&both.label, &b->label);
  vec_resize(&both.next, a->next.size + b->next.size);
  for (size_t i = 0; i < both.next.size; i++) {
    const U32Vec *next = i < shift ? &a->next.data[i] : &b->next.data[i - shift];
    for (size_t k = 0; k < next->size; k++)
      vec_push(&both.next.data[i], next->data[k] + (i < shift ? 0 : shift));
  }
  U32Vec block = {0}, finer = {0};
  vec_append(&block, &both.label);
  size_t blocks = 0;
  for (;;) {
    Names signatures = {0};
    Bits stays = staying(&both, &block);
    vec_clear(&finer);
    for (uint32_t s = 0; s < both.next.size; s++)
      vec_push(&finer, signature(&both, &block, &stays, s, &signatures));
    bool stable = signatures.size == blocks;
    blocks = signatures.size;
    names_free(&signatures);
    bits_free(&stays);
    vec_clear(&block);
    vec_append(&block, &finer);
    if (stable) break;
  }
  bool bisimilar = block.data[0] == block.data[shift];
  vec_free(&block);
  vec_free(&finer);
  stutter_graph_free(&both);
  return bisimilar;
}
