/* See ctl.h: the model as CTL sees it, and the formula as a graph of nodes. */
#include <string.h>

#include "judge/ctl.h"

/* ---- the structure ---- */

/* Marks all variables that literals depend on, within one moment. */
static void mark_cone(const Circuit *c, bool *marked) {
  for (size_t i = c->gate_count; i-- > 0;) {
    const Variable *gate = c->variables + c->gates[i];
    if (!marked[c->gates[i]]) continue;
    marked[variable_of(gate->left)] = true;
    marked[variable_of(gate->right)] = true;
  }
}

static bool reads_choices(const Structure *s, Lit lit) {
  const Circuit *c = s->circuit;
  bool *marked = zeroed(c->count, sizeof *marked), reads = false;
  marked[variable_of(lit)] = true;
  mark_cone(c, marked);
  for (size_t i = 0; i < c->inputs.size; i++)
    reads |= marked[variable_of(c->inputs.data[i])] && !s->state_input[i];
  return reads;
}

/* A latch that starts at 0 and holds the last value of a literal. */
static Lit add_delay(Circuit *c, Lit lit) {
  c->variables = longer(c->variables, &c->room, c->count + 1, sizeof *c->variables);
  c->variables[c->count] = (Variable){.kind = LATCH, .place = c->latch_count};
  Latch *latches = zeroed(c->latch_count + 1, sizeof *latches);
  if (c->latch_count) memcpy(latches, c->latches, c->latch_count * sizeof *latches);
  latches[c->latch_count++] = (Latch){.lit = (Lit)(2 * c->count), .next = lit, .reset = 0};
  c->latches = latches;
  return (Lit)(2 * c->count++);
}

Structure structure_new(Circuit *model, const Formula *formula) {
  Structure s = {.circuit = model, .initial = 1, .valid = 1};
  bool *read = zeroed(model->count, sizeof *read);
  for (size_t i = 0; i < formula->size; i++)
    if (formula->parts[i].op == OP_ATOM) read[variable_of(formula->parts[i].atom)] = true;
  mark_cone(model, read);
  s.state_input = zeroed(model->inputs.size, sizeof(bool));
  for (size_t i = 0; i < model->inputs.size; i++)
    s.state_input[i] = read[variable_of(model->inputs.data[i])];
  for (size_t i = 0; i < model->fairness.size; i++) {
    Lit lit = model->fairness.data[i];
    if (lit == 1) continue; /* always true: no condition */
    bool delayed = reads_choices(&s, lit);
    if (delayed) lits_add(&s.delayed, lit = add_delay(model, lit));
    lits_add(&s.fairness, lit);
  }
  for (size_t i = 0; i < model->latch_count; i++) {
    const Latch *latch = model->latches + i;
    if (latch->reset <= 1) s.initial = add_gate(model, s.initial, latch->lit ^ (latch->reset == 0));
  }
  for (size_t i = 0; i < model->constraints.size; i++)
    s.valid = add_gate(model, s.valid, model->constraints.data[i]);
  s.tau = model->constraints.size || s.fairness.size;
  return s;
}

/* ---- the graph ---- */

static Edge negation(Edge edge) { return edge ^ 1; }

/* Whether what satisfies it satisfies EG true, for a reason that the graph shows: temporal nodes
 * do; a conjunction does if one side does, a disjunction if both do; false does. */
static bool implies_live(const Graph *g, Edge edge) { return g->nodes[edge / 2].live[edge & 1]; }

static Edge make(Graph *g, Node node) {
  for (size_t i = 0; i < g->size; i++)
    if (g->nodes[i].kind == node.kind && g->nodes[i].predicate == node.predicate &&
        g->nodes[i].left == node.left && g->nodes[i].right == node.right)
      return (Edge)(2 * i);
  if (node.kind == NODE_PREDICATE) {
    node.live[0] = node.predicate == 0;
  } else if (node.kind == NODE_AND) {
    node.live[0] = implies_live(g, node.left) || implies_live(g, node.right);
    node.live[1] = implies_live(g, negation(node.left)) && implies_live(g, negation(node.right));
  } else {
    node.live[0] = true;
  }
  g->nodes = longer(g->nodes, &g->room, g->size + 1, sizeof node);
  g->nodes[g->size] = node;
  return (Edge)(2 * g->size++);
}

static Edge both(Graph *g, Edge a, Edge b) {
  return make(g, (Node){.kind = NODE_AND, .left = a, .right = b});
}

static Edge either(Graph *g, Edge a, Edge b) { return negation(both(g, negation(a), negation(b))); }

static Edge always(Graph *g, Edge a) { return make(g, (Node){.kind = NODE_EG, .left = a}); }

