/* LTL formulas with past to automata; see ltl_automaton.h. */
#include "formula/ltl/ltl_automaton.h"

#include "formula/automaton/reduce_automaton.h"
#include "formula/ltl/past.h"

enum { COMPOSED_STATES = 20000 };

/* Over the atoms, the guesses and the monitors; then composed with the monitors. */
static Automaton *with_past(Rewriter *rewriter, PastForm *past, LtlAutomatonOptions options,
                            Labels *labels, const U32Vec *atoms, Error *error) {
  Formulas *formulas = rewriter->formulas;
  U32Vec all = {0};
  vec_append(&all, atoms);
  vec_append(&all, &past->guesses);
  for (size_t i = 0; i < past->monitors.size; i++) vec_push(&all, past->monitors.data[i].atom);
  Formula f = past->formula;
  if (options.negate) f = formula_unary(formulas, OP_NOT, f);
  f = formula_binary(formulas, OP_AND, f, past->constraint);
  Automaton *open = automaton_of_formula(rewriter, f, false, false, labels, &all, error);
  Automaton *result = NULL;
  if (open) {
    result = past_compose(open, rewriter, past, atoms, COMPOSED_STATES);
    if (!result) error_set(error, "the automaton has too many states");
  }
  if (result) automaton_reduce(result);
  if (result && options.state_based) {
    Automaton *state_based = automaton_degeneralize(result);
    automaton_reduce(state_based);
    automaton_free(result);
    result = state_based;
  }
  automaton_free(open);
  vec_free(&all);
  return result;
}

Automaton *ltl_automaton(Formulas *formulas, Formula f, LtlAutomatonOptions options, Labels *labels,
                         const U32Vec *atoms, Error *error) {
  Rewriter *rewriter = rewriter_new(formulas);
  U32Vec own = {0};
  if (!atoms->size) {
    formula_atoms(formulas, f, &own);
    atoms = &own;
  }
  Automaton *automaton;
  if (formula_has_past(formulas, f)) {
    PastForm past = past_eliminate(formulas, f);
    automaton = with_past(rewriter, &past, options, labels, atoms, error);
    past_free(&past);
  } else {
    automaton = automaton_of_formula(rewriter, f, options.negate, options.state_based, labels,
                                     atoms, error);
  }
  rewriter_free(rewriter);
  vec_free(&own);
  return automaton;
}
