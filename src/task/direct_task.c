/* See direct_task.h. Each part of the formula has a truth value in every step. Past operators may
 * tell the rounds of the loop apart, as many of them as they are nested; so a part has a value for
 * each *level*: in the stem and the first round of the loop, which is level 0, and in each further
 * round up to its depth, from which on its rounds are alike ("virtual unrolling"). What a step must
 * know of others is carried by latches:
 *
 *   a past operator     its value in the step before, or its operand's. In the first step of a
 *                       further round that is the last step, one level below: guessed by latches
 *                       that never change, and compared in the end;
 *   a future operator   what the step before has promised of it. The promise for the step after is
 *                       an input. What is promised in the last step must be what was true where the
 *                       loop was entered, one level above;
 *   eventualities       what waits in the last step for ever must have come inside the loop: of
 *                       U what it waits for, of R what ends it. That makes the values around the
 *                       loop those of the least and of the greatest fixpoint;
 *   the loop            the state where it was entered, guessed; whether it was entered; which
 *                       fairness conditions were met since.
 *
 * Levels above 0 mean nothing in front of the loop: there their latches are kept 0, so that states
 * do not differ by them. */
#include "task/direct_task.h"

#include "base/memory.h"
#include "formula/nnf.h"

/* A part of the formula. */
typedef struct {
  size_t depth;  /* the levels are 0 .. depth */
  LitVec values; /* by level */
} Part;

typedef struct {
  const Formulas *formulas;
  System *system;
  Aig *aig;
  Lit first;         /* a latch: this is the first step */
  Lit enter;         /* an input: the loop is entered now */
  Lit before, now;   /* it was entered before; it was, or is now */
  LitVec conditions; /* of a step that closes the loop */
  Part *parts;       /* by formula */
} Builder;

/* ---- latches of a few kinds ---- */

static Lit guess(Builder *b) {
  Lit latch = system_latch(b->system, RESET_FREE);
  system_set_next(b->system, latch, latch);
  return latch;
}

static void constrain_if(Builder *b, Lit condition, Lit lit) {
  vec_push(&b->system->constraints, aig_implies(b->aig, condition, lit));
}

static void equal_if(Builder *b, Lit condition, Lit one, Lit other) {
  constrain_if(b, condition, aig_equal(b->aig, one, other));
}

static void equal_in_the_end(Builder *b, Lit one, Lit other) {
  vec_push(&b->conditions, aig_equal(b->aig, one, other));
}

/* Inside the loop the literal was true, or is. */
static Lit seen_inside(Builder *b, Lit lit) {
  Lit latch = system_latch(b->system, RESET_0);
  Lit seen = aig_or(b->aig, latch, aig_and(b->aig, b->now, lit));
  system_set_next(b->system, latch, seen);
  return seen;
}

/* ---- parts ---- */

static Lit value(const Builder *b, Formula f, size_t level) {
  const Part *part = b->parts + f;
  return part->values.data[level < part->depth ? level : part->depth];
}

static Lit connective(Builder *b, Operator op, Lit left, Lit right) {
  switch (op) {
  case OP_NOT: return lit_not(left);
  case OP_AND: return aig_and(b->aig, left, right);
  case OP_OR: return aig_or(b->aig, left, right);
  case OP_IMPLIES: return aig_implies(b->aig, left, right);
  case OP_XOR: return aig_xor(b->aig, left, right);
  default: assert(op == OP_EQUIVALENT); return aig_equal(b->aig, left, right);
  }
}

/* By the law of expansion, with the value of the operator in the step after or before. */
static Lit expansion(Builder *b, Operator op, Lit left, Lit right, Lit other) {
  Aig *aig = b->aig;
  switch (op) {
  case OP_NEXT:
  case OP_YESTERDAY:
  case OP_WEAK_YESTERDAY: return other;
  case OP_FINALLY:
  case OP_ONCE: return aig_or(aig, left, other);
  case OP_GLOBALLY:
  case OP_HISTORICALLY: return aig_and(aig, left, other);
  case OP_UNTIL:
  case OP_WEAK_UNTIL:
  case OP_SINCE: return aig_or(aig, right, aig_and(aig, left, other));
  default:
    assert(op == OP_RELEASE || op == OP_STRONG_RELEASE || op == OP_TRIGGERED);
    return aig_and(aig, right, aig_or(aig, left, other));
  }
}

