/* See ctl_structure.h. First the system: which latches and inputs matter, which inputs become
 * state. Then the graph, bottom-up over the nodes of the formula, without recursion. */
#include "task/ctl_structure.h"

#include "base/map.h"
#include "base/memory.h"

/* ---- the parts of the formula ---- */

static Bits used_formulas(const Formulas *formulas, Formula root) {
  Bits used = bits_new(root + 1);
  bits_set(&used, root);
  for (Formula f = root + 1; f-- > 0;) {
    if (!bits_get(&used, f)) continue;
    const FormulaNode *node = formula_node(formulas, f);
    if (operator_arity(node->op) > 0) bits_set(&used, node->left);
    if (operator_arity(node->op) > 1) bits_set(&used, node->right);
  }
  return used;
}

static Lit atom_literal(const Task *task, const FormulaNode *node) {
  const Formulas *formulas = task->formulas;
  return task->atoms.size ? task->atoms.data[node->left] : formulas->atoms.data[node->left].literal;
}

/* ---- the system ---- */

typedef struct {
  const System *from;
  Roles roles;
  Bits inputs, latches; /* that matter */
  Bits state;           /* inputs that are state */
  U32Vec pending;       /* latches whose next-state functions are to be looked at */
} Cone;

static void cone_add(Cone *cone, Lit lit, bool atom) {
  U32Vec variables = {0};
  aig_support(cone->from->aig, lit, &variables);
  for (size_t i = 0; i < variables.size; i++) {
    uint32_t node = variables.data[i], index = cone->roles.index[node];
    if (cone->roles.role[node] == ROLE_INPUT) {
      bits_set(&cone->inputs, index);
      if (atom) bits_set(&cone->state, index);
    } else if (cone->roles.role[node] == ROLE_LATCH && !bits_get(&cone->latches, index)) {
      bits_set(&cone->latches, index);
      vec_push(&cone->pending, index);
    }
  }
  vec_free(&variables);
}

static Cone cone_new(const Task *task, const Bits *used) {
  const System *from = task->system;
  const Formulas *formulas = task->formulas;
  Cone cone = {.from = from,
               .roles = roles_new(from),
               .inputs = bits_new(from->inputs.size),
               .latches = bits_new(from->latches.size),
               .state = bits_new(from->inputs.size)};
  for (size_t f = bits_next(used, 0); f < used->size; f = bits_next(used, f + 1)) {
    const FormulaNode *node = formula_node(formulas, (Formula)f);
    if (node->op == OP_ATOM) cone_add(&cone, atom_literal(task, node), true);
  }
  for (size_t i = 0; i < from->constraints.size; i++)
    cone_add(&cone, from->constraints.data[i], false);
  for (size_t i = 0; i < from->fairness.size; i++) cone_add(&cone, from->fairness.data[i], false);
  for (size_t i = 0; i < from->compassion.size; i++)
    cone_add(&cone, from->compassion.data[i], false);
  while (cone.pending.size) {
    uint32_t latch = vec_pop(&cone.pending);
    cone_add(&cone, from->latches.data[latch].next, false);
  }
  return cone;
}

static void cone_free(Cone *cone) {
  roles_free(&cone->roles);
  bits_free(&cone->inputs);
  bits_free(&cone->latches);
  bits_free(&cone->state);
  vec_free(&cone->pending);
}

Lit ctl_initial(const System *system) {
  LitVec resets = {0};
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    if (latch->reset != RESET_FREE)
      vec_push(&resets, lit_not_if(latch->current, latch->reset == RESET_0));
  }
  Lit initial = aig_and_all(system->aig, resets.data, resets.size);
  vec_free(&resets);
  return initial;
}

