/* See smv_enumerator.h. There are two graphs. In `steps` a node is a valuation of all variables:
 * LTL lives there. In `states` a node is a valuation without inputs, and an edge stands for all
 * inputs: CTL lives there. Inputs are declared last, so a step is input * states + state. */
#include "oracle/smv_enumerator.h"

#include <assert.h>

#include "oracle/smv_interpreter.h"
#include "oracle/streett.h"

/* Sets of nodes of one graph, with the fairness of the model. */
typedef struct {
  Graph graph;
  Bits initial, reachable;
  VEC(Bits) weak, often, then;
} Structure;

struct SmvEnumerator {
  Interpreter *interpreter;
  const ModuleSyntax *module;
  size_t state_count;
  Structure states, steps;
};

/* ---- the graphs ---- */

static bool true_in(const SmvEnumerator *e, NodeIndex expression, size_t valuation) {
  return interpreter_holds(e->interpreter, expression, valuation);
}

static Bits all_where(const SmvEnumerator *e, NodeIndex expression, size_t nodes) {
  Bits set = bits_new(nodes);
  for (size_t i = 0; i < nodes; i++) bits_put(&set, i, true_in(e, expression, i));
  return set;
}

static void add_fairness(const SmvEnumerator *e, Structure *s) {
  for (size_t i = 0; i < e->module->sections.size; i++) {
    const SectionSyntax *section = e->module->sections.data + i;
    Bits left;
    if (section->kind != SECTION_FAIRNESS && section->kind != SECTION_COMPASSION) continue;
    left = all_where(e, section->left, s->graph.nodes);
    if (section->kind == SECTION_FAIRNESS) vec_push(&s->weak, left);
    else {
      Bits right = all_where(e, section->right, s->graph.nodes);
      vec_push(&s->often, left);
      vec_push(&s->then, right);
    }
  }
}

static StreettSets fairness_of(const Structure *s) {
  return (StreettSets){s->weak.data, s->weak.size, s->often.data, s->then.data, s->often.size};
}

static void structure_free(Structure *s) {
  graph_free(&s->graph);
  bits_free(&s->initial);
  bits_free(&s->reachable);
  for (size_t i = 0; i < s->weak.size; i++) bits_free(s->weak.data + i);
  for (size_t i = 0; i < s->often.size; i++) {
    bits_free(s->often.data + i);
    bits_free(s->then.data + i);
  }
  vec_free(&s->weak);
  vec_free(&s->often);
  vec_free(&s->then);
}

static void structure_finish(const SmvEnumerator *e, Structure *s) {
  graph_finish(&s->graph);
  s->reachable = graph_forward(&s->graph, &s->initial, NULL);
  add_fairness(e, s);
}

SmvEnumerator *smv_enumerator_new(const Syntax *syntax) {
  SmvEnumerator *e = mem_zalloc(sizeof *e);
  e->interpreter = interpreter_new(syntax);
  e->module = syntax->modules.data;
  size_t steps = e->interpreter->states, states = 1;
  for (size_t i = 0; i < e->module->variables.size; i++)
    if (e->module->variables.data[i].role != VARIABLE_INPUT)
      states *= e->interpreter->scopes->variables.data[i].domain.size;
  e->state_count = e->states.graph.nodes = states;
  e->steps.graph.nodes = steps;
  e->states.initial = bits_new(states);
  e->steps.initial = bits_new(steps);
  bool failed = false; /* a model with undefined values is not accepted in the first place */
  for (size_t now = 0; now < steps; now++) {
    bool initial = interpreter_initial(e->interpreter, now, &failed);
    bits_put(&e->steps.initial, now, initial);
    if (initial) bits_set(&e->states.initial, now % states);
  }
  Bits edges = bits_new(states * states);
  for (size_t now = 0; now < steps; now++)
    for (size_t next = 0; next < states; next++) { /* whatever the next inputs are */
      if (!interpreter_follows(e->interpreter, now, next, &failed)) continue;
      for (size_t step = next; step < steps; step += states)
        graph_edge(&e->steps.graph, (uint32_t)now, (uint32_t)step);
      size_t pair = now % states * states + next;
      if (!bits_get(&edges, pair))
        graph_edge(&e->states.graph, (uint32_t)(now % states), (uint32_t)next);
      bits_set(&edges, pair);
    }
  bits_free(&edges);
  structure_finish(e, &e->states);
  structure_finish(e, &e->steps);
  return e;
}

