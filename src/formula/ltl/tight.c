/* The tableau as latches; see tight.h. In every step an input guesses, for each temporal subformula
 * g, whether g (for X a: whether a) will hold in the next step; a latch remembers the guess, and a
 * constraint compares it there with the truth. In the first step the latch has no reset value, so
 * the comparison just gives it one. With x the guess:
 *
 *   F a = a | x       a U b = b | a & x      a M b = b & (a | x)
 *   G a = a & x       a R b = b & (a | x)    a W b = b | a & x
 *
 * Nothing so far forces an eventuality to come true. The fairness condition of g says that it is
 * not put off for ever: g is false, or fulfilled; for the weak operators, whose negations are
 * eventualities, g is true, or refuted. */
#include "formula/ltl/tight.h"

#include "formula/ltl/rewrite.h"

typedef struct {
  System *system;
  Lit *truth; /* by formula: whether it holds now */
  LitVec *conditions;
} Tableau;

/* The guess for the next step, and the latch that remembers it there. */
static Lit guess(Tableau *tableau, Lit *remembered) {
  *remembered = system_latch(tableau->system, RESET_FREE);
  Lit input = system_input(tableau->system);
  system_set_next(tableau->system, *remembered, input);
  return input;
}

static void add_temporal(Tableau *tableau, const FormulaNode *node, Formula f) {
  Aig *aig = tableau->system->aig;
  Lit remembered, x = guess(tableau, &remembered);
  Lit a = tableau->truth[node->left];
  Lit b = operator_arity(node->op) == 2 ? tableau->truth[node->right] : LIT_FALSE;
  Lit truth = x, fair = LIT_TRUE, about;
  switch (node->op) {
  case OP_FINALLY:
    truth = aig_or(aig, a, x);
    fair = aig_or(aig, lit_not(truth), a);
    break;
  case OP_GLOBALLY:
    truth = aig_and(aig, a, x);
    fair = aig_or(aig, truth, lit_not(a));
    break;
  case OP_UNTIL:
    truth = aig_or(aig, b, aig_and(aig, a, x));
    fair = aig_or(aig, lit_not(truth), b);
    break;
  case OP_WEAK_UNTIL:
    truth = aig_or(aig, b, aig_and(aig, a, x));
    fair = aig_or(aig, truth, lit_not(aig_or(aig, a, b)));
    break;
  case OP_RELEASE:
    truth = aig_and(aig, b, aig_or(aig, a, x));
    fair = aig_or(aig, truth, lit_not(b));
    break;
  case OP_STRONG_RELEASE:
    truth = aig_and(aig, b, aig_or(aig, a, x));
    fair = aig_or(aig, lit_not(truth), aig_and(aig, a, b));
    break;
  default: break; /* X */
  }
  tableau->truth[f] = truth;
  about = node->op == OP_NEXT ? a : truth;
  vec_push(&tableau->system->constraints, aig_equal(aig, remembered, about));
  if (fair != LIT_TRUE) vec_push(tableau->conditions, fair);
}

void tight_watch(System *system, Formulas *formulas, Formula f, const LitVec *letters,
                 LitVec *conditions) {
  f = formula_nnf(formulas, f, false);
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  Tableau tableau = {.system = system, .conditions = conditions};
  tableau.truth = mem_alloc(((size_t)f + 1) * sizeof *tableau.truth);
  for (size_t i = 0; i < cone.size; i++) {
    Formula g = cone.data[i];
    const FormulaNode node = *formula_node(formulas, g);
    Lit *truth = tableau.truth;
    switch (node.op) {
    case OP_FALSE:
    case OP_TRUE: truth[g] = lit_constant(node.op == OP_TRUE); break;
    case OP_ATOM: truth[g] = letters->data[node.left]; break;
    case OP_NOT: truth[g] = lit_not(truth[node.left]); break;
    case OP_AND: truth[g] = aig_and(system->aig, truth[node.left], truth[node.right]); break;
    case OP_OR: truth[g] = aig_or(system->aig, truth[node.left], truth[node.right]); break;
    default: add_temporal(&tableau, &node, g);
    }
  }
  system_assume_initially(system, tableau.truth[f]);
  mem_free(tableau.truth);
  vec_free(&cone);
}
