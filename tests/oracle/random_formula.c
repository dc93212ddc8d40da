/* See random_formula.h. */
#include "oracle/random_formula.h"

#include <stdio.h>

#include "oracle/random_system.h"

static const Operator boolean_ops[] = {OP_NOT, OP_AND, OP_OR, OP_IMPLIES, OP_EQUIVALENT, OP_XOR};
static const Operator future_ops[] = {OP_NEXT,    OP_FINALLY,    OP_GLOBALLY,      OP_UNTIL,
                                      OP_RELEASE, OP_WEAK_UNTIL, OP_STRONG_RELEASE};
static const Operator past_ops[] = {OP_YESTERDAY,    OP_WEAK_YESTERDAY, OP_ONCE,
                                    OP_HISTORICALLY, OP_SINCE,          OP_TRIGGERED};
static const Operator ctl_ops[] = {OP_EX, OP_EF, OP_EG, OP_EU, OP_ER, OP_EW,
                                   OP_AX, OP_AF, OP_AG, OP_AU, OP_AR, OP_AW};

#define CHOOSE(random, table) (table)[random_below(random, sizeof(table) / sizeof *(table))]

void random_atoms(Formulas *formulas, System *system, Random *random, unsigned count, bool inputs) {
  for (unsigned i = 0; i < count; i++) {
    char name[16];
    snprintf(name, sizeof name, "a%u", i);
    Formula atom = formula_atom(formulas, name);
    Lit literal = random_literal(system, random, inputs && random_chance(random, 1, 2));
    formulas->atoms.data[formula_node(formulas, atom)->left].literal = literal;
  }
}

/* shape->temporal is what is left of it for the rest of the formula; depth bounds the recursion. */
static Formula grow(Formulas *formulas, Random *random, FormulaShape *shape, unsigned depth,
                    bool ctl) {
  if (!depth || random_chance(random, 1, 8)) {
    if (random_chance(random, 1, 16))
      return random_chance(random, 1, 2) ? FORMULA_TRUE : FORMULA_FALSE;
    uint32_t atom = random_below(random, (uint32_t)formulas->atoms.size);
    return formula_atom(formulas, formulas->atoms.data[atom].text);
  }
  Operator op = CHOOSE(random, boolean_ops);
  if (shape->temporal && random_chance(random, 3, 5)) {
    shape->temporal--;
    op = ctl                                          ? CHOOSE(random, ctl_ops)
         : shape->past && random_chance(random, 2, 5) ? CHOOSE(random, past_ops)
                                                      : CHOOSE(random, future_ops);
  }
  Formula left = grow(formulas, random, shape, depth - 1, ctl);
  if (operator_arity(op) == 1) return formula_unary(formulas, op, left);
  Formula right = grow(formulas, random, shape, depth - 1, ctl);
  return formula_binary(formulas, op, left, right);
}

Formula random_ltl(Formulas *formulas, Random *random, FormulaShape shape) {
  return grow(formulas, random, &shape, shape.depth, false);
}

Formula random_ctl(Formulas *formulas, Random *random, FormulaShape shape) {
  return grow(formulas, random, &shape, shape.depth, true);
}
