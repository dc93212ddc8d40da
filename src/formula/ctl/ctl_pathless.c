/* See ctl_pathless.h. Three values, bottom-up; children are older than their parents. */
#include "formula/ctl/ctl_pathless.h"

typedef enum { PATHLESS_FALSE, PATHLESS_TRUE, PATHLESS_OPEN } Pathless;

static Pathless negation(Pathless a) { return a == PATHLESS_OPEN ? a : (Pathless)!a; }

/* `decided` is the value of one side that decides the whole. */
static Pathless junction(Pathless a, Pathless b, Pathless decided) {
  if (a == decided || b == decided) return decided;
  return a == b ? a : PATHLESS_OPEN;
}

static Pathless value_of(const FormulaNode *node, const uint8_t *at) {
  Pathless a = operator_arity(node->op) > 0 ? (Pathless)at[node->left] : PATHLESS_OPEN;
  Pathless b = operator_arity(node->op) > 1 ? (Pathless)at[node->right] : PATHLESS_OPEN;
  switch (node->op) {
  case OP_FALSE: return PATHLESS_FALSE;
  case OP_TRUE: return PATHLESS_TRUE;
  case OP_NOT: return negation(a);
  case OP_AND: return junction(a, b, PATHLESS_FALSE);
  case OP_OR: return junction(a, b, PATHLESS_TRUE);
  case OP_IMPLIES: return junction(negation(a), b, PATHLESS_TRUE);
  default: break;
  }
  if (node->op >= OP_AX && node->op <= OP_AW) return PATHLESS_TRUE;
  return node->op >= OP_EX && node->op <= OP_EW ? PATHLESS_FALSE : PATHLESS_OPEN;
}

bool ctl_true_without_paths(const Formulas *formulas, Formula root, PathlessVec *known) {
  Formula first = (Formula)known->size; /* older ones were asked before */
  if (root >= first) vec_resize(known, (size_t)root + 1);
  for (Formula i = first; i <= root; i++)
    known->data[i] = value_of(formula_node(formulas, i), known->data);
  return known->data[root] == PATHLESS_TRUE;
}