/* Whose value is carried from step to step: the operator's own, or that of its operand. */
static bool carries_operand(Operator op) {
  return op == OP_NEXT || op == OP_YESTERDAY || op == OP_WEAK_YESTERDAY;
}

static void past_part(Builder *b, const FormulaNode *node, Part *part) {
  bool weak =
      node->op == OP_WEAK_YESTERDAY || node->op == OP_HISTORICALLY || node->op == OP_TRIGGERED;
  Lit last = LIT_NONE; /* what the last step of the level below carries over */
  for (size_t level = 0; level <= part->depth; level++) {
    Lit latch = system_latch(b->system, weak && !level ? RESET_1 : RESET_0);
    Lit before = level ? aig_mux(b->aig, b->enter, last, latch) : latch;
    Lit left = value(b, node->left, level);
    Lit right = operator_arity(node->op) == 2 ? value(b, node->right, level) : left;
    Lit own = expansion(b, node->op, left, right, before);
    Lit carried = carries_operand(node->op) ? left : own;
    system_set_next(b->system, latch, level ? aig_and(b->aig, b->now, carried) : carried);
    vec_push(&part->values, own);
    if (level == part->depth) break;
    last = guess(b);
    equal_in_the_end(b, last, carried);
  }
}

/* What is promised and never comes: the value in the last step, in the round that repeats. */
static void fulfil(Builder *b, Operator op, Lit left, Lit right, Lit own) {
  bool least = op == OP_FINALLY || op == OP_UNTIL || op == OP_STRONG_RELEASE;
  Lit decides = op == OP_UNTIL || op == OP_RELEASE ? right : left;
  Lit came = seen_inside(b, least ? decides : lit_not(decides));
  vec_push(&b->conditions, aig_implies(b->aig, least ? own : lit_not(own), came));
}

static void future_part(Builder *b, const FormulaNode *node, Part *part) {
  LitVec promised = {0}, entered = {0}; /* by level: for the next step; where the loop begins */
  for (size_t level = 0; level <= part->depth; level++) {
    Lit latch = system_latch(b->system, RESET_0), promise = system_input(b->system);
    Lit left = value(b, node->left, level);
    Lit right = operator_arity(node->op) == 2 ? value(b, node->right, level) : left;
    Lit own = expansion(b, node->op, left, right, promise);
    Lit kept = carries_operand(node->op) ? left : own;
    Lit entry = guess(b);
    system_set_next(b->system, latch, level ? aig_and(b->aig, b->now, promise) : promise);
    equal_if(b, level ? b->before : lit_not(b->first), latch, kept);
    equal_if(b, b->enter, entry, kept);
    vec_push(&part->values, own);
    vec_push(&promised, promise);
    vec_push(&entered, entry);
    if (level == part->depth && node->op != OP_NEXT) fulfil(b, node->op, left, right, own);
  }
  for (size_t level = 0; level <= part->depth; level++)
    equal_in_the_end(b, promised.data[level],
                     entered.data[level < part->depth ? level + 1 : level]);
  vec_free(&promised);
  vec_free(&entered);
}

static void add_part(Builder *b, Formula f, const LitVec *atoms) {
  const FormulaNode *node = formula_node(b->formulas, f);
  int arity = operator_arity(node->op);
  Part *part = b->parts + f;
  for (int i = 0; i < arity; i++) {
    size_t depth = b->parts[i ? node->right : node->left].depth + operator_is_past(node->op);
    if (depth > part->depth) part->depth = depth;
  }
  if (operator_is_past(node->op)) {
    past_part(b, node, part);
  } else if (operator_is_temporal(node->op)) {
    future_part(b, node, part);
  } else if (!arity) {
    vec_push(&part->values,
             node->op == OP_ATOM ? atoms->data[node->left] : lit_constant(node->op == OP_TRUE));
  } else {
    for (size_t level = 0; level <= part->depth; level++) {
      Lit left = value(b, node->left, level);
      Lit right = arity == 2 ? value(b, node->right, level) : left;
      vec_push(&part->values, connective(b, node->op, left, right));
    }
  }
}

