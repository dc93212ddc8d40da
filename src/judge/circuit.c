/* See circuit.h. */
#include "judge/circuit.h"

Circuit *circuit_new(Judge *judge, size_t count) {
  Circuit *c = zeroed(&judge->pool, 1, sizeof *c);
  c->judge = judge;
  c->count = count;
  c->variables = longer(&judge->pool, NULL, &c->room, count, sizeof *c->variables);
  c->variables[0].kind = IS_CONSTANT;
  return c;
}

void define_input(Circuit *c, Lit lit) {
  c->variables[variable_of(lit)] = (Variable){.kind = IS_INPUT, .place = c->inputs.size};
  list_add(c->judge, &c->inputs, lit);
}

void define_latch(Circuit *c, Register latch) {
  c->variables[variable_of(latch.lit)] = (Variable){.kind = IS_LATCH, .place = c->latches.size};
  list_add(c->judge, &c->latches, latch);
}

void define_gate(Circuit *c, Lit lit, Lit left, Lit right) {
  c->variables[variable_of(lit)] = (Variable){.kind = IS_GATE, .left = left, .right = right};
  list_add(c->judge, &c->gates, variable_of(lit));
}

Lit add_variable(Circuit *c) {
  c->variables =
      longer(&c->judge->pool, c->variables, &c->room, c->count + 1, sizeof *c->variables);
  return (Lit)(2 * c->count++);
}

Lit add_gate(Circuit *c, Lit left, Lit right) {
  Lit lit = add_variable(c);
  define_gate(c, lit, left, right);
  return lit;
}

Lit add_or(Circuit *c, Lit left, Lit right) { return add_gate(c, left ^ 1, right ^ 1) ^ 1; }

Lit add_equal(Circuit *c, Lit left, Lit right) {
  return add_gate(c, add_or(c, left ^ 1, right), add_or(c, left, right ^ 1));
}

const char *name_of(const Circuit *c, Lit lit) {
  const Variable *variable = c->variables + variable_of(lit);
  const char *name = c->name ? c->name(c, lit) : NULL, *sign = is_negated(lit) ? "!" : "";
  if (name) return name;
  if (variable->kind == IS_CONSTANT) return lit ? "1" : "0";
  if (!is_free(c, lit)) return worded(c->judge, "%sliteral %u", sign, lit & ~1u);
  return worded(c->judge, "%s%s %zu", sign, variable->kind == IS_INPUT ? "input" : "latch",
                variable->place);
}

Walk walk_new(const Circuit *c, bool resets) {
  return (Walk){.circuit = c, .resets = resets, .state = zeroed(&c->judge->pool, c->count, 1)};
}

/* With a stack of its own: circuits may be very deep. A variable is open while what it reads is
 * being looked at: meeting an open one is a cycle. */
bool walk_from(Walk *walk, unsigned start) {
  enum { NEW, OPEN, DONE };
  const Circuit *c = walk->circuit;
  list_add(c->judge, &walk->stack, start);
  while (walk->stack.size) {
    unsigned top = walk->stack.data[walk->stack.size - 1];
    const Variable *v = c->variables + top;
    Lit reads[] = {v->left, v->right};
    bool latch = walk->resets && v->kind == IS_LATCH && c->latches.data[v->place].reset != 2 * top;
    if (latch) reads[0] = reads[1] = c->latches.data[v->place].reset;
    if (walk->state[top] != NEW) { /* all that it reads is done */
      if (walk->state[top] == OPEN) list_add(c->judge, &walk->order, top);
      walk->state[top] = DONE;
      walk->stack.size--;
      continue;
    }
    walk->state[top] = OPEN;
    for (size_t k = 0; k < 2 && (latch || v->kind == IS_GATE); k++) {
      unsigned below = variable_of(reads[k]);
      if (walk->state[below] == OPEN) return false;
      if (walk->state[below] == NEW) list_add(c->judge, &walk->stack, below);
    }
  }
  return true;
}

void evaluate(const Circuit *c, uint64_t *values) {
  values[0] = 0;
  for (size_t i = 0; i < c->gates.size; i++) {
    const Variable *gate = c->variables + c->gates.data[i];
    values[c->gates.data[i]] = value_of(values, gate->left) & value_of(values, gate->right);
  }
}
