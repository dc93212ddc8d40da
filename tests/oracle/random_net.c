#include "oracle/random_net.h"

#include "test.h"

#include <stdio.h>

#include "formula/nnf.h"
#include "front/net/net_language.h"

static void add_arcs(Net *net, uint32_t t, bool take, Random *random) {
  size_t count = random_below(random, 3) + (random_chance(random, 3, 4) ? 1 : 0);
  for (size_t i = 0; i < count && i < 2; i++) {
    uint32_t place = random_below(random, (uint32_t)net->places.size);
    Tokens weight = random_chance(random, 1, 6) ? 2 : 1;
    CHECK(take ? net_take(net, t, place, weight) : net_put(net, t, place, weight));
  }
}

static void add_atoms(Model *model, Random *random) {
  const Net *net = model->net;
  for (int i = 0; i < 3; i++) {
    NetAtom sum = {.kind = NET_ATOM_AT_MOST};
    for (int k = 0; k < 2; k++)
      net_terms_add(&sum.terms, random_below(random, (uint32_t)net->places.size),
                    random_chance(random, 1, 4) ? -1 : 1);
    sum.most = random_below(random, 3);
    net_model_atom(model, &sum);
    NetAtom fireable = {.kind = NET_ATOM_FIREABLE};
    vec_push(&fireable.transitions, random_below(random, (uint32_t)net->transitions.size));
    if (random_chance(random, 1, 3))
      vec_push(&fireable.transitions, random_below(random, (uint32_t)net->transitions.size));
    net_model_atom(model, &fireable);
  }
  if (random_chance(random, 1, 3)) net_model_atom(model, &(NetAtom){.kind = NET_ATOM_DEADLOCK});
  if (random_chance(random, 1, 3)) net_model_atom(model, &(NetAtom){.kind = NET_ATOM_SAFE});
}

Model *net_model_with_atoms(Random *random, Net *net) {
  Model *model = net_model("random", net);
  add_atoms(model, random);
  return model;
}

Model *random_net_model(Random *random) {
  Net *net = net_new("random");
  size_t places = 2 + random_below(random, 5), transitions = 1 + random_below(random, 7);
  char name[16];
  for (size_t i = 0; i < places; i++) {
    snprintf(name, sizeof name, "p%zu", i);
    net_add_place(net, name, random_chance(random, 1, 2) ? 1 + random_below(random, 2) : 0);
  }
  for (size_t i = 0; i < transitions; i++) {
    snprintf(name, sizeof name, "t%zu", i);
    uint32_t t = net_add_transition(net, name);
    add_arcs(net, t, true, random);
    add_arcs(net, t, false, random);
  }
  return net_model_with_atoms(random, net);
}

void net_ask(Model *model, PropertyKind kind, Formula f) {
  char name[24];
  snprintf(name, sizeof name, "q%zu", model->properties.size);
  Property property = {.kind = kind, .name = mem_string(name), .bad = LIT_FALSE, .formula = f};
  vec_push(&model->properties, property);
}

static size_t find_marking(const Net *net, NetMarkings *all, const Tokens *marking) {
  size_t bytes = net->places.size * sizeof *marking;
  for (size_t i = 0; i < all->count; i++)
    if (!memcmp(all->markings[i], marking, bytes)) return i;
  if (all->count == NET_MARKINGS) return SIZE_MAX;
  memcpy(all->markings[all->count], marking, bytes);
  return all->count++;
}

void enumerate_markings(const Net *net, NetMarkings *all) {
  Tokens marking[NET_PLACES];
  for (size_t p = 0; p < net->places.size; p++) marking[p] = net->places.data[p].initial;
  all->count = 0;
  find_marking(net, all, marking);
  for (size_t i = 0; i < all->count; i++) {
    all->successors[i] = 0;
    for (uint32_t t = 0; t < net->transitions.size; t++) {
      memcpy(marking, all->markings[i], sizeof marking);
      if (!net_enabled(net, t, marking)) continue;
      CHECK(net_fire(net, t, marking));
      size_t target = find_marking(net, all, marking);
      if (target == SIZE_MAX) {
        all->count = 0;
        return;
      }
      all->successor[i][all->successors[i]++] = (uint16_t)target;
    }
  }
}

