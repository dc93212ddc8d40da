/* Answers by linear arithmetic, without looking at markings (net/refute.h, net/bounds.h): that a
 * formula cannot be reached, or never changes, and how large a sum can become at most. Each comes
 * with a certificate that was checked in whole numbers. See net_job.h. */
#include "base/clock.h"
#include "base/memory.h"
#include "check/net_job.h"
#include "formula/ctl/ctl_basis.h"
#include "formula/nnf.h"
#include "net/bounds.h"
#include "net/refute.h"

bool net_is_refuted(const Net *net, const NetCondition *condition, Budget *budget, size_t *leaves) {
  NetAnswer answer = net_refute(net, condition, NULL, budget);
  /* checked once more here, where the condition was made */
  bool refuted = answer.refutation && net_refutation_holds(net, condition, answer.refutation);
  if (refuted) *leaves = net_refutation_size(answer.refutation).leaves;
  net_answer_free(&answer);
  return refuted;
}

/* Whether a state formula, or its negation, is refuted. */
static bool is_never(const Model *model, Formula f, bool negated, Budget *budget, size_t *leaves) {
  NetCondition *condition = net_condition_of(model, f, negated);
  bool never = condition && net_is_refuted(model->net, condition, budget, leaves);
  net_condition_free(condition);
  return never;
}

static void refute(NetJob *job, NetQuestion *question, Budget *budget) {
  size_t leaves;
  if (!is_never(job->model, question->formula, false, budget, &leaves)) return;
  question->verdict = net_reach_verdict(question, false);
  give_out_checked(job, question, "equation", EVIDENCE_LINEAR, leaves);
}

/* ---- CTL and LTL: what never changes ---- */

typedef struct {
  const Model *model;
  Tokens *initial;
  Budget *budget;
  size_t leaves;
} Simplification;

/* In the initial marking the formula is true or false; linear arithmetic may show that it is so in
 * all that can be reached. */
static Formula known_of(void *context, Formula f) {
  Simplification *s = context;
  bool truth = net_formula_holds(s->model, f, s->initial);
  size_t leaves = 0;
  Budget part = budget_slice(s->budget, 0); /* so that one does not take all */
  part.deadline = clock_wall() + budget_seconds_left(s->budget) / 4;
  if (!is_never(s->model, f, truth, &part, &leaves)) return f;
  s->leaves += leaves;
  return truth ? FORMULA_TRUE : FORMULA_FALSE;
}

/* The largest parts of a formula of LTL that have no temporal operators, where they are known. */
static Formula ltl_with_known(Simplification *s, Formula f) {
  Formulas *formulas = s->model->formulas;
  if (!formula_is_temporal(formulas, f)) return f > FORMULA_TRUE ? known_of(s, f) : f;
  FormulaNode node = *formula_node(formulas, f);
  Formula left = ltl_with_known(s, node.left);
  if (operator_arity(node.op) == 1) return formula_unary(formulas, node.op, left);
  return formula_binary(formulas, node.op, left, ltl_with_known(s, node.right));
}

/* The formula without what never changes, which may answer it, or make it a question what can be
 * reached. CTL gets few operators, too. */
static void simplify(NetJob *job, NetQuestion *question, Budget *budget) {
  const Model *model = job->model;
  Simplification s = {.model = model, .budget = budget};
  s.initial = mem_array(model->net->places.size + 1, sizeof *s.initial);
  for (size_t p = 0; p < model->net->places.size; p++)
    s.initial[p] = model->net->places.data[p].initial;
  Formula f = question->ask == ASK_CTL ? ctl_basis(model->formulas, question->formula, known_of, &s)
                                       : ltl_with_known(&s, question->formula);
  question->leaves += s.leaves;
  question->formula = f;
  if (!formula_is_temporal(model->formulas, f)) {
    bool truth = net_formula_holds(model, f, s.initial);
    question->verdict = truth ? VERDICT_HOLDS : VERDICT_VIOLATED;
    give_out_checked(job, question, "equation", EVIDENCE_LINEAR, question->leaves);
  } else {
    net_as_reach(model, f, question);
  }
  mem_free(s.initial);
}

/* The largest value of the sum that could be shown, and the formula that it is reached. */
static void bound(NetJob *job, NetQuestion *question, Budget *budget) {
  const Model *model = job->model;
  Formulas *formulas = model->formulas;
  const NetAtom *atom = model->net_atoms.data + formula_node(formulas, question->formula)->left;
  NetTermVec terms = {0};
  int64_t most;
  NetRefutation *certificate = NULL;
  for (size_t i = 0; i < atom->terms.size; i++)
    vec_push(&terms, ((NetTerm){atom->terms.data[i].place, atom->terms.data[i].weight}));
  question->tried = true;
  if (net_bound_of_sum(model->net, terms.data, terms.size, budget, &most, &certificate)) {
    NetCondition *larger = net_condition_at_least(terms.data, terms.size, most + 1);
    question->bounded =
        larger && certificate && net_refutation_holds(model->net, larger, certificate);
    question->most = most;
    net_condition_free(larger);
  }
  net_refutation_free(certificate);
  vec_free(&terms);
}

void net_try_linear(NetJob *job, NetQuestion *question, Budget *budget) {
  bool paths = question->ask == ASK_LTL || (question->ask == ASK_CTL && !question->fair);
  if (question->tried || !(paths || question->ask == ASK_REACH || question->ask == ASK_BOUND))
    return;
  if (paths) simplify(job, question, budget);
  if (question->result && question->ask == ASK_REACH) refute(job, question, budget);
  if (question->ask == ASK_BOUND) bound(job, question, budget);
  question->tried = budget_state(budget) == BUDGET_LEFT;
}
