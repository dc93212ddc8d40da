/* See ltl_oracle.h. The meaning of every operator stands here once, in `expand`: what it says about
 * a position, given its operands there and its own value at the neighbour (the next position for
 * the future, the one before for the past). Both decisions use these laws; what tells a least from
 * a greatest fixpoint is where an iteration starts, or which fairness condition a guess must meet.
 */
#include "oracle/ltl_oracle.h"

#include <assert.h>

#include "oracle/formula_parts.h"

/* p, q: the operands here (p alone of a unary operator); self: the formula itself at the neighbour.
 * Next and yesterday need their operand at the neighbour and are handled by the callers. */
static bool expand(Operator op, bool p, bool q, bool self) {
  switch (op) {
  case OP_FINALLY:
  case OP_ONCE: return p || self;
  case OP_GLOBALLY:
  case OP_HISTORICALLY: return p && self;
  case OP_UNTIL:
  case OP_WEAK_UNTIL:
  case OP_SINCE: return q || (p && self);
  case OP_RELEASE:
  case OP_STRONG_RELEASE:
  case OP_TRIGGERED: return q && (p || self);
  default: assert(!"a temporal operator with an expansion law"); return false;
  }
}

/* Least fixpoints start from false; so do, before the first position, the strong past operators. */
static bool starts_true(Operator op) {
  return op == OP_GLOBALLY || op == OP_RELEASE || op == OP_WEAK_UNTIL || op == OP_HISTORICALLY ||
         op == OP_TRIGGERED || op == OP_WEAK_YESTERDAY;
}

static bool is_yesterday(Operator op) { return op == OP_YESTERDAY || op == OP_WEAK_YESTERDAY; }

/* Words. */

LassoWord lasso_word_of(const System *system, const Formulas *formulas, const Trace *lasso) {
  assert(lasso->loop >= 0);
  LassoWord word = {lasso->steps.size, (size_t)lasso->loop, NULL};
  word.atoms = mem_array(formulas->atoms.size, sizeof *word.atoms);
  for (size_t a = 0; a < formulas->atoms.size; a++) word.atoms[a] = bits_new(word.length);
  Bits values = bits_new(system->aig->size);
  for (size_t i = 0; i < word.length; i++) {
    step_evaluate(system, lasso->steps.data + i, &values);
    for (size_t a = 0; a < formulas->atoms.size; a++) {
      Lit lit = formulas->atoms.data[a].literal;
      bits_put(&word.atoms[a], i, bits_get(&values, lit_node(lit)) != lit_negated(lit));
    }
  }
  bits_free(&values);
  return word;
}

void lasso_word_free(LassoWord *word, const Formulas *formulas) {
  for (size_t a = 0; a < formulas->atoms.size; a++) bits_free(word->atoms + a);
  mem_free(word->atoms);
}

/* The written-out word: positions 0 .. length-1, the loop of `period` positions at its end. */
typedef struct {
  const Formulas *formulas;
  const LassoWord *word;
  size_t length, period;
  Bits *values; /* by formula */
} Unrolled;

static bool at(const Unrolled *u, Formula f, size_t position) {
  while (position >= u->length) position -= u->period;
  return bits_get(u->values + f, position);
}

static Bits future_values(const Unrolled *u, const FormulaNode *node) {
  Bits values = bits_new(u->length);
  bits_fill(&values, starts_true(node->op));
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = u->length; i-- > 0;) {
      size_t next = i + 1 < u->length ? i + 1 : u->length - u->period;
      bool value = node->op == OP_NEXT
                       ? at(u, node->left, next)
                       : expand(node->op, at(u, node->left, i),
                                operator_arity(node->op) == 2 && at(u, node->right, i),
                                bits_get(&values, next));
      if (value == bits_get(&values, i)) continue;
      bits_put(&values, i, value);
      changed = true;
    }
  }
  return values;
}

static Bits past_values(const Unrolled *u, const FormulaNode *node) {
  Bits values = bits_new(u->length);
  bool before = starts_true(node->op);
  for (size_t i = 0; i < u->length + u->period; i++) {
    bool value = before;
    if (is_yesterday(node->op)) before = at(u, node->left, i);
    else
      before = value = expand(node->op, at(u, node->left, i),
                              operator_arity(node->op) == 2 && at(u, node->right, i), before);
    /* One round more than there is room for: it must repeat the last one. */
    if (i < u->length) bits_put(&values, i, value);
    else assert(value == bits_get(&values, i - u->period));
  }
  return values;
}

