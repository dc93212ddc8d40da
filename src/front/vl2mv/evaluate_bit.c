/* One bit of an expression. Bitwise operators, conditions and concatenations need only the bits
 * below or beside it that they are made of; whatever else is evaluated as a whole. */
#include "front/vl2mv/elaborate.h"

enum { DEPTH_STEP = 8, DEPTH_LIMIT = 20000 }; /* frames here are larger than those of words */

bool vl_can_split(const Expr *expr) {
  if (expr->kind == EXPR_CHOICE || expr->kind == EXPR_CALL || expr->undriven) return false;
  for (size_t i = 0; i < expr->count; i++)
    if (!vl_can_split(expr->parts[i])) return false;
  return true;
}

static Term whole(Context *c, const Expr *expr, uint32_t width, uint32_t bit) {
  Terms *terms = c->all->relation->terms;
  return term_slice(terms, vl_fit(terms, vl_evaluate(c, expr, width, 0), width), bit, bit);
}

/* A wire, or some bits of one, with constant indices. */
static Term referred(Context *c, const Expr *expr, uint32_t width, uint32_t bit) {
  Terms *terms = c->all->relation->terms;
  Reference reference;
  const Expr *base = expr;
  while (base->kind == EXPR_INDEX || base->kind == EXPR_RANGE) base = base->parts[0];
  const Symbol *symbol = base->kind == EXPR_NAME ? scope_find(c->scope, base->name) : NULL;
  bool wire = symbol && symbol->kind == SYMBOL_OBJECT && symbol->object->role == ROLE_WIRE &&
              !symbol->object->is_array;
  if (!wire) return whole(c, expr, width, bit);
  if (!vl_refer(c, expr, &reference)) return term_bit(terms, false);
  if (reference.kind == REFER_BIT) return whole(c, expr, width, bit);
  if (bit >= reference_width(&reference)) return term_bit(terms, false);
  uint32_t place = bit + (reference.kind == REFER_PART ? reference.low : 0);
  return slot_bits(c->all, reference.object->slot, c->phase, place, place);
}

static Term joined(Context *c, const Expr *expr, uint32_t bit) {
  for (size_t i = expr->count; i-- > 0;) {
    uint32_t width = expr_width(c, expr->parts[i], 0);
    if (bit < width) return vl_evaluate_bit(c, expr->parts[i], width, bit);
    bit -= width;
  }
  return term_bit(c->all->relation->terms, false); /* above the highest part */
}

static Term binary(Context *c, const Expr *expr, uint32_t width, uint32_t bit) {
  static const struct {
    const char *symbol;
    TermOperator op;
    bool negated;
  } bitwise[] = {{"&", TERM_AND, false},
                 {"|", TERM_OR, false},
                 {"^", TERM_XOR, false},
                 {"^~", TERM_XOR, true},
                 {"~^", TERM_XOR, true}};
  Terms *terms = c->all->relation->terms;
  for (size_t i = 0; i < sizeof bitwise / sizeof *bitwise; i++) {
    if (strcmp(bitwise[i].symbol, expr->name)) continue;
    Term left = vl_evaluate_bit(c, expr->parts[0], width, bit);
    Term right = vl_evaluate_bit(c, expr->parts[1], width, bit);
    Term result = term_binary(terms, bitwise[i].op, left, right);
    return bitwise[i].negated ? term_not(terms, result) : result;
  }
  return whole(c, expr, width, bit);
}

static Term by_kind(Context *c, const Expr *expr, uint32_t width, uint32_t bit) {
  Terms *terms = c->all->relation->terms;
  switch (expr->kind) {
  case EXPR_NAME:
  case EXPR_INDEX:
  case EXPR_RANGE: return referred(c, expr, width, bit);
  case EXPR_CONCAT: return joined(c, expr, bit);
  case EXPR_BINARY: return binary(c, expr, width, bit);
  case EXPR_UNARY:
    if (strcmp(expr->name, "~")) break;
    return term_not(terms, vl_evaluate_bit(c, expr->parts[0], width, bit));
  case EXPR_CONDITION:
    return term_if(terms, vl_evaluate_condition(c, expr->parts[0]),
                   vl_evaluate_bit(c, expr->parts[1], width, bit),
                   vl_evaluate_bit(c, expr->parts[2], width, bit));
  default: break;
  }
  return whole(c, expr, width, bit);
}

Term vl_evaluate_bit(Context *c, const Expr *expr, uint32_t width, uint32_t bit) {
  uint32_t own = expr_width(c, expr, 0);
  if (own < width) own = width;
  c->all->depth += DEPTH_STEP;
  if (c->all->depth > DEPTH_LIMIT)
    elaborator_error(c->all, expr->place, "this depends on too many others");
  Term term =
      c->all->failed ? term_bit(c->all->relation->terms, false) : by_kind(c, expr, own, bit);
  c->all->depth -= DEPTH_STEP;
  return term;
}
