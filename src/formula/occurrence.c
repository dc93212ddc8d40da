#include "formula/occurrence.h"

#include "formula/nnf.h"

/* The nodes of the formula that contain an atom. */
static Bits with_atoms(const Formulas *formulas, Formula f) {
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  Bits found = bits_new((size_t)f + 1);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(formulas, cone.data[i]);
    int arity = operator_arity(node->op);
    if (node->op == OP_ATOM || (arity > 0 && bits_get(&found, node->left)) ||
        (arity > 1 && bits_get(&found, node->right)))
      bits_set(&found, cone.data[i]);
  }
  vec_free(&cone);
  return found;
}

static bool has_polarity(Operator op) { return op != OP_EQUIVALENT && op != OP_XOR; }

void formula_occurrences(const Formulas *formulas, Formula f, size_t most,
                         OccurrenceVec *occurrences) {
  Bits atoms = with_atoms(formulas, f);
  if (bits_get(&atoms, f)) vec_push(occurrences, ((Occurrence){.formula = f, .leaf = true}));
  for (uint32_t i = 0; i < occurrences->size; i++) {
    Occurrence parent = occurrences->data[i];
    const FormulaNode *node = formula_node(formulas, parent.formula);
    int arity = operator_arity(node->op);
    if (!has_polarity(node->op) || occurrences->size + (size_t)arity > most) continue;
    for (int side = 0; side < arity; side++) {
      Formula operand = side ? node->right : node->left;
      bool turned = node->op == OP_NOT || (node->op == OP_IMPLIES && !side);
      if (!bits_get(&atoms, operand)) continue;
      occurrences->data[i].leaf = false;
      vec_push(occurrences, ((Occurrence){.formula = operand,
                                          .parent = i,
                                          .right = side,
                                          .negative = parent.negative != turned,
                                          .leaf = true}));
    }
  }
  bits_free(&atoms);
}

Formula formula_without(Formulas *formulas, const OccurrenceVec *occurrences, uint32_t number) {
  Formula f = occurrences->data[number].negative ? FORMULA_TRUE : FORMULA_FALSE;
  while (number) {
    const Occurrence *here = occurrences->data + number;
    number = here->parent;
    FormulaNode node = *formula_node(formulas, occurrences->data[number].formula);
    if (operator_arity(node.op) == 1) f = formula_unary(formulas, node.op, f);
    else if (here->right) f = formula_binary(formulas, node.op, node.left, f);
    else f = formula_binary(formulas, node.op, f, node.right);
  }
  return f;
}

Formula formula_replace(Formulas *formulas, Formula f, Formula part, Formula by) {
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  Formula *image = mem_array((size_t)f + 1, sizeof *image);
  for (size_t i = 0; i < cone.size; i++) {
    Formula here = cone.data[i];
    FormulaNode node = *formula_node(formulas, here);
    int arity = operator_arity(node.op);
    image[here] = here;
    if (here == part) image[here] = by;
    else if (arity == 1) image[here] = formula_unary(formulas, node.op, image[node.left]);
    else if (arity == 2)
      image[here] = formula_binary(formulas, node.op, image[node.left], image[node.right]);
  }
  Formula replaced = image[f];
  mem_free(image);
  vec_free(&cone);
  return replaced;
}

void formula_polarities(const Formulas *formulas, Formula f, Bits *positive, Bits *negative) {
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  *positive = bits_new((size_t)f + 1);
  *negative = bits_new((size_t)f + 1);
  bits_set(positive, f);
  for (size_t i = cone.size; i-- > 0;) {
    const FormulaNode *node = formula_node(formulas, cone.data[i]);
    bool up = bits_get(positive, cone.data[i]), down = bits_get(negative, cone.data[i]);
    for (int side = 0; side < operator_arity(node->op); side++) {
      Formula operand = side ? node->right : node->left;
      bool turned = node->op == OP_NOT || (node->op == OP_IMPLIES && !side);
      bool both = !has_polarity(node->op);
      if (both || (turned ? down : up)) bits_set(positive, operand);
      if (both || (turned ? up : down)) bits_set(negative, operand);
    }
  }
  vec_free(&cone);
}

bool occurrence_is_general(const Formulas *formulas, const OccurrenceVec *occurrences,
                           uint32_t number) {
  while (number) {
    number = occurrences->data[number].parent;
    Operator op = formula_node(formulas, occurrences->data[number].formula)->op;
    if (op == OP_GLOBALLY || op == OP_AG) return true;
  }
  return false;
}

/* Whether the left side of an implication says nothing about states, as in EG TRUE -> f. */
static bool is_guarded(const Formulas *formulas, const OccurrenceVec *occurrences,
                       uint32_t number) {
  const FormulaNode *node = formula_node(formulas, occurrences->data[number].formula);
  Bits atoms = with_atoms(formulas, node->left);
  bool guarded = !bits_get(&atoms, node->left);
  bits_free(&atoms);
  return guarded;
}

bool occurrence_is_promise(const Formulas *formulas, const OccurrenceVec *occurrences,
                           uint32_t number) {
  const Occurrence *here = occurrences->data + number;
  if (!number || !here->right) return false;
  uint32_t above = here->parent;
  if (formula_node(formulas, occurrences->data[above].formula)->op != OP_IMPLIES ||
      is_guarded(formulas, occurrences, above))
    return false;
  for (; above; above = here->parent) {
    here = occurrences->data + above;
    Operator op = formula_node(formulas, occurrences->data[here->parent].formula)->op;
    bool guard = op == OP_IMPLIES && here->right && is_guarded(formulas, occurrences, here->parent);
    if (op != OP_GLOBALLY && op != OP_AG && op != OP_AND && !guard) return false;
  }
  return true;
}
