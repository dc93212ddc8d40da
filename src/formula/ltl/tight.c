/* The tableau as latches; see tight.h. In every step an input guesses, for each future subformula
 * g, whether g (for X a: whether a) will hold in the next step; a latch remembers the guess, and a
 * constraint compares it there with the truth. In the first step the latch has no reset value, so
 * the comparison just gives it one. With x the guess:
 *
 *   F a = a | x       a U b = b | a & x      a M b = b & (a | x)
 *   G a = a & x       a R b = b & (a | x)    a W b = b | a & x
 *
 * Nothing so far forces an eventuality to come true. The fairness condition of g says that it is
 * not put off for ever: g is false, or fulfilled; for the weak operators, whose negations are
 * eventualities, g is true, or refuted.
 *
 * Past operators have one value, which follows from what a latch remembers of the step before. */
#include "formula/ltl/tight.h"

#include "base/bits.h"
#include "base/memory.h"
#include "formula/nnf.h"
#include "formula/operator.h"

typedef struct {
  System *system;
  const LitVec *letters;
  Lit *truth; /* by formula: whether it holds now */
  LitVec *conditions;
} Tableau;

/* By the expansion laws, with x the value in the next step, or in the one before. */
static Lit expansion(Aig *aig, Operator op, Lit a, Lit b, Lit x) {
  switch (op) {
  case OP_FINALLY:
  case OP_ONCE: return aig_or(aig, a, x);
  case OP_GLOBALLY:
  case OP_HISTORICALLY: return aig_and(aig, a, x);
  case OP_UNTIL:
  case OP_WEAK_UNTIL:
  case OP_SINCE: return aig_or(aig, b, aig_and(aig, a, x));
  case OP_RELEASE:
  case OP_STRONG_RELEASE:
  case OP_TRIGGERED: return aig_and(aig, b, aig_or(aig, a, x));
  default: return x; /* X, Y, Z */
  }
}

static Lit fairness(Aig *aig, Operator op, Lit a, Lit b, Lit truth) {
  switch (op) {
  case OP_FINALLY: return aig_or(aig, lit_not(truth), a);
  case OP_GLOBALLY: return aig_or(aig, truth, lit_not(a));
  case OP_UNTIL: return aig_or(aig, lit_not(truth), b);
  case OP_WEAK_UNTIL: return aig_or(aig, truth, lit_not(aig_or(aig, a, b)));
  case OP_RELEASE: return aig_or(aig, truth, lit_not(b));
  default: return aig_or(aig, lit_not(truth), aig_and(aig, a, b)); /* M */
  }
}

static Lit add_future(Tableau *tableau, Operator op, Lit a, Lit b) {
  System *system = tableau->system;
  Lit remembered = system_latch(system, RESET_FREE), guess = system_input(system);
  system_set_next(system, remembered, guess);
  Lit truth = expansion(system->aig, op, a, b, guess);
  vec_push(&system->constraints, aig_equal(system->aig, remembered, op == OP_NEXT ? a : truth));
  if (op != OP_NEXT) vec_push(tableau->conditions, fairness(system->aig, op, a, b, truth));
  return truth;
}

static Lit add_past(Tableau *tableau, Operator op, Lit a, Lit b) {
  bool yesterday = op == OP_YESTERDAY || op == OP_WEAK_YESTERDAY;
  bool before = op == OP_WEAK_YESTERDAY || op == OP_HISTORICALLY || op == OP_TRIGGERED;
  Lit remembered = system_latch(tableau->system, before ? RESET_1 : RESET_0);
  Lit truth = expansion(tableau->system->aig, op, a, b, remembered);
  system_set_next(tableau->system, remembered, yesterday ? a : truth);
  return truth;
}

static Lit truth_of(Tableau *tableau, const FormulaNode *node) {
  Aig *aig = tableau->system->aig;
  Lit a = operator_arity(node->op) > 0 ? tableau->truth[node->left] : LIT_FALSE;
  Lit b = operator_arity(node->op) > 1 ? tableau->truth[node->right] : LIT_FALSE;
  switch (node->op) {
  case OP_FALSE:
  case OP_TRUE: return lit_constant(node->op == OP_TRUE);
  case OP_ATOM: return tableau->letters->data[node->left];
  case OP_NOT: return lit_not(a);
  case OP_AND: return aig_and(aig, a, b);
  case OP_OR: return aig_or(aig, a, b);
  case OP_IMPLIES: return aig_implies(aig, a, b);
  case OP_EQUIVALENT: return aig_equal(aig, a, b);
  case OP_XOR: return lit_not(aig_equal(aig, a, b));
  default:
    return operator_is_past(node->op) ? add_past(tableau, node->op, a, b)
                                      : add_future(tableau, node->op, a, b);
  }
}

/* The parts in the order that tight.h speaks of, with a stack: formulas may be deep. */
static FormulaVec parts_in_order(const Formulas *formulas, Formula f) {
  FormulaVec stack = {0}, order = {0};
  Bits opened = bits_new((size_t)f + 1), done = bits_new((size_t)f + 1);
  vec_push(&stack, f);
  while (stack.size) {
    Formula g = vec_last(&stack);
    const FormulaNode *node = formula_node(formulas, g);
    if (bits_get(&opened, g)) {
      if (!bits_get(&done, g)) vec_push(&order, g);
      bits_set(&done, g);
      stack.size--;
      continue;
    }
    bits_set(&opened, g);
    if (operator_arity(node->op) > 1) vec_push(&stack, node->right);
    if (operator_arity(node->op) > 0) vec_push(&stack, node->left);
  }
  bits_free(&opened);
  bits_free(&done);
  vec_free(&stack);
  return order;
}

void tight_watch(System *system, const Formulas *formulas, Formula f, const LitVec *letters,
                 LitVec *conditions) {
  FormulaVec parts = parts_in_order(formulas, f);
  Tableau tableau = {.system = system, .letters = letters, .conditions = conditions};
  tableau.truth = mem_alloc(((size_t)f + 1) * sizeof *tableau.truth);
  for (size_t i = 0; i < parts.size; i++)
    tableau.truth[parts.data[i]] = truth_of(&tableau, formula_node(formulas, parts.data[i]));
  system_first(system); /* part of the contract, even if the formula is a constant here */
  system_assume_initially(system, lit_not(tableau.truth[f]));
  mem_free(tableau.truth);
  vec_free(&parts);
}
