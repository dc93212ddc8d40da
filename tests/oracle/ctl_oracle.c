/* See ctl_oracle.h. The structure is one graph: a node is a pair (s, r), an edge is a valid step
 * together with the pair it leads to; fairness is a set of edges. Every operator is read as its
 * definition says: E of next, until and globally by graph.h, the others by duality. */
#include "oracle/ctl_oracle.h"

#include <assert.h>

#include "oracle/formula_parts.h"

typedef struct {
  const Explicit *e;
  const Formulas *formulas;
  size_t read;    /* the mask of the inputs that atoms read */
  Graph graph;    /* node: state * inputs + (input & read), so some numbers are unused */
  Bits *fairness; /* sets of edges: conditions, then pairs of strong fairness */
  size_t fair_count, pair_count;
  Bits fair; /* the nodes where a fair path starts */
} Structure;

static size_t pair_of(const Structure *s, size_t step) {
  return step / s->e->inputs * s->e->inputs + (step % s->e->inputs & s->read);
}

static size_t inputs_read(const System *system, const Formulas *formulas, const Bits *parts) {
  size_t mask = 0;
  U32Vec variables = {0};
  for (size_t g = bits_next(parts, 0); g < parts->size; g = bits_next(parts, g + 1)) {
    const FormulaNode *node = formula_node(formulas, (Formula)g);
    if (node->op == OP_ATOM)
      aig_support(system->aig, formulas->atoms.data[node->left].literal, &variables);
  }
  for (size_t i = 0; i < variables.size; i++)
    for (size_t k = 0; k < system->inputs.size; k++)
      if (lit_node(system->inputs.data[k]) == variables.data[i]) mask |= (size_t)1 << k;
  vec_free(&variables);
  return mask;
}

static size_t sets_of_edges(const Structure *s) { return s->fair_count + 2 * s->pair_count; }

static Bits fair_paths(const Structure *s, const Bits *edges) {
  return graph_strongly_fair(&s->graph, edges, s->fairness, s->fair_count,
                             s->fairness + s->fair_count, s->pair_count);
}

static void build(Structure *s) {
  const Explicit *e = s->e;
  s->fair_count = e->system->fairness.size;
  s->pair_count = e->system->compassion.size / 2;
  s->fairness = mem_array(sets_of_edges(s), sizeof *s->fairness);
  Bits *steps = mem_array(sets_of_edges(s), sizeof *steps);
  for (size_t i = 0; i < s->fair_count; i++)
    steps[i] = explicit_literal(e, e->system->fairness.data[i]);
  for (size_t i = s->fair_count; i < sets_of_edges(s); i++)
    steps[i] = explicit_literal(e, e->system->compassion.data[i - s->fair_count]);
  U32Vec step_of_edge = {0};
  s->graph.nodes = e->steps;
  for (uint32_t step = 0; step < e->steps; step++) {
    if (!bits_get(&e->valid, step)) continue;
    size_t next = e->graph.edges.data[step].to * e->inputs;
    for (size_t input = 0; input < e->inputs; input++) {
      if (input & ~s->read) continue; /* one edge for each pair */
      graph_edge(&s->graph, (uint32_t)pair_of(s, step), (uint32_t)(next + input));
      vec_push(&step_of_edge, step);
    }
  }
  graph_finish(&s->graph);
  for (size_t i = 0; i < sets_of_edges(s); i++) {
    s->fairness[i] = bits_new(s->graph.edges.size);
    for (size_t k = 0; k < step_of_edge.size; k++)
      bits_put(&s->fairness[i], k, bits_get(steps + i, step_of_edge.data[k]));
    bits_free(steps + i);
  }
  s->fair = fair_paths(s, NULL);
  mem_free(steps);
  vec_free(&step_of_edge);
}

static void structure_free(Structure *s) {
  for (size_t i = 0; i < sets_of_edges(s); i++) bits_free(s->fairness + i);
  mem_free(s->fairness);
  graph_free(&s->graph);
  bits_free(&s->fair);
}

static Bits complement(const Bits *set) {
  Bits result = bits_new(set->size);
  bits_fill(&result, true);
  bits_minus(&result, set);
  return result;
}

static Bits both(const Bits *a, const Bits *b) {
  Bits result = bits_copy(a);
  bits_and(&result, b);
  return result;
}

/* The edges that start in a set of nodes. */
static Bits edges_from(const Structure *s, const Bits *nodes) {
  Bits edges = bits_new(s->graph.edges.size);
  for (size_t i = 0; i < edges.size; i++)
    bits_put(&edges, i, bits_get(nodes, s->graph.edges.data[i].from));
  return edges;
}

static Bits exists_next(const Structure *s, const Bits *p) {
  Bits target = both(p, &s->fair);
  Bits result = graph_preimage(&s->graph, &target, NULL);
  bits_free(&target);
  return result;
}

static Bits exists_until(const Structure *s, const Bits *p, const Bits *q) {
  Bits target = both(q, &s->fair), edges = edges_from(s, p);
  Bits result = graph_backward(&s->graph, &target, &edges);
  bits_free(&target);
  bits_free(&edges);
  return result;
}