void smv_enumerator_free(SmvEnumerator *e) {
  structure_free(&e->states);
  structure_free(&e->steps);
  interpreter_free(e->interpreter);
  mem_free(e);
}

/* ---- formulas in parts: temporal operators, connectives above them, and the rest as atoms ---- */

typedef struct {
  NodeKind kind;
  size_t left, right; /* parts that come before */
  bool atom;
  Bits nodes; /* of an atom: where it is true; of CTL: of every part */
  int guess;  /* of a temporal operator of LTL: its bit */
} Part;

typedef struct {
  Part data[64];
  size_t size, temporal;
} Parts;

static bool is_temporal(NodeKind kind) { return kind >= NODE_NEXT_TIME; }

static bool has_temporal(const Syntax *syntax, NodeIndex root) {
  for (NodeIndex i = syntax_node(syntax, root)->first; i <= root; i++)
    if (is_temporal(syntax_node(syntax, i)->kind)) return true;
  return false;
}

static size_t take_apart(const SmvEnumerator *e, NodeIndex root, size_t nodes, Parts *parts) {
  const Node *node = syntax_node(e->interpreter->syntax, root);
  Part part = {.kind = node->kind, .guess = -1};
  part.atom = !has_temporal(e->interpreter->syntax, root);
  if (part.atom) {
    part.nodes = all_where(e, root, nodes);
  } else {
    part.left = take_apart(e, node->left, nodes, parts);
    if (node->right != NODE_NONE) part.right = take_apart(e, node->right, nodes, parts);
    if (is_temporal(node->kind)) part.guess = (int)parts->temporal++;
  }
  assert(parts->size < 64);
  parts->data[parts->size] = part;
  return parts->size++;
}

static bool connective(NodeKind kind, bool a, bool b) {
  switch (kind) {
  case NODE_NOT: return !a;
  case NODE_AND: return a && b;
  case NODE_OR: return a || b;
  case NODE_IMPLIES: return !a || b;
  case NODE_XOR: return a != b;
  default: assert(kind == NODE_IFF || kind == NODE_XNOR); return a == b;
  }
}

/* ---- CTL ---- */

static Bits inverse(const Bits *set) {
  Bits result = bits_new(set->size);
  bits_fill(&result, true);
  bits_minus(&result, set);
  return result;
}

/* Where a path starts that stays in `stay` until it is in `goal` and then is fair. */
static Bits exists_until(const Structure *s, const Bits *fair, const Bits *stay, const Bits *goal) {
  Bits found = bits_copy(goal);
  bits_and(&found, fair);
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < s->graph.edges.size; i++) {
      Edge edge = s->graph.edges.data[i];
      if (!bits_get(&found, edge.to) || bits_get(&found, edge.from)) continue;
      if (!bits_get(stay, edge.from)) continue;
      bits_set(&found, edge.from);
      grows = true;
    }
  }
  return found;
}

static Bits exists_next(const Structure *s, const Bits *fair, const Bits *goal) {
  Bits found = bits_new(goal->size);
  for (size_t i = 0; i < s->graph.edges.size; i++) {
    Edge edge = s->graph.edges.data[i];
    if (bits_get(goal, edge.to) && bits_get(fair, edge.to)) bits_set(&found, edge.from);
  }
  return found;
}

static Bits exists_always(const Structure *s, const Bits *stay) {
  StreettSets sets = fairness_of(s);
  return streett_nodes(&s->graph, stay, &sets);
}

/* Not A [p U q]: q stays away for ever, or until p is gone as well. */
static Bits fails_until(const Structure *s, const Bits *fair, const Bits *p, const Bits *q) {
  Bits not_q = inverse(q), neither = inverse(p);
  bits_minus(&neither, q);
  Bits found = exists_until(s, fair, &not_q, &neither), always = exists_always(s, &not_q);
  bits_or(&found, &always);
  bits_free(&not_q);
  bits_free(&neither);
  bits_free(&always);
  return found;
}

