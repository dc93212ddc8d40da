/* Simplification of LTL formulas. Every operator has a constructor that knows the equivalences with
 * it at the root, given operands that are simple already; a formula is rebuilt through them from
 * the leaves up, until nothing changes.
 *
 * The rules are those of Somenzi and Bloem (CAV 2000), Etessami and Holzmann (CONCUR 2000) and
 * Babiak, Kretinsky, Rehak and Strejcek (TACAS 2012). A rule and its dual need to be written once:
 * the constructors of |, G, R and M negate, call those of &, F, U and W, and negate back.
 *
 * In comments e is purely eventual, u purely universal, q both (its value is the same at all
 * times). */
#include "formula/ltl/rewrite.h"

#include <stdlib.h>

#include "base/bits.h"

enum { RULE_DEPTH = 60, ROUNDS = 8, PAIRS = 80, ASSUME_DEPTH = 6, REWRITE_WORK = 20000000 };

static Formula make_and(Rewriter *rw, FormulaVec *operands);
static Formula make_or(Rewriter *rw, FormulaVec *operands);
static Formula make_next(Rewriter *rw, Formula a);
static Formula make_finally(Rewriter *rw, Formula a);
static Formula make_globally(Rewriter *rw, Formula a);
static Formula make_until(Rewriter *rw, Formula a, Formula b);
static Formula make_weak_until(Rewriter *rw, Formula a, Formula b);
static Formula make_release(Rewriter *rw, Formula a, Formula b);
static Formula make_strong_release(Rewriter *rw, Formula a, Formula b);

static const FormulaNode *node_of(Rewriter *rw, Formula f) { return formula_node(rw->formulas, f); }
static Formula neg(Rewriter *rw, Formula f) { return rewriter_negate(rw, f); }
static bool is(Rewriter *rw, Formula f, int traits) {
  return (rewriter_traits(rw, f) & traits) == traits;
}
/* Rules inside rules must end somewhere, and large formulas must not take for ever. */
static bool is_tired(const Rewriter *rw) {
  return rw->depth > RULE_DEPTH || rw->work > REWRITE_WORK;
}
enum { ALWAYS_SAME = TRAIT_EVENTUAL | TRAIT_UNIVERSAL }; /* q */

static Formula and2(Rewriter *rw, Formula a, Formula b) {
  FormulaVec both = {0};
  vec_push(&both, a);
  vec_push(&both, b);
  return make_and(rw, &both);
}

static Formula or2(Rewriter *rw, Formula a, Formula b) {
  FormulaVec both = {0};
  vec_push(&both, a);
  vec_push(&both, b);
  return make_or(rw, &both);
}

static Formula make(Rewriter *rw, Operator op, Formula a, Formula b) {
  switch (op) {
  case OP_AND: return and2(rw, a, b);
  case OP_OR: return or2(rw, a, b);
  case OP_NEXT: return make_next(rw, a);
  case OP_FINALLY: return make_finally(rw, a);
  case OP_GLOBALLY: return make_globally(rw, a);
  case OP_UNTIL: return make_until(rw, a, b);
  case OP_WEAK_UNTIL: return make_weak_until(rw, a, b);
  case OP_RELEASE: return make_release(rw, a, b);
  case OP_STRONG_RELEASE: return make_strong_release(rw, a, b);
  default:
    return operator_arity(op) == 1 ? formula_unary(rw->formulas, op, a)
                                   : formula_binary(rw->formulas, op, a, b);
  }
}

/* Parts the operands of a chain into those with the traits and the others; false, and both lists
 * empty, if one of them would be empty. */
static bool part(Rewriter *rw, Operator op, Formula f, int traits, FormulaVec *with,
                 FormulaVec *without) {
  FormulaVec operands = {0};
  formula_operands(rw->formulas, op, f, &operands);
  for (size_t i = 0; i < operands.size; i++) {
    if (is(rw, operands.data[i], traits)) vec_push(with, operands.data[i]);
    else vec_push(without, operands.data[i]);
  }
  vec_free(&operands);
  bool both = with->size && without->size;
  if (!both) {
    vec_free(with);
    vec_free(without);
  }
  return both;
}

