#include "check/net_distance.h"

static uint64_t tokens_missing(const Net *net, uint32_t t, const Tokens *marking) {
  const NetArcVec *take = &net->transitions.data[t].take;
  uint64_t missing = 0;
  for (size_t i = 0; i < take->size; i++) {
    NetArc arc = take->data[i];
    if (marking[arc.place] < arc.weight) missing += arc.weight - marking[arc.place];
  }
  return missing;
}

static uint64_t distance_of_atom(const Net *net, const NetAtom *atom, const Tokens *marking,
                                 bool wish) {
  int64_t above;
  uint64_t least = UINT32_MAX, enabled = 0;
  switch (atom->kind) {
  case NET_ATOM_AT_MOST:
    above = net_terms_value(&atom->terms, marking) - atom->most;
    if (!wish) above = 1 - above;
    return above > 0 ? (uint64_t)above : 0;
  case NET_ATOM_FIREABLE:
    for (size_t i = 0; i < atom->transitions.size; i++) {
      uint64_t missing = tokens_missing(net, atom->transitions.data[i], marking);
      enabled += !missing;
      if (missing < least) least = missing;
    }
    return wish ? least : enabled;
  default: return net_atom_holds(net, atom, marking) != wish;
  }
}

static uint64_t distance_of(const Model *model, Formula f, const Tokens *marking, bool wish) {
  FormulaNode node = *formula_node(model->formulas, f);
  switch (node.op) {
  case OP_ATOM:
    return distance_of_atom(model->net, model->net_atoms.data + node.left, marking, wish);
  case OP_NOT: return distance_of(model, node.left, marking, !wish);
  case OP_AND:
  case OP_OR: break;
  default: return 0;
  }
  uint64_t left = distance_of(model, node.left, marking, wish);
  uint64_t right = distance_of(model, node.right, marking, wish);
  if ((node.op == OP_AND) == wish) return left + right;
  return left < right ? left : right;
}

uint64_t net_distance(const Model *model, Formula f, const Tokens *marking) {
  return distance_of(model, f, marking, true);
}
