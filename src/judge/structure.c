/* See ctl.h: the model as CTL sees it, and formulas as graphs of nodes. */
#include <string.h>

#include "judge/ctl.h"

/* ---- the structure ---- */

/* Marks all variables that marked ones depend on, within one moment. */
static void mark_cone(const Circuit *c, bool *marked) {
  for (size_t i = c->gates.size; i-- > 0;) {
    const Variable *gate = c->variables + c->gates.data[i];
    if (!marked[c->gates.data[i]]) continue;
    marked[variable_of(gate->left)] = true;
    marked[variable_of(gate->right)] = true;
  }
}

bool reads_inputs(const Circuit *c, Lit lit) {
  Pool scratch = {c->judge, NULL};
  bool *marked = zeroed(&scratch, c->count, sizeof *marked), reads = false;
  marked[variable_of(lit)] = true;
  mark_cone(c, marked);
  for (size_t i = 0; i < c->inputs.size; i++) reads |= marked[variable_of(c->inputs.data[i])];
  pool_free(&scratch);
  return reads;
}

/* Inputs that atoms read become latches. */
static void move_inputs(Structure *s, const Parts *formula) {
  Circuit *c = s->circuit;
  bool *read = zeroed(&c->judge->pool, c->count, sizeof *read);
  for (size_t i = 0; i < formula->size; i++)
    if (formula->parts[i].op == PART_ATOM) read[variable_of(formula->parts[i].atom)] = true;
  mark_cone(c, read);
  s->old_inputs = c->inputs;
  c->inputs = (Lits){0};
  for (size_t i = 0; i < s->old_inputs.size; i++)
    if (!read[variable_of(s->old_inputs.data[i])]) define_input(c, s->old_inputs.data[i]);
  for (size_t i = 0; i < s->old_inputs.size; i++) {
    Lit lit = s->old_inputs.data[i];
    if (!read[variable_of(lit)]) continue;
    Lit fresh = add_variable(c);
    define_input(c, fresh);
    list_add(c->judge, &s->fresh, fresh);
    define_latch(c, (Register){lit, fresh, lit});
  }
}

/* What may be true infinitely often, as a predicate over states. */
static void add_recurring(Structure *s, Lits *to, Lit lit) {
  Circuit *c = s->circuit;
  if (reads_inputs(c, lit)) {
    Lit delayed = add_variable(c);
    define_latch(c, (Register){delayed, lit, 0});
    list_add(c->judge, &s->delayed, lit = delayed);
  }
  list_add(c->judge, to, lit);
}

Structure structure_new(Circuit *model, const Parts *formula) {
  Structure s = {
      .circuit = model,
      .initial = 1,
      .valid = 1,
  };
  for (size_t i = 0; i < model->latches.size; i++)
    list_add(model->judge, &s.old_latches, model->latches.data[i].lit);
  move_inputs(&s, formula);
  const Lits *pairs = &model->compassion;
  for (size_t i = 0; i < model->fairness.size; i++)
    if (model->fairness.data[i] != 1) add_recurring(&s, &s.fairness, model->fairness.data[i]);
  for (size_t i = 0; i < pairs->size; i += 2) {
    if (pairs->data[i] == 0 || pairs->data[i + 1] == 1) continue; /* it says nothing */
    add_recurring(&s, &s.compassion, pairs->data[i]);
    add_recurring(&s, &s.compassion, pairs->data[i + 1]);
  }
  for (size_t i = 0; i < model->latches.size; i++) {
    const Register *latch = model->latches.data + i;
    if (latch->reset <= 1) s.initial = add_gate(model, s.initial, latch->lit ^ (latch->reset == 0));
  }
  for (size_t i = 0; i < model->constraints.size; i++)
    s.valid = add_gate(model, s.valid, model->constraints.data[i]);
  s.tau = model->constraints.size || s.fairness.size || s.compassion.size;
  return s;
}

/* ---- nodes ---- */

Lit edge_lower(const Graph *g, Edge edge) {
  const Node *node = g->nodes.data + edge / 2;
  return edge & 1 ? node->upper ^ 1 : node->lower;
}

Lit edge_upper(const Graph *g, Edge edge) { return edge_lower(g, edge ^ 1) ^ 1; }

/* Bounds from those of the children: E U contains its right child and lies in the union of both; EG
 * lies in its child; what is live lies in EG true. What updates gained and lost comes in addition.
 */