/* ---- the loop ---- */

static void add_loop(Builder *b, const U32Vec *latches) {
  System *system = b->system;
  b->enter = system_input(system);
  b->first = system_latch(system, RESET_1);
  system_set_next(system, b->first, LIT_FALSE);
  b->before = system_latch(system, RESET_0);
  b->now = aig_or(b->aig, b->before, b->enter);
  system_set_next(system, b->before, b->now);
  constrain_if(b, b->enter, lit_not(b->before)); /* once */
  for (size_t i = 0; i < latches->size; i++) {
    Lit entry = guess(b);
    const Latch *latch = system->latches.data + latches->data[i];
    equal_if(b, b->enter, latch->current, entry);
    equal_in_the_end(b, latch->next, entry);
  }
  for (size_t i = 0; i < system->fairness.size; i++) {
    Lit met = seen_inside(b, system->fairness.data[i]);
    vec_push(&b->conditions, met);
  }
  vec_push(&b->conditions, b->now);
}

Lit direct_add(System *system, const U32Vec *latches, const Formulas *formulas, Formula formula,
               const LitVec *atoms) {
  Builder b = {.formulas = formulas, .system = system, .aig = system->aig};
  b.parts = mem_zalloc(((size_t)formula + 1) * sizeof *b.parts);
  FormulaVec cone = {0};
  formula_cone(formulas, formula, &cone);
  add_loop(&b, latches);
  for (size_t i = 0; i < cone.size; i++) add_part(&b, cone.data[i], atoms);
  constrain_if(&b, b.first, lit_not(value(&b, formula, 0)));
  Lit closes = aig_and_all(b.aig, b.conditions.data, b.conditions.size);
  for (size_t i = 0; i < cone.size; i++) vec_free(&b.parts[cone.data[i]].values);
  mem_free(b.parts);
  vec_free(&cone);
  vec_free(&b.conditions);
  return closes;
}

DirectTask direct_task_new(const Task *task) {
  DirectTask direct = {.model = task_model(task)};
  const System *model = direct.model.system;
  Lit *map;
  System *system = system_copy(model, &map);
  LitVec atoms = {0};
  for (size_t i = 0; i < direct.model.atoms.size; i++) {
    Lit atom = direct.model.atoms.data[i];
    vec_push(&atoms, atom == LIT_NONE ? LIT_NONE : aig_map_lit(map, atom));
  }
  U32Vec latches = {0};
  for (size_t i = 0; i < model->latches.size; i++) vec_push(&latches, (uint32_t)i);
  direct.enter = model->inputs.size;
  Lit closes = direct_add(system, &latches, task->formulas, task->formula, &atoms);
  vec_clear(&system->fairness);
  direct.task = task_new(TASK_BAD, system);
  direct.task->bad = closes;
  mem_free(map);
  vec_free(&latches);
  vec_free(&atoms);
  return direct;
}

void direct_task_free(DirectTask *direct) {
  task_free(direct->task);
  task_model_free(&direct->model);
}

Trace *direct_task_lasso(const DirectTask *direct, const Trace *run) {
  const System *model = direct->model.system;
  Trace *lasso = trace_new();
  for (size_t k = 0; k < run->steps.size; k++) {
    const Step *from = run->steps.data + k;
    Step *step = trace_add_step(lasso, model);
    for (size_t i = 0; i < model->inputs.size; i++)
      bits_put(&step->inputs, i, bits_get(&from->inputs, i));
    for (size_t i = 0; i < model->latches.size; i++)
      bits_put(&step->latches, i, bits_get(&from->latches, i));
    if (bits_get(&from->inputs, direct->enter)) lasso->loop = (int64_t)k;
  }
  return lasso;
}