/* The end of a finite path: a fair path goes on from there. */
static Edge fairly(const Structure *s, Graph *g, Edge a) {
  if (!s->tau || implies_live(g, a)) return a;
  Edge live = always(g, 1);
  g->live = live / 2;
  return both(g, a, live);
}

static Edge next(const Structure *s, Graph *g, Edge a) {
  return make(g, (Node){.kind = NODE_EX, .left = fairly(s, g, a)});
}

static Edge until(const Structure *s, Graph *g, Edge a, Edge b) {
  return make(g, (Node){.kind = NODE_EU, .left = a, .right = fairly(s, g, b)});
}

/* One part of the formula, in terms of EX, EU and EG; edge 1 is true. The dualities:
 *   AX a = !EX !a             AF a = !EG !a               AG a = !E [true U !a]
 *   E [a R b] = E [b U a & b] | EG b                      E [a W b] = E [a U b] | EG a
 *   A [a U b] = !(E [!b U !a & !b] | EG !b)               A [a R b] = !E [!a U !b]
 *   A [a W b] = !E [!b U !a & !b] */
static Edge translate(const Structure *s, Graph *g, const Part *part, Edge a, Edge b,
                      PartNodes *nodes) {
  Edge na = negation(a), nb = negation(b), eu = 0, eg = 0;
  switch (part->op) {
  case OP_ATOM:
    return make(g, (Node){.kind = NODE_PREDICATE, .predicate = part->atom & ~1u}) ^
           (part->atom & 1);
  case OP_NOT: return na;
  case OP_AND: return both(g, a, b);
  case OP_OR: return either(g, a, b);
  case OP_IMPLIES: return either(g, na, b);
  case OP_EQUIVALENT: return both(g, either(g, na, b), either(g, a, nb));
  case OP_XOR: return both(g, either(g, a, b), either(g, na, nb));
  case OP_EX: eu = next(s, g, a); break;
  case OP_AX: eu = next(s, g, na); break;
  case OP_EF: eu = until(s, g, 1, a); break;
  case OP_AG: eu = until(s, g, 1, na); break;
  case OP_EG: eg = always(g, a); break;
  case OP_AF: eg = always(g, na); break;
  case OP_EU: eu = until(s, g, a, b); break;
  case OP_AR: eu = until(s, g, na, nb); break;
  case OP_AW: eu = until(s, g, nb, both(g, na, nb)); break;
  case OP_ER: eu = until(s, g, b, both(g, a, b)), eg = always(g, b); break;
  case OP_EW: eu = until(s, g, a, b), eg = always(g, a); break;
  case OP_AU: eu = until(s, g, nb, both(g, na, nb)), eg = always(g, nb); break;
  case OP_COUNT: break;
  }
  *nodes = (PartNodes){eu / 2, eg / 2};
  Edge some = !eg ? eu : !eu ? eg : either(g, eu, eg);
  bool all = operator_names[part->op][0] == 'A';
  return all ? negation(some) : some;
}

Lit lower_of(const Graph *g, Edge edge) {
  const Node *node = g->nodes + edge / 2;
  return edge & 1 ? node->upper ^ 1 : node->lower;
}

Lit upper_of(const Graph *g, Edge edge) {
  const Node *node = g->nodes + edge / 2;
  return edge & 1 ? node->lower ^ 1 : node->upper;
}

/* Bounds from those of the children: E U contains its right child and lies in the union of both; EG
 * lies in its child. What updates gained and lost comes in addition. */
static void propagate(const Structure *s, Graph *g, Node *node) {
  Circuit *c = s->circuit;
  Lit lower = 0, upper = 1;
  switch (node->kind) {
  case NODE_PREDICATE: lower = upper = node->predicate; break;
  case NODE_AND:
    lower = add_gate(c, lower_of(g, node->left), lower_of(g, node->right));
    upper = add_gate(c, upper_of(g, node->left), upper_of(g, node->right));
    break;
  case NODE_EX: break;
  case NODE_EU:
    lower = lower_of(g, node->right);
    upper = add_or(c, upper_of(g, node->left), upper_of(g, node->right));
    break;
  case NODE_EG: upper = upper_of(g, node->left); break;
  }
  node->upper = add_gate(c, upper, node->lost ^ 1);
  node->lower = add_gate(c, add_or(c, lower, node->gained), node->upper);
}

void graph_propagate(const Structure *s, Graph *g) {
  for (size_t i = 0; i < g->size; i++) propagate(s, g, g->nodes + i);
}

/* ---- what is known from the start ---- */