/* Parts into those that are eventual or universal, and the others, of which there may be none. */
static bool part_pure(Rewriter *rw, Operator op, Formula f, FormulaVec *pure, FormulaVec *others) {
  FormulaVec operands = {0};
  formula_operands(rw->formulas, op, f, &operands);
  for (size_t i = 0; i < operands.size; i++) {
    if (rewriter_traits(rw, operands.data[i]) & ALWAYS_SAME) vec_push(pure, operands.data[i]);
    else vec_push(others, operands.data[i]);
  }
  vec_free(&operands);
  if (!pure->size) vec_free(others);
  return pure->size;
}

/* ---- X, F, U, W ---- */

static Formula make_next(Rewriter *rw, Formula a) {
  if (is(rw, a, ALWAYS_SAME)) return a;
  FormulaVec same = {0}, rest = {0};
  Operator op = node_of(rw, a)->op;
  if ((op == OP_AND || op == OP_OR) && part(rw, op, a, ALWAYS_SAME, &same, &rest)) {
    vec_push(&same, make_next(rw, op == OP_AND ? make_and(rw, &rest) : make_or(rw, &rest)));
    return op == OP_AND ? make_and(rw, &same) : make_or(rw, &same);
  }
  return formula_unary(rw->formulas, OP_NEXT, a);
}

static Formula finally_rules(Rewriter *rw, Formula a) {
  const FormulaNode node = *node_of(rw, a);
  FormulaVec some = {0}, rest = {0};
  switch (node.op) {
  case OP_NEXT: return make_next(rw, make_finally(rw, node.left));
  case OP_UNTIL: return make_finally(rw, node.right);
  case OP_STRONG_RELEASE: return make_finally(rw, and2(rw, node.left, node.right));
  case OP_WEAK_UNTIL: /* F (a W b) = F G a | F b */
    return or2(rw, make_finally(rw, make_globally(rw, node.left)), make_finally(rw, node.right));
  case OP_RELEASE: /* F (a R b) = F G b | F (a & b) */
    return or2(rw, make_finally(rw, make_globally(rw, node.right)),
               make_finally(rw, and2(rw, node.left, node.right)));
  case OP_OR: /* F (a | e | u) = F a | e | F u */
    if (!part_pure(rw, OP_OR, a, &some, &rest)) break;
    for (size_t i = 0; i < some.size; i++) some.data[i] = make_finally(rw, some.data[i]);
    if (rest.size) vec_push(&some, make_finally(rw, make_or(rw, &rest)));
    return make_or(rw, &some);
  case OP_AND: /* F (a & q) = F a & q */
    if (!part(rw, OP_AND, a, ALWAYS_SAME, &some, &rest)) break;
    vec_push(&some, make_finally(rw, make_and(rw, &rest)));
    return make_and(rw, &some);
  case OP_GLOBALLY: { /* F G (a | e | u) = F G a | G e | F u, and with & */
    const FormulaNode inner = *node_of(rw, node.left);
    bool chained = inner.op == OP_OR || inner.op == OP_AND;
    if (chained && part_pure(rw, inner.op, node.left, &some, &rest)) {
      for (size_t i = 0; i < some.size; i++)
        some.data[i] = is(rw, some.data[i], TRAIT_EVENTUAL) ? make_globally(rw, some.data[i])
                                                            : make_finally(rw, some.data[i]);
      if (rest.size) {
        Formula others = inner.op == OP_OR ? make_or(rw, &rest) : make_and(rw, &rest);
        vec_push(&some, make_finally(rw, make_globally(rw, others)));
      }
      return inner.op == OP_OR ? make_or(rw, &some) : make_and(rw, &some);
    }
    if (inner.op != OP_AND) break; /* F G (a & X b) = F G (a & b) */
    FormulaVec operands = {0};
    bool changed = false;
    formula_operands(rw->formulas, OP_AND, node.left, &operands);
    for (size_t i = 0; i < operands.size; i++)
      while (node_of(rw, operands.data[i])->op == OP_NEXT) {
        operands.data[i] = node_of(rw, operands.data[i])->left;
        changed = true;
      }
    if (changed) return make_finally(rw, make_globally(rw, make_and(rw, &operands)));
    vec_free(&operands);
    break;
  }
  default: break;
  }
  return formula_unary(rw->formulas, OP_FINALLY, a);
}

