/* What the form of a formula tells: negations, pure eventuality and universality (Etessami and
 * Holzmann, CONCUR 2000), and implication between formulas (Somenzi and Bloem, CAV 2000; the rules
 * for eventual and universal formulas follow from the definitions in rewrite.h). */
#include "formula/ltl/rewrite.h"

enum { IMPLICATION_DEPTH = 40, BOOLEAN_ATOMS = 64 };

Rewriter *rewriter_new(Formulas *formulas) {
  Rewriter *rewriter = mem_zalloc(sizeof *rewriter);
  rewriter->formulas = formulas;
  rewriter->labels = labels_new();
  return rewriter;
}

void rewriter_free(Rewriter *rewriter) {
  if (!rewriter) return;
  vec_free(&rewriter->traits);
  map_free(&rewriter->negation);
  map_free(&rewriter->implication);
  map_free(&rewriter->boolean);
  labels_free(rewriter->labels);
  mem_free(rewriter);
}

/* Bottom up, with a stack, down to what is known already. */
Formula rewriter_negate(Rewriter *rewriter, Formula f) {
  Formulas *formulas = rewriter->formulas;
  FormulaVec stack = {0};
  uint64_t left = 0, right = 0, result;
  vec_push(&stack, f);
  while (stack.size) {
    Formula g = vec_last(&stack), opposite;
    const FormulaNode node = *formula_node(formulas, g);
    bool leaf = operator_arity(node.op) == 0 || node.op == OP_NOT;
    rewriter->work++;
    if (map_get(&rewriter->negation, g, NULL)) {
      stack.size--;
      continue;
    }
    if (!leaf && !map_get(&rewriter->negation, node.left, &left)) {
      vec_push(&stack, node.left);
      continue;
    }
    if (!leaf && operator_arity(node.op) == 2 &&
        !map_get(&rewriter->negation, node.right, &right)) {
      vec_push(&stack, node.right);
      continue;
    }
    if (g <= FORMULA_TRUE) opposite = g ^ 1;
    else if (node.op == OP_ATOM) opposite = formula_unary(formulas, OP_NOT, g);
    else if (node.op == OP_NOT) opposite = node.left;
    else if (operator_arity(node.op) == 1)
      opposite = formula_unary(formulas, operator_dual(node.op), (Formula)left);
    else opposite = formula_binary(formulas, operator_dual(node.op), (Formula)left, (Formula)right);
    map_put(&rewriter->negation, g, opposite);
    map_put(&rewriter->negation, opposite, g);
  }
  vec_free(&stack);
  map_get(&rewriter->negation, f, &result);
  return (Formula)result;
}

static uint8_t traits_of(const uint8_t *traits, const FormulaNode *node) {
  uint8_t l = operator_arity(node->op) > 0 ? traits[node->left] : 0;
  uint8_t r = operator_arity(node->op) > 1 ? traits[node->right] : 0;
  const uint8_t pure = TRAIT_EVENTUAL | TRAIT_UNIVERSAL;
  switch (node->op) {
  case OP_FALSE:
  case OP_TRUE: return TRAIT_BOOLEAN | pure;
  case OP_ATOM: return TRAIT_BOOLEAN;
  case OP_NOT: return l & TRAIT_BOOLEAN;
  case OP_AND:
  case OP_OR: return l & r;
  case OP_NEXT: return l & pure;
  case OP_FINALLY: return TRAIT_EVENTUAL | (l & TRAIT_UNIVERSAL);
  case OP_GLOBALLY: return TRAIT_UNIVERSAL | (l & TRAIT_EVENTUAL);
  case OP_UNTIL: return (r & TRAIT_EVENTUAL) | (l & r & TRAIT_UNIVERSAL);
  case OP_RELEASE: return (r & TRAIT_UNIVERSAL) | (l & r & TRAIT_EVENTUAL);
  case OP_WEAK_UNTIL:
  case OP_STRONG_RELEASE: return l & r & pure;
  default: return 0;
  }
}

uint8_t rewriter_traits(Rewriter *rewriter, Formula f) {
  while (rewriter->traits.size <= f) {
    const FormulaNode *node = formula_node(rewriter->formulas, (Formula)rewriter->traits.size);
    uint8_t traits = traits_of(rewriter->traits.data, node);
    vec_push(&rewriter->traits, traits);
  }
  return rewriter->traits.data[f];
}

Label rewriter_label(Rewriter *rewriter, Formula boolean) {
  uint64_t known;
  if (map_get(&rewriter->boolean, boolean, &known)) return (Label)known;
  FormulaVec cone = {0};
  formula_cone(rewriter->formulas, boolean, &cone);
  for (size_t i = 0; i < cone.size; i++) {
    Formula g = cone.data[i];
    if (map_get(&rewriter->boolean, g, &known)) continue;
    const FormulaNode *node = formula_node(rewriter->formulas, g);
    uint64_t l = 0, r = 0;
    if (operator_arity(node->op) > 0) map_get(&rewriter->boolean, node->left, &l);
    if (operator_arity(node->op) > 1) map_get(&rewriter->boolean, node->right, &r);
    Label label = g; /* of a constant */
    if (node->op == OP_ATOM) label = label_variable(rewriter->labels, node->left);
    else if (node->op == OP_NOT) label = label_not((Label)l);
    else if (node->op == OP_AND) label = label_and(rewriter->labels, (Label)l, (Label)r);
    else if (node->op == OP_OR) label = label_or(rewriter->labels, (Label)l, (Label)r);
    map_put(&rewriter->boolean, g, label);
  }
  vec_free(&cone);
  map_get(&rewriter->boolean, boolean, &known);
  return (Label)known;
}

