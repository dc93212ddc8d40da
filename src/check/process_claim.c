#include "check/process_claim.h"

#include <string.h>

#include "base/memory.h"
#include "check/process_replay.h"
#include "formula/ltl/ltl_evaluate.h"

/* ---- formulas ---- */

static const Operator operators[] = {
    [LTL_NOT] = OP_NOT,         [LTL_AND] = OP_AND,
    [LTL_OR] = OP_OR,           [LTL_IMPLIES] = OP_IMPLIES,
    [LTL_NEXT] = OP_NEXT,       [LTL_EQUIVALENT] = OP_EQUIVALENT,
    [LTL_ALWAYS] = OP_GLOBALLY, [LTL_EVENTUALLY] = OP_FINALLY,
    [LTL_UNTIL] = OP_UNTIL,     [LTL_WEAK_UNTIL] = OP_WEAK_UNTIL,
    [LTL_RELEASE] = OP_RELEASE, [CTL_EX] = OP_EX,
    [CTL_EF] = OP_EF,           [CTL_EG] = OP_EG,
    [CTL_EU] = OP_EU,           [CTL_AX] = OP_AX,
    [CTL_AF] = OP_AF,           [CTL_AG] = OP_AG,
    [CTL_AU] = OP_AU,
};

Formula process_claim_formula(Formulas *formulas, const Processes *program, uint32_t formula,
                              U32Vec *expressions) {
  const ProcessLtl *ltl = program->formulas.data + formula;
  if (ltl->operator== LTL_ATOM) {
    Formula atom = formula_atom(formulas, ltl->text);
    uint32_t index = formula_node(formulas, atom)->left;
    if (index >= expressions->size) vec_resize(expressions, index + 1);
    expressions->data[index] = ltl->a;
    return atom;
  }
  Formula left = process_claim_formula(formulas, program, ltl->a, expressions);
  if (ltl->b == PROCESS_NONE) return formula_unary(formulas, operators[ltl->operator], left);
  Formula right = process_claim_formula(formulas, program, ltl->b, expressions);
  return formula_binary(formulas, operators[ltl->operator], left, right);
}

typedef struct {
  Formulas *formulas;
  Formula inside, seen;
} Seeing;

static Formula and_seen(const Seeing *s, Formula f) {
  return formula_binary(s->formulas, OP_AND, s->seen, f);
}

static Formula or_inside(const Seeing *s, Formula f) {
  return formula_binary(s->formulas, OP_OR, s->inside, f);
}

/* The next state that is seen. */
static Formula next_seen(const Seeing *s, Operator op, Formula f) {
  Formulas *to = s->formulas;
  bool universal = op == OP_AX;
  if (universal) f = formula_unary(to, OP_NOT, f);
  Operator until = op == OP_NEXT ? OP_UNTIL : OP_EU;
  f = formula_binary(to, until, s->inside, and_seen(s, f));
  f = formula_unary(to, op == OP_NEXT ? OP_NEXT : OP_EX, f);
  return universal ? formula_unary(to, OP_NOT, f) : f;
}

static Formula of_seen(const Seeing *s, FormulaNode node, Formula left, Formula right) {
  Formulas *to = s->formulas;
  switch (node.op) {
  case OP_NEXT:
  case OP_EX:
  case OP_AX: return next_seen(s, node.op, left);
  case OP_FINALLY:
  case OP_EF:
  case OP_AF: return formula_unary(to, node.op, and_seen(s, left));
  case OP_GLOBALLY:
  case OP_EG:
  case OP_AG: return formula_unary(to, node.op, or_inside(s, left));
  case OP_UNTIL:
  case OP_WEAK_UNTIL:
  case OP_EU:
  case OP_AU: return formula_binary(to, node.op, or_inside(s, left), and_seen(s, right));
  case OP_RELEASE: return formula_binary(to, node.op, and_seen(s, left), or_inside(s, right));
  default: break;
  }
  if (operator_arity(node.op) == 1) return formula_unary(to, node.op, left);
  return formula_binary(to, node.op, left, right);
}

Formula process_claim_of_seen(Formulas *formulas, Formula f, Formula inside) {
  Seeing s = {formulas, inside, formula_unary(formulas, OP_NOT, inside)};
  FormulaNode node = *formula_node(formulas, f);
  int arity = operator_arity(node.op);
  if (!arity) return f;
  Formula left = process_claim_of_seen(formulas, node.left, inside);
  Formula right = arity == 2 ? process_claim_of_seen(formulas, node.right, inside) : left;
  return of_seen(&s, node, left, right);
}

