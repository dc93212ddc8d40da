/* See ctl.h: the model as CTL sees it, and formulas as graphs of nodes. */
#include <string.h>

#include "judge/ctl.h"

/* ---- the structure ---- */

/* Marks all variables that marked ones depend on, within one moment. */
static void mark_cone(const Circuit *c, bool *marked) {
  for (size_t i = c->gate_count; i-- > 0;) {
    const Variable *gate = c->variables + c->gates[i];
    if (!marked[c->gates[i]]) continue;
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
    lits_add(c->judge, &s->fresh, fresh);
    define_latch(c, (Register){lit, fresh, lit});
  }
}

Structure structure_new(Circuit *model, const Parts *formula) {
  Structure s = {.circuit = model, .initial = 1, .valid = 1, .latches = model->latch_count};
  move_inputs(&s, formula);
  for (size_t i = 0; i < model->fairness.size; i++) {
    Lit lit = model->fairness.data[i];
    if (lit == 1) continue; /* always true: no condition */
    if (reads_inputs(model, lit)) {
      Lit delayed = add_variable(model);
      define_latch(model, (Register){delayed, lit, 0});
      lits_add(model->judge, &s.delayed, lit = delayed);
    }
    lits_add(model->judge, &s.fairness, lit);
  }
  for (size_t i = 0; i < model->latch_count; i++) {
    const Register *latch = model->latches + i;
    if (latch->reset <= 1) s.initial = add_gate(model, s.initial, latch->lit ^ (latch->reset == 0));
  }
  for (size_t i = 0; i < model->constraints.size; i++)
    s.valid = add_gate(model, s.valid, model->constraints.data[i]);
  s.tau = model->constraints.size || s.fairness.size;
  return s;
}

/* ---- nodes ---- */

Lit edge_lower(const Graph *g, Edge edge) {
  const Node *node = g->nodes + edge / 2;
  return edge & 1 ? node->upper ^ 1 : node->lower;
}

Lit edge_upper(const Graph *g, Edge edge) {
  const Node *node = g->nodes + edge / 2;
  return edge & 1 ? node->lower ^ 1 : node->upper;
}

/* Bounds from those of the children: E U contains its right child and lies in the union of both; EG
 * lies in its child. What updates gained and lost comes in addition. */
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
  node->upper = add_gate(c, upper, node->lost ^ 1);
  node->lower = add_gate(c, add_or(c, lower, node->gained), node->upper);
}

void propagate_from(Graph *g, size_t start) {
  Pool scratch = {g->structure->circuit->judge, NULL};
  bool *changed = zeroed(&scratch, g->size, sizeof *changed);
  changed[start] = true;
  for (size_t i = start; i < g->size; i++) {
    Node *node = g->nodes + i;
    if (node->kind != NODE_PREDICATE)
      changed[i] |= changed[node->left / 2] || changed[node->right / 2];
    if (changed[i]) propagate(g, node);
  }
  pool_free(&scratch);
}

/* Whether what satisfies it satisfies EG true, for a reason that the graph shows: temporal nodes
 * do; a conjunction does if one side does, a disjunction if both do; false does. */
static bool is_live(const Graph *g, Edge edge) { return g->nodes[edge / 2].live[edge & 1]; }

/* What is plain from the start: there is no path to, or along, false; every state has a path to
 * true of no steps, and without tau it has steps and paths. */
static void start(const Graph *g, Node *node) {
  Edge end = node->kind == NODE_EU ? node->right : node->left;
  if (node->kind == NODE_PREDICATE || node->kind == NODE_AND) return;
  node->lost = end == 0;
  node->gained = end == 1 && (node->kind == NODE_EU || !g->structure->tau);
}

static bool is_predicate(const Graph *g, Edge edge) {
  return g->nodes[edge / 2].kind == NODE_PREDICATE;
}

static Lit predicate_of(const Graph *g, Edge edge) {
  return g->nodes[edge / 2].predicate ^ (edge & 1);
}

/* The edge that a node is the same as, for a plain reason, so that there is one way to write it.
 * Else NO_EDGE. */
