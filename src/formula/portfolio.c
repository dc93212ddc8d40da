/* The constructions that are tried, and which result is taken. */
#include "formula/reduce_automaton.h"
#include "formula/translate.h"

enum { STATE_LIMIT = 20000 };

static bool is_smaller(const Automaton *a, const Automaton *b) {
  if (a->states != b->states) return a->states < b->states;
  return a->edges.size < b->edges.size;
}

/* Keeps the smaller one; frees the other. */
static Automaton *smaller(Automaton *best, Automaton *other) {
  if (!other) return best;
  if (best && !is_smaller(other, best)) {
    automaton_free(other);
    return best;
  }
  automaton_free(best);
  return other;
}

Automaton *automaton_of_formula(Rewriter *rewriter, Formula f, bool negate, Labels *labels,
                                const U32Vec *atoms, Error *error) {
  Formula g = rewriter_simplify(rewriter, f, negate);
  Automaton *best = NULL;
  for (Branching branching = BRANCH_LETTERS; branching <= BRANCH_LATER; branching++) {
    Automaton *automaton = automaton_translate(rewriter->formulas, g, labels, atoms, branching,
                                               STATE_LIMIT);
    if (automaton) automaton_reduce(automaton);
    best = smaller(best, automaton);
  }
  if (!best) error_set(error, "the formula is too large to be translated");
  return best;
}