static Bits ctl_nodes(const Structure *s, const Bits *fair, NodeKind kind, const Bits *p,
                      const Bits *q) {
  Bits all = bits_new(p->size), not_p = inverse(p), found;
  bits_fill(&all, true);
  bool universal = false;
  switch (kind) {
  case NODE_EX: found = exists_next(s, fair, p); break;
  case NODE_EF: found = exists_until(s, fair, &all, p); break;
  case NODE_EG: found = exists_always(s, p); break;
  case NODE_EU: found = exists_until(s, fair, p, q); break;
  default:
    universal = true;
    found = kind == NODE_AX   ? exists_next(s, fair, &not_p)
            : kind == NODE_AF ? exists_always(s, &not_p)
            : kind == NODE_AG ? exists_until(s, fair, &all, &not_p)
                              : fails_until(s, fair, p, q);
    assert(kind == NODE_AX || kind == NODE_AF || kind == NODE_AG || kind == NODE_AU);
  }
  if (universal) {
    Bits others = inverse(&found);
    bits_free(&found);
    found = others;
  }
  bits_free(&all);
  bits_free(&not_p);
  return found;
}

static bool ctl_holds(const SmvEnumerator *e, NodeIndex root) {
  const Structure *s = &e->states;
  Parts parts = {0};
  Bits all = bits_new(e->state_count);
  bits_fill(&all, true);
  Bits fair = exists_always(s, &all);
  take_apart(e, root, e->state_count, &parts);
  for (size_t i = 0; i < parts.size; i++) {
    Part *part = parts.data + i;
    if (part->atom) continue;
    const Bits *p = &parts.data[part->left].nodes, *q = &parts.data[part->right].nodes;
    if (is_temporal(part->kind)) {
      part->nodes = ctl_nodes(s, &fair, part->kind, p, q);
      continue;
    }
    part->nodes = bits_new(e->state_count);
    for (size_t n = 0; n < e->state_count; n++)
      bits_put(&part->nodes, n, connective(part->kind, bits_get(p, n), bits_get(q, n)));
  }
  Bits asked = bits_copy(&s->initial);
  bits_and(&asked, &fair);
  bool holds = bits_subset(&asked, &parts.data[parts.size - 1].nodes);
  for (size_t i = 0; i < parts.size; i++) bits_free(&parts.data[i].nodes);
  bits_free(&asked);
  bits_free(&all);
  bits_free(&fair);
  return holds;
}

/* ---- LTL: a node of the product is step << temporal | guess ---- */

static bool truth(uint64_t values, size_t part) { return values >> part & 1; }

/* All parts in one step, if the temporal ones are as guessed. */
static uint64_t values_of(const Parts *parts, size_t step, size_t guess) {
  uint64_t values = 0;
  for (size_t i = 0; i < parts->size; i++) {
    const Part *part = parts->data + i;
    bool value = part->atom         ? bits_get(&part->nodes, step)
                 : part->guess >= 0 ? guess >> part->guess & 1
                                    : connective(part->kind, truth(values, part->left),
                                                 truth(values, part->right));
    values |= (uint64_t)value << i;
  }
  return values;
}

/* What an operator says here, by what its operands are here and it itself beside: in the next step,
 * or in the one before. */
static bool here(const Part *part, uint64_t values, bool beside) {
  bool p = truth(values, part->left), q = truth(values, part->right);
  switch (part->kind) {
  case NODE_FINALLY:
  case NODE_ONCE: return p || beside;
  case NODE_GLOBALLY:
  case NODE_HISTORICALLY: return p && beside;
  case NODE_UNTIL:
  case NODE_SINCE: return q || (p && beside);
  default: assert(part->kind == NODE_RELEASES || part->kind == NODE_TRIGGERED);
  }
  return q && (p || beside);
}

static bool is_past(NodeKind kind) {
  return (kind >= NODE_YESTERDAY && kind <= NODE_HISTORICALLY) || kind == NODE_SINCE ||
         kind == NODE_TRIGGERED;
}

/* What is beside the first step; and what an operator of the future is if nothing ever decides. */
static bool undecided(NodeKind kind) {
  return kind == NODE_WEAK_YESTERDAY || kind == NODE_HISTORICALLY || kind == NODE_TRIGGERED ||
         kind == NODE_GLOBALLY || kind == NODE_RELEASES;
}

static bool looks_back_one(NodeKind kind) {
  return kind == NODE_YESTERDAY || kind == NODE_WEAK_YESTERDAY;
}

static bool may_begin(const Parts *parts, uint64_t values) {
  for (size_t i = 0; i < parts->size; i++) {
    const Part *part = parts->data + i;
    if (part->guess < 0 || !is_past(part->kind)) continue;
    bool before = undecided(part->kind);
    if (truth(values, i) != (looks_back_one(part->kind) ? before : here(part, values, before)))
      return false;
  }
  return true;
}

