/* The constructions that are tried, and which result is taken.
 *
 * Three forms of the formula (rewrite.h), each translated with three kinds of branching
 * (translate.h), reduced, and, where acceptance on states is asked for, made state-based and reduced
 * again; then the minimal weak deterministic automaton, if the formula is an obligation. No
 * construction is best for all formulas, and all are cheap for formulas people write; later ones
 * are not pursued once they have become much larger than the best so far. */
#include "formula/reduce_automaton.h"
#include "formula/translate.h"

enum { STATE_LIMIT = 20000, SUBSET_LIMIT = 2000, FORMS = 3, PORTFOLIO_WORK = 30000000 };

typedef struct {
  Rewriter *rewriter;
  Labels *labels;
  const U32Vec *atoms;
  bool state_based;
  unsigned failed; /* translations that became too large before there was any result */
  uint64_t work;   /* steps of labels after which nothing more is tried */
  Automaton *best;
  Automaton *smallest; /* on transitions; the same as best unless state_based */
} Portfolio;

/* What counts is states, then edges: one state weighs as much as four edges, about their ratio in
 * the automata of the literature's formulas. */
static size_t cost(const Automaton *automaton) {
  return 4 * (size_t)automaton->states + automaton->edges.size;
}

/* Keeps the smaller one; frees the other. */
static Automaton *smaller(Automaton *best, Automaton *other) {
  if (best && cost(best) <= cost(other)) {
    automaton_free(other);
    return best;
  }
  automaton_free(best);
  return other;
}

/* Takes an automaton that is reduced already. */
static void offer(Portfolio *portfolio, Automaton *automaton) {
  if (portfolio->state_based) {
    Automaton *state_based = automaton_degeneralize(automaton);
    automaton_reduce(state_based);
    portfolio->best = smaller(portfolio->best, state_based);
  } else {
    portfolio->best = smaller(portfolio->best, automaton_copy(automaton));
  }
  portfolio->smallest = smaller(portfolio->smallest, automaton);
}

static void try_translation(Portfolio *portfolio, Formula f, Branching branching) {
  if (portfolio->failed > 1 || portfolio->labels->work > portfolio->work) return;
  uint32_t limit = portfolio->smallest ? 200 + 20 * portfolio->smallest->states : STATE_LIMIT;
  Automaton *automaton = automaton_translate(portfolio->rewriter->formulas, f, portfolio->labels,
                                             portfolio->atoms, branching, limit);
  if (!automaton) {
    portfolio->failed += !portfolio->smallest;
    return;
  }
  automaton_reduce(automaton);
  offer(portfolio, automaton);
}

static void try_obligation(Portfolio *portfolio, Formula negated) {
  if (portfolio->labels->work > portfolio->work) return;
  Automaton *negation = automaton_translate(portfolio->rewriter->formulas, negated,
                                            portfolio->labels, portfolio->atoms, BRANCH_LETTERS,
                                            SUBSET_LIMIT);
  if (!negation) return;
  automaton_reduce(negation);
  Automaton *weak = automaton_obligation(portfolio->smallest, negation, SUBSET_LIMIT);
  if (weak) {
    weak->state_based = portfolio->state_based;
    automaton_prune(weak);
    portfolio->best = smaller(portfolio->best, weak);
  }
  automaton_free(negation);
}

Automaton *automaton_of_formula(Rewriter *rewriter, Formula f, bool negate, bool state_based,
                                Labels *labels, const U32Vec *atoms, Error *error) {
  Portfolio portfolio = {.rewriter = rewriter, .labels = labels, .atoms = atoms,
                         .state_based = state_based,
                         .work = labels->work + PORTFOLIO_WORK};
  Formula forms[FORMS];
  forms[0] = rewriter_simplify(rewriter, f, negate);
  forms[1] = rewriter_gather(rewriter, forms[0], false);
  forms[2] = rewriter_gather(rewriter, forms[0], true);
  for (int i = 0; i < FORMS; i++) {
    bool seen = false;
    for (int j = 0; j < i; j++) seen |= forms[j] == forms[i];
    for (Branching branching = BRANCH_LETTERS; !seen && branching <= BRANCH_LATER; branching++)
      try_translation(&portfolio, forms[i], branching);
  }
  if (portfolio.best) try_obligation(&portfolio, rewriter_simplify(rewriter, f, !negate));
  else error_set(error, "the formula is too large to be translated");
  automaton_free(portfolio.smallest);
  return portfolio.best;
}