/* ---- runs ---- */

typedef struct {
  const Processes *program;
  Formulas *formulas;
  U32Vec expressions;
  Bits *atoms;        /* by atom: in which of the seen states it is true */
  size_t seen;        /* states so far */
  size_t before_loop; /* of them */
} Watch;

/* Notes the atoms in a state that is seen; false if one cannot be evaluated. */
static bool look(Watch *watch, ProcessReplay *replay) {
  if (process_state_exclusive(replay->state) != PROCESS_NONE) return true;
  process_replay_load(replay);
  for (size_t a = 0; a < watch->expressions.size; a++) {
    ProcessFault fault = PROCESS_FINE;
    bool holds = process_evaluate(replay->machine, watch->expressions.data[a], &fault) != 0;
    if (fault != PROCESS_FINE) return false;
    bits_put(watch->atoms + a, watch->seen, holds);
  }
  watch->seen++;
  return true;
}

static bool has_no_step(const ProcessReplay *replay) {
  ProcessReplay probe = process_replay_new(replay->program);
  memcpy(probe.state, replay->state, replay->size);
  probe.size = replay->size;
  bool moves = process_replay_step(&probe, 0);
  process_replay_free(&probe);
  return !moves;
}

/* Goes along the run; false and why if it is none of the program's. */
static bool follow(Watch *watch, ProcessReplay *replay, const ProcessLasso *lasso, Error *error) {
  uint8_t *at_loop = NULL;
  size_t loop_size = 0;
  bool good = true;
  for (size_t i = 0; good; i++) {
    if ((int64_t)i == lasso->loop) {
      at_loop = mem_alloc(replay->size + 1);
      memcpy(at_loop, replay->state, loop_size = replay->size);
      watch->before_loop = watch->seen;
    }
    bool last = i == lasso->run.size;
    if (last && lasso->loop >= 0 && lasso->loop < (int64_t)i) break;
    if (!look(watch, replay)) good = error_set(error, "the formula cannot be evaluated in it");
    if (last || !good) break;
    if (!process_replay_step(replay, lasso->run.data[i]))
      good = error_set(error, "there is no step %zu of the run", i + 1);
    else if (replay->fault > PROCESS_ASSERTION)
      good = error_set(error, "step %zu of the run is faulty", i + 1);
  }
  if (good && lasso->loop == (int64_t)lasso->run.size && !has_no_step(replay))
    good = error_set(error, "the last state has a successor");
  if (good && lasso->loop >= 0 &&
      (!at_loop || loop_size != replay->size || memcmp(at_loop, replay->state, loop_size) != 0))
    good = error_set(error, "the run does not come back");
  mem_free(at_loop);
  return good;
}

bool process_lasso_violates(const Processes *program, const ProcessLasso *lasso, uint32_t formula,
                            Error *error) {
  Watch watch = {.program = program, .formulas = formulas_new()};
  Formula f = process_claim_formula(watch.formulas, program, formula, &watch.expressions);
  watch.atoms = mem_array(watch.expressions.size + 1, sizeof *watch.atoms);
  for (size_t a = 0; a < watch.expressions.size; a++)
    watch.atoms[a] = bits_new(lasso->run.size + 2);
  ProcessReplay replay = process_replay_new(program);
  bool good = replay.fault == PROCESS_FINE && follow(&watch, &replay, lasso, error);
  if (good && lasso->loop >= 0 && watch.before_loop == watch.seen)
    good = error_set(error, "the run stays inside an atomic sequence for ever");
  if (good) {
    int64_t loop = lasso->loop < 0 ? -1 : (int64_t)watch.before_loop;
    LtlValues values = ltl_evaluate(watch.formulas, f, watch.seen, loop, watch.atoms);
    Truth truth = values.truth[(values.parts.size - 1) * values.length];
    if (truth != TRUTH_FALSE) good = error_set(error, "the formula is not false on the run");
    ltl_values_free(&values);
  }
  process_replay_free(&replay);
  for (size_t a = 0; a < watch.expressions.size; a++) bits_free(watch.atoms + a);
  mem_free(watch.atoms);
  vec_free(&watch.expressions);
  formulas_free(watch.formulas);
  return good;
}