static bool may_follow(const Parts *parts, uint64_t now, uint64_t next) {
  for (size_t i = 0; i < parts->size; i++) {
    const Part *part = parts->data + i;
    if (part->guess < 0) continue;
    bool fits = part->kind == NODE_NEXT_TIME ? truth(now, i) == truth(next, part->left)
                : looks_back_one(part->kind) ? truth(next, i) == truth(now, part->left)
                : is_past(part->kind)        ? truth(next, i) == here(part, next, truth(now, i))
                                             : truth(now, i) == here(part, now, truth(next, i));
    if (!fits) return false;
  }
  return true;
}

/* The sets of the model, lifted to the product, and one for each operator that waits for something:
 * infinitely often it is what it is without waiting. */
static void product_fairness(const SmvEnumerator *e, const Parts *parts, const uint64_t *values,
                             Structure *product) {
  const Structure *s = &e->steps;
  size_t nodes = product->graph.nodes;
  for (size_t k = 0; k < s->weak.size + 2 * s->often.size; k++) {
    size_t i = k - s->weak.size, pairs = s->often.size;
    const Bits *from = k < s->weak.size ? s->weak.data + k
                       : i < pairs      ? s->often.data + i
                                        : s->then.data + i - pairs;
    Bits set = bits_new(nodes);
    for (size_t n = 0; n < nodes; n++) bits_put(&set, n, bits_get(from, n >> parts->temporal));
    if (k < s->weak.size) vec_push(&product->weak, set);
    else if (i < pairs) vec_push(&product->often, set);
    else vec_push(&product->then, set);
  }
  for (size_t i = 0; i < parts->size; i++) {
    const Part *part = parts->data + i;
    if (part->guess < 0 || is_past(part->kind) || part->kind == NODE_NEXT_TIME) continue;
    Bits set = bits_new(nodes);
    for (size_t n = 0; n < nodes; n++)
      bits_put(&set, n, truth(values[n], i) == here(part, values[n], undecided(part->kind)));
    vec_push(&product->weak, set);
  }
}

static bool ltl_holds(const SmvEnumerator *e, NodeIndex root) {
  const Structure *s = &e->steps;
  Parts parts = {0};
  take_apart(e, root, s->graph.nodes, &parts);
  assert(parts.temporal <= SMV_ENUMERATOR_TEMPORAL);
  size_t guesses = (size_t)1 << parts.temporal, nodes = s->graph.nodes * guesses;
  Structure product = {.graph = {.nodes = nodes}, .initial = bits_new(nodes)};
  uint64_t *values = mem_array(nodes, sizeof *values);
  for (size_t n = 0; n < nodes; n++) {
    values[n] = values_of(&parts, n / guesses, n % guesses);
    bits_put(&product.initial, n,
             bits_get(&s->initial, n / guesses) && may_begin(&parts, values[n]) &&
                 !truth(values[n], parts.size - 1));
  }
  for (size_t i = 0; i < s->graph.edges.size; i++) {
    Edge edge = s->graph.edges.data[i];
    if (!bits_get(&s->reachable, edge.from)) continue;
    for (size_t now = edge.from * guesses; now < (edge.from + 1) * guesses; now++)
      for (size_t next = edge.to * guesses; next < (edge.to + 1) * guesses; next++)
        if (may_follow(&parts, values[now], values[next]))
          graph_edge(&product.graph, (uint32_t)now, (uint32_t)next);
  }
  graph_finish(&product.graph);
  product_fairness(e, &parts, values, &product);
  product.reachable = graph_forward(&product.graph, &product.initial, NULL);
  StreettSets sets = fairness_of(&product);
  Bits fair = streett_nodes(&product.graph, &product.reachable, &sets);
  bits_and(&fair, &product.initial);
  bool holds = bits_next(&fair, 0) >= nodes;
  bits_free(&fair);
  structure_free(&product);
  mem_free(values);
  for (size_t i = 0; i < parts.size; i++) bits_free(&parts.data[i].nodes);
  return holds;
}

bool smv_enumerator_holds(const SmvEnumerator *e, const SectionSyntax *section) {
  switch (section->kind) {
  case SECTION_CTLSPEC: return ctl_holds(e, section->left);
  case SECTION_LTLSPEC: return ltl_holds(e, section->left);
  default: break;
  }
  assert(section->kind == SECTION_INVARSPEC);
  Bits good = all_where(e, section->left, e->state_count);
  bool holds = bits_subset(&e->states.reachable, &good);
  bits_free(&good);
  return holds;
}
