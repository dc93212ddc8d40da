/* A second form of simplified formulas; see rewriter_gather. In comments q is both eventual and
 * universal: it is true at all times or at none. So it may move under any operator that looks at
 * some time at all:
 *
 *   F a | F b | q  =  F (a | b | q)       G a | q  =  G (a | q)       (a W b) | q  =  a W (b | q)
 *   F a & q  =  F (a & q)                 (a U b) & q  =  a U (b & q)
 */
#include "formula/ltl/rewrite.h"

static const FormulaNode *node_of(Rewriter *rw, Formula f) { return formula_node(rw->formulas, f); }

static bool is_constant_in_time(Rewriter *rw, Formula f) {
  const int both = TRAIT_EVENTUAL | TRAIT_UNIVERSAL;
  return (rewriter_traits(rw, f) & both) == both;
}

static Formula chain(Rewriter *rw, Operator op, const FormulaVec *operands) {
  Formula f = operands->data[0];
  for (size_t i = 1; i < operands->size; i++)
    f = formula_binary(rw->formulas, op, f, operands->data[i]);
  return f;
}

/* f & q with q as deep inside as it goes; `depth` bounds the recursion. */
static Formula push_and(Rewriter *rw, Formula f, Formula q, int depth) {
  const FormulaNode node = *node_of(rw, f);
  Formulas *formulas = rw->formulas;
  if (depth > 0) switch (node.op) {
    case OP_NEXT:
    case OP_FINALLY: return formula_unary(formulas, node.op, push_and(rw, node.left, q, depth - 1));
    case OP_UNTIL:
      return formula_binary(formulas, OP_UNTIL, node.left, push_and(rw, node.right, q, depth - 1));
    case OP_STRONG_RELEASE:
      return formula_binary(formulas, OP_STRONG_RELEASE, push_and(rw, node.left, q, depth - 1),
                            node.right);
    case OP_AND: {
      FormulaVec operands = {0};
      formula_operands(formulas, OP_AND, f, &operands);
      size_t i = 0;
      for (; i < operands.size; i++) {
        Operator op = node_of(rw, operands.data[i])->op;
        if (op == OP_FINALLY || op == OP_UNTIL || op == OP_STRONG_RELEASE || op == OP_NEXT) break;
      }
      if (i < operands.size) operands.data[i] = push_and(rw, operands.data[i], q, depth - 1);
      else vec_push(&operands, q);
      Formula result = chain(rw, OP_AND, &operands);
      vec_free(&operands);
      return result;
    }
    default: break;
    }
  return formula_binary(formulas, OP_AND, f, q);
}

/* f | q with q under the operator of f, FORMULA_NONE if it cannot go there. */
static Formula push_or(Rewriter *rw, Formula f, Formula q) {
  const FormulaNode node = *node_of(rw, f);
  switch (node.op) {
  case OP_FINALLY:
  case OP_GLOBALLY:
    return formula_unary(rw->formulas, node.op, formula_binary(rw->formulas, OP_OR, node.left, q));
  case OP_UNTIL:
  case OP_WEAK_UNTIL:
  case OP_RELEASE:
    return formula_binary(rw->formulas, node.op, node.left,
                          formula_binary(rw->formulas, OP_OR, node.right, q));
  default: return FORMULA_NONE;
  }
}

/* X X F a as the formula under F that is the same: X X a; FORMULA_NONE for other formulas. */
static Formula under_finally(Rewriter *rw, Formula f) {
  int nexts = 0;
  for (; node_of(rw, f)->op == OP_NEXT; f = node_of(rw, f)->left) nexts++;
  if (node_of(rw, f)->op != OP_FINALLY) return FORMULA_NONE;
  f = node_of(rw, f)->left;
  while (nexts--) f = formula_unary(rw->formulas, OP_NEXT, f);
  return f;
}

/* `finally` says whether F f counts, too. */
static void part_constant(Rewriter *rw, const FormulaVec *operands, bool finally,
                          FormulaVec *constant, FormulaVec *others) {
  for (size_t i = 0; i < operands->size; i++) {
    Formula f = operands->data[i];
    if (is_constant_in_time(rw, f) && (finally || node_of(rw, f)->op != OP_FINALLY))
      vec_push(constant, f);
    else vec_push(others, f);
  }
}

static Formula gather_or(Rewriter *rw, const FormulaVec *operands, bool finally) {
  FormulaVec constant = {0}, others = {0}, inside = {0}, outside = {0};
  part_constant(rw, operands, finally, &constant, &others);
  for (size_t i = 0; i < others.size; i++) {
    Formula inner = under_finally(rw, others.data[i]);
    if (inner == FORMULA_NONE) vec_push(&outside, others.data[i]);
    else vec_push(&inside, inner);
  }
  if (inside.size) {
    vec_append(&inside, &constant);
    vec_clear(&constant);
    Formula waiting = chain(rw, OP_OR, &inside);
    vec_push(&outside, formula_unary(rw->formulas, OP_FINALLY, waiting));
  }
  if (constant.size) {
    Formula q = chain(rw, OP_OR, &constant), pushed = FORMULA_NONE;
    for (size_t i = 0; i < outside.size && pushed == FORMULA_NONE; i++) {
      pushed = push_or(rw, outside.data[i], q);
      if (pushed != FORMULA_NONE) outside.data[i] = pushed;
    }
    if (pushed == FORMULA_NONE) vec_push(&outside, q);
  }
  Formula result = chain(rw, OP_OR, &outside);
  vec_free(&constant);
  vec_free(&others);
  vec_free(&inside);
  vec_free(&outside);
  return result;
}

static Formula gather_and(Rewriter *rw, const FormulaVec *operands) {
  FormulaVec constant = {0}, others = {0};
  part_constant(rw, operands, true, &constant, &others);
  Formula result = others.size ? chain(rw, OP_AND, &others) : FORMULA_TRUE;
  if (constant.size) {
    Formula q = chain(rw, OP_AND, &constant);
    result = others.size ? push_and(rw, result, q, 20) : q;
  }
  vec_free(&constant);
  vec_free(&others);
  return result;
}

Formula rewriter_gather(Rewriter *rw, Formula f, bool finally) {
  FormulaVec cone = {0};
  formula_cone(rw->formulas, f, &cone);
  Formula *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  for (size_t i = 0; i < cone.size; i++) {
    Formula g = cone.data[i];
    const FormulaNode node = *node_of(rw, g);
    if (node.op == OP_OR || node.op == OP_AND) {
      FormulaVec operands = {0};
      formula_operands(rw->formulas, node.op, g, &operands);
      for (size_t k = 0; k < operands.size; k++) operands.data[k] = image[operands.data[k]];
      image[g] = node.op == OP_OR ? gather_or(rw, &operands, finally) : gather_and(rw, &operands);
      vec_free(&operands);
    } else if (operator_arity(node.op) == 2) {
      image[g] = formula_binary(rw->formulas, node.op, image[node.left], image[node.right]);
    } else if (operator_arity(node.op) == 1) {
      image[g] = formula_unary(rw->formulas, node.op, image[node.left]);
    } else {
      image[g] = g;
    }
  }
  Formula result = image[f];
  mem_free(image);
  vec_free(&cone);
  return result;
}