static void propagate(const Graph *g, Node *node) {
  Circuit *c = g->structure->circuit;
  Lit lower = 0, upper = 1;
  switch (node->kind) {
  case NODE_PREDICATE: lower = upper = node->predicate; break;
  case NODE_AND:
    lower = add_gate(c, edge_lower(g, node->left), edge_lower(g, node->right));
    upper = add_gate(c, edge_upper(g, node->left), edge_upper(g, node->right));
    break;
  case NODE_EX: break;
  case NODE_EU:
    lower = edge_lower(g, node->right);
    upper = add_or(c, edge_upper(g, node->left), edge_upper(g, node->right));
    break;
  case NODE_EG: upper = edge_upper(g, node->left); break;
  }
  if (node->live[0]) upper = add_gate(c, upper, g->dead ^ 1);
  node->upper = add_gate(c, upper, node->lost ^ 1);
  node->lower = add_gate(c, add_or(c, lower, node->gained), node->upper);
}

void propagate_from(Graph *g, size_t start) {
  Pool scratch = {g->structure->circuit->judge, NULL};
  bool *changed = zeroed(&scratch, g->nodes.size, sizeof *changed);
  changed[start] = true;
  g->dead = g->nodes.data[LIVING / 2].lost;
  for (size_t i = start; i < g->nodes.size; i++) {
    Node *node = g->nodes.data + i;
    if (node->kind != NODE_PREDICATE)
      changed[i] |= changed[node->left / 2] || changed[node->right / 2] || changed[LIVING / 2];
    if (changed[i]) propagate(g, node);
  }
  pool_free(&scratch);
}

/* Whether what satisfies it satisfies EG true, for a reason that the graph shows: temporal nodes
 * do; a conjunction does if one side does, a disjunction if both do; false does.
 *
 * A proof may define a node whose end is not live, of which this is not true. The formula has no
 * such node, since `fairly` makes its ends, and none with such a child; and what is known of a node
 * is told to those above it alone, and by lose_end (ctl.c) to an end that is live. So nothing of
 * the kind is told to a node of the formula. */
bool is_live(const Graph *g, Edge edge) { return g->nodes.data[edge / 2].live[edge & 1]; }

/* The edge that a node is the same as, for a plain reason, so that there is one way to write it.
 * Else NO_EDGE. */
enum { NO_EDGE = 0xffffffffu };
static Edge folded(Graph *g, const Node *node) {
  Edge a = node->left, b = node->right;
  const Node *left = g->nodes.data + a / 2, *right = g->nodes.data + b / 2;
  bool tau = g->structure->tau;
  switch (node->kind) {
  case NODE_PREDICATE: break;
  case NODE_AND:
    if (a == 1 || a == b) return b;
    if (b == 1) return a;
    if (a == 0 || b == 0 || a == (b ^ 1)) return 0;
    if (a == LIVING && is_live(g, b)) return b;
    if (b == LIVING && is_live(g, a)) return a;
    if (left->kind == NODE_PREDICATE && right->kind == NODE_PREDICATE)
      return add_predicate(g, add_gate(g->structure->circuit, left->predicate ^ (a & 1),
                                       right->predicate ^ (b & 1)));
    break;
  case NODE_EU:
    if (a == 0 || b == 0 || b == 1) return b;
    break;
  case NODE_EX:
  case NODE_EG:
    if (a == 0 || (a == 1 && !tau)) return a;
    break;
  }
  return NO_EDGE;
}

static Edge append(Graph *g, Node node) {
  node.same = folded(g, &node);
  if (node.kind == NODE_AND) {
    node.live[0] = is_live(g, node.left) || is_live(g, node.right);
    node.live[1] = is_live(g, node.left ^ 1) && is_live(g, node.right ^ 1);
  } else {
    node.live[0] = node.kind != NODE_PREDICATE || node.predicate == 0;
  }
  propagate(g, &node);
  Edge edge = (Edge)(2 * g->nodes.size);
  if (node.same == NO_EDGE) node.same = edge;
  list_add(g->structure->circuit->judge, &g->nodes, node);
  return edge;
}

/* The values of a predicate in 64 states, the same for all predicates. */
static uint64_t sample(const Circuit *c, Lit predicate) {
  Pool scratch = {c->judge, NULL};
  uint64_t *values = zeroed(&scratch, c->count, sizeof *values);
  for (size_t v = 1; v < c->count; v++)
    values[v] = (v + 1) * 0x9e3779b97f4a7c15u ^ (v * 0xd1342543de82ef95u) >> 29;
  evaluate(c, values);
  uint64_t result = value_of(values, predicate);
  pool_free(&scratch);
  return result;
}

static bool equivalent(Graph *g, Lit a, Lit b) {
  Prover *prover = g->any->prover;
  int equal = prover_equal(prover, moment_lit(g->any, a), moment_lit(g->any, b));
  strcpy(prover->judge->obligation, "two predicates of the formula are the same");
  prover_assume(prover, -equal);
  return prover_refutes(prover);
}