static bool known(Rewriter *rewriter, Formula f, Formula g, int depth);

/* Rules that look at the left side. */
static bool from_left(Rewriter *rw, const FormulaNode *f, Formula g, bool g_eventual, int depth) {
  Formula l = f->left, r = f->right;
  switch (f->op) {
  case OP_AND: return known(rw, l, g, depth) || known(rw, r, g, depth);
  case OP_OR: return known(rw, l, g, depth) && known(rw, r, g, depth);
  case OP_GLOBALLY: return known(rw, l, g, depth);
  case OP_RELEASE: return known(rw, r, g, depth);
  case OP_STRONG_RELEASE: return known(rw, r, g, depth) || (g_eventual && known(rw, l, g, depth));
  case OP_UNTIL: return known(rw, r, g, depth) && (g_eventual || known(rw, l, g, depth));
  case OP_WEAK_UNTIL: return known(rw, l, g, depth) && known(rw, r, g, depth);
  case OP_NEXT:
  case OP_FINALLY: return g_eventual && known(rw, l, g, depth);
  default: return false;
  }
}

/* Rules that look at the right side. */
static bool from_right(Rewriter *rw, Formula f, bool f_universal, const FormulaNode *g, int depth) {
  Formula l = g->left, r = g->right;
  switch (g->op) {
  case OP_AND: return known(rw, f, l, depth) && known(rw, f, r, depth);
  case OP_OR: return known(rw, f, l, depth) || known(rw, f, r, depth);
  case OP_FINALLY: return known(rw, f, l, depth);
  case OP_UNTIL: return known(rw, f, r, depth);
  case OP_WEAK_UNTIL: return known(rw, f, r, depth) || (f_universal && known(rw, f, l, depth));
  case OP_RELEASE: return known(rw, f, r, depth) && (f_universal || known(rw, f, l, depth));
  case OP_STRONG_RELEASE: return known(rw, f, l, depth) && known(rw, f, r, depth);
  case OP_NEXT:
  case OP_GLOBALLY: return f_universal && known(rw, f, l, depth);
  default: return false;
  }
}

/* Monotony: both sides have like operators. With M and R written as U and W: l M r is
 * r U (l & r), l R r is r W (l & r). */
static bool monotone(Rewriter *rw, const FormulaNode *f, const FormulaNode *g, int depth) {
  bool f_until = f->op == OP_UNTIL || f->op == OP_WEAK_UNTIL;
  bool f_release = f->op == OP_RELEASE || f->op == OP_STRONG_RELEASE;
  bool g_until = g->op == OP_UNTIL || g->op == OP_WEAK_UNTIL;
  bool g_release = g->op == OP_RELEASE || g->op == OP_STRONG_RELEASE;
  if (f->op == OP_NEXT && g->op == OP_NEXT) return known(rw, f->left, g->left, depth);
  if (f->op == OP_FINALLY && g->op == OP_FINALLY) return known(rw, f->left, g->left, depth);
  if (f->op == OP_GLOBALLY && g->op == OP_GLOBALLY) return known(rw, f->left, g->left, depth);
  if (!(f_until || f_release) || !(g_until || g_release)) return false;
  bool f_weak = f->op == OP_WEAK_UNTIL || f->op == OP_RELEASE;
  bool g_weak = g->op == OP_WEAK_UNTIL || g->op == OP_RELEASE;
  if (f_weak && !g_weak) return false;
  if (f_until == g_until)
    return known(rw, f->left, g->left, depth) && known(rw, f->right, g->right, depth);
  if (f_release) /* r holds until l & r does */
    return known(rw, f->right, g->left, depth) &&
           (known(rw, f->left, g->right, depth) || known(rw, f->right, g->right, depth));
  return false;
}

static bool known(Rewriter *rewriter, Formula f, Formula g, int depth) {
  if (f == g || f == FORMULA_FALSE || g == FORMULA_TRUE) return true;
  if (f == FORMULA_TRUE || g == FORMULA_FALSE || depth > IMPLICATION_DEPTH) return false;
  uint64_t key = (uint64_t)f << 32 | g, answer;
  if (map_get(&rewriter->implication, key, &answer)) return answer;
  rewriter->work++;
  uint8_t tf = rewriter_traits(rewriter, f), tg = rewriter_traits(rewriter, g);
  bool yes;
  if ((tf & tg & TRAIT_BOOLEAN) && rewriter->formulas->atoms.size <= BOOLEAN_ATOMS) {
    yes = label_implies(rewriter->labels, rewriter_label(rewriter, f), rewriter_label(rewriter, g));
  } else {
    const FormulaNode node_f = *formula_node(rewriter->formulas, f);
    const FormulaNode node_g = *formula_node(rewriter->formulas, g);
    yes = from_left(rewriter, &node_f, g, tg & TRAIT_EVENTUAL, depth + 1) ||
          from_right(rewriter, f, tf & TRAIT_UNIVERSAL, &node_g, depth + 1) ||
          monotone(rewriter, &node_f, &node_g, depth + 1);
  }
  map_put(&rewriter->implication, key, yes);
  return yes;
}

bool rewriter_implies(Rewriter *rewriter, Formula f, Formula g) { return known(rewriter, f, g, 0); }
