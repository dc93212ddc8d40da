#include "check/product_beside.h"

#include "base/memory.h"

/* By node of the task's graph: what it is in the system. What the task added is added. */
static Lit *add_parts(System *system, const System *product) {
  Lit *map = aig_map_new(product->aig);
  size_t inputs = system->inputs.size, latches = system->latches.size;
  for (size_t i = 0; i < product->inputs.size; i++)
    map[lit_node(product->inputs.data[i])] =
        i < inputs ? system->inputs.data[i] : system_input(system);
  for (size_t i = 0; i < product->latches.size; i++) {
    const Latch *latch = product->latches.data + i;
    map[lit_node(latch->current)] =
        i < latches ? system->latches.data[i].current : system_latch(system, latch->reset);
  }
  for (size_t i = latches; i < product->latches.size; i++)
    system->latches.data[i].next =
        aig_copy(system->aig, product->aig, product->latches.data[i].next, map);
  return map;
}

/* People want to know what the new latches and inputs are; signals are added at the end, too. */
static void add_names(System *system, const System *product, Lit *map) {
  for (size_t i = system->signals.size; i < product->signals.size; i++) {
    const Signal *signal = product->signals.data + i;
    if (signal->bits.size != 1) continue;
    Lit bit = aig_copy(system->aig, product->aig, signal->bits.data[0], map);
    signal_add_bit(&system->signals, signal->name, signal->role, bit);
  }
}

/* Whether the constraints from `first` on hold now and have always held. */
static Lit never_broken(System *system, const System *product, size_t first, Lit *map) {
  Aig *aig = system->aig;
  Lit kept = LIT_TRUE;
  for (size_t i = first; i < product->constraints.size; i++)
    kept = aig_and(aig, kept, aig_copy(aig, product->aig, product->constraints.data[i], map));
  if (kept == LIT_TRUE) return kept;
  Lit broken = system_latch(system, RESET_0);
  system_set_next(system, broken, aig_or(aig, broken, lit_not(kept)));
  return aig_and(aig, lit_not(broken), kept);
}

void product_beside(System *system, const Task *task, Property *property) {
  const System *product = task->system;
  assert(product->fairness.size == system->fairness.size);
  Lit *map = add_parts(system, product);
  add_names(system, product, map);
  Lit counts = never_broken(system, product, system->constraints.size, map);
  Aig *aig = system->aig;
  property->kind = task->kind == TASK_BAD ? PROPERTY_INVARIANT : PROPERTY_JUSTICE;
  property->bad = aig_and(aig, counts, aig_copy(aig, product->aig, task->bad, map));
  /* the system's fairness, which comes last, stays global */
  for (size_t i = 0; i + product->fairness.size < task->conditions.size; i++) {
    Lit condition = aig_copy(aig, product->aig, task->conditions.data[i], map);
    vec_push(&property->justice, aig_and(aig, counts, condition));
  }
  if (task->kind == TASK_FAIR && !property->justice.size) vec_push(&property->justice, counts);
  mem_free(map);
}