/* One application of the equation of an operator in one marking. */
static bool equation(Operator op, bool a, bool b, bool dead, bool some, bool all) {
  switch (op) {
  case OP_EX: return !dead && some; /* of the operand: see below */
  case OP_AX: return dead || all;
  case OP_EF: return a || (!dead && some);
  case OP_AF: return a || (!dead && all);
  case OP_EG: return a && (dead || some);
  case OP_AG: return a && (dead || all);
  case OP_EU: return b || (a && !dead && some);
  case OP_AU: return b || (a && !dead && all);
  case OP_EW: return b || (a && (dead || some));
  case OP_AW: return b || (a && (dead || all));
  case OP_ER: return b && (a || dead || some);
  case OP_AR: return b && (a || dead || all);
  default: CHECK(false); return false;
  }
}

static bool is_greatest(Operator op) {
  return op == OP_EG || op == OP_AG || op == OP_EW || op == OP_AW || op == OP_ER || op == OP_AR;
}

static void fixpoint(const NetMarkings *all, Operator op, const bool *a, const bool *b, bool *set) {
  bool next = op == OP_EX || op == OP_AX;
  for (size_t s = 0; s < all->count; s++) set[s] = next ? a[s] : is_greatest(op);
  for (bool changed = true; changed; changed = changed && !next) {
    bool result[NET_MARKINGS];
    changed = false;
    for (size_t s = 0; s < all->count; s++) {
      bool some = false, every = true;
      for (size_t i = 0; i < all->successors[s]; i++) {
        some |= set[all->successor[s][i]];
        every &= set[all->successor[s][i]];
      }
      result[s] = equation(op, a[s], b && b[s], !all->successors[s], some, every);
    }
    for (size_t s = 0; s < all->count; s++) {
      changed |= set[s] != result[s];
      set[s] = result[s];
    }
  }
}

/* ---- fair paths ---- */

typedef struct {
  const Model *model;
  const NetMarkings *all;
  bool conditions[8][NET_MARKINGS]; /* of the model, by number */
  bool fair[NET_MARKINGS];          /* where a fair path begins */
} Fair;

/* Which markings lead to which in one step or more, in a set. */
static void lead(const NetMarkings *all, const bool *set, bool to[][FAIR_MARKINGS]) {
  memset(to, 0, FAIR_MARKINGS * sizeof *to);
  for (size_t s = 0; s < all->count; s++)
    for (size_t i = 0; i < all->successors[s]; i++)
      to[s][all->successor[s][i]] = set[s] && set[all->successor[s][i]];
  for (size_t k = 0; k < all->count; k++)
    for (size_t s = 0; s < all->count; s++)
      for (size_t t = 0; t < all->count && to[s][k]; t++) to[s][t] |= to[k][t];
}

/* Whether a path can stay around a marking, or end in it, and be fair. */
static bool stays_fair(const Fair *fair, bool to[][FAIR_MARKINGS], size_t s) {
  bool dead = !fair->all->successors[s], good = dead || to[s][s];
  for (size_t c = 0; c < fair->model->fairness.size && good; c++) {
    good = fair->conditions[c][s];
    for (size_t t = 0; t < fair->all->count && !dead; t++)
      good |= to[s][t] && to[t][s] && fair->conditions[c][t];
  }
  return good;
}

static void fair_globally(const Fair *fair, const bool *set, bool *result) {
  bool to[FAIR_MARKINGS][FAIR_MARKINGS];
  lead(fair->all, set, to);
  for (size_t s = 0; s < fair->all->count; s++) {
    result[s] = false;
    for (size_t t = 0; t < fair->all->count; t++)
      result[s] |= set[s] && set[t] && (s == t || to[s][t]) && stays_fair(fair, to, t);
  }
}

/* E[a U b] and EX b; a path goes on fairly from b. */
static void fair_until(const Fair *fair, const bool *a, const bool *b, bool *result) {
  bool goal[NET_MARKINGS];
  for (size_t s = 0; s < fair->all->count; s++) goal[s] = b[s] && fair->fair[s];
  fixpoint(fair->all, OP_EU, a, goal, result);
}

static void fair_next(const Fair *fair, const bool *b, bool *result) {
  bool goal[NET_MARKINGS];
  for (size_t s = 0; s < fair->all->count; s++) goal[s] = b[s] && fair->fair[s];
  fixpoint(fair->all, OP_EX, goal, NULL, result);
}

