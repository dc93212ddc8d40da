/* Light normalisation: constants fold, and what follows from the arguments themselves, or from the
 * one operator below them, is applied. What needs more is found later, on bits, where it is sought
 * anyway (system/reduce.h). */
#include "base/memory.h"
#include "term/circuit.h"
#include "term/internal.h"

/* ---- constants ---- */

/* An operator on constants, by its circuit: the graph folds every gate. What would take long stays
 * as it is. */
static Term fold(Terms *terms, const TermNode *node) {
  const TermOperatorInfo *info = term_operators + node->op;
  if (info->shape == SHAPE_FILL || type_is_array(&terms->types, node->type)) return TERM_NONE;
  for (size_t i = 0; i < info->terms; i++)
    if (!term_digits(terms, node->arguments[i])) return TERM_NONE;
  if (circuit_cost(terms, node) > 1 << 20) return TERM_NONE;
  Aig *aig = aig_new();
  Lit *bits[3] = {NULL};
  for (size_t i = 0; i < info->terms; i++) {
    const char *digits = term_digits(terms, node->arguments[i]);
    uint32_t width = term_width(terms, node->arguments[i]);
    bits[i] = mem_array(width, sizeof(Lit));
    for (uint32_t b = 0; b < width; b++) bits[i][b] = lit_constant(digits[width - 1 - b] == '1');
  }
  uint32_t width = type_info(&terms->types, node->type)->width;
  Lit *out = mem_array(width, sizeof *out);
  char *digits = mem_alloc(width);
  circuit_apply(aig, terms, node, (const Lit *const *)bits, out);
  for (uint32_t b = 0; b < width; b++) {
    assert(out[b] <= LIT_TRUE);
    digits[width - 1 - b] = out[b] == LIT_TRUE ? '1' : '0';
  }
  Term result = term_constant(terms, digits, width);
  mem_free(digits);
  mem_free(out);
  for (size_t i = 0; i < info->terms; i++) mem_free(bits[i]);
  aig_free(aig);
  return result;
}

/* Whether a term is the constant all of whose bits are `digit`. */
static bool is_all(const Terms *terms, Term term, char digit) {
  const char *digits = term_digits(terms, term);
  while (digits && *digits == digit) digits++;
  return digits && !*digits;
}

static bool is_zero(const Terms *terms, Term term) { return is_all(terms, term, '0'); }
static bool is_ones(const Terms *terms, Term term) { return is_all(terms, term, '1'); }

static bool is_one(const Terms *terms, Term term) {
  const char *digits = term_digits(terms, term);
  while (digits && *digits == '0') digits++;
  return digits && digits[0] == '1' && !digits[1];
}

static Term zero_like(Terms *terms, Term term) {
  return term_number(terms, 0, term_width(terms, term));
}

/* ---- operators ---- */

static bool complements(const Terms *terms, Term a, Term b) {
  const TermNode *x = term_node(terms, a), *y = term_node(terms, b);
  return (x->op == TERM_NOT && x->arguments[0] == b) || (y->op == TERM_NOT && y->arguments[0] == a);
}

static Term simplify_unary(Terms *terms, const TermNode *node) {
  Term a = node->arguments[0];
  const TermNode *below = term_node(terms, a);
  if (node->op == TERM_NOT || node->op == TERM_NEGATE)
    return below->op == node->op ? below->arguments[0] : TERM_NONE;
  return term_width(terms, a) == 1 ? a : TERM_NONE; /* all, any and parity of one bit */
}

/* and, or: one constant decides, the other does not matter. */
static Term simplify_lattice(Terms *terms, const TermNode *node) {
  Term a = node->arguments[0], b = node->arguments[1];
  bool is_and = node->op == TERM_AND;
  if (a == b) return a;
  for (int i = 0; i < 2; i++) {
    Term this = node->arguments[i], other = node->arguments[1 - i];
    if (is_all(terms, this, is_and ? '0' : '1')) return this;
    if (is_all(terms, this, is_and ? '1' : '0')) return other;
  }
  if (!complements(terms, a, b)) return TERM_NONE;
  return is_and ? zero_like(terms, a) : term_ones(terms, term_width(terms, a));
}

static Term simplify_xor(Terms *terms, const TermNode *node) {
  Term a = node->arguments[0], b = node->arguments[1];
  if (a == b) return zero_like(terms, a);
  if (complements(terms, a, b)) return term_ones(terms, term_width(terms, a));
  for (int i = 0; i < 2; i++) {
    Term this = node->arguments[i], other = node->arguments[1 - i];
    if (is_zero(terms, this)) return other;
    if (is_ones(terms, this)) return term_not(terms, other);
  }
  return TERM_NONE;
}

static Term simplify_equal(Terms *terms, const TermNode *node) {
  Term a = node->arguments[0], b = node->arguments[1];
  if (a == b) return term_bit(terms, true);
  if (type_is_array(&terms->types, term_type(terms, a))) return TERM_NONE;
  if (complements(terms, a, b)) return term_bit(terms, false);
  if (term_width(terms, a) > 1) return TERM_NONE;
  for (int i = 0; i < 2; i++) {
    Term this = node->arguments[i], other = node->arguments[1 - i];
    if (is_ones(terms, this)) return other;
    if (is_zero(terms, this)) return term_not(terms, other);
  }
  return TERM_NONE;
}