static Bits exists_globally(const Structure *s, const Bits *p) {
  /* All edges of the path start in p, hence all its nodes are in p. */
  Bits edges = edges_from(s, p);
  Bits result = fair_paths(s, &edges);
  bits_free(&edges);
  return result;
}

/* E[p W q] = E[p U q] or EG p. */
static Bits exists_weak_until(const Structure *s, const Bits *p, const Bits *q) {
  Bits result = exists_until(s, p, q), always = exists_globally(s, p);
  bits_or(&result, &always);
  bits_free(&always);
  return result;
}

/* E[p R q] = E[q W (p and q)]: p releases q in the step where both are true. */
static Bits exists_release(const Structure *s, const Bits *p, const Bits *q) {
  Bits end = both(p, q);
  Bits result = exists_weak_until(s, q, &end);
  bits_free(&end);
  return result;
}

static Bits exists(const Structure *s, Operator op, const Bits *p, const Bits *q) {
  Bits everything = bits_new(p->size), result;
  bits_fill(&everything, true);
  switch (op) {
  case OP_EX: result = exists_next(s, p); break;
  case OP_EF: result = exists_until(s, &everything, p); break;
  case OP_EG: result = exists_globally(s, p); break;
  case OP_EU: result = exists_until(s, p, q); break;
  case OP_ER: result = exists_release(s, p, q); break;
  default:
    assert(op == OP_EW);
    result = exists_weak_until(s, p, q);
    break;
  }
  bits_free(&everything);
  return result;
}

/* A of an operator is not E of its dual on complements: F and G, U and R. not (p W q) is
 * (not q) U (not p and not q). */
static Bits for_all(const Structure *s, Operator op, const Bits *p, const Bits *q) {
  Bits not_p = complement(p), not_q = complement(q ? q : p), some;
  switch (op) {
  case OP_AX: some = exists(s, OP_EX, &not_p, NULL); break;
  case OP_AF: some = exists(s, OP_EG, &not_p, NULL); break;
  case OP_AG: some = exists(s, OP_EF, &not_p, NULL); break;
  case OP_AU: some = exists(s, OP_ER, &not_p, &not_q); break;
  case OP_AR: some = exists(s, OP_EU, &not_p, &not_q); break;
  default: {
    assert(op == OP_AW);
    Bits neither = both(&not_p, &not_q);
    some = exists(s, OP_EU, &not_q, &neither);
    bits_free(&neither);
  }
  }
  Bits result = complement(&some);
  bits_free(&not_p);
  bits_free(&not_q);
  bits_free(&some);
  return result;
}

static Bits boolean(Operator op, const Bits *p, const Bits *q) {
  Bits result = bits_new(p->size);
  for (size_t i = 0; i < p->size; i++)
    bits_put(&result, i, connective_value(op, bits_get(p, i), q && bits_get(q, i)));
  return result;
}

static Bits evaluate(const Structure *s, const FormulaNode *node, const Bits *values) {
  Operator op = node->op;
  if (op == OP_ATOM) return explicit_literal(s->e, s->formulas->atoms.data[node->left].literal);
  int arity = operator_arity(op);
  if (!arity) {
    Bits constant = bits_new(s->e->steps);
    bits_fill(&constant, op == OP_TRUE);
    return constant;
  }
  const Bits *p = values + node->left, *q = arity == 2 ? values + node->right : NULL;
  if (!operator_is_temporal(op)) return boolean(op, p, q);
  assert(operator_is_ctl(op));
  return op >= OP_AX ? for_all(s, op, p, q) : exists(s, op, p, q);
}

Bits ctl_oracle_steps(const Explicit *e, const Formulas *formulas, Formula f) {
  Bits parts = formula_parts(formulas, f);
  Structure s = {.e = e, .formulas = formulas};
  s.read = inputs_read(e->system, formulas, &parts);
  build(&s);
  Bits *values = mem_array((size_t)f + 1, sizeof *values);
  for (size_t g = bits_next(&parts, 0); g < parts.size; g = bits_next(&parts, g + 1))
    values[g] = evaluate(&s, formula_node(formulas, (Formula)g), values);
  Bits result = bits_new(e->steps);
  for (size_t step = 0; step < e->steps; step++)
    bits_put(&result, step, bits_get(values + f, pair_of(&s, step)));
  for (size_t g = bits_next(&parts, 0); g < parts.size; g = bits_next(&parts, g + 1))
    bits_free(values + g);
  mem_free(values);
  structure_free(&s);
  bits_free(&parts);
  return result;
}

bool ctl_oracle_holds(const Explicit *e, const Formulas *formulas, Formula f) {
  Bits steps = ctl_oracle_steps(e, formulas, f);
  Bits initial = explicit_steps(e, &e->initial);
  bits_and(&initial, &e->valid);
  bool holds = bits_subset(&initial, &steps);
  bits_free(&steps);
  bits_free(&initial);
  return holds;
}