static Formula make_finally(Rewriter *rw, Formula a) {
  if (is(rw, a, TRAIT_EVENTUAL)) return a;
  if (is_tired(rw)) return formula_unary(rw->formulas, OP_FINALLY, a);
  rw->depth++;
  Formula result = finally_rules(rw, a);
  rw->depth--;
  return result;
}

/* Whether G a is an operand of the disjunction b; the others go to `rest`. */
static bool drop_globally(Rewriter *rw, Formula a, Formula b, FormulaVec *rest) {
  FormulaVec operands = {0};
  formula_operands(rw->formulas, OP_OR, b, &operands);
  for (size_t i = 0; i < operands.size; i++) {
    const FormulaNode *node = node_of(rw, operands.data[i]);
    if (node->op != OP_GLOBALLY || node->left != a) vec_push(rest, operands.data[i]);
  }
  bool dropped = rest->size < operands.size;
  if (!dropped) vec_free(rest);
  vec_free(&operands);
  return dropped;
}

static Formula until_rules(Rewriter *rw, Formula a, Formula b) {
  const FormulaNode left = *node_of(rw, a), right = *node_of(rw, b);
  FormulaVec some = {0}, rest = {0};
  if (left.op == OP_NEXT && right.op == OP_NEXT)
    return make_next(rw, make_until(rw, left.left, right.left));
  if (right.op == OP_NEXT && is(rw, a, ALWAYS_SAME)) /* q U X b = X (q U b) */
    return make_next(rw, make_until(rw, a, right.left));
  if (right.op == OP_OR && part(rw, OP_OR, b, TRAIT_EVENTUAL, &some, &rest)) {
    vec_push(&some, make_until(rw, a, make_or(rw, &rest))); /* a U (b | e) = (a U b) | e */
    return make_or(rw, &some);
  }
  if (right.op == OP_AND && part(rw, OP_AND, b, ALWAYS_SAME, &some, &rest)) {
    vec_push(&some, make_until(rw, a, make_and(rw, &rest))); /* a U (b & q) = (a U b) & q */
    return make_and(rw, &some);
  }
  if (right.op == OP_UNTIL) { /* a U (c U d), one of a and c implying the other */
    if (rewriter_implies(rw, a, right.left)) return b;
    if (rewriter_implies(rw, right.left, a)) return make_until(rw, a, right.right);
  }
  if ((left.op == OP_UNTIL || left.op == OP_WEAK_UNTIL) && left.right == b)
    return make_until(rw, left.left, b);   /* (c U b) U b = c U b */
  if (!rw->dual && is(rw, a, ALWAYS_SAME)) /* q U b = b | q & F b */
    return or2(rw, b, and2(rw, a, make_finally(rw, b)));
  if (drop_globally(rw, a, b, &rest)) /* a U (b | G a) = a W b */
    return make_weak_until(rw, a, make_or(rw, &rest));
  return formula_binary(rw->formulas, OP_UNTIL, a, b);
}

static Formula make_until(Rewriter *rw, Formula a, Formula b) {
  if (a == FORMULA_FALSE || is(rw, b, TRAIT_EVENTUAL)) return b;
  if (is_tired(rw)) return formula_binary(rw->formulas, OP_UNTIL, a, b);
  if (rewriter_implies(rw, a, b)) return b;
  if (rewriter_implies(rw, neg(rw, a), b)) return make_finally(rw, b);
  rw->depth++;
  Formula result = until_rules(rw, a, b);
  rw->depth--;
  return result;
}