static Term simplify_arithmetic(Terms *terms, const TermNode *node) {
  Term a = node->arguments[0], b = node->arguments[1];
  switch (node->op) {
  case TERM_ADD: return is_zero(terms, a) ? b : is_zero(terms, b) ? a : TERM_NONE;
  case TERM_SUBTRACT: return a == b ? zero_like(terms, a) : is_zero(terms, b) ? a : TERM_NONE;
  case TERM_MULTIPLY:
    if (is_zero(terms, a) || is_one(terms, b)) return a;
    return is_zero(terms, b) || is_one(terms, a) ? b : TERM_NONE;
  case TERM_LESS:
    return a == b || is_zero(terms, b) || is_ones(terms, a) ? term_bit(terms, false) : TERM_NONE;
  case TERM_LESS_SIGNED: return a == b ? term_bit(terms, false) : TERM_NONE;
  default: /* shifts and rotations */ return is_zero(terms, b) ? a : TERM_NONE;
  }
}

/* Through slices and concatenations below; not all the way where words are made of many parts. */
static Term simplify_slice(Terms *terms, const TermNode *node) {
  enum { DEPTH = 64 };
  Term a = node->arguments[0];
  uint32_t high = node->arguments[1], low = node->arguments[2];
  for (int depth = 0; depth < DEPTH && high - low + 1 < term_width(terms, a); depth++) {
    const TermNode *below = term_node(terms, a);
    uint32_t lower = below->op == TERM_CONCAT ? term_width(terms, below->arguments[1]) : 0;
    if (below->op == TERM_SLICE) {
      high += below->arguments[2];
      low += below->arguments[2];
      a = below->arguments[0];
    } else if (below->op == TERM_CONCAT && high < lower) {
      a = below->arguments[1];
    } else if (below->op == TERM_CONCAT && low >= lower) {
      high -= lower;
      low -= lower;
      a = below->arguments[0];
    } else {
      break;
    }
  }
  if (high - low + 1 == term_width(terms, a)) return a;
  if (a == node->arguments[0]) return TERM_NONE;
  TermNode simpler = {TERM_SLICE, node->type, {a, high, low}};
  Term folded = fold(terms, &simpler);
  return folded == TERM_NONE ? term_intern(terms, simpler) : folded;
}

static Term simplify_if(Terms *terms, const TermNode *node) {
  Term condition = node->arguments[0], then = node->arguments[1], otherwise = node->arguments[2];
  const TermNode below = *term_node(terms, condition);
  if (then == otherwise || is_ones(terms, condition)) return then;
  if (is_zero(terms, condition)) return otherwise;
  if (below.op == TERM_NOT) return term_if(terms, below.arguments[0], otherwise, then);
  if (type_is_array(&terms->types, node->type) || term_width(terms, then) > 1) return TERM_NONE;
  if (is_ones(terms, then)) return term_binary(terms, TERM_OR, condition, otherwise);
  if (is_zero(terms, otherwise)) return term_binary(terms, TERM_AND, condition, then);
  if (is_zero(terms, then))
    return term_binary(terms, TERM_AND, term_not(terms, condition), otherwise);
  if (is_ones(terms, otherwise))
    return term_binary(terms, TERM_OR, term_not(terms, condition), then);
  return TERM_NONE;
}

static Term simplify_read(const Terms *terms, const TermNode *node) {
  const TermNode *array = term_node(terms, node->arguments[0]);
  if (array->op == TERM_FILL) return array->arguments[0];
  bool same = array->op == TERM_WRITE && array->arguments[1] == node->arguments[1];
  return same ? array->arguments[2] : TERM_NONE;
}

Term term_simplify(Terms *terms, const TermNode *node) {
  Term folded = fold(terms, node);
  if (folded != TERM_NONE) return folded;
  switch (node->op) {
  case TERM_NOT:
  case TERM_NEGATE:
  case TERM_ALL:
  case TERM_ANY:
  case TERM_PARITY: return simplify_unary(terms, node);
  case TERM_AND:
  case TERM_OR: return simplify_lattice(terms, node);
  case TERM_XOR: return simplify_xor(terms, node);
  case TERM_EQUAL: return simplify_equal(terms, node);
  case TERM_LESS:
  case TERM_LESS_SIGNED:
  case TERM_ADD:
  case TERM_SUBTRACT:
  case TERM_MULTIPLY:
  case TERM_SHIFT_LEFT:
  case TERM_SHIFT_RIGHT:
  case TERM_SHIFT_ARITHMETIC:
  case TERM_ROTATE_LEFT:
  case TERM_ROTATE_RIGHT: return simplify_arithmetic(terms, node);
  case TERM_READ: return simplify_read(terms, node);
  case TERM_SLICE: return simplify_slice(terms, node);
  case TERM_EXTEND:
  case TERM_EXTEND_SIGNED: return node->arguments[1] ? TERM_NONE : node->arguments[0];
  case TERM_IF: return simplify_if(terms, node);
  default: return TERM_NONE;
  }
}
