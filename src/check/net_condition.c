/* State formulas as conditions on markings; see net_job.h. */
#include "check/net_job.h"

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

static NetCondition *joined(NetConditionKind kind, NetCondition *left, NetCondition *right) {
  if (!left || !right) {
    net_condition_free(left);
    net_condition_free(right);
    return NULL;
  }
  NetCondition *both = net_condition_new(kind);
  net_condition_add(both, left);
  net_condition_add(both, right);
  return both;
}

/* Both are true, or both are false; or just one is. */
static NetCondition *compared(const Model *model, FormulaNode node, bool same) {
  NetCondition *one = joined(NET_ALL, net_condition_of(model, node.left, false),
                             net_condition_of(model, node.right, !same));
  NetCondition *other = joined(NET_ALL, net_condition_of(model, node.left, true),
                               net_condition_of(model, node.right, same));
  return joined(NET_ANY, one, other);
}

NetCondition *net_condition_of(const Model *model, Formula f, bool negated) {
  FormulaNode node = *formula_node(model->formulas, f);
  switch (node.op) {
  case OP_FALSE:
  case OP_TRUE: return net_condition_new((node.op == OP_TRUE) != negated ? NET_ALL : NET_ANY);
  case OP_ATOM: return atom_condition(model->net, model->net_atoms.data + node.left, negated);
  case OP_NOT: return net_condition_of(model, node.left, !negated);
  case OP_EQUIVALENT:
  case OP_XOR: return compared(model, node, (node.op == OP_EQUIVALENT) != negated);
  case OP_AND:
  case OP_OR:
  case OP_IMPLIES: break;
  default: return NULL;
  }
  return joined((node.op == OP_AND) != negated ? NET_ALL : NET_ANY,
                net_condition_of(model, node.left, negated != (node.op == OP_IMPLIES)),
                net_condition_of(model, node.right, negated));
}