static Formula weak_until_rules(Rewriter *rw, Formula a, Formula b) {
  const FormulaNode left = *node_of(rw, a), right = *node_of(rw, b);
  FormulaVec some = {0}, rest = {0};
  if (left.op == OP_NEXT && right.op == OP_NEXT)
    return make_next(rw, make_weak_until(rw, left.left, right.left));
  if (right.op == OP_OR && part(rw, OP_OR, b, TRAIT_EVENTUAL, &some, &rest)) {
    vec_push(&some, make_weak_until(rw, a, make_or(rw, &rest))); /* a W (b | e) = (a W b) | e */
    return make_or(rw, &some);
  }
  if (right.op == OP_WEAK_UNTIL) {
    if (rewriter_implies(rw, a, right.left)) return b;
    if (rewriter_implies(rw, right.left, a)) return make_weak_until(rw, a, right.right);
  }
  if (left.op == OP_WEAK_UNTIL && left.right == b) return make_weak_until(rw, left.left, b);
  return formula_binary(rw->formulas, OP_WEAK_UNTIL, a, b);
}

static Formula make_weak_until(Rewriter *rw, Formula a, Formula b) {
  if (b == FORMULA_FALSE) return make_globally(rw, a);
  if (is_tired(rw)) return formula_binary(rw->formulas, OP_WEAK_UNTIL, a, b);
  if (rewriter_implies(rw, a, b)) return b;
  if (rewriter_implies(rw, neg(rw, a), b)) return FORMULA_TRUE;
  if (is(rw, a, TRAIT_UNIVERSAL)) return or2(rw, a, b);                   /* u W b = u | b */
  if (is(rw, b, TRAIT_EVENTUAL)) return or2(rw, make_globally(rw, a), b); /* a W e = G a | e */
  rw->depth++;
  Formula result = weak_until_rules(rw, a, b);
  rw->depth--;
  return result;
}

/* ---- conjunctions ---- */

static int compare_formulas(const void *a, const void *b) {
  Formula f = *(const Formula *)a, g = *(const Formula *)b;
  return f < g ? -1 : f > g;
}

/* Flattens, sorts, drops duplicates and true; false if the conjunction is false. */
static bool normalise(Rewriter *rw, FormulaVec *operands) {
  FormulaVec flat = {0};
  for (size_t i = 0; i < operands->size; i++)
    formula_operands(rw->formulas, OP_AND, operands->data[i], &flat);
  if (flat.size) qsort(flat.data, flat.size, sizeof *flat.data, compare_formulas);
  operands->size = 0;
  bool fine = true;
  for (size_t i = 0; i < flat.size; i++) {
    Formula f = flat.data[i];
    if (f == FORMULA_FALSE) fine = false;
    if (f != FORMULA_TRUE && (!operands->size || vec_last(operands) != f)) vec_push(operands, f);
  }
  vec_free(&flat);
  return fine;
}

/* Drops what others imply; false if two operands exclude each other. */
static bool drop_implied(Rewriter *rw, FormulaVec *operands) {
  Label all = LABEL_TRUE;
  for (size_t i = 0; i < operands->size; i++)
    if (is(rw, operands->data[i], TRAIT_BOOLEAN) && rw->formulas->atoms.size <= 64)
      all = label_and(rw->labels, all, rewriter_label(rw, operands->data[i]));
  if (all == LABEL_FALSE) return false;
  for (size_t i = 0; i < operands->size; i++)
    for (size_t j = 0; j < operands->size; j++) {
      if (i == j) continue;
      Formula f = operands->data[i], g = operands->data[j];
      if (rewriter_implies(rw, f, neg(rw, g))) return false;
      if (!rewriter_implies(rw, f, g)) continue;
      memmove(operands->data + j, operands->data + j + 1,
              (operands->size - j - 1) * sizeof *operands->data);
      operands->size--;
      if (i > j) i--;
      j--;
    }
  return true;
}