/* The existential operators by what a path has to do; a universal one fails where some path does
 * the opposite. */
static void fair_operator(const Fair *fair, Operator op, const bool *a, const bool *b, bool *set) {
  bool yes[NET_MARKINGS], not_a[NET_MARKINGS], not_b[NET_MARKINGS], both[NET_MARKINGS],
      neither[NET_MARKINGS], other[NET_MARKINGS] = {false};
  size_t count = fair->all->count;
  for (size_t s = 0; s < count; s++) {
    yes[s] = true;
    not_a[s] = !a[s];
    not_b[s] = b && !b[s];
    both[s] = a[s] && b && b[s];
    neither[s] = !a[s] && b && !b[s];
  }
  switch (op) {
  case OP_EX: fair_next(fair, a, set); return;
  case OP_EF: fair_until(fair, yes, a, set); return;
  case OP_EG: fair_globally(fair, a, set); return;
  case OP_EU: fair_until(fair, a, b, set); return;
  case OP_EW:
    fair_until(fair, a, b, set);
    fair_globally(fair, a, other);
    break;
  case OP_ER:
    fair_until(fair, b, both, set);
    fair_globally(fair, b, other);
    break;
  case OP_AX: fair_next(fair, not_a, set); break;
  case OP_AF: fair_globally(fair, not_a, set); break;
  case OP_AG: fair_until(fair, yes, not_a, set); break;
  case OP_AR: fair_until(fair, not_a, not_b, set); break;
  case OP_AW: fair_until(fair, not_b, neither, set); break;
  default: /* OP_AU */ fair_until(fair, not_b, neither, set); fair_globally(fair, not_b, other);
  }
  bool exists = op == OP_EW || op == OP_ER;
  for (size_t s = 0; s < count; s++) set[s] = (set[s] || other[s]) == exists;
}

static void evaluate(const Model *model, const NetMarkings *all, Formula f, const Fair *fair,
                     bool *holds) {
  FormulaVec cone = {0};
  formula_cone(model->formulas, f, &cone);
  bool(*sets)[NET_MARKINGS] = mem_array((size_t)f + 1, sizeof *sets);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(model->formulas, cone.data[i]);
    const bool *a = sets[node->left], *b = operator_arity(node->op) > 1 ? sets[node->right] : NULL;
    bool *set = sets[cone.data[i]];
    if (operator_is_temporal(node->op)) {
      if (fair) fair_operator(fair, node->op, a, b, set);
      else fixpoint(all, node->op, a, b, set);
      continue;
    }
    for (size_t s = 0; s < all->count; s++) switch (node->op) {
      case OP_FALSE: set[s] = false; break;
      case OP_TRUE: set[s] = true; break;
      case OP_ATOM:
        set[s] = net_atom_holds(model->net, model->net_atoms.data + node->left, all->markings[s]);
        break;
      case OP_NOT: set[s] = !a[s]; break;
      case OP_AND: set[s] = a[s] && b[s]; break;
      case OP_OR: set[s] = a[s] || b[s]; break;
      case OP_IMPLIES: set[s] = !a[s] || b[s]; break;
      case OP_EQUIVALENT: set[s] = a[s] == b[s]; break;
      default: set[s] = a[s] != b[s];
      }
  }
  memcpy(holds, sets[f], all->count * sizeof *holds);
  mem_free(sets);
  vec_free(&cone);
}

void enumerate_ctl(const Model *model, const NetMarkings *all, Formula f, bool *holds) {
  evaluate(model, all, f, NULL, holds);
}

void enumerate_fair_ctl(const Model *model, const NetMarkings *all, Formula f, bool *holds) {
  Fair fair = {.model = model, .all = all};
  bool everywhere[NET_MARKINGS];
  CHECK(all->count <= FAIR_MARKINGS && model->fairness.size <= 8);
  for (size_t i = 0; i < model->fairness.size; i++)
    evaluate(model, all, model->fairness.data[i], NULL, fair.conditions[i]);
  for (size_t s = 0; s < all->count; s++) everywhere[s] = true;
  fair_globally(&fair, everywhere, fair.fair);
  evaluate(model, all, f, &fair, holds);
}
