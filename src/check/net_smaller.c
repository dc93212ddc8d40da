/* See net_smaller.h. */
#include "check/net_smaller.h"

#include "base/memory.h"
#include "formula/ltl/translate.h"
#include "net/reduce.h"

struct NetSmaller {
  NetReduction *reduction;
  Model model;
};

/* The formula is `deadlock`, negated twice perhaps. */
static bool is_deadlock(const Model *model, Formula f) {
  bool negated = false;
  for (; formula_node(model->formulas, f)->op == OP_NOT; negated = !negated)
    f = formula_node(model->formulas, f)->left;
  const FormulaNode *node = formula_node(model->formulas, f);
  return !negated && node->op == OP_ATOM &&
         model->net_atoms.data[node->left].kind == NET_ATOM_DEADLOCK;
}

/* The class of reductions that keep the answer; false if there is none. */
static bool what_to_keep(const Model *model, const NetQuestion *question, const U32Vec *atoms,
                         NetPreserve *keep) {
  bool next = false;
  switch (question->ask) {
  case ASK_REACH:
    *keep = NET_KEEP_DEADLOCK;
    if (is_deadlock(model, question->formula)) return true;
    *keep = NET_KEEP_REACHABILITY;
    break;
  case ASK_BOUND: *keep = NET_KEEP_REACHABILITY; break;
  case ASK_CTL:
  case ASK_LTL:
    if (question->fair) return false; /* conditions are no part of the formula */
    *keep = question->ask == ASK_CTL ? NET_KEEP_CTL : NET_KEEP_LTL;
    next = net_formula_has_next(model->formulas, question->formula);
    break;
  default: return false;
  }
  for (size_t i = 0; i < atoms->size; i++) {
    NetAtomKind kind = model->net_atoms.data[atoms->data[i]].kind;
    if (kind == NET_ATOM_DEADLOCK || kind == NET_ATOM_SAFE) return false;
  }
  return !next;
}

static NetVisible visible_of(const Model *model, const U32Vec *atoms) {
  NetVisible visible = net_visible_new(model->net);
  for (size_t i = 0; i < atoms->size; i++) {
    const NetAtom *atom = model->net_atoms.data + atoms->data[i];
    for (size_t k = 0; k < atom->terms.size; k++)
      net_visible_place(&visible, atom->terms.data[k].place);
    for (size_t k = 0; k < atom->transitions.size; k++)
      net_visible_transition(&visible, model->net, atom->transitions.data[k]);
  }
  return visible;
}

static NetAtom atom_of_smaller(const NetReduction *reduction, const NetAtom *atom) {
  NetAtom made = {.kind = atom->kind, .most = atom->most};
  for (size_t i = 0; i < atom->terms.size; i++) {
    NetWeight term = atom->terms.data[i];
    term.place = net_reduction_place(reduction, term.place);
    assert(term.place != NET_REMOVED);
    vec_push(&made.terms, term);
  }
  for (size_t i = 0; i < atom->transitions.size; i++) {
    uint32_t t = net_reduction_transition(reduction, atom->transitions.data[i]);
    assert(t != NET_REMOVED);
    vec_push(&made.transitions, t);
  }
  return made;
}

/* Atoms that the question does not have are never asked for; they say that nothing is fireable. */
static void add_atoms(NetSmaller *smaller, const Model *model, const U32Vec *atoms) {
  Bits wanted = bits_new(model->net_atoms.size + 1);
  for (size_t i = 0; i < atoms->size; i++) bits_set(&wanted, atoms->data[i]);
  for (size_t i = 0; i < model->net_atoms.size; i++) {
    NetAtom made = {.kind = NET_ATOM_FIREABLE};
    if (bits_get(&wanted, i)) made = atom_of_smaller(smaller->reduction, model->net_atoms.data + i);
    vec_push(&smaller->model.net_atoms, made);
  }
  bits_free(&wanted);
}

static bool is_smaller(const Net *net, const Net *than) {
  return net->places.size < than->places.size || net->transitions.size < than->transitions.size;
}

NetSmaller *net_smaller_new(const Model *model, const NetQuestion *question, Budget *budget) {
  U32Vec atoms = {0};
  NetPreserve keep;
  NetSmaller *smaller = NULL;
  if (question->formula != FORMULA_NONE) formula_atoms(model->formulas, question->formula, &atoms);
  if (what_to_keep(model, question, &atoms, &keep)) {
    NetVisible visible = visible_of(model, &atoms);
    NetReduction *reduction = net_reduce(model->net, &visible, keep, budget);
    if (is_smaller(net_reduction_net(reduction), model->net)) {
      smaller = mem_zalloc(sizeof *smaller);
      smaller->reduction = reduction;
      smaller->model = *model;
      smaller->model.net = (Net *)net_reduction_net(reduction);
      smaller->model.net_atoms = (NetAtomVec){0};
      add_atoms(smaller, model, &atoms);
    } else {
      net_reduction_free(reduction);
    }
    net_visible_free(&visible);
  }
  vec_free(&atoms);
  return smaller;
}

void net_smaller_free(NetSmaller *smaller) {
  if (!smaller) return;
  net_atoms_free(&smaller->model.net_atoms);
  net_reduction_free(smaller->reduction);
  mem_free(smaller);
}

const Model *net_smaller_model(const NetSmaller *smaller) { return &smaller->model; }

bool net_smaller_run_back(const NetSmaller *smaller, const NetRun *run, NetRun *back) {
  size_t steps = 0; /* before the end is repeated */
  while (steps < run->fired.size && run->fired.data[steps] != NET_NOTHING_FIRED) steps++;
  U32Vec step_of = {0};
  bool good =
      net_reduction_run_back(smaller->reduction, run->fired.data, steps, &back->fired, &step_of);
  back->loop = -1;
  if (good && run->loop >= 0 && steps < run->fired.size) {
    back->loop = (int64_t)back->fired.size;
    vec_push(&back->fired, NET_NOTHING_FIRED);
  } else if (good && run->loop >= 0) {
    back->loop = step_of.data[run->loop];
  }
  vec_free(&step_of);
  return good;
}
