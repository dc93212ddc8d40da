/* The store of formulas and its printer.
 *
 * A node is found again by its bytes (operator, children) in a table of names, which numbers new
 * keys densely; so the number of the key is the reference. Nodes 0 and 1 are the constants. The
 * printer walks with a stack of its own, because a formula may be thousands of operators deep. */
#include "formula/formula.h"

#include "formula/operator.h"

const OperatorInfo operator_table[OP_COUNT] = {
    [OP_FALSE] = {"false", "false FALSE 0", 0, 0, ASSOCIATES_NOT, FAMILY_CONSTANT},
    [OP_TRUE] = {"true", "true TRUE 1", 0, 0, ASSOCIATES_NOT, FAMILY_CONSTANT},
    [OP_ATOM] = {"", "", 0, 0, ASSOCIATES_NOT, FAMILY_ATOM},
    [OP_NOT] = {"!", "! ~ not", 1, 0, ASSOCIATES_NOT, FAMILY_BOOLEAN},
    [OP_AND] = {"&", "& && * /\\ and", 2, 50, ASSOCIATES_LEFT, FAMILY_BOOLEAN},
    [OP_OR] = {"|", "| || + \\/ or", 2, 40, ASSOCIATES_LEFT, FAMILY_BOOLEAN},
    [OP_IMPLIES] = {"->", "-> =>", 2, 10, ASSOCIATES_RIGHT, FAMILY_BOOLEAN},
    [OP_EQUIVALENT] = {"<->", "<-> <=>", 2, 20, ASSOCIATES_LEFT, FAMILY_BOOLEAN},
    [OP_XOR] = {"xor", "xor ^", 2, 30, ASSOCIATES_LEFT, FAMILY_BOOLEAN},
    [OP_NEXT] = {"X", "X", 1, 0, ASSOCIATES_NOT, FAMILY_FUTURE},
    [OP_FINALLY] = {"F", "F <>", 1, 0, ASSOCIATES_NOT, FAMILY_FUTURE},
    [OP_GLOBALLY] = {"G", "G []", 1, 0, ASSOCIATES_NOT, FAMILY_FUTURE},
    [OP_UNTIL] = {"U", "U", 2, 60, ASSOCIATES_RIGHT, FAMILY_FUTURE},
    [OP_RELEASE] = {"R", "R V", 2, 60, ASSOCIATES_RIGHT, FAMILY_FUTURE},
    [OP_WEAK_UNTIL] = {"W", "W", 2, 60, ASSOCIATES_RIGHT, FAMILY_FUTURE},
    [OP_STRONG_RELEASE] = {"M", "M", 2, 60, ASSOCIATES_RIGHT, FAMILY_FUTURE},
    [OP_YESTERDAY] = {"Y", "Y", 1, 0, ASSOCIATES_NOT, FAMILY_PAST},
    [OP_WEAK_YESTERDAY] = {"Z", "Z", 1, 0, ASSOCIATES_NOT, FAMILY_PAST},
    [OP_ONCE] = {"O", "O", 1, 0, ASSOCIATES_NOT, FAMILY_PAST},
    [OP_HISTORICALLY] = {"H", "H", 1, 0, ASSOCIATES_NOT, FAMILY_PAST},
    [OP_SINCE] = {"S", "S", 2, 60, ASSOCIATES_RIGHT, FAMILY_PAST},
    [OP_TRIGGERED] = {"T", "T", 2, 60, ASSOCIATES_RIGHT, FAMILY_PAST},
    [OP_EX] = {"EX", "EX", 1, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_EF] = {"EF", "EF", 1, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_EG] = {"EG", "EG", 1, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_EU] = {"U", "", 2, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_ER] = {"R", "", 2, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_EW] = {"W", "", 2, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_AX] = {"AX", "AX", 1, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_AF] = {"AF", "AF", 1, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_AG] = {"AG", "AG", 1, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_AU] = {"U", "", 2, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_AR] = {"R", "", 2, 0, ASSOCIATES_NOT, FAMILY_CTL},
    [OP_AW] = {"W", "", 2, 0, ASSOCIATES_NOT, FAMILY_CTL},
};

int operator_arity(Operator op) { return operator_table[op].arity; }
bool operator_is_ctl(Operator op) { return operator_table[op].family == FAMILY_CTL; }
bool operator_is_past(Operator op) { return operator_table[op].family == FAMILY_PAST; }
bool operator_is_temporal(Operator op) { return operator_table[op].family >= FAMILY_FUTURE; }
char operator_quantifier(Operator op) { return op >= OP_AX ? 'A' : 'E'; }