/* Fills in the system; `map` receives what each node of the task's graph becomes. */
static void build_system(CtlStructure *structure, const Cone *cone, Lit *map) {
  const System *from = cone->from;
  System *to = structure->system;
  for (size_t i = 0; i < from->inputs.size; i++)
    if (bits_get(&cone->inputs, i) && !bits_get(&cone->state, i)) {
      map[lit_node(from->inputs.data[i])] = system_input(to);
      vec_push(&structure->input_origins, (uint32_t)(2 * i + 1));
    }
  for (size_t i = 0; i < from->latches.size; i++)
    if (bits_get(&cone->latches, i)) {
      map[lit_node(from->latches.data[i].current)] = system_latch(to, from->latches.data[i].reset);
      vec_push(&structure->latch_origins, (uint32_t)(2 * i));
    }
  for (size_t i = 0; i < from->inputs.size; i++)
    if (bits_get(&cone->state, i)) {
      Lit latch = map[lit_node(from->inputs.data[i])] = system_latch(to, RESET_FREE);
      system_set_next(to, latch, system_input(to));
      vec_push(&structure->latch_origins, (uint32_t)(2 * i + 1));
      vec_push(&structure->input_origins, UINT32_MAX);
    }
  for (size_t i = 0; i < from->latches.size; i++) {
    const Latch *latch = from->latches.data + i;
    if (bits_get(&cone->latches, i))
      system_set_next(to, map[lit_node(latch->current)],
                      aig_copy(to->aig, from->aig, latch->next, map));
  }
  for (size_t i = 0; i < from->constraints.size; i++)
    vec_push(&to->constraints, aig_copy(to->aig, from->aig, from->constraints.data[i], map));
  for (size_t i = 0; i < from->fairness.size; i++) {
    Lit lit = aig_copy(to->aig, from->aig, from->fairness.data[i], map);
    if (lit != LIT_TRUE) vec_push(&to->fairness, system_delayed(to, lit));
  }
  for (size_t i = 0; i < from->compassion.size; i += 2) {
    Lit often = aig_copy(to->aig, from->aig, from->compassion.data[i], map);
    Lit then = aig_copy(to->aig, from->aig, from->compassion.data[i + 1], map);
    if (often == LIT_FALSE || then == LIT_TRUE) continue; /* it says nothing */
    vec_push(&to->compassion, system_delayed(to, often));
    vec_push(&to->compassion, system_delayed(to, then));
  }
  while (structure->latch_origins.size < to->latches.size)
    vec_push(&structure->latch_origins, UINT32_MAX);
  structure->initial = ctl_initial(to);
  structure->valid = aig_and_all(to->aig, to->constraints.data, to->constraints.size);
}

/* ---- the graph ---- */

/* What is known of a node, besides: whether it, or its negation, implies EG true. */
enum { LIVE = 1, NEGATION_LIVE = 2 };

typedef struct {
  CtlStructure *structure;
  Names unique; /* hash-consing */
  U32Vec live;  /* by node: LIVE, NEGATION_LIVE */
} Graph;

static bool is_live(const Graph *graph, CtlRef ref) {
  return graph->live.data[ctl_node(ref)] & (ctl_negated(ref) ? NEGATION_LIVE : LIVE);
}

static CtlRef make(Graph *graph, CtlKind kind, Lit predicate, CtlRef left, CtlRef right) {
  uint32_t key[] = {(uint32_t)kind, predicate, left, right};
  uint32_t number = names_add_n(&graph->unique, (const char *)key, sizeof key);
  if (number < graph->structure->nodes.size) return 2 * number;
  CtlNode node = {kind, predicate, left, right};
  vec_push(&graph->structure->nodes, node);
  uint32_t live = 0;
  if (kind == CTL_AND) {
    if (is_live(graph, left) || is_live(graph, right)) live |= LIVE;
    if (is_live(graph, ctl_not(left)) && is_live(graph, ctl_not(right))) live |= NEGATION_LIVE;
  } else if (kind != CTL_PREDICATE) {
    live = LIVE;
  } else if (predicate == LIT_FALSE || predicate == LIT_TRUE) {
    live = predicate == LIT_FALSE ? LIVE : NEGATION_LIVE;
  }
  vec_push(&graph->live, live);
  return 2 * number;
}

/* Predicates are positive: the sign is on the edge. */
static CtlRef predicate(Graph *graph, Lit lit) {
  return make(graph, CTL_PREDICATE, lit_positive(lit), 0, 0) ^ (CtlRef)lit_negated(lit);
}

/* Whether it is a predicate, and which. */
static bool as_predicate(const Graph *graph, CtlRef ref, Lit *lit) {
  const CtlNode *node = graph->structure->nodes.data + ctl_node(ref);
  *lit = lit_not_if(node->predicate, ctl_negated(ref));
  return node->kind == CTL_PREDICATE;
}

static CtlRef both(Graph *graph, CtlRef a, CtlRef b) {
  Lit p = LIT_NONE, q = LIT_NONE;
  bool left = as_predicate(graph, a, &p), right = as_predicate(graph, b, &q);
  if (left && right) return predicate(graph, aig_and(graph->structure->system->aig, p, q));
  if ((left && p == LIT_TRUE) || a == b) return b;
  if (right && q == LIT_TRUE) return a;
  if ((left && p == LIT_FALSE) || (right && q == LIT_FALSE) || a == ctl_not(b))
    return predicate(graph, LIT_FALSE);
  return make(graph, CTL_AND, LIT_FALSE, a < b ? a : b, a < b ? b : a);
}

static CtlRef either(Graph *graph, CtlRef a, CtlRef b) {
  return ctl_not(both(graph, ctl_not(a), ctl_not(b)));
}

static bool is_constant(const Graph *graph, CtlRef ref, Lit constant) {
  Lit lit;
  return as_predicate(graph, ref, &lit) && lit == constant;
}

