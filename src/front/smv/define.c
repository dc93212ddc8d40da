/* Symbols on demand. The value of a DEFINE, an assigned variable, or a parameter that is an
 * expression is computed once per time (now, next), after everything it reads. The order is found
 * by a depth-first walk with a stack of its own, so that chains of definitions may be as long as
 * the file; meeting a symbol that is open means that it is defined in terms of itself. After an
 * error all that waited for the symbol has failed with it, and later says nothing about it. */
#include "front/smv/flat.h"

static void add_demand(const Flat *flat, uint64_t demand, Text *text) {
  const char *full = flat->symbols.data[demand >> 1].full;
  if (demand & 1) text_format(text, "next(%s)", full);
  else text_add(text, full);
}

/* Names the cycle: the open symbols on the stack from the one that is met again. A symbol may lie
 * on the stack more than once; its last place is where it was opened. */
static bool report_cycle(Flat *flat, NodeIndex where, uint64_t met) {
  enum { SHOWN = 20 };
  VEC(uint64_t) cycle = {0}; /* from the end */
  Map seen = {0};
  for (size_t i = flat->demands.size; i-- > 0 && !map_get(&seen, met, NULL);) {
    uint64_t demand = flat->demands.data[i];
    if (flat_symbol(flat, (uint32_t)(demand >> 1))->state[demand & 1] != DEMAND_OPEN ||
        map_get(&seen, demand, NULL))
      continue;
    map_put(&seen, demand, 0);
    vec_push(&cycle, demand);
  }
  Text name = {0}, text = {0};
  add_demand(flat, met, &name);
  for (size_t i = cycle.size; i-- > 0;) {
    if (cycle.size - i == SHOWN && i) {
      text_format(&text, "... (%zu more) -> ", i + 1);
      break;
    }
    add_demand(flat, cycle.data[i], &text);
    text_add(&text, " -> ");
  }
  syntax_error(flat->syntax, where, "the definition of '%s' needs itself: %s%s", name.data,
               text.data, name.data);
  text_free(&name);
  text_free(&text);
  map_free(&seen);
  vec_free(&cycle);
  return false;
}

static bool push(Flat *flat, NodeIndex where, uint32_t index, Time time) {
  Symbol *symbol = flat_symbol(flat, index);
  switch (symbol->kind) {
  case SYMBOL_INSTANCE:
  case SYMBOL_ARRAY:
  case SYMBOL_RUNNING: return true;
  case SYMBOL_BROKEN: return syntax_fail_silently(flat->syntax);
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
  if (symbol->state[time] == DEMAND_FAILED) return syntax_fail_silently(flat->syntax);
  if (symbol->state[time] == DEMAND_OPEN)
    return report_cycle(flat, where, (uint64_t)index << 1 | (uint64_t)time);
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

static bool abandon(Flat *flat) {
  for (size_t i = 0; i < flat->demands.size; i++) {
    uint64_t demand = flat->demands.data[i];
    uint8_t *state = flat_symbol(flat, (uint32_t)(demand >> 1))->state + (demand & 1);
    if (*state == DEMAND_OPEN) *state = DEMAND_FAILED;
  }
  vec_clear(&flat->demands);
  return false;
}

bool flat_demand(Flat *flat, NodeIndex root, uint32_t instance, Time time) {
  assert(!flat->demands.size);
  return (push_references(flat, root, instance, time) && drain(flat)) || abandon(flat);
}

bool flat_demand_symbol(Flat *flat, uint32_t symbol, Time time) {
  assert(!flat->demands.size);
  uint8_t state = flat_symbol(flat, symbol)->state[time];
  if (state == DEMAND_FAILED) return syntax_fail_silently(flat->syntax);
  if (state == DEMAND_NEW) vec_push(&flat->demands, (uint64_t)symbol << 1 | (uint64_t)time);
  return drain(flat) || abandon(flat);
}