static bool both_globally(Rewriter *rw, Formula f, Formula g) {
  return node_of(rw, f)->op == OP_GLOBALLY && node_of(rw, g)->op == OP_GLOBALLY;
}

/* f & g as one formula where there is a rule for the pair, else FORMULA_NONE. */
static Formula join(Rewriter *rw, Formula f, Formula g) {
  const FormulaNode a = *node_of(rw, f), b = *node_of(rw, g);
  bool until_a = a.op == OP_UNTIL || a.op == OP_WEAK_UNTIL;
  bool until_b = b.op == OP_UNTIL || b.op == OP_WEAK_UNTIL;
  bool release_a = a.op == OP_RELEASE || a.op == OP_STRONG_RELEASE;
  bool release_b = b.op == OP_RELEASE || b.op == OP_STRONG_RELEASE;
  if (a.op == OP_NEXT && b.op == OP_NEXT) return make_next(rw, and2(rw, a.left, b.left));
  if (a.op == OP_GLOBALLY && b.op == OP_GLOBALLY && !is(rw, f, TRAIT_EVENTUAL) &&
      !is(rw, g, TRAIT_EVENTUAL))
    return make_globally(rw, and2(rw, a.left, b.left));
  if (a.op == OP_FINALLY && b.op == OP_FINALLY && is(rw, a.left, TRAIT_UNIVERSAL) &&
      is(rw, b.left, TRAIT_UNIVERSAL) && (!rw->dual || both_globally(rw, a.left, b.left)))
    return make_finally(rw, and2(rw, a.left, b.left)); /* F u & F v = F (u & v) */
  if (until_a && until_b && a.right == b.right)        /* (a U c) & (b W c) = (a & b) U c */
    return make(rw, a.op == OP_WEAK_UNTIL ? b.op : a.op, and2(rw, a.left, b.left), a.right);
  if (release_a && release_b && a.left == b.left) /* (c M a) & (c R b) = c M (a & b) */
    return make(rw, a.op == OP_RELEASE ? b.op : a.op, a.left, and2(rw, a.right, b.right));
  if (a.op == OP_WEAK_UNTIL && b.op == OP_FINALLY && a.right == b.left)
    return make_until(rw, a.left, a.right);
  if (a.op == OP_RELEASE && b.op == OP_FINALLY && a.left == b.left)
    return make_strong_release(rw, a.left, a.right);
  if (a.op == OP_NEXT && node_of(rw, a.left)->op == OP_GLOBALLY && node_of(rw, a.left)->left == g)
    return a.left; /* a & X G a = G a */
  return FORMULA_NONE;
}

static bool join_pairs(Rewriter *rw, FormulaVec *operands) {
  for (size_t i = 0; i < operands->size; i++)
    for (size_t j = 0; j < operands->size; j++) {
      if (i == j) continue;
      Formula joined = join(rw, operands->data[i], operands->data[j]);
      if (joined == FORMULA_NONE) continue;
      operands->data[i] = joined;
      operands->data[j] = FORMULA_TRUE;
      return true;
    }
  return false;
}

/* f where `fact` holds from now on; so not below past operators, which look behind that. */
static Formula substitute(Rewriter *rw, Formula f, Formula fact) {
  rw->work += f;
  if (is_tired(rw)) return f;
  Formula opposite = neg(rw, fact);
  FormulaVec cone = {0};
  formula_cone(rw->formulas, f, &cone);
  if (!bsearch(&fact, cone.data, cone.size, sizeof fact, compare_formulas) &&
      !bsearch(&opposite, cone.data, cone.size, sizeof fact, compare_formulas)) {
    vec_free(&cone);
    return f;
  }
  Formula *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  for (size_t i = 0; i < cone.size; i++) {
    Formula g = cone.data[i];
    const FormulaNode node = *node_of(rw, g);
    int arity = operator_arity(node.op);
    if (g == fact) image[g] = FORMULA_TRUE;
    else if (g == opposite) image[g] = FORMULA_FALSE;
    else if (arity == 0 || node.op == OP_NOT || operator_is_past(node.op)) image[g] = g;
    else if (image[node.left] == node.left && (arity == 1 || image[node.right] == node.right))
      image[g] = g;
    else
      image[g] = make(rw, node.op, image[node.left], arity == 2 ? image[node.right] : FORMULA_NONE);
  }
  Formula result = image[f];
  mem_free(image);
  vec_free(&cone);
  return result;
}

