/* Classes of properties; see classify.h. The syntactic rules are those of Cerna and Pelanek (MFCS
 * 2003), for formulas in negation normal form. By automata: a property whose automaton is terminal
 * is a guarantee; one that has a weak deterministic automaton is an obligation; one that has a
 * deterministic Büchi automaton is a recurrence; and dually for the negation. */
#include "formula/ltl/classify.h"

#include "formula/automaton/reduce_automaton.h"
#include "formula/automaton/strength.h"
#include "formula/ltl/rewrite.h"

enum {
  S = CLASS_SAFETY,
  G = CLASS_GUARANTEE,
  O = CLASS_OBLIGATION,
  R = CLASS_RECURRENCE,
  P = CLASS_PERSISTENCE,
  ALL = S | G | O | R | P | CLASS_REACTIVITY,
};

enum { CLASSIFY_SUBSETS = 2000 };

/* What follows: safety and guarantee are obligations, those are recurrences and persistences. */
static unsigned close_up(unsigned classes) {
  if (classes & (S | G)) classes |= O;
  if (classes & O) classes |= R | P;
  return classes | CLASS_REACTIVITY;
}

/* The result, if the operands' classes a and b are as they must be for it. */
static unsigned rule(unsigned a, unsigned in_a, unsigned b, unsigned in_b, unsigned result) {
  return (a & in_a) && (b & in_b) ? result : 0;
}

static unsigned classes_of(Operator op, unsigned a, unsigned b) {
  switch (op) {
  case OP_FALSE:
  case OP_TRUE:
  case OP_ATOM:
  case OP_NOT: return ALL;
  case OP_AND:
  case OP_OR: return a & b;
  case OP_NEXT: return a;
  case OP_FINALLY: return (a & G) | (a & P);
  case OP_GLOBALLY: return (a & S) | (a & R);
  case OP_UNTIL: return (a & b & G) | rule(a, O, b, G, O) | rule(a, R, b, G, R) | (a & b & P);
  case OP_STRONG_RELEASE:
    return (a & b & G) | rule(a, G, b, O, O) | rule(a, G, b, R, R) | (a & b & P);
  case OP_RELEASE: return (a & b & S) | rule(a, O, b, S, O) | rule(a, P, b, S, P) | (a & b & R);
  case OP_WEAK_UNTIL: return (a & b & S) | rule(a, S, b, O, O) | rule(a, S, b, P, P) | (a & b & R);
  default: return a == ALL && b == ALL ? ALL : 0; /* past */
  }
}

unsigned classify_formula(Formulas *formulas, Formula f) {
  f = formula_nnf(formulas, f, false);
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  unsigned *classes = mem_array((size_t)f + 1, sizeof *classes);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(formulas, cone.data[i]);
    unsigned a = operator_arity(node->op) > 0 ? classes[node->left] : ALL;
    unsigned b = operator_arity(node->op) > 1 ? classes[node->right] : ALL;
    classes[cone.data[i]] = close_up(classes_of(node->op, a, b));
  }
  unsigned result = classes[f];
  mem_free(classes);
  vec_free(&cone);
  return result;
}

unsigned classify_automata(const Automaton *property, const Automaton *negation, unsigned known) {
  Strength yes = automaton_strength(property), no = automaton_strength(negation);
  unsigned classes = known;
  if (yes <= STRENGTH_TERMINAL) classes |= G;
  if (no <= STRENGTH_TERMINAL) classes |= S;
  Automaton *weak = automaton_obligation(property, negation, CLASSIFY_SUBSETS);
  if (weak) {
    classes |= O;
    Automaton *complement = automaton_copy(weak);
    for (size_t i = 0; i < complement->edges.size; i++) complement->edges.data[i].marks ^= 1;
    automaton_finish(complement);
    automaton_prune(weak);
    automaton_prune(complement);
    if (automaton_strength(weak) <= STRENGTH_TERMINAL) classes |= G;
    if (automaton_strength(complement) <= STRENGTH_TERMINAL) classes |= S;
    automaton_free(complement);
    automaton_free(weak);
  }
  if (automaton_is_deterministic(property)) classes |= R;
  if (automaton_is_deterministic(negation)) classes |= P;
  return close_up(classes);
}

const char *class_name(unsigned classes) {
  if ((classes & S) && (classes & G)) return "safety and guarantee";
  if (classes & S) return "safety";
  if (classes & G) return "guarantee";
  if (classes & O) return "obligation";
  if ((classes & R) && (classes & P)) return "recurrence and persistence";
  if (classes & R) return "recurrence";
  if (classes & P) return "persistence";
  return "reactivity";
}
