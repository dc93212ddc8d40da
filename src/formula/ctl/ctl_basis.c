#include "formula/ctl/ctl_basis.h"

#include "base/memory.h"
#include "formula/nnf.h"

static Formula negation(Formulas *formulas, Formula f) {
  if (f <= FORMULA_TRUE) return f == FORMULA_TRUE ? FORMULA_FALSE : FORMULA_TRUE;
  const FormulaNode *node = formula_node(formulas, f);
  return node->op == OP_NOT ? node->left : formula_unary(formulas, OP_NOT, f);
}

static Formula conjunction(Formulas *formulas, Formula a, Formula b) {
  if (a == FORMULA_FALSE || b == FORMULA_FALSE) return FORMULA_FALSE;
  if (a == FORMULA_TRUE || a == b) return b;
  return b == FORMULA_TRUE ? a : formula_binary(formulas, OP_AND, a, b);
}

static Formula disjunction(Formulas *formulas, Formula a, Formula b) {
  if (a == FORMULA_TRUE || b == FORMULA_TRUE) return FORMULA_TRUE;
  if (a == FORMULA_FALSE || a == b) return b;
  return b == FORMULA_FALSE ? a : formula_binary(formulas, OP_OR, a, b);
}

/* EX true is not true: there may be no successor. */
static Formula next(Formulas *formulas, Formula f) {
  return f == FORMULA_FALSE ? f : formula_unary(formulas, OP_EX, f);
}

/* Every state has a maximal path. */
static Formula globally(Formulas *formulas, Formula f) {
  return f <= FORMULA_TRUE ? f : formula_unary(formulas, OP_EG, f);
}

static Formula until(Formulas *formulas, Formula hold, Formula reach) {
  if (reach <= FORMULA_TRUE || hold == FORMULA_FALSE) return reach;
  return formula_binary(formulas, OP_EU, hold, reach);
}

/* E[a W b] is E[a U b] or EG a. */
static Formula weak_until(Formulas *formulas, Formula hold, Formula reach) {
  return disjunction(formulas, until(formulas, hold, reach), globally(formulas, hold));
}

/* Universal operators are negations of existential ones. */
static Formula temporal(Formulas *formulas, Operator op, Formula a, Formula b) {
  Formula not_a = negation(formulas, a), not_b = b == FORMULA_NONE ? b : negation(formulas, b);
  switch (op) {
  case OP_EX: return next(formulas, a);
  case OP_AX: return negation(formulas, next(formulas, not_a));
  case OP_EF: return until(formulas, FORMULA_TRUE, a);
  case OP_AG: return negation(formulas, until(formulas, FORMULA_TRUE, not_a));
  case OP_EG: return globally(formulas, a);
  case OP_AF: return negation(formulas, globally(formulas, not_a));
  case OP_EU: return until(formulas, a, b);
  case OP_EW: return weak_until(formulas, a, b);
  case OP_ER: return weak_until(formulas, b, conjunction(formulas, a, b));
  case OP_AR: return negation(formulas, until(formulas, not_a, not_b));
  case OP_AW:
    return negation(formulas, until(formulas, not_b, conjunction(formulas, not_a, not_b)));
  default: /* OP_AU */
    return negation(formulas, weak_until(formulas, not_b, conjunction(formulas, not_a, not_b)));
  }
}

static Formula boolean(Formulas *formulas, const FormulaNode *node, Formula self, Formula a,
                       Formula b) {
  switch (node->op) {
  case OP_NOT: return negation(formulas, a);
  case OP_AND: return conjunction(formulas, a, b);
  case OP_OR: return disjunction(formulas, a, b);
  case OP_IMPLIES: return disjunction(formulas, negation(formulas, a), b);
  case OP_EQUIVALENT:
  case OP_XOR:
    if (node->op == OP_XOR) b = negation(formulas, b);
    return disjunction(formulas, conjunction(formulas, a, b),
                       conjunction(formulas, negation(formulas, a), negation(formulas, b)));
  default: return self;
  }
}

Formula ctl_basis(Formulas *formulas, Formula f, CtlKnown is, void *context) {
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  Formula *image = mem_array((size_t)f + 1, sizeof *image);
  bool *has_paths = mem_array((size_t)f + 1, sizeof *has_paths);
  for (size_t i = 0; i < cone.size; i++) {
    FormulaNode node = *formula_node(formulas, cone.data[i]);
    int arity = operator_arity(node.op);
    bool paths = operator_is_temporal(node.op) || (arity > 0 && has_paths[node.left]) ||
                 (arity > 1 && has_paths[node.right]);
    Formula part[2] = {FORMULA_NONE, FORMULA_NONE};
    for (int k = 0; k < arity; k++) {
      Formula child = k ? node.right : node.left;
      part[k] = image[child];
      if (is && paths && !has_paths[child] && part[k] > FORMULA_TRUE)
        part[k] = is(context, part[k]);
    }
    has_paths[cone.data[i]] = paths;
    image[cone.data[i]] = operator_is_temporal(node.op)
                              ? temporal(formulas, node.op, part[0], part[1])
                              : boolean(formulas, &node, cone.data[i], part[0], part[1]);
  }
  Formula result = image[f];
  mem_free(image);
  mem_free(has_paths);
  vec_free(&cone);
  return result;
}
