/* The constructions that are tried, and which result is taken.
 *
 * Three forms of the formula (rewrite.h), each translated with three kinds of branching
 * (translate.h), reduced, and, where acceptance on states is asked for, made state-based and
 * reduced again; a conjunction with parts that are the same at all times, part by part (suspend.c);
 * and the minimal weak deterministic automaton, if the formula is an obligation. No construction is
 * best for all formulas, and all are cheap for formulas people write; later ones are not pursued
 * once they have become much larger than the best so far. */
#include "formula/automaton/reduce_automaton.h"
#include "formula/ltl/translate.h"

enum {
  STATE_LIMIT = 20000,
  SUBSET_LIMIT = 2000,
  PRODUCT_LIMIT = 5000,
  FORMS = 3,
  PART_DEPTH = 1,
  PORTFOLIO_WORK = 30000000,
};

typedef struct {
  Rewriter *rewriter;
  Labels *labels;
  const U32Vec *atoms;
  bool state_based;
  int depth;     /* of parts in parts */
  bool failed;   /* the first translation became too large */
  uint64_t work; /* steps of labels after which nothing more is tried */
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
  if (portfolio->failed || labels_work(portfolio->labels) > portfolio->work) return;
  uint32_t limit = portfolio->smallest ? 200 + 20 * portfolio->smallest->states : STATE_LIMIT;
  Automaton *automaton = automaton_translate(portfolio->rewriter->formulas, f, portfolio->labels,
                                             portfolio->atoms, branching, limit);
  if (!automaton) {
    portfolio->failed = !portfolio->smallest;
    return;
  }
  automaton_reduce(automaton);
  offer(portfolio, automaton);
}

static void try_obligation(Portfolio *portfolio, Formula negated) {
  if (labels_work(portfolio->labels) > portfolio->work) return;
  Automaton *negation =
      automaton_translate(portfolio->rewriter->formulas, negated, portfolio->labels,
                          portfolio->atoms, BRANCH_LETTERS, SUBSET_LIMIT);
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

static void try_all(Portfolio *portfolio, Formula f);

/* The smallest automaton on transitions for a part of the formula. */
static Automaton *part_automaton(const Portfolio *portfolio, Formula f) {
  Portfolio part = *portfolio;
  part.best = part.smallest = NULL;
  part.state_based = false;
  part.depth++;
  try_all(&part, f);
  automaton_free(part.smallest);
  return part.best;
}

/* G F a, for a with temporal operators, by repetition of F a; others by translation. */
static Automaton *constant_automaton(const Portfolio *portfolio, Formula f) {
  Rewriter *rewriter = portfolio->rewriter;
  const FormulaNode *node = formula_node(rewriter->formulas, f);
  Automaton *result = NULL;
  if (node->op == OP_GLOBALLY && formula_node(rewriter->formulas, node->left)->op == OP_FINALLY) {
    Automaton *once = part_automaton(portfolio, node->left);
    result = once ? automaton_repeat(once) : NULL;
    if (result) automaton_reduce(result);
    automaton_free(once);
  }
  Automaton *other = portfolio->depth < PART_DEPTH ? part_automaton(portfolio, f) : NULL;
  if (!other) return result;
  return smaller(result, other);
}

/* A conjunction in parts: what is the same at all times joins the rest late. */
static void try_parts(Portfolio *portfolio, Formula f) {
  Rewriter *rewriter = portfolio->rewriter;
  const int constant = TRAIT_EVENTUAL | TRAIT_UNIVERSAL;
  if (portfolio->depth >= PART_DEPTH || labels_work(portfolio->labels) > portfolio->work) return;
  FormulaVec operands = {0};
  Formula rest = FORMULA_TRUE;
  Automaton *late = NULL, *product = NULL;
  bool fine = true;
  formula_operands(rewriter->formulas, OP_AND, f, &operands);
  for (size_t i = 0; fine && i < operands.size; i++) {
    Formula g = operands.data[i];
    if ((rewriter_traits(rewriter, g) & constant) != constant) {
      rest = rest == FORMULA_TRUE ? g : formula_binary(rewriter->formulas, OP_AND, rest, g);
      continue;
    }
    Automaton *automaton = constant_automaton(portfolio, g);
    product = late && automaton ? automaton_product(late, automaton, PRODUCT_LIMIT) : automaton;
    if (late) automaton_free(automaton);
    automaton_free(late);
    late = product;
    fine = late != NULL;
    if (fine) automaton_reduce(late);
  }
  if (late && rest != FORMULA_TRUE) {
    Automaton *first = part_automaton(portfolio, rest);
    product = first ? automaton_product_suspended(first, late, PRODUCT_LIMIT) : NULL;
    automaton_free(first);
    automaton_free(late);
    late = product;
    if (late) automaton_reduce(late);
  }
  if (late) offer(portfolio, late);
  vec_free(&operands);
}

/* f is simplified. */
static void try_all(Portfolio *portfolio, Formula f) {
  Rewriter *rewriter = portfolio->rewriter;
  Formula forms[FORMS] = {f, rewriter_gather(rewriter, f, false),
                          rewriter_gather(rewriter, f, true)};
  for (int i = 0; i < FORMS; i++) {
    bool seen = false;
    for (int j = 0; j < i; j++) seen |= forms[j] == forms[i];
    for (Branching branching = BRANCH_LETTERS; !seen && branching <= BRANCH_LATER; branching++)
      try_translation(portfolio, forms[i], branching);
  }
  if (!portfolio->best) return;
  try_parts(portfolio, f);
  try_obligation(portfolio, rewriter_simplify(rewriter, f, true));
}

Automaton *automaton_of_formula(Rewriter *rewriter, Formula f, bool negate, bool state_based,
                                Labels *labels, const U32Vec *atoms, Error *error) {
  Portfolio portfolio = {.rewriter = rewriter,
                         .labels = labels,
                         .atoms = atoms,
                         .state_based = state_based,
                         .work = labels_work(labels) + PORTFOLIO_WORK};
  Formula simple = rewriter_simplify(rewriter, f, negate);
  Formula plain = formula_without_redundancy(rewriter, simple, labels, atoms);
  if (plain != simple) plain = rewriter_simplify(rewriter, plain, false);
  try_all(&portfolio, plain);
  if (!portfolio.best) error_set(error, "the formula is too large to be translated");
  automaton_free(portfolio.smallest);
  return portfolio.best;
}
