/* See ctl_linear.h. For every part f of the formula the linear forms of f and of !f are made,
 * bottom-up; children are older than their parents, so one pass over the store does it. */
#include "formula/ctl/ctl_linear.h"

#include "base/bits.h"

/* The linear forms of a part and of its negation, FORMULA_NONE where there is none. */
typedef struct {
  bool propositional;
  Formula holds, fails;
} Linear;

typedef VEC(Linear) LinearVec;

static Formula unary(Formulas *formulas, Operator op, Formula child) {
  return child == FORMULA_NONE ? FORMULA_NONE : formula_unary(formulas, op, child);
}

static Formula binary(Formulas *formulas, Operator op, Formula left, Formula right) {
  bool both = left != FORMULA_NONE && right != FORMULA_NONE;
  return both ? formula_binary(formulas, op, left, right) : FORMULA_NONE;
}

/* A choice: one side must be propositional, to say which way a run goes. */
static Formula either(Formulas *formulas, bool one_decides, Formula left, Formula right) {
  return one_decides ? binary(formulas, OP_OR, left, right) : FORMULA_NONE;
}

static Linear propositional(Formulas *formulas, Formula f) {
  return (Linear){true, f, formula_unary(formulas, OP_NOT, f)};
}

static Linear linear_boolean(Formulas *formulas, Operator op, Linear a, Linear b) {
  Linear linear = {false, FORMULA_NONE, FORMULA_NONE};
  bool one = a.propositional || b.propositional;
  switch (op) {
  case OP_NOT:
    linear.holds = a.fails;
    linear.fails = a.holds;
    break;
  case OP_AND:
    linear.holds = binary(formulas, OP_AND, a.holds, b.holds);
    linear.fails = either(formulas, one, a.fails, b.fails);
    break;
  case OP_OR:
    linear.holds = either(formulas, one, a.holds, b.holds);
    linear.fails = binary(formulas, OP_AND, a.fails, b.fails);
    break;
  case OP_IMPLIES:
    linear.holds = either(formulas, one, a.fails, b.holds);
    linear.fails = binary(formulas, OP_AND, a.holds, b.fails);
    break;
  default: break; /* equivalences say both ways at once */
  }
  return linear;
}

/* A formula with A has a linear form where it holds, one with E where it fails:
 * !E[a U b] = A[!a R !b], !E[a R b] = A[!a U !b], !E[a W b] = A[!b U !a & !b]. */
static Linear linear_temporal(Formulas *formulas, Operator op, Linear a, Linear b) {
  Linear linear = {false, FORMULA_NONE, FORMULA_NONE};
  switch (op) {
  case OP_AX: linear.holds = unary(formulas, OP_NEXT, a.holds); break;
  case OP_AG: linear.holds = unary(formulas, OP_GLOBALLY, a.holds); break;
  case OP_AF:
    if (a.propositional) linear.holds = unary(formulas, OP_FINALLY, a.holds);
    break;
  case OP_AU:
    if (b.propositional) linear.holds = binary(formulas, OP_UNTIL, a.holds, b.holds);
    break;
  case OP_AW:
    if (b.propositional) linear.holds = binary(formulas, OP_WEAK_UNTIL, a.holds, b.holds);
    break;
  case OP_AR:
    if (a.propositional) linear.holds = binary(formulas, OP_RELEASE, a.holds, b.holds);
    break;
  case OP_EX: linear.fails = unary(formulas, OP_NEXT, a.fails); break;
  case OP_EF: linear.fails = unary(formulas, OP_GLOBALLY, a.fails); break;
  case OP_EG:
    if (a.propositional) linear.fails = unary(formulas, OP_FINALLY, a.fails);
    break;
  case OP_EU:
    if (a.propositional) linear.fails = binary(formulas, OP_RELEASE, a.fails, b.fails);
    break;
  case OP_ER:
    if (b.propositional) linear.fails = binary(formulas, OP_UNTIL, a.fails, b.fails);
    break;
  case OP_EW:
    if (a.propositional && b.propositional)
      linear.fails =
          binary(formulas, OP_UNTIL, b.fails, binary(formulas, OP_AND, a.fails, b.fails));
    break;
  default: break;
  }
  return linear;
}

static Linear linear_of(Formulas *formulas, const LinearVec *parts, Formula f) {
  FormulaNode node = *formula_node(formulas, f);
  int arity = operator_arity(node.op);
  if (!arity) return propositional(formulas, f);
  Linear a = parts->data[node.left], b = arity > 1 ? parts->data[node.right] : a;
  if (operator_is_temporal(node.op)) return linear_temporal(formulas, node.op, a, b);
  if (a.propositional && b.propositional) return propositional(formulas, f);
  return linear_boolean(formulas, node.op, a, b);
}

static Bits parts_of(const Formulas *formulas, Formula f) {
  Bits occurs = bits_new((size_t)f + 1);
  bits_put(&occurs, f, true);
  for (Formula part = f; part; part--) {
    const FormulaNode *node = formula_node(formulas, part);
    int arity = bits_get(&occurs, part) ? operator_arity(node->op) : 0;
    if (arity > 0) bits_put(&occurs, node->left, true);
    if (arity > 1) bits_put(&occurs, node->right, true);
  }
  return occurs;
}

/* An initial state without an infinite fair path satisfies every formula that begins with A, and
 * LTL says nothing of it; what CTL says of it without a path quantifier LTL cannot say. */
static bool begins_with_quantifier(const Formulas *formulas, Formula f) {
  while (formula_node(formulas, f)->op == OP_NOT) f = formula_node(formulas, f)->left;
  return operator_is_ctl(formula_node(formulas, f)->op);
}

/* EG true -> g asks only states that have such a path, and so does LTL. */
static bool without_guard(const Formulas *formulas, Formula *f) {
  const FormulaNode *node = formula_node(formulas, *f);
  if (node->op != OP_IMPLIES) return false;
  const FormulaNode *guard = formula_node(formulas, node->left);
  if (guard->op != OP_EG || guard->left != FORMULA_TRUE) return false;
  *f = node->right;
  return true;
}

Formula ctl_linear(Formulas *formulas, Formula f, const System *system) {
  bool runs_may_end =
      !without_guard(formulas, &f) && (system->constraints.size || system->fairness.size);
  if (runs_may_end && !begins_with_quantifier(formulas, f)) return FORMULA_NONE;
  Bits occurs = parts_of(formulas, f);
  LinearVec parts = {0};
  vec_resize(&parts, (size_t)f + 1);
  for (Formula part = 0; part <= f; part++)
    if (bits_get(&occurs, part)) parts.data[part] = linear_of(formulas, &parts, part);
  Formula linear = parts.data[f].holds;
  vec_free(&parts);
  bits_free(&occurs);
  return linear;
}