/* Beside G a, the operand a is true wherever else it occurs. */
static bool use_invariants(Rewriter *rw, FormulaVec *operands) {
  bool changed = false;
  for (size_t i = 0; i < operands->size; i++) {
    if (node_of(rw, operands->data[i])->op != OP_GLOBALLY) continue;
    FormulaVec facts = {0};
    formula_operands(rw->formulas, OP_AND, node_of(rw, operands->data[i])->left, &facts);
    for (size_t k = 0; k < facts.size; k++)
      for (size_t j = 0; j < operands->size; j++) {
        if (i == j) continue;
        Formula simpler = substitute(rw, operands->data[j], facts.data[k]);
        changed |= simpler != operands->data[j];
        operands->data[j] = simpler;
      }
    vec_free(&facts);
  }
  return changed;
}

/* h where the operands but number i are known to hold now: looks through & and | only. */
static Formula assume(Rewriter *rw, const FormulaVec *operands, size_t i, Formula h, int depth) {
  for (size_t j = 0; j < operands->size; j++) {
    if (j == i) continue;
    if (rewriter_implies(rw, operands->data[j], h)) return FORMULA_TRUE;
    if (rewriter_implies(rw, operands->data[j], neg(rw, h))) return FORMULA_FALSE;
  }
  Operator op = node_of(rw, h)->op;
  if ((op != OP_AND && op != OP_OR) || depth > ASSUME_DEPTH) return h;
  FormulaVec parts = {0};
  bool changed = false;
  formula_operands(rw->formulas, op, h, &parts);
  for (size_t k = 0; k < parts.size; k++) {
    Formula simpler = assume(rw, operands, i, parts.data[k], depth + 1);
    changed |= simpler != parts.data[k];
    parts.data[k] = simpler;
  }
  if (changed) return op == OP_AND ? make_and(rw, &parts) : make_or(rw, &parts);
  vec_free(&parts);
  return h;
}

static bool use_others(Rewriter *rw, FormulaVec *operands) {
  bool changed = false;
  for (size_t i = 0; i < operands->size; i++) {
    if (node_of(rw, operands->data[i])->op != OP_OR) continue;
    Formula simpler = assume(rw, operands, i, operands->data[i], 0);
    changed |= simpler != operands->data[i];
    operands->data[i] = simpler;
  }
  return changed;
}

static Formula chain(Rewriter *rw, Operator op, const FormulaVec *operands) {
  Formula f = operands->data[0];
  for (size_t i = 1; i < operands->size; i++)
    f = formula_binary(rw->formulas, op, f, operands->data[i]);
  return f;
}

static Formula make_and(Rewriter *rw, FormulaVec *operands) {
  bool fine = normalise(rw, operands);
  rw->depth++;
  while (fine && operands->size > 1 && operands->size <= PAIRS && !is_tired(rw)) {
    fine = drop_implied(rw, operands);
    if (!fine ||
        (!join_pairs(rw, operands) && !use_invariants(rw, operands) && !use_others(rw, operands)))
      break;
    fine = normalise(rw, operands);
  }
  rw->depth--;
  Formula result = !fine            ? FORMULA_FALSE
                   : operands->size ? chain(rw, OP_AND, operands)
                                    : FORMULA_TRUE;
  vec_free(operands);
  return result;
}

/* ---- the duals ---- */

