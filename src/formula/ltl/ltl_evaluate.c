/* See ltl_evaluate.h. The loop is written out once more, and again for each past operator on a way
 * from the root: an operator whose operands repeat from some round on repeats from the round after
 * it, since what a round does to its one bit of memory is to keep it or to set it, in each round
 * the same. Then the parts are computed bottom up: past operators forwards, future ones backwards.
 * Around the loop, two passes reach the fixpoint, for the same reason. */
#include "formula/ltl/ltl_evaluate.h"

#include "base/memory.h"

typedef struct {
  size_t written, round; /* steps written out, the last `round` of which repeat; 0: they do not */
  uint8_t **truth;       /* by place among the parts */
  U32Vec place;          /* by formula */
} Evaluation;

static uint8_t least(uint8_t a, uint8_t b) { return a < b ? a : b; }
static uint8_t most(uint8_t a, uint8_t b) { return a > b ? a : b; }
static uint8_t opposite(uint8_t a) { return (uint8_t)(TRUTH_TRUE - a); }

static uint8_t connective(Operator op, uint8_t a, uint8_t b) {
  switch (op) {
  case OP_NOT: return opposite(a);
  case OP_AND: return least(a, b);
  case OP_OR: return most(a, b);
  case OP_IMPLIES: return most(opposite(a), b);
  case OP_XOR: return most(least(a, opposite(b)), least(opposite(a), b));
  default: return most(least(a, b), least(opposite(a), opposite(b))); /* equivalence */
  }
}

/* By the expansion law of a future operator, from the truth in the step after. */
static uint8_t future(Operator op, uint8_t a, uint8_t b, uint8_t after) {
  switch (op) {
  case OP_FINALLY: return most(a, after);
  case OP_GLOBALLY: return least(a, after);
  case OP_UNTIL:
  case OP_WEAK_UNTIL: return most(b, least(a, after));
  default: return least(b, most(a, after)); /* the releases */
  }
}

/* What may be assumed for ever of a run that waits for ever. */
static uint8_t in_the_end(Operator op) {
  return op == OP_GLOBALLY || op == OP_RELEASE || op == OP_WEAK_UNTIL ? TRUTH_TRUE : TRUTH_FALSE;
}

static uint8_t past(Operator op, uint8_t a, uint8_t b, uint8_t before) {
  switch (op) {
  case OP_ONCE: return most(a, before);
  case OP_HISTORICALLY: return least(a, before);
  case OP_SINCE: return most(b, least(a, before));
  default: return least(b, most(a, before)); /* triggered */
  }
}

static bool before_the_start(Operator op) {
  return op == OP_HISTORICALLY || op == OP_TRIGGERED || op == OP_WEAK_YESTERDAY;
}

static void evaluate_future(const Evaluation *e, Operator op, const uint8_t *a, const uint8_t *b,
                            uint8_t *out) {
  size_t end = e->written;
  uint8_t after = e->round ? in_the_end(op) : TRUTH_UNKNOWN;
  if (e->round)
    for (size_t i = end; i-- > end - e->round;) after = future(op, a[i], b[i], after);
  for (size_t i = end; i-- > 0;) after = out[i] = future(op, a[i], b[i], after);
}

static void evaluate_past(const Evaluation *e, Operator op, const uint8_t *a, const uint8_t *b,
                          uint8_t *out) {
  uint8_t before = before_the_start(op) ? TRUTH_TRUE : TRUTH_FALSE;
  bool yesterday = op == OP_YESTERDAY || op == OP_WEAK_YESTERDAY;
  for (size_t i = 0; i < e->written; i++) {
    out[i] = yesterday ? before : past(op, a[i], b[i], before);
    before = yesterday ? a[i] : out[i];
  }
}

static void evaluate_part(const Evaluation *e, const FormulaNode *node, uint8_t *out) {
  const uint8_t *a = e->truth[e->place.data[node->left]];
  const uint8_t *b = operator_arity(node->op) == 2 ? e->truth[e->place.data[node->right]] : a;
  if (operator_is_ctl(node->op)) {
    for (size_t i = 0; i < e->written; i++) out[i] = TRUTH_UNKNOWN;
  } else if (operator_is_past(node->op)) {
    evaluate_past(e, node->op, a, b, out);
  } else if (node->op == OP_NEXT) {
    for (size_t i = 0; i + 1 < e->written; i++) out[i] = a[i + 1];
    out[e->written - 1] = e->round ? a[e->written - e->round] : TRUTH_UNKNOWN;
  } else if (operator_is_temporal(node->op)) {
    evaluate_future(e, node->op, a, b, out);
  } else {
    for (size_t i = 0; i < e->written; i++) out[i] = connective(node->op, a[i], b[i]);
  }
}

static size_t past_depth(const Formulas *formulas, const FormulaVec *parts, const U32Vec *place) {
  size_t *depth = mem_array(parts->size, sizeof *depth);
  for (size_t p = 0; p < parts->size; p++) {
    const FormulaNode *node = formula_node(formulas, parts->data[p]);
    int arity = operator_arity(node->op);
    size_t left = arity > 0 ? depth[place->data[node->left]] : 0;
    size_t right = arity > 1 ? depth[place->data[node->right]] : 0;
    depth[p] = (left > right ? left : right) + operator_is_past(node->op);
  }
  size_t result = depth[parts->size - 1];
  mem_free(depth);
  return result;
}

LtlValues ltl_evaluate(const Formulas *formulas, Formula f, size_t length, int64_t loop,
                       const Bits *atoms) {
  LtlValues values = {.length = length + (loop >= 0 ? length - (size_t)loop : 0)};
  formula_cone(formulas, f, &values.parts);
  Evaluation e = {.written = values.length};
  vec_resize(&e.place, (size_t)f + 1);
  for (size_t p = 0; p < values.parts.size; p++) e.place.data[values.parts.data[p]] = (uint32_t)p;
  if (loop >= 0) {
    e.round = length - (size_t)loop;
    e.written += e.round * past_depth(formulas, &values.parts, &e.place);
  }
  e.truth = mem_array(values.parts.size, sizeof *e.truth);
  values.truth = mem_array(values.parts.size, values.length);
  for (size_t p = 0; p < values.parts.size; p++) {
    const FormulaNode *node = formula_node(formulas, values.parts.data[p]);
    uint8_t *out = e.truth[p] = mem_alloc(e.written);
    for (size_t i = 0; i < e.written && operator_arity(node->op) == 0; i++) {
      assert(i < length || e.round); /* after the last step comes only a loop */
      size_t step = i < length ? i : (size_t)loop + (i - (size_t)loop) % e.round;
      bool is = node->op == OP_ATOM ? bits_get(atoms + node->left, step) : node->op == OP_TRUE;
      out[i] = is ? TRUTH_TRUE : TRUTH_FALSE;
    }
    if (operator_arity(node->op) > 0) evaluate_part(&e, node, out);
    memcpy(values.truth + p * values.length, out, values.length);
  }
  for (size_t p = 0; p < values.parts.size; p++) mem_free(e.truth[p]);
  mem_free(e.truth);
  vec_free(&e.place);
  return values;
}

void ltl_values_free(LtlValues *values) {
  vec_free(&values->parts);
  mem_free(values->truth);
  *values = (LtlValues){0};
}
