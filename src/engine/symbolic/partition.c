/* Ordered parts; see partition.h. */
#include "engine/symbolic/partition.h"

static void add(Partition *partition, Bdd states) {
  vec_push(&partition->parts, ((Part){.kind = PART_OPEN}));
  vec_push(&partition->states, states);
  partition->leaves += states != BDD_FALSE;
}

Partition *partition_new(SymbolicModel *model, Bdd states) {
  Partition *partition = mem_zalloc(sizeof *partition);
  partition->model = model;
  add(partition, states);
  bdd_watch_all(model->manager, &partition->states);
  return partition;
}

void partition_free(Partition *partition) {
  if (!partition) return;
  bdd_unwatch_all(partition->model->manager, &partition->states);
  vec_free(&partition->parts);
  vec_free(&partition->states);
  mem_free(partition);
}

uint32_t partition_split(Partition *partition, uint32_t part, const Bdd *sets, size_t count) {
  assert(partition->parts.data[part].kind == PART_OPEN);
  uint32_t first = (uint32_t)partition->parts.size;
  partition->leaves -= partition->states.data[part] != BDD_FALSE;
  for (size_t i = 0; i < count; i++) add(partition, sets[i]);
  partition->parts.data[part] =
      (Part){.kind = PART_SPLIT, .first = first, .count = (uint32_t)count};
  partition->states.data[part] = BDD_FALSE;
  return first;
}

/* The leaves below a part, itself if it is one, that are not empty. */
static void leaves_of(const Partition *partition, uint32_t part, U32Vec *leaves) {
  U32Vec stack = {0};
  vec_push(&stack, part);
  while (stack.size) {
    uint32_t number = vec_pop(&stack);
    const Part *at = partition->parts.data + number;
    if (at->kind == PART_SPLIT)
      for (uint32_t i = at->count; i-- > 0;) vec_push(&stack, at->first + i);
    else if (partition->states.data[number] != BDD_FALSE) vec_push(leaves, number);
  }
  vec_free(&stack);
}

void partition_leaves(const Partition *partition, U32Vec *leaves) {
  leaves_of(partition, 0, leaves);
}

bool partition_join(Partition *partition, uint32_t part) {
  U32Vec leaves = {0};
  Bdd all = BDD_FALSE;
  leaves_of(partition, part, &leaves);
  for (size_t i = 0; i < leaves.size; i++)
    all = bdd_or(partition->model->manager, all, partition->states.data[leaves.data[i]]);
  if (all != BDD_NONE) {
    for (size_t i = 0; i < leaves.size; i++) partition->states.data[leaves.data[i]] = BDD_FALSE;
    partition->leaves -= leaves.size;
    partition->leaves += all != BDD_FALSE;
    partition->parts.data[part] = (Part){.kind = PART_OPEN};
    partition->states.data[part] = all;
  }
  vec_free(&leaves);
  return all != BDD_NONE;
}

void partition_still(Partition *partition, uint32_t part) {
  assert(partition->parts.data[part].kind == PART_OPEN);
  partition->parts.data[part].kind = PART_STILL;
}

void partition_misses(Partition *partition, uint32_t part, uint32_t condition) {
  assert(partition->parts.data[part].kind == PART_OPEN);
  partition->parts.data[part].kind = PART_MISSES;
  partition->parts.data[part].missed = condition;
}

/* ---- the proof ---- */

/* With more leaves than this ranks are binary. Below, an entry for each step is better: no step of
 * the system leaves the states behind it, which is a question for the judge like that of an
 * invariant; while bits are unions of leaves from here and there, larger as diagrams, and fall and
 * rise with each other. */
enum { MOST_STEPS = 128 };

/* From the last leaf on: entry k is that the number is more than k. */
static bool add_steps(const Partition *partition, const U32Vec *leaves, BddVec *bits) {
  for (size_t i = 1; i < leaves->size; i++) vec_push(bits, BDD_FALSE);
  Bdd all = BDD_FALSE;
  for (size_t i = leaves->size; i-- > 1;) {
    all = bdd_or(partition->model->manager, all, partition->states.data[leaves->data[i]]);
    bits->data[i - 1] = all;
  }
  return all != BDD_NONE;
}

static bool add_bit(const Partition *partition, const U32Vec *leaves, size_t bit, BddVec *bits) {
  Bdd all = BDD_FALSE;
  for (size_t i = 0; i < leaves->size; i++)
    if (i >> bit & 1)
      all = bdd_or(partition->model->manager, all, partition->states.data[leaves->data[i]]);
  vec_push(bits, all);
  return all != BDD_NONE;
}

bool partition_rank(const Partition *partition, BddVec *bits, bool *nested, U32Vec *missed) {
  U32Vec leaves = {0};
  partition_leaves(partition, &leaves);
  vec_clear(bits);
  vec_clear(missed);
  for (size_t i = 0; i < leaves.size; i++)
    vec_push(missed, partition->parts.data[leaves.data[i]].missed);
  bool binary = leaves.size > MOST_STEPS, fine = binary || add_steps(partition, &leaves, bits);
  *nested = !binary;
  size_t count = 0;
  while (binary && (size_t)1 << count < leaves.size) count++;
  for (size_t bit = count; fine && bit-- > 0;) fine = add_bit(partition, &leaves, bit, bits);
  vec_free(&leaves);
  return fine;
}