static Bits positions_of(const Unrolled *u, const FormulaNode *node) {
  if (operator_is_past(node->op)) return past_values(u, node);
  if (operator_is_temporal(node->op)) return future_values(u, node);
  Bits values = bits_new(u->length);
  for (size_t i = 0; i < u->length; i++) {
    bool value;
    if (node->op == OP_ATOM) {
      size_t letter = i;
      while (letter >= u->word->length) letter -= u->period;
      value = bits_get(u->word->atoms + node->left, letter);
    } else if (!operator_arity(node->op)) {
      value = node->op == OP_TRUE;
    } else {
      value = connective_value(node->op, at(u, node->left, i),
                               operator_arity(node->op) == 2 && at(u, node->right, i));
    }
    bits_put(&values, i, value);
  }
  return values;
}

bool ltl_oracle_word(const Formulas *formulas, Formula f, const LassoWord *word) {
  Bits parts = formula_parts(formulas, f);
  /* Each past operator may need one round of the loop more to become periodic: what it remembers
   * on entering a round is one bit, and a round either keeps or sets it. */
  Unrolled u = {formulas, word, word->length, word->length - word->loop, NULL};
  for (size_t g = bits_next(&parts, 0); g < parts.size; g = bits_next(&parts, g + 1))
    if (operator_is_past(formula_node(formulas, (Formula)g)->op)) u.length += u.period;
  u.values = mem_array((size_t)f + 1, sizeof *u.values);
  for (size_t g = bits_next(&parts, 0); g < parts.size; g = bits_next(&parts, g + 1))
    u.values[g] = positions_of(&u, formula_node(formulas, (Formula)g));
  bool value = bits_get(u.values + f, 0);
  for (size_t g = bits_next(&parts, 0); g < parts.size; g = bits_next(&parts, g + 1))
    bits_free(u.values + g);
  mem_free(u.values);
  bits_free(&parts);
  return value;
}

/* Systems. A node of the product is step << temporal | guess. */

typedef struct {
  FormulaNode node; /* with operands as indices into parts */
  int guess;        /* of a temporal one: its bit in the guess; -1 else */
  Bits steps;       /* of an atom */
} Part;

typedef struct {
  const Explicit *e;
  Part parts[64];
  size_t part_count, temporal;
  uint64_t *truth; /* by node: which parts are true, if the guess is right */
  Graph graph;
} Tableau;

static bool part_true(uint64_t truth, uint32_t part) { return truth >> part & 1; }

static void list_parts(Tableau *t, const Formulas *formulas, Formula f) {
  Bits parts = formula_parts(formulas, f);
  uint32_t *index = mem_array((size_t)f + 1, sizeof *index);
  for (size_t g = bits_next(&parts, 0); g < parts.size; g = bits_next(&parts, g + 1)) {
    assert(t->part_count < 64);
    index[g] = (uint32_t)t->part_count;
    Part *part = t->parts + t->part_count++;
    part->node = *formula_node(formulas, (Formula)g);
    part->guess = -1;
    if (part->node.op == OP_ATOM) {
      part->steps = explicit_literal(t->e, formulas->atoms.data[part->node.left].literal);
      continue;
    }
    int arity = operator_arity(part->node.op);
    if (arity >= 1) part->node.left = index[part->node.left];
    if (arity == 2) part->node.right = index[part->node.right];
    if (operator_is_temporal(part->node.op)) part->guess = (int)t->temporal++;
  }
  assert(t->temporal <= LTL_ORACLE_TEMPORAL);
  mem_free(index);
  bits_free(&parts);
}

static uint64_t truth_of(const Tableau *t, size_t step, size_t guess) {
  uint64_t truth = 0;
  for (size_t i = 0; i < t->part_count; i++) {
    const Part *part = t->parts + i;
    int arity = operator_arity(part->node.op);
    bool value = part->guess >= 0           ? guess >> part->guess & 1
                 : part->node.op == OP_ATOM ? bits_get(&part->steps, step)
                 : !arity                   ? part->node.op == OP_TRUE
                          : connective_value(part->node.op, part_true(truth, part->node.left),
                                             arity == 2 && part_true(truth, part->node.right));
    truth |= (uint64_t)value << i;
  }
  return truth;
}

/* What a temporal part is here, by its law, from its operands here and its neighbour's truth. */
static bool by_law(const FormulaNode *node, uint64_t here, bool self_there) {
  return expand(node->op, part_true(here, node->left),
                operator_arity(node->op) == 2 && part_true(here, node->right), self_there);
}

static bool may_start(const Tableau *t, uint64_t truth) {
  for (uint32_t i = 0; i < t->part_count; i++) {
    const FormulaNode *node = &t->parts[i].node;
    if (!operator_is_past(node->op)) continue;
    bool before = starts_true(node->op);
    bool value = is_yesterday(node->op) ? before : by_law(node, truth, before);
    if (part_true(truth, i) != value) return false;
  }
  return true;
}

