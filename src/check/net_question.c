#include "check/net_question.h"

#include "formula/nnf.h"

static bool is_next(Operator op) {
  return op == OP_NEXT || op == OP_EX || op == OP_AX || op == OP_YESTERDAY ||
         op == OP_WEAK_YESTERDAY;
}

bool net_formula_has_next(const Formulas *formulas, Formula f) {
  return formula_has(formulas, f, is_next);
}

bool net_formula_holds(const Model *model, Formula f, const Tokens *marking) {
  const FormulaNode *node = formula_node(model->formulas, f);
  switch (node->op) {
  case OP_FALSE: return false;
  case OP_TRUE: return true;
  case OP_ATOM: return net_atom_holds(model->net, model->net_atoms.data + node->left, marking);
  case OP_NOT: return !net_formula_holds(model, node->left, marking);
  case OP_AND:
    return net_formula_holds(model, node->left, marking) &&
           net_formula_holds(model, node->right, marking);
  case OP_OR:
    return net_formula_holds(model, node->left, marking) ||
           net_formula_holds(model, node->right, marking);
  case OP_IMPLIES:
    return !net_formula_holds(model, node->left, marking) ||
           net_formula_holds(model, node->right, marking);
  case OP_EQUIVALENT:
    return net_formula_holds(model, node->left, marking) ==
           net_formula_holds(model, node->right, marking);
  case OP_XOR:
    return net_formula_holds(model, node->left, marking) !=
           net_formula_holds(model, node->right, marking);
  default: assert(!"a temporal operator in a state formula"); return false;
  }
}

int64_t net_sum_of(const Model *model, const NetQuestion *question, const Tokens *marking) {
  uint32_t atom = formula_node(model->formulas, question->formula)->left;
  return net_terms_value(&model->net_atoms.data[atom].terms, marking);
}

void net_note_reached(NetQuestion *question, int64_t value, const U32Vec *run) {
  question->is_reached = true;
  question->reached = value;
  vec_clear(&question->reaching);
  vec_append(&question->reaching, run);
}

Verdict net_reach_verdict(const NetQuestion *question, bool reached) {
  return reached == question->wished ? VERDICT_HOLDS : VERDICT_VIOLATED;
}

/* EF f asks for f, AG f and G f for its negation; so does an outermost negation of these. */
bool net_as_reach(const Model *model, Formula f, NetQuestion *question) {
  Formulas *formulas = model->formulas;
  bool negated = false;
  while (formula_node(formulas, f)->op == OP_NOT) {
    negated = !negated;
    f = formula_node(formulas, f)->left;
  }
  FormulaNode node = *formula_node(formulas, f);
  if (node.op == OP_EU && node.left == FORMULA_TRUE)
    node = (FormulaNode){.op = OP_EF, .left = node.right};
  bool exists = node.op == OP_EF || (node.op == OP_FINALLY && negated);
  bool all = node.op == OP_AG || (node.op == OP_GLOBALLY && !negated);
  if ((!exists && !all) || formula_is_temporal(formulas, node.left)) return false;
  question->ask = ASK_REACH;
  question->formula = exists ? node.left : formula_unary(formulas, OP_NOT, node.left);
  question->wished = exists != negated;
  return true;
}

/* LTL can say itself that each condition is true again and again. */
static Formula on_fair_runs(const Model *model, Formula f) {
  Formulas *formulas = model->formulas;
  Formula fair = FORMULA_NONE;
  for (size_t i = 0; i < model->fairness.size; i++) {
    Formula often = formula_unary(formulas, OP_FINALLY, model->fairness.data[i]);
    often = formula_unary(formulas, OP_GLOBALLY, often);
    fair = i ? formula_binary(formulas, OP_AND, fair, often) : often;
  }
  return fair == FORMULA_NONE ? f : formula_binary(formulas, OP_IMPLIES, fair, f);
}

bool net_question(const Model *model, size_t number, NetQuestion *question, Error *error) {
  const Property *property = model->properties.data + number;
  *question = (NetQuestion){.property = number, .formula = property->formula};
  if (property->unchecked) return error_set(error, "%s", property->unchecked);
  switch (property->kind) {
  case PROPERTY_INVARIANT:
    question->ask = ASK_REACH;
    question->formula = formula_unary(model->formulas, OP_NOT, property->formula);
    return true;
  case PROPERTY_CTL:
    question->fair = model->fairness.size;
    if (question->fair || !net_as_reach(model, property->formula, question))
      question->ask = ASK_CTL;
    return true;
  case PROPERTY_LTL:
    question->formula = on_fair_runs(model, property->formula);
    if (!net_as_reach(model, question->formula, question)) question->ask = ASK_LTL;
    return true;
  case PROPERTY_BOUND: question->ask = ASK_BOUND; return true;
  case PROPERTY_QUASI_LIVENESS: question->ask = ASK_QUASI_LIVENESS; return true;
  case PROPERTY_LIVENESS: question->ask = ASK_LIVENESS; return true;
  case PROPERTY_STABLE_MARKING: question->ask = ASK_STABLE_MARKING; return true;
  case PROPERTY_STATE_SPACE: question->ask = ASK_STATE_SPACE; return true;
  default: return error_set(error, "properties of this kind are not asked of nets");
  }
}
