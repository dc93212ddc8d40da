#include "formula/sere/sere_watch.h"

#include "base/memory.h"
#include "formula/sere/sere_automaton.h"

/* A Boolean formula over bound atoms as a literal. Letters are small and have been built by this
 * room or read by a parser with a limit of nesting. */
static Lit literal(System *system, const Formulas *formulas, Formula f) {
  const FormulaNode *node = formula_node(formulas, f);
  Lit a = operator_arity(node->op) > 0 ? literal(system, formulas, node->left) : LIT_NONE;
  Lit b = operator_arity(node->op) > 1 ? literal(system, formulas, node->right) : LIT_NONE;
  switch (node->op) {
  case OP_FALSE: return LIT_FALSE;
  case OP_TRUE: return LIT_TRUE;
  case OP_ATOM: return formulas->atoms.data[node->left].literal;
  case OP_NOT: return lit_not(a);
  case OP_AND: return aig_and(system->aig, a, b);
  case OP_OR: return aig_or(system->aig, a, b);
  case OP_IMPLIES: return aig_implies(system->aig, a, b);
  case OP_EQUIVALENT: return aig_equal(system->aig, a, b);
  default: return aig_xor(system->aig, a, b);
  }
}

static Lit named_latch(System *system, Reset reset, const char *name, uint32_t state) {
  Lit latch = system_latch(system, reset);
  Text text = {0};
  text_format(&text, "%s%u_", name, state);
  signal_add_bit(&system->signals, text.data, SIGNAL_HIDDEN, latch);
  text_free(&text);
  return latch;
}

Lit sere_watch(System *system, const Seres *seres, Sere sere, bool first, const char *name,
               Error *error) {
  SereAutomaton automaton;
  if (!sere_automaton(seres, sere, false, &automaton)) {
    error_set(error, "this sequence is too large");
    return LIT_NONE;
  }
  Aig *aig = system->aig;
  Lit ends = LIT_FALSE;
  Lit *now = mem_array(automaton.states, sizeof *now),
      *next = mem_array(automaton.states, sizeof *next);
  for (uint32_t q = 0; q < automaton.states; q++) {
    now[q] = q ? named_latch(system, RESET_0, name, q) : LIT_TRUE;
    next[q] = LIT_FALSE;
  }
  if (first) { /* it begins once, and never again: no move leads back to state 0 */
    now[0] = named_latch(system, RESET_1, name, 0);
    system_set_next(system, now[0], LIT_FALSE);
  }
  for (size_t i = 0; i < automaton.moves.size; i++) {
    const SereMove *m = automaton.moves.data + i;
    Lit taken = aig_and(aig, now[m->from], literal(system, seres->formulas, m->letter));
    next[m->to] = aig_or(aig, next[m->to], taken);
    if (bits_get(&automaton.accepting, m->to)) ends = aig_or(aig, ends, taken);
  }
  for (uint32_t q = 1; q < automaton.states; q++) system_set_next(system, now[q], next[q]);
  mem_free(now);
  mem_free(next);
  sere_automaton_free(&automaton);
  return ends;
}
