/* Negation normal form, and walks over formulas. Both a node and its negation are translated, from
 * the leaves up; equivalences then cost no more than two conjunctions over shared operands. */
#include "formula/nnf.h"

#include "base/bits.h"

void formula_cone(const Formulas *formulas, Formula f, FormulaVec *cone) {
  Bits used = bits_new((size_t)f + 1);
  bits_set(&used, f);
  for (size_t g = (size_t)f + 1; g-- > 0;) {
    if (!bits_get(&used, g)) continue;
    const FormulaNode *node = formula_node(formulas, (Formula)g);
    if (operator_arity(node->op) > 0) bits_set(&used, node->left);
    if (operator_arity(node->op) > 1) bits_set(&used, node->right);
  }
  for (size_t g = bits_next(&used, 0); g < used.size; g = bits_next(&used, g + 1))
    vec_push(cone, (Formula)g);
  bits_free(&used);
}

bool formula_has(const Formulas *formulas, Formula f, bool (*is)(Operator op)) {
  FormulaVec cone = {0};
  bool found = false;
  formula_cone(formulas, f, &cone);
  for (size_t i = 0; i < cone.size && !found; i++)
    found = is(formula_node(formulas, cone.data[i])->op);
  vec_free(&cone);
  return found;
}

bool formula_is_temporal(const Formulas *formulas, Formula f) {
  return formula_has(formulas, f, operator_is_temporal);
}

void formula_operands(const Formulas *formulas, Operator op, Formula f, FormulaVec *operands) {
  FormulaVec stack = {0};
  vec_push(&stack, f);
  while (stack.size) {
    Formula g = vec_pop(&stack);
    const FormulaNode *node = formula_node(formulas, g);
    if (node->op == op) {
      vec_push(&stack, node->right);
      vec_push(&stack, node->left);
    } else {
      vec_push(operands, g);
    }
  }
  vec_free(&stack);
}

Formula formula_copy(Formulas *to, const Formulas *from, Formula f) {
  FormulaVec cone = {0};
  formula_cone(from, f, &cone);
  Formula *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  for (size_t i = 0; i < cone.size; i++) {
    Formula g = cone.data[i];
    const FormulaNode *node = formula_node(from, g);
    if (node->op == OP_ATOM) {
      const Atom *atom = from->atoms.data + node->left;
      image[g] = formula_atom(to, atom->text);
      to->atoms.data[formula_node(to, image[g])->left].literal = atom->literal;
    } else if (operator_arity(node->op) == 0) {
      image[g] = g; /* the constants have the same number everywhere */
    } else if (operator_arity(node->op) == 1) {
      image[g] = formula_unary(to, node->op, image[node->left]);
    } else {
      image[g] = formula_binary(to, node->op, image[node->left], image[node->right]);
    }
  }
  Formula result = image[f];
  mem_free(image);
  vec_free(&cone);
  return result;
}

Operator operator_dual(Operator op) {
  static const Operator duals[OP_COUNT] = {
      [OP_AND] = OP_OR,
      [OP_OR] = OP_AND,
      [OP_NEXT] = OP_NEXT,
      [OP_FINALLY] = OP_GLOBALLY,
      [OP_GLOBALLY] = OP_FINALLY,
      [OP_UNTIL] = OP_RELEASE,
      [OP_RELEASE] = OP_UNTIL,
      [OP_WEAK_UNTIL] = OP_STRONG_RELEASE,
      [OP_STRONG_RELEASE] = OP_WEAK_UNTIL,
      [OP_YESTERDAY] = OP_WEAK_YESTERDAY,
      [OP_WEAK_YESTERDAY] = OP_YESTERDAY,
      [OP_ONCE] = OP_HISTORICALLY,
      [OP_HISTORICALLY] = OP_ONCE,
      [OP_SINCE] = OP_TRIGGERED,
      [OP_TRIGGERED] = OP_SINCE,
  };
  return duals[op];
}

Formula formula_nnf(Formulas *formulas, Formula f, bool negate) {
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  Formula *form[2]; /* of the node, of its negation */
  for (int i = 0; i < 2; i++) form[i] = mem_alloc(((size_t)f + 1) * sizeof *form[i]);
  for (size_t k = 0; k < cone.size; k++) {
    Formula g = cone.data[k];
    const FormulaNode node = *formula_node(formulas, g);
    for (int i = 0; i < 2; i++) {
      Formula *same = form[i], *other = form[!i];
      Operator or = i ? OP_AND : OP_OR;
      Formula l = node.left, r = node.right, result;
      switch (node.op) {
      case OP_FALSE:
      case OP_TRUE: result = g ^ (Formula)i; break;
      case OP_ATOM: result = i ? formula_unary(formulas, OP_NOT, g) : g; break;
      case OP_NOT: result = other[l]; break;
      case OP_IMPLIES: result = formula_binary(formulas, or, other[l], same[r]); break;
      case OP_EQUIVALENT:
      case OP_XOR: {
        /* a <-> b is (a & b) | (!a & !b); its negation swaps the second operands */
        bool unequal = (node.op == OP_XOR) != (i == 1);
        Formula *second = unequal ? form[1] : form[0], *opposite = unequal ? form[0] : form[1];
        result =
            formula_binary(formulas, OP_OR, formula_binary(formulas, OP_AND, form[0][l], second[r]),
                           formula_binary(formulas, OP_AND, form[1][l], opposite[r]));
        break;
      }
      default: {
        Operator op = i ? operator_dual(node.op) : node.op;
        result = operator_arity(op) == 1 ? formula_unary(formulas, op, same[l])
                                         : formula_binary(formulas, op, same[l], same[r]);
      }
      }
      same[g] = result;
    }
  }
  Formula result = form[negate][f];
  for (int i = 0; i < 2; i++) mem_free(form[i]);
  vec_free(&cone);
  return result;
}