Edge add_predicate(Graph *g, Lit predicate) {
  uint64_t values = sample(g->structure->circuit, predicate);
  Lit sign = values & 1; /* the first value of all nodes is 0 */
  if (sign) values = ~values;
  for (size_t i = 0; i < g->nodes.size; i++)
    if (g->nodes.data[i].kind == NODE_PREDICATE && g->nodes.data[i].sample == values &&
        equivalent(g, g->nodes.data[i].predicate, predicate ^ sign))
      return (Edge)(2 * i) ^ sign;
  return append(g, (Node){.predicate = predicate ^ sign, .sample = values}) ^ sign;
}

static Edge find_node(const Graph *g, NodeKind kind, Edge left, Edge right) {
  for (size_t i = 0; i < g->nodes.size; i++) {
    const Node *node = g->nodes.data + i;
    bool same = node->left == left && node->right == right;
    bool swapped = kind == NODE_AND && node->left == right && node->right == left;
    if (node->kind == kind && (same || swapped)) return (Edge)(2 * i);
  }
  return NO_EDGE;
}

Edge add_node(Graph *g, NodeKind kind, Edge left, Edge right) {
  Edge edge = find_node(g, kind, left, right);
  return edge == NO_EDGE ? append(g, (Node){.kind = kind, .left = left, .right = right}) : edge;
}

Graph graph_new(Structure *s) {
  Prover *prover = prover_new(s->circuit->judge);
  Graph g = {.structure = s, .any = moment_new(prover, s->circuit, 0)};
  append(&g, (Node){.predicate = 0});
  append(&g, (Node){.kind = NODE_EG, .left = 1});
  return g;
}

/* ---- the formula ----
 *
 * Its parts become nodes of the graph, most of which the proof has. */

Edge plain(const Graph *g, Edge edge) { return g->nodes.data[edge / 2].same ^ (edge & 1); }

static Edge both(Graph *g, Edge a, Edge b) { return plain(g, add_node(g, NODE_AND, a, b)); }

static Edge either(Graph *g, Edge a, Edge b) { return both(g, a ^ 1, b ^ 1) ^ 1; }

static Edge always(Graph *g, Edge a) { return plain(g, add_node(g, NODE_EG, a, 0)); }

/* The end of a finite path: a fair path goes on from there. */
static Edge fairly(Graph *g, Edge a) {
  return !g->structure->tau || is_live(g, a) ? a : both(g, a, always(g, 1));
}

static Edge next(Graph *g, Edge a) { return plain(g, add_node(g, NODE_EX, fairly(g, a), 0)); }

static Edge until(Graph *g, Edge a, Edge b) {
  return plain(g, add_node(g, NODE_EU, a, fairly(g, b)));
}

/* One part of the formula, in terms of EX, EU and EG. The dualities:
 *   AX a = !EX !a             AF a = !EG !a               AG a = !E [true U !a]
 *   E [a R b] = E [b U a & b] | EG b                      E [a W b] = E [a U b] | EG a
 *   A [a U b] = !(E [!b U !a & !b] | EG !b)               A [a R b] = !E [!a U !b]
 *   A [a W b] = !E [!b U !a & !b] */
static Edge translate(Graph *g, const Part *part, Edge a, Edge b) {
  Edge na = a ^ 1, nb = b ^ 1;
  bool every = part->paths == 'A';
  switch (part->op) {
  case PART_ATOM: return add_predicate(g, part->atom);
  case PART_NOT: return na;
  case PART_AND: return both(g, a, b);
  case PART_OR: return either(g, a, b);
  case PART_IMPLIES: return either(g, na, b);
  case PART_EQUIVALENT: return both(g, either(g, na, b), either(g, a, nb));
  case PART_XOR: return both(g, either(g, a, b), either(g, na, nb));
  case PART_X: return every ? next(g, na) ^ 1 : next(g, a);
  case PART_F: return every ? always(g, na) ^ 1 : until(g, 1, a);
  case PART_G: return every ? until(g, 1, na) ^ 1 : always(g, a);
  case PART_U:
    return every ? either(g, until(g, nb, both(g, na, nb)), always(g, nb)) ^ 1 : until(g, a, b);
  case PART_R:
    return every ? until(g, na, nb) ^ 1 : either(g, until(g, b, both(g, a, b)), always(g, b));
  case PART_W:
    return every ? until(g, nb, both(g, na, nb)) ^ 1 : either(g, until(g, a, b), always(g, a));
  default: return 0; /* no operator of CTL */
  }
}

Edge add_formula(Graph *g, const Parts *formula) {
  Edge *edges = zeroed(&g->structure->circuit->judge->pool, formula->size, sizeof *edges);
  for (size_t i = 0; i < formula->size; i++) {
    const Part *part = formula->parts + i;
    edges[i] = translate(g, part, edges[part->left], edges[part->right]);
  }
  return edges[formula->root];
}