/* Whether a predicate is false in all states. */
static bool impossible(const Structure *s, Lit lit) {
  Solver *solver = solver_new();
  Moment moment = moment_new(solver, s->circuit);
  solver_assume(solver, moment_lit(&moment, lit));
  bool result = solver_unsatisfiable(solver);
  solver_free(solver);
  return result;
}

/* The first gates of a circuit that are in a cone once more, with other literals in place of inputs
 * and latches: by variable, what it becomes. */
static Lit *copy_cone(Circuit *c, const Lit *map, const bool *cone, size_t count, size_t gates) {
  Lit *copy = zeroed(count, sizeof *copy);
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

/* EX p for a predicate p, where every step is valid and every state has a path: p after a step, for
 * some choices. All of them are written out, if they are few; false if not. */
static bool preimage(const Structure *s, Lit p, Lit *result) {
  enum { MOST_CHOICES = 10, MOST_GATES = 2000000 };
  Circuit *c = s->circuit;
  size_t count = c->count, gates = c->gate_count, cone_size = 0, choices = 0;
  bool *after = zeroed(count, sizeof *after), *before = zeroed(count, sizeof *before);
  after[variable_of(p)] = true;
  mark_cone(c, after);
  for (size_t i = 0; i < c->latch_count; i++)
    if (after[variable_of(c->latches[i].lit)]) before[variable_of(c->latches[i].next)] = true;
  mark_cone(c, before);
  Lits chosen = {0}; /* inputs, now or (negated) after the step */
  for (size_t i = 0; i < c->inputs.size; i++) {
    Lit input = c->inputs.data[i];
    if (before[variable_of(input)] && !s->state_input[i]) lits_add(&chosen, input);
    if (after[variable_of(input)]) lits_add(&chosen, input ^ 1);
  }
  choices = chosen.size;
  for (size_t v = 0; v < count; v++) cone_size += (size_t)after[v] + before[v];
  if (choices > MOST_CHOICES || cone_size << choices > MOST_GATES) return false;
  *result = 0;
  for (size_t value = 0; value < (size_t)1 << choices; value++) {
    Lit *now = zeroed(count, sizeof *now), *then = zeroed(count, sizeof *then);
    for (size_t v = 0; v < count; v++) now[v] = (Lit)(2 * v);
    for (size_t k = 0; k < choices; k++)
      (is_negated(chosen.data[k]) ? then : now)[variable_of(chosen.data[k])] = value >> k & 1;
    const Lit *stepped = copy_cone(c, now, before, count, gates);
    for (size_t i = 0; i < c->latch_count; i++) {
      Lit next_state = c->latches[i].next;
      if (after[variable_of(c->latches[i].lit)])
        then[variable_of(c->latches[i].lit)] = stepped[variable_of(next_state)] ^ (next_state & 1);
    }
    const Lit *there = copy_cone(c, then, after, count, gates);
    *result = add_or(c, *result, there[variable_of(p)] ^ (p & 1));
  }
  return true;
}

/* Where tau is not, all steps are valid and every state has a path: then EX of a predicate is one,
 * EX and EG of true are true. EX, E U of false are false, and so is what contradicts itself. */
static void start_node(const Structure *s, Graph *g, Node *node) {
  node->lost = node->gained = 0;
  if (node->kind == NODE_AND && node->left == negation(node->right)) node->lost = 1;
  if (node->kind == NODE_EX || node->kind == NODE_EU || node->kind == NODE_EG) {
    Edge end = node->kind == NODE_EU ? node->right : node->left;
    Lit lower = lower_of(g, end), upper = upper_of(g, end), before;
    bool exact = impossible(s, add_gate(s->circuit, upper, lower ^ 1));
    if (impossible(s, upper)) node->lost = 1;
    else if (!s->tau && impossible(s, lower ^ 1)) node->gained = 1;
    else if (!s->tau && node->kind == NODE_EX && exact && preimage(s, upper, &before)) {
      node->gained = before;
      node->lost = before ^ 1;
    }
  }
  propagate(s, g, node);
}

Graph graph_new(Structure *s, const Formula *formula) {
  Graph g = {0};
  Edge *edges = zeroed(formula->size, sizeof *edges);
  make(&g, (Node){.kind = NODE_PREDICATE, .predicate = 0}); /* node 0 */
  g.parts = zeroed(formula->size, sizeof *g.parts);
  for (size_t i = 0; i < formula->size; i++) {
    const Part *part = formula->parts + i;
    edges[i] = translate(s, &g, part, edges[part->left], edges[part->right], g.parts + i);
  }
  g.root = edges[formula->root];
  for (size_t i = 0; i < g.size; i++) start_node(s, &g, g.nodes + i);
  return g;
}
