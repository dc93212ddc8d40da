/* See system.h. */
#include "system/system.h"

#include "base/memory.h"

System *system_new(void) {
  System *system = mem_zalloc(sizeof *system);
  system->aig = aig_new();
  system->first = LIT_NONE;
  return system;
}

void system_free(System *system) {
  if (!system) return;
  aig_free(system->aig);
  vec_free(&system->inputs);
  vec_free(&system->latches);
  vec_free(&system->constraints);
  vec_free(&system->fairness);
  vec_free(&system->compassion);
  signals_free(&system->signals);
  mem_free(system);
}

Lit system_input(System *system) {
  Lit input = aig_variable(system->aig);
  vec_push(&system->inputs, input);
  return input;
}

Lit system_latch(System *system, Reset reset) {
  Latch latch = {aig_variable(system->aig), LIT_NONE, reset};
  vec_push(&system->latches, latch);
  return latch.current;
}

void system_set_next(System *system, Lit latch, Lit next) {
  /* from the end, because a latch is usually completed soon after it was made */
  for (size_t i = system->latches.size; i-- > 0;)
    if (system->latches.data[i].current == latch) {
      system->latches.data[i].next = next;
      return;
    }
  assert(!"not a latch of this system");
}

Roles roles_new(const System *system) {
  size_t size = system->aig->size;
  Roles roles = {mem_array(size, sizeof(Role)), mem_array(size, sizeof(uint32_t)), size};
  for (size_t i = 0; i < system->inputs.size; i++) {
    uint32_t node = lit_node(system->inputs.data[i]);
    roles.role[node] = ROLE_INPUT;
    roles.index[node] = (uint32_t)i;
  }
  for (size_t i = 0; i < system->latches.size; i++) {
    uint32_t node = lit_node(system->latches.data[i].current);
    roles.role[node] = ROLE_LATCH;
    roles.index[node] = (uint32_t)i;
  }
  return roles;
}

void roles_free(Roles *roles) {
  mem_free(roles->role);
  mem_free(roles->index);
  *roles = (Roles){0};
}

Lit system_first(System *system) {
  if (system->first == LIT_NONE) {
    system->first = system_latch(system, RESET_1);
    system_set_next(system, system->first, LIT_FALSE);
    signal_add_bit(&system->signals, "(first step)", SIGNAL_HIDDEN, system->first);
  }
  return system->first;
}

void system_assume_initially(System *system, Lit predicate) {
  if (predicate == LIT_TRUE) return;
  vec_push(&system->constraints, aig_implies(system->aig, system_first(system), predicate));
}

bool system_reads_inputs(const System *system, Lit lit) {
  Bits is_input = bits_new(system->aig->size);
  U32Vec support = {0};
  bool found = false;
  for (size_t i = 0; i < system->inputs.size; i++)
    bits_set(&is_input, lit_node(system->inputs.data[i]));
  aig_support(system->aig, lit, &support);
  for (size_t i = 0; i < support.size && !found; i++) found = bits_get(&is_input, support.data[i]);
  vec_free(&support);
  bits_free(&is_input);
  return found;
}

Lit system_delayed(System *system, Lit lit) {
  if (!system_reads_inputs(system, lit)) return lit;
  Lit latch = system_latch(system, RESET_0);
  system_set_next(system, latch, lit);
  return latch;
}

static void copy_lits(LitVec *to, const LitVec *from, const Lit *map) {
  for (size_t i = 0; i < from->size; i++) vec_push(to, aig_map_lit(map, from->data[i]));
}

static void copy_signal(SignalVec *to, const Signal *from, const Lit *map) {
  Signal *copy = signal_add(to, from->name, from->role, from->type);
  copy_lits(&copy->bits, &from->bits, map);
  for (size_t i = 0; i < from->values.size; i++)
    vec_push(&copy->values, mem_string(from->values.data[i]));
  copy->low = from->low;
  copy->high = from->high;
  copy->is_signed = from->is_signed;
  copy->radix = from->radix;
}

/* Whether inputs, latches and gates have their numbers in this order, as most readers make them. */
static bool is_in_order(const System *system) {
  size_t inputs = system->inputs.size, latches = system->latches.size;
  bool in_order = system->aig->variables == inputs + latches;
  for (size_t i = 0; i < inputs && in_order; i++)
    in_order = system->inputs.data[i] == lit_of((uint32_t)i + 1, false);
  for (size_t i = 0; i < latches && in_order; i++)
    in_order = system->latches.data[i].current == lit_of((uint32_t)(inputs + i) + 1, false);
  return in_order;
}

/* The graph of the copy, with its variables, and what each node became. Gates that are made anew
 * in this order would get the numbers that they have: no rule of aig_and applies to what aig_and
 * has made. So there the graph is taken as it is. */
static Lit *copy_graph(System *copy, const System *system) {
  Lit *map = aig_map_new(system->aig);
  if (is_in_order(system)) {
    aig_free(copy->aig);
    copy->aig = aig_clone(system->aig);
    vec_append(&copy->inputs, &system->inputs);
    vec_append(&copy->latches, &system->latches);
    for (uint32_t node = 1; node < system->aig->size; node++) map[node] = lit_of(node, false);
    return map;
  }
  aig_reserve(copy->aig, system->aig->size);
  for (size_t i = 0; i < system->inputs.size; i++)
    map[lit_node(system->inputs.data[i])] = system_input(copy);
  for (size_t i = 0; i < system->latches.size; i++)
    map[lit_node(system->latches.data[i].current)] =
        system_latch(copy, system->latches.data[i].reset);
  for (uint32_t node = 1; node < system->aig->size; node++)
    if (aig_is_and(system->aig, node)) {
      const AigNode *gate = system->aig->nodes + node;
      map[node] = aig_and(copy->aig, aig_map_lit(map, gate->left), aig_map_lit(map, gate->right));
    }
  for (size_t i = 0; i < system->latches.size; i++)
    copy->latches.data[i].next = aig_map_lit(map, system->latches.data[i].next);
  return map;
}

System *system_copy(const System *system, Lit **map_out) {
  System *copy = system_new();
  Lit *map = copy_graph(copy, system);
  copy_lits(&copy->constraints, &system->constraints, map);
  copy_lits(&copy->fairness, &system->fairness, map);
  copy_lits(&copy->compassion, &system->compassion, map);
  for (size_t i = 0; i < system->signals.size; i++)
    copy_signal(&copy->signals, system->signals.data + i, map);
  if (system->first != LIT_NONE) copy->first = aig_map_lit(map, system->first);
  if (map_out) *map_out = map;
  else mem_free(map);
  return copy;
}