/* Some rules are good in one direction only, because automata treat & and | differently: they look
 * at `dual`. */
static Formula negate_back(Rewriter *rw, Formula f) {
  rw->dual = !rw->dual;
  return neg(rw, f);
}

static Formula make_or(Rewriter *rw, FormulaVec *operands) {
  if (is_tired(rw)) {
    Formula plain = operands->size ? chain(rw, OP_OR, operands) : FORMULA_FALSE;
    vec_free(operands);
    return plain;
  }
  for (size_t i = 0; i < operands->size; i++) operands->data[i] = neg(rw, operands->data[i]);
  rw->dual = !rw->dual;
  return negate_back(rw, make_and(rw, operands));
}

static Formula make_globally(Rewriter *rw, Formula a) {
  if (is_tired(rw)) return formula_unary(rw->formulas, OP_GLOBALLY, a);
  rw->dual = !rw->dual;
  return negate_back(rw, make_finally(rw, neg(rw, a)));
}

static Formula make_release(Rewriter *rw, Formula a, Formula b) {
  if (is_tired(rw)) return formula_binary(rw->formulas, OP_RELEASE, a, b);
  rw->dual = !rw->dual;
  return negate_back(rw, make_until(rw, neg(rw, a), neg(rw, b)));
}

static Formula make_strong_release(Rewriter *rw, Formula a, Formula b) {
  if (is_tired(rw)) return formula_binary(rw->formulas, OP_STRONG_RELEASE, a, b);
  rw->dual = !rw->dual;
  return negate_back(rw, make_weak_until(rw, neg(rw, a), neg(rw, b)));
}

/* ---- whole formulas ---- */

/* Operands of a chain are simplified one by one and joined once, so that long chains cost no more
 * than their length; the links between them are not needed. */
static Formula rebuild(Rewriter *rw, Formula f) {
  Formula *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  Bits needed = bits_new((size_t)f + 1);
  FormulaVec operands = {0};
  bits_set(&needed, f);
  for (size_t g = (size_t)f + 1; g-- > 0;) {
    if (!bits_get(&needed, g)) continue;
    const FormulaNode *node = node_of(rw, (Formula)g);
    vec_clear(&operands);
    if (node->op == OP_AND || node->op == OP_OR)
      formula_operands(rw->formulas, node->op, (Formula)g, &operands);
    else if (operator_arity(node->op) > 0) vec_push(&operands, node->left);
    if (operator_arity(node->op) == 2 && operands.size == 1) vec_push(&operands, node->right);
    for (size_t i = 0; i < operands.size; i++) bits_set(&needed, operands.data[i]);
  }
  vec_free(&operands);
  for (size_t g = bits_next(&needed, 0); g < needed.size; g = bits_next(&needed, g + 1)) {
    const FormulaNode node = *node_of(rw, (Formula)g);
    if (node.op == OP_AND || node.op == OP_OR) {
      FormulaVec parts = {0};
      formula_operands(rw->formulas, node.op, (Formula)g, &parts);
      for (size_t i = 0; i < parts.size; i++) parts.data[i] = image[parts.data[i]];
      image[g] = node.op == OP_AND ? make_and(rw, &parts) : make_or(rw, &parts);
    } else if (operator_arity(node.op) == 0 || node.op == OP_NOT) {
      image[g] = (Formula)g;
    } else {
      image[g] = make(rw, node.op, image[node.left],
                      operator_arity(node.op) == 2 ? image[node.right] : FORMULA_NONE);
    }
  }
  Formula result = image[f];
  bits_free(&needed);
  mem_free(image);
  return result;
}

Formula rewriter_simplify(Rewriter *rewriter, Formula f, bool negate) {
  Formula g = formula_nnf(rewriter->formulas, f, negate);
  for (int round = 0; round < ROUNDS && !is_tired(rewriter); round++) {
    Formula h = rebuild(rewriter, g);
    if (h == g) break;
    g = h;
  }
  return g;
}