static Formula make(Formulas *formulas, Operator op, Formula left, Formula right) {
  const uint32_t key[3] = {(uint32_t)op, left, right};
  uint32_t number = names_add_n(&formulas->unique, (const char *)key, sizeof key);
  if (number == formulas->nodes.size) {
    FormulaNode node = {op, left, right};
    vec_push(&formulas->nodes, node);
  }
  return number;
}

Formulas *formulas_new(void) {
  Formulas *formulas = mem_zalloc(sizeof *formulas);
  make(formulas, OP_FALSE, FORMULA_NONE, FORMULA_NONE);
  make(formulas, OP_TRUE, FORMULA_NONE, FORMULA_NONE);
  return formulas;
}

void formulas_free(Formulas *formulas) {
  if (!formulas) return;
  vec_free(&formulas->nodes);
  vec_free(&formulas->atoms);
  names_free(&formulas->atom_names);
  names_free(&formulas->unique);
  mem_free(formulas);
}

Formula formula_atom(Formulas *formulas, const char *text) {
  uint32_t index = names_add(&formulas->atom_names, text);
  if (index == formulas->atoms.size) {
    Atom atom = {formulas->atom_names.text[index], LIT_NONE};
    vec_push(&formulas->atoms, atom);
  }
  return make(formulas, OP_ATOM, index, FORMULA_NONE);
}

Formula formula_unary(Formulas *formulas, Operator op, Formula child) {
  assert(operator_arity(op) == 1 && child < formulas->nodes.size);
  return make(formulas, op, child, FORMULA_NONE);
}

Formula formula_binary(Formulas *formulas, Operator op, Formula left, Formula right) {
  assert(operator_arity(op) == 2 && left < formulas->nodes.size && right < formulas->nodes.size);
  return make(formulas, op, left, right);
}

/* ---- printing ---- */

/* What is still to be written, last first: a formula, or a text. */
typedef struct {
  Formula formula;
  const char *text;
} Pending;

typedef VEC(Pending) PendingVec;

static void later_text(PendingVec *stack, const char *text) {
  Pending item = {FORMULA_NONE, text};
  vec_push(stack, item);
}

static void later(PendingVec *stack, Formula f, bool parentheses) {
  Pending item = {f, NULL};
  if (parentheses) later_text(stack, ")");
  vec_push(stack, item);
  if (parentheses) later_text(stack, "(");
}

/* An atom that is bound is read again with the same model, which knows its name. */
static void print_atom(const Atom *printed, Text *text) {
  const char *atom = printed->text;
  bool bound = printed->literal != LIT_NONE;
  if (bound ? atom_is_plain_as_signal(atom) : atom_is_plain(atom)) {
    text_add(text, atom);
    return;
  }
  text_char(text, '"');
  for (; *atom; atom++) {
    if (*atom == '"' || *atom == '\\') text_char(text, '\\');
    text_char(text, *atom);
  }
  text_char(text, '"');
}

/* Whether an operand of a binary operator stands without parentheses: what binds by itself, and
 * the left operand in a chain of the same AND or OR. Other mixtures could do without, too, but
 * people and tools disagree about them. */
static bool stands_alone(const Formulas *formulas, Formula f, Operator parent, bool is_left) {
  const OperatorInfo *info = &operator_table[formula_node(formulas, f)->op];
  if (info->arity < 2 || info->family == FAMILY_CTL) return true;
  return is_left && formula_node(formulas, f)->op == parent &&
         (parent == OP_AND || parent == OP_OR);
}

void formula_print(const Formulas *formulas, Formula f, Text *text) {
  PendingVec stack = {0};
  later(&stack, f, false);
  text_add(text, "");
  while (stack.size) {
    Pending item = vec_pop(&stack);
    if (item.text) {
      text_add(text, item.text);
      continue;
    }
    const FormulaNode *node = formula_node(formulas, item.formula);
    const OperatorInfo *info = &operator_table[node->op];
    if (info->family == FAMILY_ATOM) {
      print_atom(formulas->atoms.data + node->left, text);
    } else if (info->arity == 0) {
      text_add(text, info->symbol);
    } else if (info->arity == 1) {
      const OperatorInfo *child = &operator_table[formula_node(formulas, node->left)->op];
      text_add(text, info->symbol);
      if (node->op != OP_NOT) text_char(text, ' ');
      later(&stack, node->left, child->arity == 2 && child->family != FAMILY_CTL);
    } else {
      bool ctl = info->family == FAMILY_CTL;
      if (ctl) later_text(&stack, "]");
      later(&stack, node->right, !stands_alone(formulas, node->right, node->op, false));
      later_text(&stack, " ");
      later_text(&stack, info->symbol);
      later_text(&stack, " ");
      later(&stack, node->left, !stands_alone(formulas, node->left, node->op, true));
      if (ctl) later_text(&stack, operator_quantifier(node->op) == 'E' ? "E [" : "A [");
    }
  }
  vec_free(&stack);
}
