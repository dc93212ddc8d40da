/* See formula_parts.h. */
#include "oracle/formula_parts.h"

#include <assert.h>

Bits formula_parts(const Formulas *formulas, Formula f) {
  Bits parts = bits_new((size_t)f + 1);
  bits_set(&parts, f);
  for (size_t g = (size_t)f + 1; g-- > 0;) {
    if (!bits_get(&parts, g)) continue;
    const FormulaNode *node = formula_node(formulas, (Formula)g);
    int arity = operator_arity(node->op);
    if (arity >= 1) bits_set(&parts, node->left);
    if (arity == 2) bits_set(&parts, node->right);
  }
  return parts;
}

bool connective_value(Operator op, bool a, bool b) {
  switch (op) {
  case OP_NOT: return !a;
  case OP_AND: return a && b;
  case OP_OR: return a || b;
  case OP_IMPLIES: return !a || b;
  case OP_EQUIVALENT: return a == b;
  default: assert(op == OP_XOR); return a != b;
  }
}
