/* The constructions that are tried, and which result is taken. */
#include "formula/reduce_automaton.h"
#include "formula/translate.h"
#include <stdio.h>
#include <stdlib.h>

enum { STATE_LIMIT = 20000 };

static bool is_smaller(const Automaton *a, const Automaton *b) {
  size_t cost_a = 4 * a->states + a->edges.size, cost_b = 4 * b->states + b->edges.size;
  return cost_a != cost_b ? cost_a < cost_b : a->states < b->states;
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

static Automaton *translate_all(Rewriter *rewriter, Formula g, Labels *labels,
                                const U32Vec *atoms) {
  Automaton *best = NULL;
  for (Branching branching = BRANCH_LETTERS; branching <= BRANCH_LATER; branching++) {
    Automaton *automaton = automaton_translate(rewriter->formulas, g, labels, atoms, branching,
                                               STATE_LIMIT);
    if (automaton) automaton_reduce(automaton);
    if (getenv("DBG") && automaton) { Text t = {0}; formula_print(rewriter->formulas, g, &t); fprintf(stderr, "%d: %u %zu  %s\n", branching, automaton->states, automaton->edges.size, t.data);}
    best = smaller(best, automaton);
  }
  return best;
}

static Automaton *translate_and_reduce(Rewriter *rewriter, Formula g, Labels *labels,
                                       const U32Vec *atoms) {
  Formula forms[] = {g, rewriter_gather(rewriter, g, false), rewriter_gather(rewriter, g, true)};
  Automaton *best = NULL;
  for (int i = 0; i < 3; i++)
    if (i == 0 || (forms[i] != forms[0] && (i == 1 || forms[i] != forms[1])))
      best = smaller(best, translate_all(rewriter, forms[i], labels, atoms));
  return best;
}

Automaton *automaton_of_formula(Rewriter *rewriter, Formula f, bool negate, Labels *labels,
                                const U32Vec *atoms, Error *error) {
  Formula g = rewriter_simplify(rewriter, f, negate), h = rewriter_simplify(rewriter, f, !negate);
  Automaton *best = translate_and_reduce(rewriter, g, labels, atoms);
  Automaton *negation = translate_and_reduce(rewriter, h, labels, atoms);
  if (best && negation) {
    Automaton *weak = automaton_obligation(best, negation, 2000);
    if (weak) {
      weak->state_based = false;
      automaton_prune(weak);
    }
    best = smaller(best, weak);
  }
  automaton_free(negation);
  if (!best) error_set(error, "the formula is too large to be translated");
  return best;
}
