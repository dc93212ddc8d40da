/* Latches that are an input one step late: with a reset, and fed by an input that nothing else
 * reads. From the second step on such a latch has any value, whatever else happens, so it becomes
 * an input, read as `first ? reset : input`, where there is a latch that tells the first step. Like
 * latches that are free, which have no reset, it is fed one step before on the way back. That it
 * has its reset value in the first step is what a witness has to add. */
#include "logic/aig_rewrite.h"
#include "task/reduce_pass.h"

/* True in the first step alone; LIT_NONE: no latch says so. */
static Lit find_first(const System *system) {
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    if (latch->reset == RESET_0 && latch->next == LIT_TRUE) return lit_not(latch->current);
    if (latch->reset == RESET_1 && latch->next == LIT_FALSE) return latch->current;
  }
  return LIT_NONE;
}

/* By node, how often anything reads it. */
static U32Vec readers_of(const Task *task) {
  const System *system = task->system;
  LitVec roots = {0};
  for (size_t i = 0; i < system->latches.size; i++) vec_push(&roots, system->latches.data[i].next);
  vec_append(&roots, &system->constraints);
  vec_append(&roots, &system->fairness);
  vec_push(&roots, task->bad);
  vec_append(&roots, &task->conditions);
  for (size_t i = 0; i < task->atoms.size; i++)
    if (task->atoms.data[i] != LIT_NONE) vec_push(&roots, task->atoms.data[i]);
  U32Vec readers = aig_readers(system->aig, &roots);
  vec_free(&roots);
  return readers;
}

size_t delays_find(const Task *task, Replacement *replacement) {
  const System *system = task->system;
  size_t found = 0;
  replacement->first = find_first(system);
  if (replacement->first == LIT_NONE) return 0;
  U32Vec readers = readers_of(task), *feeders = &replacement->feeders;
  Roles roles = roles_new(system);
  while (feeders->size < system->latches.size) vec_push(feeders, FEEDER_NONE);
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    uint32_t node = lit_node(latch->next);
    if (latch->reset == RESET_FREE || lit_negated(latch->next)) continue;
    if (roles.role[node] != ROLE_INPUT || readers.data[node] != 1) continue;
    feeders->data[i] = roles.index[node];
    found++;
  }
  roles_free(&roles);
  vec_free(&readers);
  return found;
}