enum { NO_EDGE = 0xffffffffu };
static Edge folded(Graph *g, const Node *node) {
  Edge a = node->left, b = node->right;
  bool tau = g->structure->tau;
  switch (node->kind) {
  case NODE_PREDICATE: break;
  case NODE_AND:
    if (a == 1 || a == b) return b;
    if (b == 1) return a;
    if (a == 0 || b == 0 || a == (b ^ 1)) return 0;
    if (is_predicate(g, a) && is_predicate(g, b))
      return add_predicate(g,
                           add_gate(g->structure->circuit, predicate_of(g, a), predicate_of(g, b)));
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
  start(g, &node);
  if (node.kind == NODE_AND) {
    node.live[0] = is_live(g, node.left) || is_live(g, node.right);
    node.live[1] = is_live(g, node.left ^ 1) && is_live(g, node.right ^ 1);
  } else {
    node.live[0] = node.kind != NODE_PREDICATE || node.predicate == 0;
  }
  g->nodes =
      longer(&g->structure->circuit->judge->pool, g->nodes, &g->room, g->size + 1, sizeof node);
  propagate(g, &node);
  if (node.same == NO_EDGE) node.same = (Edge)(2 * g->size);
  g->nodes[g->size] = node;
  return (Edge)(2 * g->size++);
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
  for (size_t i = 0; i < g->size; i++)
    if (g->nodes[i].kind == NODE_PREDICATE && g->nodes[i].sample == values &&
        equivalent(g, g->nodes[i].predicate, predicate ^ sign))
      return (Edge)(2 * i) ^ sign;
  return append(g, (Node){.predicate = predicate ^ sign, .sample = values}) ^ sign;
}

static bool find_node(const Graph *g, NodeKind kind, Edge left, Edge right, Edge *edge) {
  bool swapped = kind == NODE_AND && left > right;
  for (size_t i = 0; i < g->size; i++) {
    const Node *node = g->nodes + i;
    *edge = (Edge)(2 * i);
    if (node->kind == kind && node->left == (swapped ? right : left) &&
        node->right == (swapped ? left : right))
      return true;
  }
  return false;
}

Edge add_node(Graph *g, NodeKind kind, Edge left, Edge right) {
  Edge edge;
  bool swapped = kind == NODE_AND && left > right;
  if (find_node(g, kind, left, right, &edge)) return edge;
  return append(
      g, (Node){.kind = kind, .left = swapped ? right : left, .right = swapped ? left : right});
}

Graph graph_new(Structure *s) {
  Prover *prover = prover_new(s->circuit->judge);
  Graph g = {.structure = s, .any = moment_new(prover, s->circuit, 0)};
  append(&g, (Node){.predicate = 0});
  return g;
}

/* ---- the formula ----
 *
 * Its parts become nodes of the graph, most of which the proof has. Where it has none, the writer
 * may have known better: EX of a predicate is one, without tau. */

Edge plain(const Graph *g, Edge edge) { return g->nodes[edge / 2].same ^ (edge & 1); }

static Edge both(Graph *g, Edge a, Edge b) { return plain(g, add_node(g, NODE_AND, a, b)); }

static Edge either(Graph *g, Edge a, Edge b) { return both(g, a ^ 1, b ^ 1) ^ 1; }

static Edge always(Graph *g, Edge a) { return plain(g, add_node(g, NODE_EG, a, 0)); }

/* The end of a finite path: a fair path goes on from there. */
static Edge fairly(Graph *g, Edge a) {
  return !g->structure->tau || is_live(g, a) ? a : both(g, a, always(g, 1));
}

/* The node of the proof about paths to such an end, also if its writer did not see that it is live,
 * or a new one. */
static Edge to_end(Graph *g, NodeKind kind, Edge left, Edge a) {
  Edge end = fairly(g, a), longer_end = end, edge;
  if (g->structure->tau) longer_end = both(g, a, always(g, 1));
  bool ex = kind == NODE_EX;
  if (find_node(g, kind, ex ? end : left, ex ? 0 : end, &edge)) return edge;
  if (find_node(g, kind, ex ? longer_end : left, ex ? 0 : longer_end, &edge)) return edge;
  return add_node(g, kind, ex ? end : left, ex ? 0 : end);
}

/* The gates of a cone once more, with other literals in place of inputs and latches: by variable,
 * what it becomes. */
static Lit *copy_cone(Circuit *c, const Lit *map, const bool *cone, size_t count, size_t gates) {
  Lit *copy = zeroed(&c->judge->pool, count, sizeof *copy);
  memcpy(copy, map, count * sizeof *copy);
  for (size_t i = 0; i < gates; i++) {
    unsigned v = c->gates[i];
    if (!cone[v]) continue;
    Lit left = c->variables[v].left, right = c->variables[v].right;
    copy[v] =
        add_gate(c, copy[variable_of(left)] ^ (left & 1), copy[variable_of(right)] ^ (right & 1));
  }
  return copy;
}

/* EX p for a predicate p without tau: p after a step, for some inputs. All of them are written out,
 * if they are few; false if not. */
static bool preimage(Circuit *c, Lit p, Lit *result) {
  enum { MOST_INPUTS = 10, MOST_GATES = 2000000 };
  Pool *pool = &c->judge->pool;
  size_t count = c->count, gates = c->gate_count, size = 0;
  bool *after = zeroed(pool, count, sizeof *after), *before = zeroed(pool, count, sizeof *before);
  after[variable_of(p)] = true;
  mark_cone(c, after);
  for (size_t i = 0; i < c->latch_count; i++)
    if (after[variable_of(c->latches[i].lit)]) before[variable_of(c->latches[i].next)] = true;
  mark_cone(c, before);
  Lits chosen = {0};
  for (size_t i = 0; i < c->inputs.size; i++)
    if (before[variable_of(c->inputs.data[i])]) lits_add(c->judge, &chosen, c->inputs.data[i]);
  for (size_t v = 0; v < count; v++) size += (size_t)after[v] + before[v];
  if (chosen.size > MOST_INPUTS || size << chosen.size > MOST_GATES) return false;
  *result = 0;
  for (size_t value = 0; value < (size_t)1 << chosen.size; value++) {
    Lit *now = zeroed(pool, count, sizeof *now), *then = zeroed(pool, count, sizeof *then);
    for (size_t v = 0; v < count; v++) now[v] = (Lit)(2 * v);
    for (size_t k = 0; k < chosen.size; k++) now[variable_of(chosen.data[k])] = value >> k & 1;
    const Lit *stepped = copy_cone(c, now, before, count, gates);
    for (size_t i = 0; i < c->latch_count; i++) {
      Lit next = c->latches[i].next;
      if (after[variable_of(c->latches[i].lit)])
        then[variable_of(c->latches[i].lit)] = stepped[variable_of(next)] ^ (next & 1);
    }
    const Lit *there = copy_cone(c, then, after, count, gates);
    *result = add_or(c, *result, there[variable_of(p)] ^ (p & 1));
  }
  return true;
}

static Edge next(Graph *g, Edge a) {
  Edge edge;
  Lit before;
  if (!g->structure->tau && is_predicate(g, a) && !find_node(g, NODE_EX, a, 0, &edge) &&
      preimage(g->structure->circuit, predicate_of(g, a), &before))
    return add_predicate(g, before);
  return plain(g, to_end(g, NODE_EX, 0, a));
}

static Edge until(Graph *g, Edge a, Edge b) { return plain(g, to_end(g, NODE_EU, a, b)); }

/* One part of the formula, in terms of EX, EU and EG. The dualities:
 *   AX a = !EX !a             AF a = !EG !a               AG a = !E [true U !a]
 *   E [a R b] = E [b U a & b] | EG b                      E [a W b] = E [a U b] | EG a
 *   A [a U b] = !(E [!b U !a & !b] | EG !b)               A [a R b] = !E [!a U !b]
 *   A [a W b] = !E [!b U !a & !b] */
static Edge translate(Graph *g, const Part *part, Edge a, Edge b) {
  Edge na = a ^ 1, nb = b ^ 1;
  switch (part->op) {
  case PART_ATOM: return add_predicate(g, part->atom);
  case PART_NOT: return na;
  case PART_AND: return both(g, a, b);
  case PART_OR: return either(g, a, b);
  case PART_IMPLIES: return either(g, na, b);
  case PART_EQUIVALENT: return both(g, either(g, na, b), either(g, a, nb));
  case PART_XOR: return both(g, either(g, a, b), either(g, na, nb));
  case PART_EX: return next(g, a);
  case PART_AX: return next(g, na) ^ 1;
  case PART_EF: return until(g, 1, a);
  case PART_AG: return until(g, 1, na) ^ 1;
  case PART_EG: return always(g, a);
  case PART_AF: return always(g, na) ^ 1;
  case PART_EU: return until(g, a, b);
  case PART_AR: return until(g, na, nb) ^ 1;
  case PART_AW: return until(g, nb, both(g, na, nb)) ^ 1;
  case PART_ER: return either(g, until(g, b, both(g, a, b)), always(g, b));
  case PART_EW: return either(g, until(g, a, b), always(g, a));
  case PART_AU: return either(g, until(g, nb, both(g, na, nb)), always(g, nb)) ^ 1;
  default: break; /* of LTL there is nothing here */
  }
  return 0;
}

Edge add_formula(Graph *g, const Parts *formula) {
  Edge *edges = zeroed(&g->structure->circuit->judge->pool, formula->size, sizeof *edges);
  for (size_t i = 0; i < formula->size; i++) {
    const Part *part = formula->parts + i;
    edges[i] = translate(g, part, edges[part->left], edges[part->right]);
  }
  return edges[formula->root];
}
