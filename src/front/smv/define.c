/* Symbols on demand. The value of a DEFINE, an assigned variable, or a parameter that is an
 * expression is computed once per time (now, next), after everything it reads. The order is found
 * by a depth-first walk with a stack of its own, so that chains of definitions may be as long as
 * the file; meeting a symbol that is open means that it is defined in terms of itself. */
#include "front/smv/flat.h"

static bool push(Flat *flat, NodeIndex where, uint32_t index, Time time) {
  Symbol *symbol = flat_symbol(flat, index);
  switch (symbol->kind) {
  case SYMBOL_INSTANCE:
  case SYMBOL_ARRAY:
  case SYMBOL_RUNNING: return true;
  case SYMBOL_VARIABLE:
    if (!flat->typed)
      return syntax_error(flat->syntax, where, "a constant is needed here, but '%s' is a variable",
                          symbol->full);
    if (time == TIME_NEXT && symbol->role == VARIABLE_INPUT)
      return syntax_error(flat->syntax, where, "'%s' is an input and has no next value",
                          symbol->full);
    break;
  default: break;
  }
  if (symbol->state[time] == DEMAND_OPEN) {
    const Node *node = syntax_node(flat->syntax, where);
    return syntax_error_at(flat->syntax, node->line, node->column,
                           "%s%s%s is defined in terms of itself", time == TIME_NEXT ? "next(" : "",
                           symbol->full, time == TIME_NEXT ? ")" : "");
  }
  if (symbol->state[time] == DEMAND_NEW)
    vec_push(&flat->demands, (uint64_t)index << 1 | (uint64_t)time);
  return true;
}

/* All variables of an array, whatever its dimensions; elements come after their array. */
static bool push_array(Flat *flat, NodeIndex where, uint32_t array, Time time) {
  U32Vec open = {0};
  vec_push(&open, array);
  bool fine = true;
  while (open.size && fine) {
    const Symbol *symbol = flat_symbol(flat, vec_pop(&open));
    for (uint32_t i = 0; i < symbol->element_count && fine; i++) {
      uint32_t element = symbol->first_element + i;
      if (flat_symbol(flat, element)->kind == SYMBOL_ARRAY) vec_push(&open, element);
      else fine = push(flat, where, element, time);
    }
  }
  vec_free(&open);
  return fine;
}

/* Pushes what an expression reads. Mirrors how evaluate.c walks paths. */
static bool push_references(Flat *flat, NodeIndex root, uint32_t instance, Time base) {
  NodeIndex first = syntax_node(flat->syntax, root)->first;
  U32Vec symbols = {0};
  vec_resize(&symbols, root - first + 1);
  bool fine = true;
  for (NodeIndex i = first; i <= root && fine; i++) {
    const Node *node = syntax_node(flat->syntax, i);
    uint32_t *here = symbols.data + (i - first), left = SYMBOL_NONE;
    *here = SYMBOL_NONE;
    if (node->kind == NODE_DOT || node->kind == NODE_INDEX) left = symbols.data[node->left - first];
    else if (node->kind != NODE_NAME && node->kind != NODE_SELF) continue;
    Time time = node->next ? TIME_NEXT : base;
    uint32_t symbol;
    fine = flat_step(flat, node, instance, left, &symbol);
    if (!fine) break;
    if (symbol != SYMBOL_NONE) {
      *here = flat_follow(flat, symbol);
      fine = *here != SYMBOL_NONE && push(flat, i, *here, time);
    } else if (node->kind == NODE_INDEX && left != SYMBOL_NONE &&
               flat_symbol(flat, left)->kind == SYMBOL_ARRAY) {
      fine = push_array(flat, i, left, time);
    }
  }
  vec_free(&symbols);
  return fine;
}

static bool push_needs(Flat *flat, uint32_t index, Time time) {
  const Symbol *symbol = flat_symbol(flat, index);
  if (symbol->kind != SYMBOL_VARIABLE)
    return push_references(flat, symbol->body, symbol->body_instance, time);
  if (symbol->assigned[ASSIGN_CURRENT] != NODE_NONE)
    return push_references(flat, symbol->assigned[ASSIGN_CURRENT],
                           symbol->assigned_instance[ASSIGN_CURRENT], time);
  if (time == TIME_NOW) return true;
  if (!push(flat, 0, index, TIME_NOW)) return false;
  for (uint32_t i = symbol->next_assign; i != SYMBOL_NONE; i = flat->nexts.data[i].following)
    if (!push_references(flat, flat->nexts.data[i].body, flat->nexts.data[i].instance, TIME_NOW))
      return false;
  return true;
}

static bool compute(Flat *flat, uint32_t index, Time time) {
  Symbol *symbol = flat_symbol(flat, index);
  if (symbol->kind == SYMBOL_VARIABLE) return flat_compute_variable(flat, index, time);
  Value value;
  if (!flat_evaluate_ready(flat, symbol->body, symbol->body_instance, time, &value)) return false;
  if (value.kind == VALUE_FORMULA)
    return syntax_error(flat->syntax, symbol->body, "a definition cannot be a temporal formula");
  symbol->value[time] = value_copy(&value, &flat->arena);
  symbol->reads_next |= flat->touched_next && time == TIME_NOW;
  return true;
}

static bool drain(Flat *flat) {
  while (flat->demands.size) {
    uint64_t demand = vec_last(&flat->demands);
    uint32_t index = (uint32_t)(demand >> 1);
    Time time = (Time)(demand & 1);
    uint8_t *state = flat_symbol(flat, index)->state + time;
    if (*state == DEMAND_DONE) {
      (void)vec_pop(&flat->demands);
    } else if (*state == DEMAND_NEW) {
      *state = DEMAND_OPEN;
      if (!push_needs(flat, index, time)) return false;
    } else { /* open, and all it needs is done */
      if (!compute(flat, index, time)) return false;
      flat_symbol(flat, index)->state[time] = DEMAND_DONE;
      (void)vec_pop(&flat->demands);
    }
  }
  return true;
}

bool flat_demand(Flat *flat, NodeIndex root, uint32_t instance, Time time) {
  assert(!flat->demands.size);
  return push_references(flat, root, instance, time) && drain(flat);
}

bool flat_demand_symbol(Flat *flat, uint32_t symbol, Time time) {
  assert(!flat->demands.size);
  if (flat_symbol(flat, symbol)->state[time] == DEMAND_NEW)
    vec_push(&flat->demands, (uint64_t)symbol << 1 | (uint64_t)time);
  return drain(flat);
}
