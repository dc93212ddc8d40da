/* Reachability machine by machine; see approximate.h. */
#include "engine/symbolic/approximate.h"

/* The latches as the order of their variables has them. */
static U32Vec latches_by_level(const SymbolicModel *model) {
  BddManager *m = model->manager;
  size_t variables = bdd_variable_count(m);
  uint32_t *latch = mem_alloc(variables * sizeof *latch);
  memset(latch, 0xff, variables * sizeof *latch);
  for (uint32_t i = 0; i < model->system->latches.size; i++) latch[model->current[i]] = i;
  U32Vec order = {0};
  for (uint32_t level = 0; level < variables; level++) {
    uint32_t found = latch[bdd_variable_at(m, level)];
    if (found != UINT32_MAX) vec_push(&order, found);
  }
  mem_free(latch);
  return order;
}

Approximate *approximate_new(SymbolicModel *model, size_t latches) {
  Approximate *approximate = mem_zalloc(sizeof *approximate);
  approximate->model = model;
  U32Vec order = latches_by_level(model);
  approximate->count = (order.size + latches - 1) / latches;
  approximate->machines = mem_array(approximate->count, sizeof *approximate->machines);
  for (size_t i = 0; i < approximate->count; i++) {
    Machine *machine = approximate->machines + i;
    Bits own = bits_new(model->system->latches.size);
    for (size_t k = i * latches; k < order.size && k < (i + 1) * latches; k++)
      bits_set(&own, order.data[k]);
    machine->relation = transitions_new(model, &own);
    machine->near = bits_new(approximate->count);
    machine->others = machine->states = BDD_NONE;
    machine->stale = true;
    bdd_watch(model->manager, &machine->others);
    bdd_watch(model->manager, &machine->states);
    bits_free(&own);
  }
  vec_free(&order);
  return approximate;
}

void approximate_free(Approximate *approximate) {
  if (!approximate) return;
  for (size_t i = 0; i < approximate->count; i++) {
    Machine *machine = approximate->machines + i;
    bdd_unwatch(approximate->model->manager, &machine->others);
    bdd_unwatch(approximate->model->manager, &machine->states);
    transitions_free(machine->relation);
    bits_free(&machine->near);
  }
  mem_free(approximate->machines);
  mem_free(approximate);
}

/* ---- a machine ---- */

static void find_neighbours(Approximate *approximate, Machine *machine) {
  SymbolicModel *model = approximate->model;
  Bits read = bits_new(bdd_variable_count(model->manager));
  U32Vec support = {0};
  for (size_t i = 0; i < machine->relation->count; i++)
    bdd_support(model->manager, machine->relation->clusters[i].function, &support);
  for (size_t i = 0; i < support.size; i++) bits_set(&read, support.data[i]);
  for (size_t i = 0; i < approximate->count; i++) {
    const Bits *latches = &approximate->machines[i].relation->latches;
    for (size_t k = bits_next(latches, 0); k < latches->size; k = bits_next(latches, k + 1))
      if (bits_get(&read, model->current[k])) bits_set(&machine->near, i);
  }
  bits_set(&machine->near, (size_t)(machine - approximate->machines));
  vec_free(&support);
  bits_free(&read);
}

/* Its initial states: those of all, seen on its own latches. */
static bool begin(void *context) {
  Approximate *approximate = context;
  SymbolicModel *model = approximate->model;
  Machine *machine = approximate->machines + approximate->turn;
  U32Vec others = {0};
  for (size_t i = 0; i < model->system->latches.size; i++)
    if (!bits_get(&machine->relation->latches, i)) vec_push(&others, model->current[i]);
  Bdd cube = bdd_cube(model->manager, others.data, others.size);
  vec_free(&others);
  Bdd states = bdd_exists(model->manager, model->initial, cube);
  if (states == BDD_NONE) return false;
  machine->others = cube;
  machine->states = states;
  find_neighbours(approximate, machine);
  return true;
}

/* Its next states, whatever states the machines nearby are in; the others do not matter. */
static bool explore(void *context) {
  Approximate *approximate = context;
  BddManager *m = approximate->model->manager;
  Machine *machine = approximate->machines + approximate->turn;
  Bdd all = BDD_TRUE;
  for (size_t i = bits_next(&machine->near, 0); i < machine->near.size;
       i = bits_next(&machine->near, i + 1))
    all = bdd_and(m, all, approximate->machines[i].states);
  Bdd image = bdd_exists(m, transitions_image(machine->relation, all), machine->others);
  Bdd states = bdd_or(m, machine->states, image);
  if (states == BDD_NONE) return false;
  machine->stale = false;
  if (states == machine->states) return true;
  machine->states = states;
  for (size_t i = 0; i < approximate->count; i++)
    if (bits_get(&approximate->machines[i].near, approximate->turn))
      approximate->machines[i].stale = true;
  return true;
}

static SymbolicEnd begin_all(Approximate *approximate, Budget *budget) {
  for (; approximate->turn < approximate->count; approximate->turn++) {
    Machine *machine = approximate->machines + approximate->turn;
    if (machine->states != BDD_NONE) continue;
    SymbolicEnd end = transitions_build(machine->relation, budget);
    if (end == SYMBOLIC_DONE) end = symbolic_do(approximate->model, begin, approximate, budget);
    if (end != SYMBOLIC_DONE) return end;
  }
  return SYMBOLIC_DONE;
}

SymbolicEnd approximate_run(Approximate *approximate, Budget *budget) {
  size_t fresh = 0; /* machines in a row with nothing to do */
  bool begun =
      approximate->count && approximate->machines[approximate->count - 1].states != BDD_NONE;
  if (!begun) {
    SymbolicEnd end = begin_all(approximate, budget);
    if (end != SYMBOLIC_DONE) return end;
    approximate->turn = 0;
  }
  while (fresh < approximate->count) {
    if (approximate->machines[approximate->turn].stale) {
      SymbolicEnd end = symbolic_do(approximate->model, explore, approximate, budget);
      if (end != SYMBOLIC_DONE) return end;
      if (budget_spent(budget)) return SYMBOLIC_SPENT;
      fresh = 0;
    } else {
      fresh++;
      approximate->turn = (approximate->turn + 1) % approximate->count;
    }
  }
  return SYMBOLIC_DONE;
}

Bdd approximate_states(Approximate *approximate) {
  Bdd all = BDD_TRUE;
  for (size_t i = 0; i < approximate->count; i++)
    all = bdd_and(approximate->model->manager, all, approximate->machines[i].states);
  return all;
}
