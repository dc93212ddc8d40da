/* See circuit.h. */
#include "judge/circuit.h"

void lits_add(Judge *judge, Lits *lits, Lit lit) {
  lits->data = longer(&judge->pool, lits->data, &lits->room, lits->size + 1, sizeof *lits->data);
  lits->data[lits->size++] = lit;
}

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
  lits_add(c->judge, &c->inputs, lit);
}

void define_latch(Circuit *c, Register latch) {
  c->variables[variable_of(latch.lit)] = (Variable){.kind = IS_LATCH, .place = c->latch_count};
  c->latches =
      longer(&c->judge->pool, c->latches, &c->latch_room, c->latch_count + 1, sizeof latch);
  c->latches[c->latch_count++] = latch;
}

void define_gate(Circuit *c, Lit lit, Lit left, Lit right) {
  c->variables[variable_of(lit)] = (Variable){.kind = IS_GATE, .left = left, .right = right};
  c->gates = longer(&c->judge->pool, c->gates, &c->gate_room, c->gate_count + 1, sizeof *c->gates);
  c->gates[c->gate_count++] = variable_of(lit);
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

void evaluate(const Circuit *c, uint64_t *values) {
  values[0] = 0;
  for (size_t i = 0; i < c->gate_count; i++) {
    const Variable *gate = c->variables + c->gates[i];
    values[c->gates[i]] = value_of(values, gate->left) & value_of(values, gate->right);
  }
}
