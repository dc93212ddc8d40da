/* Answers by linear arithmetic, without looking at markings (net/refute.h, net/bounds.h): that a
 * formula cannot be reached, and how large a sum can become at most. Each comes with a certificate
 * that was checked in whole numbers. See net_job.h. */
#include "base/memory.h"
#include "check/net_job.h"
#include "net/bounds.h"
#include "net/refute.h"

static NetCondition *sum_condition(const NetAtom *atom, bool negated) {
  NetTermVec terms = {0};
  for (size_t i = 0; i < atom->terms.size; i++) {
    NetTerm term = {atom->terms.data[i].place, atom->terms.data[i].weight};
    if (!negated) term.coefficient = -term.coefficient;
    vec_push(&terms, term);
  }
  int64_t least = negated ? atom->most + 1 : -atom->most;
  NetCondition *condition = net_condition_at_least(terms.data, terms.size, least);
  vec_free(&terms);
  return condition;
}

/* Some transition can fire, or none of them. */
static NetCondition *fireable_condition(const Net *net, const U32Vec *transitions, bool negated) {
  NetCondition *all = net_condition_new(negated ? NET_ALL : NET_ANY);
  for (size_t i = 0; i < transitions->size; i++)
    net_condition_add(all, negated ? net_condition_not_fireable(net, transitions->data[i])
                                   : net_condition_fireable(net, transitions->data[i]));
  return all;
}

static NetCondition *atom_condition(const Net *net, const NetAtom *atom, bool negated) {
  NetCondition *condition = NULL;
  U32Vec all = {0};
  switch (atom->kind) {
  case NET_ATOM_AT_MOST: return sum_condition(atom, negated);
  case NET_ATOM_FIREABLE: return fireable_condition(net, &atom->transitions, negated);
  case NET_ATOM_DEADLOCK:
    for (uint32_t t = 0; t < net->transitions.size; t++) vec_push(&all, t);
    condition = fireable_condition(net, &all, !negated);
    vec_free(&all);
    return condition;
  case NET_ATOM_SAFE:
    condition = net_condition_new(negated ? NET_ANY : NET_ALL);
    for (uint32_t p = 0; p < net->places.size; p++)
      net_condition_add(condition,
                        negated ? net_condition_tokens(p, 2) : net_condition_fewer(p, 2));
  }
  return condition;
}

/* A state formula as a condition, NULL if it cannot be said. */
static NetCondition *condition_of(const Model *model, Formula f, bool negated) {
  FormulaNode node = *formula_node(model->formulas, f);
  switch (node.op) {
  case OP_FALSE:
  case OP_TRUE: return net_condition_new((node.op == OP_TRUE) != negated ? NET_ALL : NET_ANY);
  case OP_ATOM: return atom_condition(model->net, model->net_atoms.data + node.left, negated);
  case OP_NOT: return condition_of(model, node.left, !negated);
  case OP_AND:
  case OP_OR:
  case OP_IMPLIES: break;
  default: return NULL;
  }
  NetCondition *left = condition_of(model, node.left, negated != (node.op == OP_IMPLIES));
  NetCondition *right = left ? condition_of(model, node.right, negated) : NULL;
  if (!right) {
    net_condition_free(left);
    return NULL;
  }
  NetCondition *both = net_condition_new((node.op == OP_AND) != negated ? NET_ALL : NET_ANY);
  net_condition_add(both, left);
  net_condition_add(both, right);
  return both;
}

bool net_is_refuted(const Net *net, const NetCondition *condition, Budget *budget, size_t *leaves) {
  NetAnswer answer = net_refute(net, condition, NULL, budget);
  /* checked once more here, where the condition was made */
  bool refuted = answer.refutation && net_refutation_holds(net, condition, answer.refutation);
  if (refuted) *leaves = net_refutation_size(answer.refutation).leaves;
  net_answer_free(&answer);
  return refuted;
}

static void refute(NetJob *job, NetQuestion *question, Budget *budget) {
  const Net *net = job->model->net;
  NetCondition *condition = condition_of(job->model, question->formula, false);
  if (!condition) return;
  size_t leaves;
  if (net_is_refuted(net, condition, budget, &leaves)) {
    question->verdict = net_reach_verdict(question, false);
    give_out_checked(job, question, "equation", EVIDENCE_LINEAR, leaves);
  }
  net_condition_free(condition);
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
  bool suits = question->ask == ASK_REACH || question->ask == ASK_BOUND;
  if (question->tried || !suits) return;
  if (question->ask == ASK_REACH) refute(job, question, budget);
  if (question->ask == ASK_BOUND) bound(job, question, budget);
  question->tried = budget_state(budget) == BUDGET_LEFT;
}