static CtlRef exists_always(Graph *graph, CtlRef a) {
  if (is_constant(graph, a, LIT_FALSE)) return a;
  if (!graph->structure->tau && is_constant(graph, a, LIT_TRUE)) return a;
  return make(graph, CTL_EG, LIT_FALSE, a, 0);
}

/* tau: a state where a finite path may end. */
static CtlRef fairly(Graph *graph, CtlRef a) {
  if (!graph->structure->tau || is_live(graph, a)) return a;
  return both(graph, a, exists_always(graph, predicate(graph, LIT_TRUE)));
}

static CtlRef exists_next(Graph *graph, CtlRef a) {
  if (is_constant(graph, a, LIT_FALSE)) return a;
  if (!graph->structure->tau && is_constant(graph, a, LIT_TRUE)) return a;
  return make(graph, CTL_EX, LIT_FALSE, fairly(graph, a), 0);
}

static CtlRef exists_until(Graph *graph, CtlRef a, CtlRef b) {
  CtlRef end = fairly(graph, b);
  if (is_constant(graph, a, LIT_FALSE) || is_constant(graph, end, LIT_FALSE) ||
      is_constant(graph, end, LIT_TRUE))
    return end;
  return make(graph, CTL_EU, LIT_FALSE, a, end);
}

static CtlRef translate(Graph *graph, const FormulaNode *node, CtlRef a, CtlRef b) {
  CtlRef not_a = ctl_not(a), not_b = ctl_not(b), yes = predicate(graph, LIT_TRUE);
  switch (node->op) {
  case OP_TRUE: return yes;
  case OP_NOT: return not_a;
  case OP_AND: return both(graph, a, b);
  case OP_OR: return either(graph, a, b);
  case OP_IMPLIES: return either(graph, not_a, b);
  case OP_EQUIVALENT: return both(graph, either(graph, not_a, b), either(graph, a, not_b));
  case OP_XOR: return both(graph, either(graph, a, b), either(graph, not_a, not_b));
  case OP_EX: return exists_next(graph, a);
  case OP_AX: return ctl_not(exists_next(graph, not_a));
  case OP_EF: return exists_until(graph, yes, a);
  case OP_AG: return ctl_not(exists_until(graph, yes, not_a));
  case OP_EG: return exists_always(graph, a);
  case OP_AF: return ctl_not(exists_always(graph, not_a));
  case OP_EU: return exists_until(graph, a, b);
  case OP_ER:
    return either(graph, exists_until(graph, b, both(graph, a, b)), exists_always(graph, b));
  case OP_EW: return either(graph, exists_until(graph, a, b), exists_always(graph, a));
  case OP_AU:
    return ctl_not(either(graph, exists_until(graph, not_b, both(graph, not_a, not_b)),
                          exists_always(graph, not_b)));
  case OP_AR: return ctl_not(exists_until(graph, not_a, not_b));
  case OP_AW: return ctl_not(exists_until(graph, not_b, both(graph, not_a, not_b)));
  default: return ctl_not(yes);
  }
}

CtlStructure *ctl_structure_new(const Task *task) {
  const Formulas *formulas = task->formulas;
  CtlStructure *structure = mem_zalloc(sizeof *structure);
  structure->system = system_new();
  Bits used = used_formulas(formulas, task->formula);
  Cone cone = cone_new(task, &used);
  Lit *map = aig_map_new(task->system->aig);
  build_system(structure, &cone, map);
  const System *system = structure->system;
  structure->tau = system->constraints.size || system->fairness.size || system->compassion.size;
  Graph graph = {.structure = structure};
  U32Vec *refs = &structure->refs;
  vec_resize(refs, used.size);
  for (size_t f = bits_next(&used, 0); f < used.size; f = bits_next(&used, f + 1)) {
    const FormulaNode *node = formula_node(formulas, (Formula)f);
    if (node->op == OP_ATOM) {
      Lit literal = atom_literal(task, node);
      refs->data[f] =
          predicate(&graph, aig_copy(structure->system->aig, task->system->aig, literal, map));
      continue;
    }
    int arity = operator_arity(node->op);
    refs->data[f] = translate(&graph, node, arity > 0 ? refs->data[node->left] : 0,
                              arity > 1 ? refs->data[node->right] : 0);
  }
  structure->root = refs->data[task->formula];
  names_free(&graph.unique);
  vec_free(&graph.live);
  mem_free(map);
  cone_free(&cone);
  bits_free(&used);
  return structure;
}

void ctl_structure_free(CtlStructure *structure) {
  if (!structure) return;
  system_free(structure->system);
  vec_free(&structure->nodes);
  vec_free(&structure->refs);
  vec_free(&structure->latch_origins);
  vec_free(&structure->input_origins);
  mem_free(structure);
}