static bool may_follow(const Tableau *t, uint64_t here, uint64_t next) {
  for (uint32_t i = 0; i < t->part_count; i++) {
    if (t->parts[i].guess < 0) continue;
    const FormulaNode *node = &t->parts[i].node;
    bool fits;
    if (node->op == OP_NEXT) fits = part_true(here, i) == part_true(next, node->left);
    else if (is_yesterday(node->op)) fits = part_true(next, i) == part_true(here, node->left);
    else if (operator_is_past(node->op))
      fits = part_true(next, i) == by_law(node, next, part_true(here, i));
    else fits = part_true(here, i) == by_law(node, here, part_true(next, i));
    if (!fits) return false;
  }
  return true;
}

/* A guess that an eventuality holds forever without coming true must not be believed: infinitely
 * often it is false, or its law holds without looking ahead. For greatest fixpoints the same with
 * truth values exchanged. */
static bool promise_kept(const FormulaNode *node, uint32_t part, uint64_t truth) {
  bool start = starts_true(node->op);
  return by_law(node, truth, start) == part_true(truth, part);
}

static bool is_promise(Operator op) {
  return operator_is_temporal(op) && !operator_is_past(op) && op != OP_NEXT;
}

static void build(Tableau *t) {
  const Explicit *e = t->e;
  size_t guesses = (size_t)1 << t->temporal;
  t->graph.nodes = e->steps * guesses;
  t->truth = mem_array(t->graph.nodes, sizeof *t->truth);
  for (size_t node = 0; node < t->graph.nodes; node++)
    t->truth[node] = truth_of(t, node / guesses, node % guesses);
  for (size_t node = 0; node < t->graph.nodes; node++) {
    size_t step = node / guesses;
    if (!bits_get(&e->valid, step)) continue;
    size_t first = e->graph.edges.data[step].to * e->inputs;
    for (size_t next = first * guesses; next < (first + e->inputs) * guesses; next++)
      if (bits_get(&e->valid, next / guesses) && may_follow(t, t->truth[node], t->truth[next]))
        graph_edge(&t->graph, (uint32_t)node, (uint32_t)next);
  }
  graph_finish(&t->graph);
}

/* The fairness of the system and the promises, as sets of edges. */
static Bits *fairness(const Tableau *t, size_t *count) {
  const LitVec *global = &t->e->system->fairness;
  Bits *sets = mem_array(global->size + t->temporal, sizeof *sets);
  *count = 0;
  for (size_t i = 0; i < global->size; i++) {
    Bits steps = explicit_literal(t->e, global->data[i]);
    Bits *set = sets + (*count)++;
    *set = bits_new(t->graph.edges.size);
    for (size_t k = 0; k < set->size; k++)
      bits_put(set, k, bits_get(&steps, t->graph.edges.data[k].from >> t->temporal));
    bits_free(&steps);
  }
  for (uint32_t i = 0; i < t->part_count; i++) {
    if (!is_promise(t->parts[i].node.op)) continue;
    Bits *set = sets + (*count)++;
    *set = bits_new(t->graph.edges.size);
    for (size_t k = 0; k < set->size; k++)
      bits_put(set, k, promise_kept(&t->parts[i].node, i, t->truth[t->graph.edges.data[k].from]));
  }
  return sets;
}

Trace *ltl_oracle_counterexample(const Explicit *e, const Formulas *formulas, Formula f) {
  Tableau *t = mem_zalloc(sizeof *t);
  t->e = e;
  list_parts(t, formulas, f);
  build(t);
  Bits start = bits_new(t->graph.nodes);
  for (size_t node = 0; node < t->graph.nodes; node++) {
    size_t state = (node >> t->temporal) / e->inputs;
    bool root = part_true(t->truth[node], (uint32_t)t->part_count - 1);
    bits_put(&start, node, bits_get(&e->initial, state) && !root && may_start(t, t->truth[node]));
  }
  size_t count, loop = 0;
  Bits *conditions = fairness(t, &count);
  U32Vec path = graph_lasso(&t->graph, &start, NULL, conditions, count, &loop);
  for (size_t i = 0; i < path.size; i++)
    path.data[i] = t->graph.edges.data[path.data[i]].from >> t->temporal;
  Trace *trace = path.size ? explicit_trace(e, &path, (int64_t)loop) : NULL;
  vec_free(&path);
  for (size_t i = 0; i < count; i++) bits_free(conditions + i);
  mem_free(conditions);
  bits_free(&start);
  for (size_t i = 0; i < t->part_count; i++) bits_free(&t->parts[i].steps);
  graph_free(&t->graph);
  mem_free(t->truth);
  mem_free(t);
  return trace;
}

bool ltl_oracle_holds(const Explicit *e, const Formulas *formulas, Formula f) {
  Trace *trace = ltl_oracle_counterexample(e, formulas, f);
  if (trace) trace_free(trace);
  return !trace;
}
