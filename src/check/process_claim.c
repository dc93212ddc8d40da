#include "check/process_claim.h"

/* ---- formulas ---- */

static const Operator operators[] = {
    [LTL_NOT] = OP_NOT,         [LTL_AND] = OP_AND,
    [LTL_OR] = OP_OR,           [LTL_IMPLIES] = OP_IMPLIES,
    [LTL_NEXT] = OP_NEXT,       [LTL_EQUIVALENT] = OP_EQUIVALENT,
    [LTL_ALWAYS] = OP_GLOBALLY, [LTL_EVENTUALLY] = OP_FINALLY,
    [LTL_UNTIL] = OP_UNTIL,     [LTL_WEAK_UNTIL] = OP_WEAK_UNTIL,
    [LTL_RELEASE] = OP_RELEASE, [CTL_EX] = OP_EX,
    [CTL_EF] = OP_EF,           [CTL_EG] = OP_EG,
    [CTL_EU] = OP_EU,           [CTL_AX] = OP_AX,
    [CTL_AF] = OP_AF,           [CTL_AG] = OP_AG,
    [CTL_AU] = OP_AU,
};

Formula process_claim_formula(Formulas *formulas, const Processes *program, uint32_t formula,
                              U32Vec *expressions) {
  const ProcessLtl *ltl = program->formulas.data + formula;
  if (ltl->operator== LTL_ATOM) {
    Formula atom = formula_atom(formulas, ltl->text);
    uint32_t index = formula_node(formulas, atom)->left;
    if (index >= expressions->size) vec_resize(expressions, index + 1);
    expressions->data[index] = ltl->a;
    return atom;
  }
  Formula left = process_claim_formula(formulas, program, ltl->a, expressions);
  if (ltl->b == PROCESS_NONE) return formula_unary(formulas, operators[ltl->operator], left);
  Formula right = process_claim_formula(formulas, program, ltl->b, expressions);
  return formula_binary(formulas, operators[ltl->operator], left, right);
}

typedef struct {
  Formulas *formulas;
  Formula inside, seen;
} Seeing;

static Formula and_seen(const Seeing *s, Formula f) {
  return formula_binary(s->formulas, OP_AND, s->seen, f);
}

static Formula or_inside(const Seeing *s, Formula f) {
  return formula_binary(s->formulas, OP_OR, s->inside, f);
}

/* The next state that is seen. */
static Formula next_seen(const Seeing *s, Operator op, Formula f) {
  Formulas *to = s->formulas;
  bool universal = op == OP_AX;
  if (universal) f = formula_unary(to, OP_NOT, f);
  Operator until = op == OP_NEXT ? OP_UNTIL : OP_EU;
  f = formula_binary(to, until, s->inside, and_seen(s, f));
  f = formula_unary(to, op == OP_NEXT ? OP_NEXT : OP_EX, f);
  return universal ? formula_unary(to, OP_NOT, f) : f;
}

static Formula of_seen(const Seeing *s, FormulaNode node, Formula left, Formula right) {
  Formulas *to = s->formulas;
  switch (node.op) {
  case OP_NEXT:
  case OP_EX:
  case OP_AX: return next_seen(s, node.op, left);
  case OP_FINALLY:
  case OP_EF:
  case OP_AF: return formula_unary(to, node.op, and_seen(s, left));
  case OP_GLOBALLY:
  case OP_EG:
  case OP_AG: return formula_unary(to, node.op, or_inside(s, left));
  case OP_UNTIL:
  case OP_WEAK_UNTIL:
  case OP_EU:
  case OP_AU: return formula_binary(to, node.op, or_inside(s, left), and_seen(s, right));
  case OP_RELEASE: return formula_binary(to, node.op, and_seen(s, left), or_inside(s, right));
  default: break;
  }
  if (operator_arity(node.op) == 1) return formula_unary(to, node.op, left);
  return formula_binary(to, node.op, left, right);
}

Formula process_claim_of_seen(Formulas *formulas, Formula f, Formula inside) {
  Seeing s = {formulas, inside, formula_unary(formulas, OP_NOT, inside)};
  FormulaNode node = *formula_node(formulas, f);
  int arity = operator_arity(node.op);
  if (!arity) return f;
  Formula left = process_claim_of_seen(formulas, node.left, inside);
  Formula right = arity == 2 ? process_claim_of_seen(formulas, node.right, inside) : left;
  return of_seen(&s, node, left, right);
}
